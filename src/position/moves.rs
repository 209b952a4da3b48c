//! One legal move, and a list of them.

use smallvec::SmallVec;

use crate::board::{Bitboard, Square};

/// A legal move: where it starts and ends, what it captures, and whether it makes a king.
///
/// Two moves may share both ends and differ in what they take, and in Turkish draughts a king may end on its own start
/// square or on the square of a piece it took: so the three are kept apart. The route is not part of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    captured: Bitboard,
    from: Square,
    to: Square,
    king: bool,
    promotes: bool,
}

const _: () = assert!(size_of::<Move>() == 16);

impl Move {
    #[inline(always)]
    pub(super) fn new(from: Square, to: Square, captured: Bitboard, king: bool, promotes: bool) -> Move {
        Move { captured, from, to, king, promotes }
    }

    /// The square the move starts on.
    #[inline(always)]
    pub fn from(&self) -> Square {
        self.from
    }

    /// The square the move ends on.
    #[inline(always)]
    pub fn to(&self) -> Square {
        self.to
    }

    /// The pieces the move takes.
    #[inline(always)]
    pub fn captured(&self) -> Bitboard {
        self.captured
    }

    /// Whether the move takes anything.
    #[inline(always)]
    pub fn is_capture(&self) -> bool {
        self.captured.any()
    }

    /// Whether a king moves, as it stands before the move.
    #[inline(always)]
    pub fn by_king(&self) -> bool {
        self.king
    }

    /// Whether the move makes a man a king.
    #[inline(always)]
    pub fn promotes(&self) -> bool {
        self.promotes
    }
}

/// The legal moves of a position, each once. Up to 64 need no memory from the heap.
pub type MoveList = SmallVec<[Move; 64]>;
