//! The weights of the evaluation, in hundredths of a man.

use std::ops::{Add, Mul, Sub};

use crate::rules::Rules;

/// A value for the middlegame and one for the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Phased {
    pub(super) middle: i32,
    pub(super) end: i32,
}

const fn p(middle: i32, end: i32) -> Phased {
    Phased { middle, end }
}

impl Phased {
    /// The value with `pieces` of `start` pieces left.
    #[inline(always)]
    pub(super) const fn mixed(self, pieces: i32, start: i32) -> i32 {
        (self.middle * pieces + self.end * (start - pieces)) / start
    }
}

impl Add for Phased {
    type Output = Phased;
    #[inline(always)]
    fn add(self, other: Phased) -> Phased {
        p(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Phased {
    type Output = Phased;
    #[inline(always)]
    fn sub(self, other: Phased) -> Phased {
        p(self.middle - other.middle, self.end - other.end)
    }
}

impl Mul<i32> for Phased {
    type Output = Phased;
    #[inline(always)]
    fn mul(self, times: i32) -> Phased {
        p(self.middle * times, self.end * times)
    }
}

/// What each thing is worth.
pub(super) struct Weights {
    /// A man, before its place is looked at.
    pub(super) man: Phased,
    /// A king.
    pub(super) king: Phased,
    /// Each square a king can go to.
    pub(super) mobility: Phased,
    /// A man by its rank, from its own first row.
    pub(super) advance: [Phased; 10],
    /// A man with a free straight way to the last row, by the steps it has to go.
    pub(super) runner: [Phased; 10],
    /// The right to move.
    pub(super) to_move: Phased,
}

impl Weights {
    /// The weights of a ruleset.
    pub(super) const fn of(rules: &Rules) -> Weights {
        if !rules.board.is_diagonal() {
            TURKISH
        } else if rules.flying_kings {
            FLYING_KINGS
        } else {
            SHORT_KINGS
        }
    }
}

/// A king commands whole lines and is worth three to four men.
const TURKISH: Weights = Weights {
    man: p(100, 100),
    king: p(340, 380),
    mobility: p(2, 2),
    advance: [p(0, 0), p(0, 0), p(3, 4), p(6, 10), p(10, 20), p(12, 35), p(15, 60), p(0, 0), p(0, 0), p(0, 0)],
    runner: [p(0, 0), p(60, 110), p(30, 60), p(15, 35), p(8, 20), p(4, 10), p(0, 5), p(0, 0), p(0, 0), p(0, 0)],
    to_move: p(4, 4),
};

const FLYING_KINGS: Weights = Weights {
    man: p(100, 100),
    king: p(260, 300),
    mobility: p(2, 2),
    advance: [p(8, 0), p(2, 2), p(3, 4), p(4, 7), p(5, 10), p(6, 14), p(7, 18), p(8, 24), p(10, 32), p(0, 0)],
    runner: [p(0, 0), p(50, 80), p(20, 45), p(8, 28), p(4, 16), p(0, 8), p(0, 4), p(0, 0), p(0, 0), p(0, 0)],
    to_move: p(3, 3),
};

const SHORT_KINGS: Weights = Weights {
    man: p(100, 100),
    king: p(135, 140),
    mobility: p(2, 3),
    advance: [p(8, 0), p(2, 2), p(4, 5), p(5, 8), p(6, 12), p(8, 16), p(10, 20), p(0, 0), p(0, 0), p(0, 0)],
    runner: [p(0, 0), p(18, 24), p(10, 16), p(4, 10), p(0, 6), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0)],
    to_move: p(3, 3),
};
