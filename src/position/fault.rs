//! The one validity check.

use std::fmt;

use super::pieces::Pieces;
use crate::board::{Bitboard, Square};
use crate::rules::{Color, Variant};

/// Why pieces on squares are not a position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionFault {
    /// Neither side has a piece.
    NoPieces,
    /// A piece stands outside the board.
    OffBoard,
    /// Two pieces stand on this square.
    SharedSquare(Square),
    /// A king is marked on this square, where no piece stands.
    NoPieceToCrown(Square),
    /// A man of this color stands on its last row, where it would be a king.
    ManOnLastRow(Color, Square),
    /// The key is not that of the position: a fault of the program, not of the input.
    WrongKey,
}

impl fmt::Display for PositionFault {
    /// Says what is wrong; the caller, who knows the board's notation, names the square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionFault::NoPieces => f.write_str("neither side has a piece"),
            PositionFault::OffBoard => f.write_str("a piece stands outside the board"),
            PositionFault::SharedSquare(_) => f.write_str("two pieces stand on the same square"),
            PositionFault::NoPieceToCrown(_) => f.write_str("a king is marked where no piece stands"),
            PositionFault::ManOnLastRow(color, _) => write!(f, "a man of {color} stands on its last row"),
            PositionFault::WrongKey => f.write_str("the key is not that of the position"),
        }
    }
}

impl std::error::Error for PositionFault {}

pub(super) fn check<V: Variant>(pieces: &Pieces) -> Result<(), PositionFault> {
    let [white, black] = pieces.colors;
    let first = |set: Bitboard| set.any().then(|| set.first());
    if pieces.occupied().is_empty() {
        return Err(PositionFault::NoPieces);
    }
    if !V::RULES.board.playable().contains_all(pieces.occupied() | pieces.kings) {
        return Err(PositionFault::OffBoard);
    }
    if let Some(square) = first(white & black) {
        return Err(PositionFault::SharedSquare(square));
    }
    if let Some(square) = first(pieces.kings & !pieces.occupied()) {
        return Err(PositionFault::NoPieceToCrown(square));
    }
    for color in [Color::White, Color::Black] {
        let last_row = V::RULES.board.rank_squares(V::RULES.last_rank(color));
        if let Some(square) = first(pieces.colors[color.index()] & !pieces.kings & last_row) {
            return Err(PositionFault::ManOnLastRow(color, square));
        }
    }
    Ok(())
}
