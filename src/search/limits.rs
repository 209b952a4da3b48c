//! What bounds a search, what steers it while it runs, and what it says.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Score;
use super::time::Budget;
use super::weak::Strength;
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
    /// How many threads search, at least 1.
    pub threads: usize,
    /// How weakly to play; `None` for as well as possible.
    pub strength: Option<Strength>,
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

/// What a search says while it runs.
#[derive(Clone, Debug)]
pub enum Report {
    /// One of the best lines. Those of one iteration come together, in order, the best first.
    Line(Info),
    /// The move that is being looked at.
    Current(Current),
}

/// What a search knows of a line.
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
    /// What the score says about the true one.
    pub accuracy: Accuracy,
    /// Whether the endgame tables know that the game is drawn with the move: the score is then one, whatever the search
    /// thinks of the chances.
    pub is_known_draw: bool,
    /// Moves made since the search began, by all threads.
    pub nodes: u64,
    /// Positions that an endgame table knew, found by all threads.
    pub table_hits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The best line: legal moves, one after the other.
    pub pv: Vec<Move>,
}

/// What a reported score says about the one that the iteration will find in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accuracy {
    /// It is the same.
    Exact,
    /// It is at least as high.
    AtLeast,
    /// It is at most as high.
    AtMost,
}

/// The move at the root that is being looked at.
#[derive(Clone, Copy, Debug)]
pub struct Current {
    /// The iteration, from 1.
    pub depth: u32,
    /// The move.
    pub mv: Move,
    /// Which of the moves it is in this iteration, from 1.
    pub number: usize,
}

/// How a search ended.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The move to play, `None` when there is no legal one.
    pub best: Option<Move>,
    /// The answer that is expected.
    pub ponder: Option<Move>,
    /// The last lines reported, the best first.
    pub lines: Vec<Info>,
    /// What went wrong, if anything.
    pub remark: Option<String>,
}
