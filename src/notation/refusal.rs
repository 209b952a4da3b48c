//! Why a text is not a legal move.

use std::fmt;

use super::moves::write_full;
use super::quote::shorten;
use super::routes::visits;
use super::squares::{SquareError, board_order, write_square};
use crate::board::Square;
use crate::position::{Move, Position};
use crate::rules::{Color, Variant};

/// How many captures are shown when one is compulsory.
const SHOWN_CAPTURES: usize = 3;
/// How many moves are shown when a text names several.
const SHOWN_CANDIDATES: usize = 8;

/// The error of reading a move: the text and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError {
    text: String,
    fault: MoveFault,
}

impl MoveError {
    pub(super) fn new(text: &str, fault: MoveFault) -> MoveError {
        MoveError { text: shorten(text), fault }
    }

    /// What is wrong.
    pub fn fault(&self) -> &MoveFault {
        &self.fault
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': {}", self.text, self.fault)
    }
}

impl std::error::Error for MoveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            MoveFault::Square(error) => Some(error),
            _ => None,
        }
    }
}

/// What is wrong with a text that should be a move. Squares and moves are in the ruleset's own notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveFault {
    /// The text does not name at least two squares; an example of the form.
    NotAMove(&'static str),
    /// This character is no part of a move, here.
    Unexpected(char),
    /// An odd number of digits cannot be cut into squares of two digits.
    OddDigits,
    /// Some squares are named by letters and some by numbers.
    MixedKinds,
    /// What should be a square is none.
    Square(SquareError),
    /// The side to move has no legal move.
    GameOver {
        /// The side to move.
        side: Color,
        /// Whether it still has pieces.
        has_pieces: bool,
    },
    /// No piece stands on the first square.
    NoPiece(String),
    /// The piece on the first square is the opponent's.
    WrongSide {
        /// The square.
        square: String,
        /// The side to move.
        side: Color,
    },
    /// The text fits several legal moves.
    Ambiguous(Listing),
    /// A capture must be made, and the text names none that is legal.
    Compulsory {
        /// How many pieces must be taken; `None` where the choice among captures is free.
        pieces: Option<u32>,
        /// The legal captures, those of the named piece first.
        captures: Listing,
    },
    /// The text breaks off a capture that goes on.
    Unfinished(Listing),
    /// Nothing can be captured, and the piece cannot go where the text says.
    Unreachable {
        /// The square of the piece.
        square: String,
        /// Where it can go.
        destinations: Vec<String>,
    },
}

impl fmt::Display for MoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveFault::NotAMove(example) => write!(f, "expected at least two squares, as in {example}"),
            MoveFault::Unexpected(character) => write!(f, "unexpected '{}'", shorten(&character.to_string())),
            MoveFault::OddDigits => f.write_str("without separators every square has two digits, as in 0116"),
            MoveFault::MixedKinds => f.write_str("squares are named by letters or by numbers, not by both"),
            MoveFault::Square(error) => error.fmt(f),
            MoveFault::GameOver { side, has_pieces: true } => write!(f, "the game is over, {side} has no legal move"),
            MoveFault::GameOver { side, .. } => write!(f, "the game is over, {side} has no piece left"),
            MoveFault::NoPiece(square) => write!(f, "there is no piece on {square}"),
            MoveFault::WrongSide { square, side } => {
                write!(f, "the piece on {square} is {}'s, and {side} is to move", !*side)
            }
            MoveFault::Ambiguous(candidates) => write!(f, "ambiguous, it can be {candidates}"),
            MoveFault::Compulsory { pieces: Some(1), captures } => {
                write!(f, "a capture of 1 piece is compulsory: {captures}")
            }
            MoveFault::Compulsory { pieces: Some(pieces), captures } => {
                write!(f, "a capture of {pieces} pieces is compulsory: {captures}")
            }
            MoveFault::Compulsory { pieces: None, captures } => write!(f, "a capture is compulsory: {captures}"),
            MoveFault::Unfinished(captures) => write!(f, "the capture must be completed: {captures}"),
            MoveFault::Unreachable { square, destinations } if destinations.is_empty() => {
                write!(f, "not a legal move; the piece on {square} cannot move")
            }
            MoveFault::Unreachable { square, destinations } => {
                write!(f, "not a legal move; {square} can go to {}", destinations.join(", "))
            }
        }
    }
}

/// The first few of a list of moves, in full PDN notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The moves shown.
    pub shown: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

impl Listing {
    fn new<V: Variant>(position: &Position<V>, moves: &[Move], longest: usize) -> Listing {
        let shown: Vec<_> = moves.iter().take(longest).map(|&mv| write_full(position, mv)).collect();
        Listing { more: moves.len() - shown.len(), shown }
    }
}

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown.join(", "))?;
        if self.more > 0 { write!(f, " and {} more", self.more) } else { Ok(()) }
    }
}

/// The fault of a text that fits all of `candidates`.
pub(super) fn ambiguous<V: Variant>(position: &Position<V>, candidates: &[Move]) -> MoveFault {
    MoveFault::Ambiguous(Listing::new(position, &in_order::<V>(candidates), SHOWN_CANDIDATES))
}

/// The fault of a text that names `squares` and fits none of the `legal` moves.
pub(super) fn refusal<V: Variant>(position: &Position<V>, legal: &[Move], squares: &[Square]) -> MoveFault {
    let (from, side) = (squares[0], position.side_to_move());
    let square = write_square::<V>(from);
    if legal.is_empty() {
        return MoveFault::GameOver { side, has_pieces: position.pieces(side).any() };
    }
    if position.pieces(!side).contains(from) {
        return MoveFault::WrongSide { square, side };
    }
    if !position.pieces(side).contains(from) {
        return MoveFault::NoPiece(square);
    }
    let (mut named, others): (Vec<Move>, Vec<Move>) = legal.iter().partition(|mv| mv.from() == from);
    named = in_order::<V>(&named);
    if !legal[0].is_capture() {
        let destinations = named.iter().map(|mv| write_square::<V>(mv.to())).collect();
        return MoveFault::Unreachable { square, destinations };
    }
    let list = |moves: &[Move]| Listing::new(position, moves, SHOWN_CAPTURES);
    if V::RULES.most_pieces {
        named.extend(in_order::<V>(&others));
        return MoveFault::Compulsory { pieces: Some(legal[0].captured().count()), captures: list(&named) };
    }
    let begun: Vec<Move> = named.iter().copied().filter(|&mv| visits(position, mv, &squares[1..])).collect();
    if !begun.is_empty() {
        return MoveFault::Unfinished(list(&begun));
    }
    named.extend(in_order::<V>(&others));
    MoveFault::Compulsory { pieces: None, captures: list(&named) }
}

/// Moves by start and end in board order.
fn in_order<V: Variant>(moves: &[Move]) -> Vec<Move> {
    let mut sorted = moves.to_vec();
    sorted.sort_by_key(|mv| (board_order::<V>(mv.from()), board_order::<V>(mv.to())));
    sorted
}

#[cfg(test)]
mod tests {
    use super::super::{read_fen, read_move};
    use super::*;
    use crate::rules::{English, International, Turkish};

    /// The refusal of a text, without the text.
    fn check<V: Variant>(fen: &str, text: &str, expected: &str) {
        let position = read_fen::<V>(fen).unwrap();
        let error = read_move(&position, text).unwrap_err();
        assert_eq!(error.to_string(), format!("'{text}': {expected}"), "{fen}");
        assert_eq!(error.fault().to_string(), expected);
    }

    #[test]
    fn the_piece_must_be_there_and_be_of_the_right_side() {
        check::<Turkish>("W:Wa3:Ba6,h7", "e4e5", "there is no piece on e4");
        check::<Turkish>("W:Wa3:Ba6,h7", "a6a5", "the piece on a6 is Black's, and White is to move");
        check::<International>("B:W32:B1", "3228", "the piece on 32 is White's, and Black is to move");
    }

    #[test]
    fn a_game_that_is_over_says_so() {
        check::<Turkish>("W:W:Ba6", "a1a2", "the game is over, White has no piece left");
        check::<English>("W:W5:B1,K9", "5-9", "the game is over, White has no legal move");
    }

    #[test]
    fn captures_are_compulsory() {
        let three = "a capture of 3 pieces is compulsory: d4xd6xf6xf8";
        let fen = "W:Wd4,a4:Bd5,e6,f7,a5,Kh8";
        for text in ["a4b4", "a4xa6", "d4e4", "d4xd6", "d4xd6xf6", "d4xd6xf6xh6"] {
            check::<Turkish>(fen, text, three);
        }
        let fen = "W:Wa3,Kd1:Ba4,d4";
        let of_king = "d1xd5, d1xd6, d1xd7";
        check::<Turkish>(fen, "d1d2", &format!("a capture of 1 piece is compulsory: {of_king} and 2 more"));
        check::<Turkish>(fen, "a3b3", "a capture of 1 piece is compulsory: a3xa5, d1xd5, d1xd6 and 2 more");
        check::<English>("B:W6,15:B1,4", "4-8", "a capture is compulsory: 1x10x19");
        check::<English>("B:W6,15:B1,4", "1x10", "the capture must be completed: 1x10x19");
    }

    #[test]
    fn other_moves_name_what_the_piece_can_do() {
        check::<Turkish>("W:Wd4:Bh8", "d4c5", "not a legal move; d4 can go to c4, e4, d5");
        check::<Turkish>("W:Wd4,c4,e4:Bh8", "d4d3", "not a legal move; d4 can go to d5");
        check::<Turkish>("W:Wd4,c4,e4,d5:Bh8", "d4d5", "not a legal move; the piece on d4 cannot move");
        check::<International>("W:W32:B1", "32x23x14", "not a legal move; 32 can go to 27, 28");
    }
}
