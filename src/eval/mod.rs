//! The score of a quiet position.

mod score;

pub use score::Score;

use crate::position::Position;
use crate::rules::Variant;

/// How good a position is for the side to move, when nothing can be captured; integers only, so that every machine
/// agrees.
pub fn evaluate<V: Variant>(position: &Position<V>) -> Score {
    let _ = position;
    todo!()
}
