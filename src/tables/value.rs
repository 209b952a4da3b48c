//! What a position is worth when both sides play their best.

use std::fmt;

/// Who wins, seen by the side to move; the better, the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// The side to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// The value one move earlier, for the side that made the move.
    pub fn before(self) -> Value {
        match self {
            Value::Win => Value::Loss,
            Value::Draw => Value::Draw,
            Value::Loss => Value::Win,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        })
    }
}

/// A value, and how far away the end is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who wins.
    pub value: Value,
    /// The plies until the game is over when the winner hurries and the loser delays; 0 for a draw, `None` where only
    /// the value is known.
    pub distance: Option<u8>,
}

impl Outcome {
    /// A draw.
    pub const DRAW: Outcome = Outcome { value: Value::Draw, distance: Some(0) };
    /// The game is over, and the side to move has lost.
    pub const LOST: Outcome = Outcome { value: Value::Loss, distance: Some(0) };
    /// The game is over, and the side to move has won: a rule may say so.
    pub const WON: Outcome = Outcome { value: Value::Win, distance: Some(0) };

    /// The outcome one move earlier, for the side that made the move.
    pub fn before(self) -> Outcome {
        let further = |distance: u8| if self.value == Value::Draw { 0 } else { distance.saturating_add(1) };
        Outcome { value: self.value.before(), distance: self.distance.map(further) }
    }

    /// The better of two outcomes of one choice. Where a distance that would matter is unknown, so is the result's.
    pub fn better(self, other: Outcome) -> Outcome {
        if self.value != other.value {
            return if self.value > other.value { self } else { other };
        }
        let distance = self.distance.zip(other.distance).map(|(a, b)| match self.value {
            Value::Win => a.min(b),
            Value::Draw | Value::Loss => a.max(b),
        });
        Outcome { value: self.value, distance }
    }
}
