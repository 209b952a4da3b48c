//! Time: how much of it a move may take, and how much has passed. The only file of the search that reads a clock.

use std::time::{Duration, Instant};

use super::limits::Control;

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

/// How many moves a player with no time control ahead should still have time for. A Turkish game lasts about 97 plies.
const MOVES_AHEAD: u32 = 32;

/// What is never planned for: a machine that is busy elsewhere can hold an answer back by as much.
const RESERVE: Duration = Duration::from_millis(100);

impl Clock {
    /// The budget for the next move. `overhead` is what the way to the client may cost; it is kept back in full.
    pub fn budget(&self, overhead: Duration) -> Budget {
        let available = self.left.saturating_sub(overhead);
        let moves = self.moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
        if moves == 1 {
            // The last move before a control may take nearly all.
            return Budget { soft: available * 3 / 5, hard: available * 9 / 10 };
        }
        let spare = available - RESERVE.min(available / 2);
        // The increment comes after the move: it can be relied on for the next one, not spent before it is there.
        let share = spare / moves + self.increment * 3 / 4;
        let most = spare * 2 / 5;
        Budget { soft: (share * 3 / 5).min(most), hard: (share * 3).min(most) }
    }
}

impl Budget {
    /// Exactly this long, less the overhead or a tenth, whichever is smaller.
    pub fn exactly(time: Duration, overhead: Duration) -> Budget {
        let time = time.saturating_sub(overhead.min(time / 10));
        Budget { soft: time, hard: time }
    }

    /// Whether the time is a share of a clock, which may be left unspent.
    pub(super) fn is_from_clock(&self) -> bool {
        self.soft < self.hard
    }
}

/// How much the best move has changed from iteration to iteration: a move that stays needs less time, one that has just
/// been overtaken more [F. Letouzey, Scan 3.1, does so with other numbers].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stability {
    /// The share of the soft limit to use, in hundredths.
    percent: u32,
}

impl Stability {
    /// Nothing is known yet.
    pub(super) const UNKNOWN: Stability = Stability { percent: 100 };

    /// After one more iteration.
    pub(super) fn after(self, is_same_move: bool) -> Stability {
        let percent = if is_same_move { self.percent * 9 / 10 } else { self.percent * 3 / 2 };
        Stability { percent: percent.clamp(60, 200) }
    }

    /// When no new iteration should begin. A time that is not a share of a clock is used in full.
    fn soft_limit(self, budget: Budget) -> Duration {
        if budget.is_from_clock() { (budget.soft * self.percent / 100).min(budget.hard) } else { budget.soft }
    }
}

/// The stopwatch of one search.
pub(super) struct Timer {
    begun: Instant,
    /// When the clock began to run; `None` while pondering.
    clock_started: Option<Instant>,
    budget: Option<Budget>,
    last_report: Instant,
}

impl Timer {
    pub(super) fn new(budget: Option<Budget>) -> Timer {
        let now = Instant::now();
        Timer { begun: now, clock_started: None, budget, last_report: now }
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Time on the player's clock, `None` while pondering.
    fn on_clock(&mut self, control: &Control) -> Option<Duration> {
        if control.is_pondering() {
            return None;
        }
        let begun = if control.began_as_ponder() { Instant::now() } else { self.begun };
        Some(self.clock_started.get_or_insert(begun).elapsed())
    }

    /// Whether the search must end now.
    pub(super) fn is_over(&mut self, control: &Control) -> bool {
        self.budget.is_some_and(|budget| self.on_clock(control).is_some_and(|time| time >= budget.hard))
    }

    /// Whether no new iteration should begin, given how steady the best move has been.
    pub(super) fn is_nearly_over(&mut self, control: &Control, stability: Stability) -> bool {
        self.budget
            .is_some_and(|budget| self.on_clock(control).is_some_and(|time| time >= stability.soft_limit(budget)))
    }

    /// Whether a second has passed without a report; the caller then makes one.
    pub(super) fn is_report_due(&mut self) -> bool {
        let due = self.last_report.elapsed() >= Duration::from_secs(1);
        if due {
            self.reported();
        }
        due
    }

    /// Notes that a report was made.
    pub(super) fn reported(&mut self) {
        self.last_report = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Milliseconds in: left, increment, moves to go; out: soft and hard.
    fn check(left: u64, increment: u64, moves_to_go: Option<u32>, expected: (u64, u64)) {
        let ms = Duration::from_millis;
        let clock = Clock { left: ms(left), increment: ms(increment), moves_to_go };
        let budget = clock.budget(ms(10));
        let near = |a: Duration, b: u64| a.as_millis().abs_diff(u128::from(b)) <= 1;
        assert!(near(budget.soft, expected.0) && near(budget.hard, expected.1), "{clock:?} gave {budget:?}");
        assert!(budget.soft <= budget.hard && budget.hard <= ms(left));
    }

    #[test]
    fn budgets() {
        check(0, 0, None, (0, 0));
        check(0, 1000, None, (0, 0));
        check(5, 0, Some(1), (0, 0));
        check(100, 0, Some(1), (54, 81));
        check(1110, 0, None, (18, 93));
        check(1110, 100, None, (63, 318));
        check(64_110, 0, None, (1200, 6000));
        check(64_110, 0, Some(500), (1200, 6000));
        check(4110, 0, Some(40), (75, 375));
        check(210, 5000, None, (40, 40));
        check(110, 10, None, (5, 20));
    }

    #[test]
    fn a_move_that_stays_needs_less_time_and_one_that_changes_more() {
        let ms = Duration::from_millis;
        let budget = Budget { soft: ms(100), hard: ms(150) };
        let after = |same: &[bool]| {
            same.iter().fold(Stability::UNKNOWN, |stability, &same| stability.after(same)).soft_limit(budget)
        };
        assert_eq!(after(&[]), ms(100));
        assert_eq!(after(&[true]), ms(90));
        assert_eq!(after(&[true; 20]), ms(60));
        assert_eq!(after(&[true, true, false]), ms(121));
        assert_eq!(after(&[false]), ms(150), "never beyond the hard limit");
        let exact = Budget::exactly(ms(100), ms(0));
        assert_eq!(Stability::UNKNOWN.after(true).soft_limit(exact), ms(100));
    }

    #[test]
    fn a_fixed_time_keeps_the_overhead_back() {
        let ms = Duration::from_millis;
        assert_eq!(Budget::exactly(ms(1000), ms(10)), Budget { soft: ms(990), hard: ms(990) });
        assert_eq!(Budget::exactly(ms(20), ms(10)), Budget { soft: ms(18), hard: ms(18) });
        assert_eq!(Budget::exactly(ms(0), ms(10)).hard, ms(0));
    }
}
