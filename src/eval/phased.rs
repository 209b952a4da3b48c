//! Values that change from the middlegame to the endgame, mixed by how many pieces are left.

use std::ops::{Add, Mul, Sub};

/// A value for the middlegame and one for the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Phased {
    pub(super) middle: i32,
    pub(super) end: i32,
}

/// Short for a table of values.
pub(super) const fn p(middle: i32, end: i32) -> Phased {
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
