//! International draughts on 100 squares.

use super::*;
use crate::board::DIAGONAL_10;

/// `international`: 10×10, 20 men each.
#[derive(Clone, Copy)]
pub struct International;

impl Variant for International {
    const RULES: Rules = Rules {
        name: "international",
        // S004, FMJD: the 50 dark squares.
        board: DIAGONAL_10,
        // S004: White.
        first_mover: Color::White,
        // S004: four rows.
        start_ranks: [0, 3],
        // S004: diagonally forward.
        man_steps: Directions::new(&[Direction::LEFT, Direction::UP]),
        // S004: "possible vers l'avant et vers l'arrière". A man that only passes the last row stays a man.
        man_captures: Directions::new(&Direction::ALL),
        // S004: "d'autant de cases que souhaité".
        flying_kings: true,
        // S004: "règle de la capture majoritaire"; kings have no priority.
        most_pieces: true,
        // S004: "règle du « coup turc »".
        removal: Removal::AfterMove,
        one_piece_each_draws: false,
        king_beats_man: false,
        // FMJD: 25 moves each by kings only, without a capture.
        no_progress: NoProgress::Plies(50),
        // FMJD: a king alone against three pieces 16 moves each, against two or one 5 moves each.
        endings: &[
            Ending { one: Force::exactly(0, 1), other: Force::with_a_king(3), plies: 32 },
            Ending { one: Force::exactly(0, 1), other: Force::with_a_king(2), plies: 10 },
            Ending { one: Force::exactly(0, 1), other: Force::exactly(0, 1), plies: 10 },
        ],
        notation: Notation {
            letters: false,
            game_type: Some("20,W,10,10,N2,0"),
            variant_tag: false,
            results: ["2-0", "0-2", "1-1"],
        },
    };
}
