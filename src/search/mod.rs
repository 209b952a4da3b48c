//! Thought: finds a move. No input or output, and the clock is read in `time.rs` alone.
//!
//! `team.rs` sets one or more threads to work. Each runs `root.rs`, which deepens step by step and calls `node.rs` for
//! every move; `node.rs` is the alpha-beta search proper, which ends in `quiescence.rs`. `worker.rs` is what a thread
//! needs for that: counters, the path, the best lines. `endings.rs` asks the endgame tables.

mod endings;
mod history;
mod limits;
mod node;
mod order;
mod quiescence;
mod root;
mod table;
mod team;
mod time;
mod weak;
mod worker;

pub use crate::eval::Score;
pub use limits::{Accuracy, Control, Current, Info, Limits, Outcome, Report};
pub use table::{Table, TableError};
pub use team::{STACK_BYTES, THREAD_NAME};
pub use time::{Budget, Clock};
pub use weak::{ELO, LEVELS, Strength};

use std::sync::Arc;

use crate::eval::Net;
use crate::position::{Key, Position};
use crate::rules::Variant;
use crate::tables::Tables;

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
    /// The endgame tables at hand.
    pub tables: Arc<Tables<V>>,
    /// What judges positions.
    pub net: Net<V>,
}

impl<V: Variant> Root<V> {
    /// A position with no past, as the rules have it, without endgame tables and with the net of the program.
    pub fn alone(position: Position<V>) -> Root<V> {
        let arbiter_plies = V::RULES.no_progress.default_arbiter_plies();
        Root { position, history: Vec::new(), arbiter_plies, tables: Arc::new(Tables::new(0)), net: Net::embedded() }
    }
}

/// Thinks until a limit is reached or `control` says stop, and calls `report` after every finished iteration and at
/// least once a second. With one thread and no clock the same search finds the same every time.
///
/// A position without a legal move gives an [`Outcome`] without a move, at once.
pub fn search<V: Variant>(
    root: &Root<V>,
    limits: &Limits,
    table: &Table,
    control: &Control,
    report: &mut dyn FnMut(Report),
) -> Outcome {
    match limits.strength {
        None => team::think(root, limits, table, control, report),
        Some(strength) => weak::think(root, limits, strength, table, control, report),
    }
}
