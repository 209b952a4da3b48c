//! Thought: finds a move. No input or output, and the clock is read in `time.rs` alone.
//!
//! `root.rs` deepens step by step and calls `node.rs` for every move; `node.rs` is the alpha-beta search proper, which
//! ends in `quiescence.rs`. `worker.rs` is what they share: counters, the path, the best lines.

mod history;
mod limits;
mod node;
mod order;
mod quiescence;
mod root;
mod table;
mod time;
mod worker;

pub use crate::eval::Score;
pub use limits::{Control, Info, Limits, Outcome};
pub use table::{Table, TableError};
pub use time::{Budget, Clock};

use crate::position::{Key, Position};
use crate::rules::Variant;
use worker::Worker;

/// The longest path in plies; deeper nodes are evaluated at once.
const MAX_PLY: u32 = 240;

/// The deepest iteration.
const MAX_DEPTH: u32 = 200;

/// A position to think about, and what the search must know of its past.
#[derive(Clone)]
pub struct Root<V> {
    /// The position.
    pub position: Position<V>,
    /// Keys of the earlier positions that can still come back, oldest first.
    pub history: Vec<Key>,
    /// The arbiter's limit of plies without progress, 0 for none.
    pub arbiter_plies: u16,
}

/// Thinks until a limit is reached or `control` says stop, and calls `report` after every finished iteration and at
/// least once a second.
///
/// A position without a legal move gives an [`Outcome`] without a move, at once.
pub fn search<V: Variant>(
    root: &Root<V>,
    limits: &Limits,
    table: &Table,
    control: &Control,
    report: &mut dyn FnMut(Info),
) -> Outcome {
    Worker::new(root, limits, table, control, report).think()
}
