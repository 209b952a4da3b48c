//! Turkish draughts as the federation plays it: the default.

use super::*;
use crate::board::ORTHOGONAL_8;

/// `turkish`: Turkish draughts (dama) as the federation plays it.
///
/// One piece each is a draw *unless the side to move can capture now*. The rulebook says only "one piece each"; a
/// literal "at once, even with a capture pending" would turn two kings against one king from 99.8 % won into 31 % won,
/// because the winning method gives up a king and takes back. So the game goes on for that one capture.
///
/// A man that reaches the last row in a chain goes on *as a man* if it can, and is crowned when the move ends. [S003,
/// TÜDAF R5, examples 5 and 7]
#[derive(Clone, Copy)]
pub struct Turkish;

impl Variant for Turkish {
    const RULES: Rules = Rules {
        name: "turkish",
        // S000, S003: 64 squares, all in use; movement along ranks and files.
        board: ORTHOGONAL_8,
        // S000: "le premier coup est toujours joué par les blancs".
        first_mover: Color::White,
        // S003: second and third row, the first is empty.
        start_ranks: [1, 2],
        // S003: one square forward, left or right.
        man_steps: Directions::new(&[Direction::UP, Direction::LEFT, Direction::RIGHT]),
        // S003, TÜDAF, FMJD: never backward.
        man_captures: Directions::new(&[Direction::UP, Direction::LEFT, Direction::RIGHT]),
        // S000, S003: any number of empty squares.
        flying_kings: true,
        // S000, S003: "la prise du plus grand nombre de pièces est prioritaire", a king counts as one piece.
        most_pieces: true,
        // S000 "au fur et à mesure", S003, TÜDAF example 3; no half turn: TÜDAF example 4, the seeds are silent.
        removal: Removal::AtOnce,
        // TÜDAF; see above for the pending capture.
        one_piece_each_draws: true,
        // S003 gives it only "selon certaines sources": see `turkish-position`.
        king_beats_man: false,
        // TÜDAF leaves the limit to the arbiter; 100 plies is our choice.
        no_progress: NoProgress::Arbiter(100),
        endings: &[],
        notation: Notation {
            letters: true,
            // PDN: type 30, White first, a1 at the bottom left.
            game_type: Some("30,W,8,8,A0,0"),
            variant_tag: false,
            results: ["1-0", "0-1", "1/2-1/2"],
        },
    };
}
