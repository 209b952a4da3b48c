//! The score of a quiet position: a small net, learned from games of the engine against itself.
//!
//! `net.rs` describes it and computes the score, `accumulator.rs` keeps its first layer up to date while moves are made,
//! `file.rs` reads and writes its weights, `embedded.rs` has those that are compiled in. `wdl.rs` tells what a score means
//! for the result. Integers only, so that every machine agrees. Nothing here searches, and nothing here learns.

mod accumulator;
mod embedded;
mod file;
mod net;
mod score;
mod wdl;

pub use accumulator::Accumulator;
pub use file::{WeightsFault, WeightsRefusal};
pub use net::{
    BUCKETS, HALF_STEP, HIDDEN, INPUTS, MOST_OUTPUT, Net, ONE, OUTPUT_UNITS, Output, Row, SQUARE_BITS, SQUARED_ONE,
    Weights, bucket, input,
};
pub use score::Score;
pub use wdl::Wdl;

use crate::rules::Variant;

/// How many pieces the start position has.
const fn start_pieces<V: Variant>() -> i32 {
    let [first, last] = V::RULES.start_ranks;
    let ranks = (last - first + 1) as u32;
    (2 * ranks * V::RULES.board.rank_squares(first).count()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
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
            let net = Net::<V>::embedded();
            for game in 0..200 {
                let mut position = Position::<V>::start();
                for _ in 0..rng.random_range(1..150) {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    position = position.play(moves[rng.random_range(0..moves.len())]);
                    let score = net.evaluate(&position);
                    assert_eq!(net.evaluate(&position.turned()), score, "seed {seed} game {game} {position:?}");
                    if let Some(mirrored) = position.mirrored() {
                        assert_eq!(net.evaluate(&mirrored), score, "seed {seed} game {game} {position:?}");
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
