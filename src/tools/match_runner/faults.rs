//! What engines did wrong, counted by kind: a stall is not a crash.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::protocol::client::Failure;

/// Why a game was lost that the rules did not decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// The clock ran out.
    Time,
    /// The move was not legal.
    Illegal,
    /// The engine said nothing any more.
    Stall,
    /// The engine broke off.
    Disconnect,
}

impl FaultKind {
    /// The kind of a failure.
    pub fn of(failure: &Failure) -> FaultKind {
        match failure {
            Failure::Late(_) => FaultKind::Time,
            Failure::Illegal(_) => FaultKind::Illegal,
            Failure::Stalled | Failure::Interrupted => FaultKind::Stall,
            Failure::Start(_) | Failure::Disconnected(_) => FaultKind::Disconnect,
        }
    }
}

/// How often a player lost in each way.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Faults([u32; 4]);

impl Faults {
    /// Counts one.
    pub fn add(&mut self, kind: FaultKind) {
        self.0[kind as usize] += 1;
    }

    /// Whether there is any.
    pub fn any(&self) -> bool {
        self.0 != [0; 4]
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |kind: FaultKind| self.0[kind as usize];
        write!(
            f,
            "Timeouts: {}, Illegal moves: {}, Stalls: {}, Disconnects: {}",
            count(FaultKind::Time),
            count(FaultKind::Illegal),
            count(FaultKind::Stall),
            count(FaultKind::Disconnect)
        )
    }
}
