//! The four directions in which pieces of a board move.

/// One of the four directions of a board, as a number from 0 to 3 that runs clockwise.
///
/// On the orthogonal board they are up, right, down and left; on the diagonal boards the whole rose is
/// turned by 45 degrees: up-right, down-right, down-left and up-left. "Up" is away from White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction(u8);

impl Direction {
    /// Up, or up-right on a diagonal board.
    pub const UP: Direction = Direction(0);
    /// Right, or down-right on a diagonal board.
    pub const RIGHT: Direction = Direction(1);
    /// Down, or down-left on a diagonal board.
    pub const DOWN: Direction = Direction(2);
    /// Left, or up-left on a diagonal board.
    pub const LEFT: Direction = Direction(3);
    /// All four, clockwise.
    pub const ALL: [Direction; 4] = [Self::UP, Self::RIGHT, Self::DOWN, Self::LEFT];

    /// The number of the direction, 0 to 3.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The direction straight back.
    #[inline(always)]
    pub const fn opposite(self) -> Direction {
        Direction(self.0 ^ 2)
    }
}

/// Repeats a block for each of the four directions as a *constant*, so that every shift, mask and rule in it folds; the
/// compiler does not unroll an ordinary loop of this length reliably, and the generator's speed hangs on it.
macro_rules! each_direction {
    ($direction:ident => $body:block) => {{
        {
            const $direction: $crate::board::Direction = $crate::board::Direction::UP;
            $body
        }
        {
            const $direction: $crate::board::Direction = $crate::board::Direction::RIGHT;
            $body
        }
        {
            const $direction: $crate::board::Direction = $crate::board::Direction::DOWN;
            $body
        }
        {
            const $direction: $crate::board::Direction = $crate::board::Direction::LEFT;
            $body
        }
    }};
}

pub(crate) use each_direction;
