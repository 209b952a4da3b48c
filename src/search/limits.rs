//! What bounds a search, what steers it while it runs, and what it says.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Score;
use super::time::Budget;
use crate::position::Move;

/// When a search ends. All limits apply together; none at all is a search until told to stop.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Ends after this iteration.
    pub depth: Option<u32>,
    /// Ends after exactly this many nodes.
    pub nodes: Option<u64>,
    /// How much time may pass; counted from the start, or from [`Control::ponder_hit`] when the search began as a ponder.
    pub time: Option<Budget>,
    /// Ends when a win in this many moves of the winner is found.
    pub mate: Option<u32>,
    /// The only moves to consider at the root; empty for all.
    pub moves: Vec<Move>,
    /// How many best moves to report, at least 1.
    pub lines: usize,
    /// Whether a single legal move is thought about as long as others.
    pub analyze: bool,
}

/// The strings by which another thread holds a running search.
#[derive(Default, Debug)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    began_as_ponder: bool,
}

impl Control {
    /// For a search that begins on the opponent's time when `pondering`, with no time limit until
    /// [`Control::ponder_hit`].
    pub fn new(pondering: bool) -> Control {
        Control { stop: AtomicBool::new(false), pondering: AtomicBool::new(pondering), began_as_ponder: pondering }
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was told to stop.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag itself, for work that takes no more than that.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// The expected move was played: the clock begins to run.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the clock only runs since [`Control::ponder_hit`].
    pub(super) fn began_as_ponder(&self) -> bool {
        self.began_as_ponder
    }

    /// Whether the search still thinks on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}

/// What a search knows after an iteration.
#[derive(Clone, Debug)]
pub struct Info {
    /// The iteration that gave the line, from 1.
    pub depth: u32,
    /// The longest path looked at, in plies.
    pub seldepth: u32,
    /// Which of the best lines this is, from 1.
    pub multipv: usize,
    /// How good the line is for the side to move.
    pub score: Score,
    /// Moves made since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The best line: legal moves, one after the other.
    pub pv: Vec<Move>,
}

/// How a search ended.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The move to play, `None` when there is no legal one.
    pub best: Option<Move>,
    /// The answer that is expected.
    pub ponder: Option<Move>,
    /// The last line reported.
    pub info: Option<Info>,
}
