//! Time: how much of it a move may take. The only file of the search that reads a clock.

use std::time::Duration;

/// A player's clock as a protocol tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left; a clock that is already negative is read as 0.
    pub left: Duration,
    /// Time added for every move.
    pub increment: Duration,
    /// Moves until the next time control, `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration begins after this.
    pub soft: Duration,
    /// The search ends after this, wherever it is.
    pub hard: Duration,
}

impl Clock {
    /// The budget for the next move. `overhead` is what the way to the client may cost; it is kept back in full.
    pub fn budget(&self, overhead: Duration) -> Budget {
        let _ = overhead;
        todo!()
    }
}

impl Budget {
    /// Exactly this long, less the overhead or a tenth, whichever is smaller.
    pub fn exactly(time: Duration, overhead: Duration) -> Budget {
        let time = time.saturating_sub(overhead.min(time / 10));
        Budget { soft: time, hard: time }
    }
}
