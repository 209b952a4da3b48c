//! Time controls: `40/10+0.1`, and the clock that runs under one.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::search::Clock;

/// The longest time that can be set, a day.
const LONGEST: f64 = 86_400.0;

/// Time for a number of moves or for the game, and time added after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// After so many moves the base time is added again; `None` for never.
    pub moves: Option<u32>,
    /// The base time.
    pub base: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

/// The error of reading a time control or a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeError(String);

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a time control, expected [moves/][minutes:]seconds[+increment], as in 40/10+0.1", self.0)
    }
}

impl std::error::Error for TimeError {}

impl FromStr for TimeControl {
    type Err = TimeError;

    /// Reads `[moves/][minutes:]seconds[+increment]`.
    fn from_str(text: &str) -> Result<TimeControl, TimeError> {
        let error = || TimeError(text.to_owned());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(error)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
        let minutes: u32 = minutes.parse().map_err(|_| error())?;
        let base = seconds_from(seconds).ok_or_else(error)? + Duration::from_secs(60) * minutes.min(24 * 60);
        let increment = seconds_from(increment).ok_or_else(error)?;
        if base.is_zero() && increment.is_zero() {
            return Err(error());
        }
        Ok(TimeControl { moves, base, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// Reads seconds, which may have a fraction; `None` when the text is no number, negative or more than a day.
pub fn seconds_from(text: &str) -> Option<Duration> {
    text.parse().ok().filter(|seconds| (0.0..=LONGEST).contains(seconds)).map(Duration::from_secs_f64)
}

/// A player's clock during a game.
#[derive(Clone, Copy, Debug)]
pub struct RunningClock {
    control: TimeControl,
    left: Duration,
    /// Moves made since the base time was last given.
    made: u32,
}

impl RunningClock {
    /// The clock at the start of a game.
    pub fn new(control: TimeControl) -> RunningClock {
        RunningClock { control, left: control.base, made: 0 }
    }

    /// What the player may be told.
    pub fn reading(&self) -> Clock {
        let moves_to_go = self.control.moves.map(|moves| moves - self.made);
        Clock { left: self.left, increment: self.control.increment, moves_to_go }
    }

    /// Takes the time of a move off and adds what it earns. Using more than is left, as far as a margin forgives
    /// it, leaves nothing.
    pub fn made_move(&mut self, elapsed: Duration) {
        self.left = self.left.saturating_sub(elapsed) + self.control.increment;
        self.made += 1;
        if self.control.moves == Some(self.made) {
            self.left += self.control.base;
            self.made = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(Option<u32>, u64, u64)>) {
        let read = text.parse::<TimeControl>().ok();
        let read =
            read.map(|control| (control.moves, control.base.as_millis() as u64, control.increment.as_millis() as u64));
        assert_eq!(read, expected, "{text}");
    }

    #[test]
    fn time_controls_are_read() {
        check("1+0.01", Some((None, 1_000, 10)));
        check("40/10+0.1", Some((Some(40), 10_000, 100)));
        check("40/2:30", Some((Some(40), 150_000, 0)));
        check("0.5", Some((None, 500, 0)));
        check("0+1", Some((None, 0, 1_000)));
        for bad in ["", "0", "x", "-1", "1+x", "0/1", "/1", "1+-1", "inf", "NaN", "1e9", "a:1"] {
            check(bad, None);
        }
        let text = "40/10+0.1";
        assert_eq!(text.parse::<TimeControl>().map(|control| control.to_string()), Ok(text.to_owned()));
    }

    #[test]
    fn a_clock_counts_moves_and_never_falls_below_zero() {
        let mut clock = RunningClock::new("2/1+0.1".parse().unwrap());
        assert_eq!(clock.reading().moves_to_go, Some(2));
        clock.made_move(Duration::from_millis(300));
        assert_eq!((clock.reading().left.as_millis(), clock.reading().moves_to_go), (800, Some(1)));
        clock.made_move(Duration::from_millis(900));
        assert_eq!((clock.reading().left.as_millis(), clock.reading().moves_to_go), (1_100, Some(2)));
    }
}
