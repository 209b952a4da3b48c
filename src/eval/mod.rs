//! The score of a quiet position.
//!
//! Each side's pieces are worth something for the middlegame and something for the endgame, mixed by how many pieces are
//! left: on the orthogonal board by weights fitted to games (`turkish.rs`), on the dark squares by hand (`diagonal.rs`).
//! Integers only, so that every machine agrees. Nothing here searches.

mod diagonal;
mod phased;
mod score;
mod turkish;
mod wdl;

pub use score::Score;
pub use wdl::Wdl;

use crate::board::{Bitboard, Direction, each_direction};
use crate::position::Position;
use crate::rules::{Color, Variant};

/// How good a position is for the side to move, when nothing can be captured.
#[inline]
pub fn evaluate<V: Variant>(position: &Position<V>) -> Score {
    let is_diagonal = V::RULES.board.is_diagonal();
    let side = if is_diagonal { diagonal::side::<V> } else { turkish::side::<V> };
    let (to_move, unit) =
        if is_diagonal { (diagonal::to_move::<V>(), 1) } else { (turkish::to_move(), turkish::UNITS_PER_CENTIMAN) };
    let (white, black) = (side(position, Color::White), side(position, Color::Black));
    let difference = match position.side_to_move() {
        Color::White => white - black,
        Color::Black => black - white,
    };
    let start = const { start_pieces::<V>() };
    let pieces = position.count_pieces() as i32;
    Score::centimen((difference + to_move).mixed(pieces.min(start), start) / unit)
}

/// How many pieces the start position has.
const fn start_pieces<V: Variant>() -> i32 {
    let [first, last] = V::RULES.start_ranks;
    let ranks = (last - first + 1) as u32;
    (2 * ranks * V::RULES.board.rank_squares(first).count()) as i32
}

/// The men with nothing on a straight way to the last row.
#[inline(always)]
fn runners<V: Variant>(men: Bitboard, empty: Bitboard, color: Color) -> Bitboard {
    let board = &V::RULES.board;
    let goal = board.rank_squares(V::RULES.last_rank(color)) & empty;
    let mut runners = Bitboard::EMPTY;
    each_direction!(DIRECTION => {
        // A sideways step leads nowhere.
        let is_forward = board.is_diagonal() || matches!(DIRECTION, Direction::UP | Direction::DOWN);
        if is_forward && V::RULES.steps_of(color).contains(DIRECTION) {
            let back = DIRECTION.opposite();
            runners |= men & board.step(board.fill(goal, empty, back), back);
        }
    });
    runners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{VariantId, VariantTask};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// The score does not change when the board is turned, or exchanged left and right.
    struct Symmetry;

    impl VariantTask for Symmetry {
        type Output = ();

        fn run<V: Variant>(self) {
            let seed = 20_261_129;
            let mut rng = StdRng::seed_from_u64(seed);
            for game in 0..200 {
                let mut position = Position::<V>::start();
                for _ in 0..rng.random_range(1..150) {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    position = position.play(moves[rng.random_range(0..moves.len())]);
                    let score = evaluate(&position);
                    assert_eq!(evaluate(&position.turned()), score, "seed {seed} game {game} {position:?}");
                    if let Some(mirrored) = position.mirrored() {
                        assert_eq!(evaluate(&mirrored), score, "seed {seed} game {game} {position:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_score_is_symmetric_in_every_ruleset() {
        for id in VariantId::ALL {
            id.run(Symmetry);
        }
    }
}
