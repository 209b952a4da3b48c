//! The score of a quiet position: a small net, learned from games of the engine against itself.
//!
//! `net.rs` describes it and computes the score, with its hot loop in `output.rs`; `accumulator.rs` keeps its first layer up
//! to date while moves are made, `file.rs` reads and writes its weights, and `embedded.rs` has those that are compiled in.
//! `wdl.rs` tells what a score means for the result. Integers only, so that every machine agrees. Nothing here searches,
//! and nothing here learns.

mod accumulator;
mod embedded;
mod file;
mod net;
mod output;
mod refusal;
mod score;
mod wdl;

pub use accumulator::Accumulator;
pub use net::{
    BUCKETS, HALF_STEP, HIDDEN, INPUTS, MOST_OUTPUT, Net, ONE, OUTPUT_UNITS, Output, Row, SQUARE_BITS, SQUARED_ONE,
    Weights, bucket, input,
};
pub use refusal::{WeightsFault, WeightsRefusal};
pub use score::Score;
pub use wdl::{Curves, Wdl, share_left};

use crate::rules::Variant;

/// How many pieces the start position has.
const fn start_pieces<V: Variant>() -> i32 {
    let [first, last] = V::RULES.start_ranks;
    let ranks = (last - first + 1) as u32;
    (2 * ranks * V::RULES.board.rank_squares(first).count()) as i32
}

#[cfg(test)]
mod tests;
