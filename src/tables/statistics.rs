//! How many positions of a class are won, drawn and lost.

use super::value::{Outcome, Value};

/// Positions counted by their value for the side to move; mirror images count apart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// How many the side to move wins.
    pub won: u64,
    /// How many nobody wins.
    pub drawn: u64,
    /// How many the side to move loses.
    pub lost: u64,
}

impl Counts {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    pub(super) fn add(&mut self, value: Value, weight: u64) {
        match value {
            Value::Win => self.won += weight,
            Value::Draw => self.drawn += weight,
            Value::Loss => self.lost += weight,
        }
    }

    fn merge(&mut self, other: Counts) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

/// What is worth knowing about a class as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// All positions.
    pub all: Counts,
    /// Those where neither side can capture and no rule has decided.
    pub quiet: Counts,
    /// The plies of the longest win of the side to move and the first slot that has it; only where distances were
    /// counted.
    pub longest: Option<(u8, u64)>,
}

impl Statistics {
    /// Counts one position and its mirror image: `weight` is how many they are.
    pub(super) fn add(&mut self, slot: u64, outcome: Outcome, weight: u64, quiet: bool) {
        self.all.add(outcome.value, weight);
        if quiet {
            self.quiet.add(outcome.value, weight);
        }
        if let (Value::Win, Some(distance)) = (outcome.value, outcome.distance) {
            self.longest = longer(self.longest, Some((distance, slot)));
        }
    }

    /// Adds what was counted elsewhere in the class.
    pub(super) fn merge(&mut self, other: Statistics) {
        self.all.merge(other.all);
        self.quiet.merge(other.quiet);
        self.longest = longer(self.longest, other.longest);
    }
}

/// The longer of two wins, and of equal ones the first.
fn longer(one: Option<(u8, u64)>, other: Option<(u8, u64)>) -> Option<(u8, u64)> {
    match (one, other) {
        (Some(a), Some(b)) if (a.0, std::cmp::Reverse(a.1)) < (b.0, std::cmp::Reverse(b.1)) => other,
        (Some(_), _) => one,
        (None, _) => other,
    }
}
