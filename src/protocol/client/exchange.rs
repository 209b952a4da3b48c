//! What an engine is asked, and what comes back.

use std::fmt;
use std::time::Duration;

use crate::position::Move;
use crate::rules::Color;
use crate::search::Clock;

/// What a search may use. All limits hold together.
#[derive(Clone, Copy, Default, Debug)]
pub struct Allowance {
    /// The clocks of White and Black.
    pub clocks: Option<[Clock; 2]>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// So many plies deep.
    pub depth: Option<u32>,
    /// So many nodes.
    pub nodes: Option<u64>,
    /// How much more time than allowed is forgiven.
    pub margin: Duration,
}

impl Allowance {
    /// The time after which `side` has lost, `None` when only depth or nodes are limited.
    pub(super) fn time_for(&self, side: Color) -> Option<Duration> {
        let on_clock = self.clocks.map(|clocks| clocks[side.index()].left);
        let least = [on_clock, self.move_time].into_iter().flatten().min();
        least.map(|time| time + self.margin)
    }
}

/// How an engine sees the position, from its own side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// In hundredths of a man.
    Score(i32),
    /// It wins in so many of its own moves, or loses when negative.
    Mate(i32),
}

impl fmt::Display for Opinion {
    /// As in `+0.35` and `-M5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opinion::Score(score) => write!(f, "{:+.2}", f64::from(*score) / 100.0),
            Opinion::Mate(moves) => write!(f, "{}M{}", if *moves < 0 { '-' } else { '+' }, moves.unsigned_abs()),
        }
    }
}

/// What an engine reported last before its move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Report {
    /// How it sees the position.
    pub opinion: Option<Opinion>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many nodes it counted.
    pub nodes: Option<u64>,
}

/// An engine's answer.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    /// The move, which is legal.
    pub mv: Move,
    /// From the writing of `go` to the arrival of the answer.
    pub elapsed: Duration,
    /// What it reported.
    pub report: Report,
}

/// Why an engine gave no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It could not be started, or did not introduce itself.
    Start(String),
    /// Its output ended: it crashed or left.
    Disconnected(String),
    /// It said nothing when it had to, not even after `stop`.
    Stalled,
    /// It answered after its time was over.
    Late(Duration),
    /// What it answered is no legal move.
    Illegal(String),
    /// The caller lost interest.
    Interrupted,
}

impl Failure {
    /// Whether the engine can be talked to after this.
    pub fn leaves_engine_usable(&self) -> bool {
        matches!(self, Failure::Late(_) | Failure::Illegal(_))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Start(reason) => write!(f, "did not start: {reason}"),
            Failure::Disconnected(reason) => write!(f, "disconnected: {reason}"),
            Failure::Stalled => f.write_str("stalled"),
            Failure::Late(elapsed) => write!(f, "answered after {} ms, when its time was over", elapsed.as_millis()),
            Failure::Illegal(reason) => write!(f, "made an illegal move: {reason}"),
            Failure::Interrupted => f.write_str("was interrupted"),
        }
    }
}

impl std::error::Error for Failure {}
