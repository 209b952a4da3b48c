//! English draughts, also called American checkers.

use super::*;
use crate::board::DIAGONAL_8;

/// `english`: the official game of English draughts.
///
/// A man that reaches the last row is crowned there and its move ends; since men capture forward only, it could not go on
/// as a man either, so this needs no constant of its own.
#[derive(Clone, Copy)]
pub struct English;

impl Variant for English {
    const RULES: Rules = Rules {
        name: "english",
        board: DIAGONAL_8,
        // WCDF: the darker side, on squares 1 to 12, moves first.
        first_mover: Color::Black,
        start_ranks: [0, 2],
        // WCDF: diagonally forward.
        man_steps: Directions::new(&[Direction::LEFT, Direction::UP]),
        // WCDF: forward only.
        man_captures: Directions::new(&[Direction::LEFT, Direction::UP]),
        // WCDF: one square.
        flying_kings: false,
        // WCDF: free choice, but a chain must be completed.
        most_pieces: false,
        // WCDF: pieces are removed after the move; no piece is jumped twice.
        removal: Removal::AfterMove,
        one_piece_each_draws: false,
        king_beats_man: false,
        // WCDF: 40 moves each without a capture or a man's step.
        no_progress: NoProgress::Plies(80),
        endings: &[],
        notation: Notation {
            letters: false,
            game_type: Some("21,B,8,8,N1,0"),
            variant_tag: false,
            results: ["1-0", "0-1", "1/2-1/2"],
        },
    };
}
