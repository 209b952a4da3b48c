//! How weights are trained.

use std::fmt;
use std::ops::RangeInclusive;

/// How weights are trained. With the data it decides every bit of them, on one machine and build and whatever the number
/// of threads.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainPlan {
    /// How much of the label is the result of the game, from 0 to 1; the rest is what the search expected.
    pub lambda: f32,
    /// How many times the data is gone through.
    pub epochs: u32,
    /// How far a weight moves in a step at first; it falls as the cosine does, to a two-hundredth.
    pub rate: f32,
    /// From which the weights before training and the order of the data come.
    pub seed: u64,
    /// How many threads share the work. It changes nothing else.
    pub threads: usize,
    /// One game of so many is held out: it is not trained on, but measures what was learned.
    pub held_out: u32,
    /// How many positions make a step.
    pub batch: usize,
}

impl Default for TrainPlan {
    fn default() -> TrainPlan {
        TrainPlan { lambda: 0.5, epochs: 8, rate: 0.004, seed: 1, threads: 2, held_out: 16, batch: 1 << 14 }
    }
}

impl TrainPlan {
    /// Checks that every number is in its range.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check(&self) -> Result<(), PlanFault> {
        whole("epochs", self.epochs.into(), 1..=10_000)?;
        whole("threads", self.threads as u64, 1..=256)?;
        whole("held-out", self.held_out.into(), 2..=1_000_000)?;
        whole("batch", self.batch as u64, 1..=1 << 24)?;
        let fault = |what, found: f32, expected: &str| {
            Err(PlanFault { what, found: found.to_string(), expected: expected.to_owned() })
        };
        if !(0.0..=1.0).contains(&self.lambda) {
            return fault("lambda", self.lambda, "a number from 0 to 1");
        }
        if !(self.rate > 0.0 && self.rate <= 1.0) {
            return fault("rate", self.rate, "a number above 0, up to 1");
        }
        Ok(())
    }
}

fn whole(what: &'static str, found: u64, range: RangeInclusive<u64>) -> Result<(), PlanFault> {
    if range.contains(&found) {
        return Ok(());
    }
    let expected = format!("a number from {} to {}", range.start(), range.end());
    Err(PlanFault { what, found: found.to_string(), expected })
}

/// A number of a plan that is out of its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanFault {
    /// Which number.
    pub what: &'static str,
    /// What it is.
    pub found: String,
    /// What it may be.
    pub expected: String,
}

impl fmt::Display for PlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is '{}', expected {}", self.what, self.found, self.expected)
    }
}

impl std::error::Error for PlanFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(change: impl FnOnce(&mut TrainPlan), expected: &str) {
        let mut plan = TrainPlan::default();
        change(&mut plan);
        let fault = plan.check().map_err(|fault| fault.to_string());
        assert_eq!(fault.err().as_deref().unwrap_or(""), expected);
    }

    #[test]
    fn numbers_are_held_in_their_ranges() {
        check(|_| {}, "");
        check(|plan| plan.lambda = 1.5, "lambda is '1.5', expected a number from 0 to 1");
        check(|plan| plan.lambda = f32::NAN, "lambda is 'NaN', expected a number from 0 to 1");
        check(|plan| plan.rate = 0.0, "rate is '0', expected a number above 0, up to 1");
        check(|plan| plan.rate = f32::INFINITY, "rate is 'inf', expected a number above 0, up to 1");
        check(|plan| plan.epochs = 0, "epochs is '0', expected a number from 1 to 10000");
        check(|plan| plan.held_out = 1, "held-out is '1', expected a number from 2 to 1000000");
        check(|plan| plan.threads = 0, "threads is '0', expected a number from 1 to 256");
    }
}
