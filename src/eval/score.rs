//! Scores: how good a position is for the side to move.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score in hundredths of a man, or a win or loss that is certain; it always fits 16 bits.
///
/// Certain wins are of three kinds, each better than the next: forced wins, whose distance to the end is known; wins of
/// an endgame table that knows no distance, with the distance to the step of progress that leads there; and wins of a
/// table towards which no progress has been found yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

/// A win now.
const WIN: i32 = 30_000;
/// The longest distance in plies that a win can have.
const MAX_PLIES: i32 = 1_000;
/// A win of an endgame table now.
const TABLE_WIN: i32 = WIN - MAX_PLIES - 1_000;
/// The middle of the wins towards which there is no progress yet.
const STILL_TO_WIN: i32 = TABLE_WIN - MAX_PLIES - 1_000;
/// The furthest that one of those can be from the middle.
const STILL_TO_WIN_REACH: i32 = 999;

/// The value, or the nearer of the bounds `limit` and its negative.
#[inline(always)]
const fn held(value: i32, limit: i32) -> i32 {
    if value > limit {
        limit
    } else if value < -limit {
        -limit
    } else {
        value
    }
}

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// Better than every score.
    pub const INFINITE: Score = Score(32_000);
    /// The best score that is not a certain win.
    pub const MAX_EVAL: Score = Score(STILL_TO_WIN - STILL_TO_WIN_REACH - 1);

    /// A score of `value` hundredths of a man, held short of a certain win.
    #[inline(always)]
    pub const fn centimen(value: i32) -> Score {
        Score(held(value, Score::MAX_EVAL.0))
    }

    /// A loss for the side to move in `plies` plies from the root.
    #[inline(always)]
    pub const fn lost_in(plies: u32) -> Score {
        Score(plies as i32 - WIN)
    }

    /// A win for the side to move in `plies` plies from the root.
    #[inline(always)]
    pub const fn won_in(plies: u32) -> Score {
        Score(WIN - plies as i32)
    }

    /// A win of an endgame table for the side to move, reached in `plies` plies from the root.
    #[inline(always)]
    pub const fn table_won(plies: u32) -> Score {
        Score(TABLE_WIN - plies as i32)
    }

    /// A loss of an endgame table for the side to move, reached in `plies` plies from the root.
    #[inline(always)]
    pub const fn table_lost(plies: u32) -> Score {
        Score(plies as i32 - TABLE_WIN)
    }

    /// An evaluation as it counts in a position that an endgame table knows to be won for the side to move, without
    /// progress in sight.
    pub const fn as_still_to_win(self) -> Score {
        Score(STILL_TO_WIN + held(self.0, STILL_TO_WIN_REACH))
    }

    /// The number behind the score.
    #[inline(always)]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score with this number behind it.
    ///
    /// # Panics
    /// In debug builds when the number is beyond [`Score::INFINITE`].
    #[inline(always)]
    pub const fn from_value(value: i32) -> Score {
        debug_assert!(value.abs() <= Score::INFINITE.0);
        Score(value)
    }

    /// Whether the score is a certain win or loss.
    #[inline(always)]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Score::MAX_EVAL.0
    }

    /// Whether the score holds a distance from the root.
    #[inline(always)]
    pub const fn has_distance(self) -> bool {
        self.0.abs() >= TABLE_WIN - MAX_PLIES
    }

    /// The distance in plies that the score holds: to the end of the game, or to the step of progress after which an
    /// endgame table knows the winner.
    pub const fn distance(self) -> Option<u32> {
        let win = if self.0.abs() >= WIN - MAX_PLIES { WIN } else { TABLE_WIN };
        if self.has_distance() { Some(self.0.abs().abs_diff(win)) } else { None }
    }

    /// The plies to a forced win (positive) or loss (negative, or 0 when already lost); `None` for other scores.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0.abs() < WIN - MAX_PLIES {
            None
        } else if self.0 > 0 {
            Some(WIN - self.0)
        } else {
            Some(-(WIN + self.0))
        }
    }

    /// The winner's moves to a forced win (positive) or loss (negative, or 0 when already lost); `None` for other
    /// scores.
    pub const fn mate_in(self) -> Option<i32> {
        match self.plies_to_end() {
            None => None,
            Some(plies) if plies > 0 => Some((plies + 1) / 2),
            Some(plies) => Some(plies / 2),
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn add(self, margin: i32) -> Score {
        Score(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn sub(self, margin: i32) -> Score {
        Score(self.0 - margin)
    }
}

impl fmt::Display for Score {
    /// What UCI writes: `cp 35`, or `mate 3` in the winner's moves, negative for a loss.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            None => write!(f, "cp {}", self.0),
            Some(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_win_is_better_than_the_next() {
        let falling = [
            Score::won_in(0),
            Score::won_in(600),
            Score::table_won(0),
            Score::table_won(600),
            Score::MAX_EVAL.as_still_to_win(),
            Score::DRAW.as_still_to_win(),
            (-Score::MAX_EVAL).as_still_to_win(),
            Score::MAX_EVAL,
            Score::DRAW,
        ];
        assert!(falling.is_sorted_by(|a, b| a > b), "{falling:?}");
        let is_won = |score: &&Score| score.is_decided();
        assert_eq!(falling.iter().filter(is_won).count(), 7);
        assert_eq!(falling.iter().filter(|score| score.has_distance()).count(), 4);
        assert_eq!(falling.iter().filter(|score| score.mate_in().is_some()).count(), 2);
        assert_eq!(-Score::table_won(7), Score::table_lost(7));
        for score in [Score::table_won(7), Score::table_lost(7), Score::won_in(7), Score::lost_in(7)] {
            assert_eq!(score.distance(), Some(7));
        }
        assert_eq!(Score::DRAW.as_still_to_win().distance(), None);
    }
}
