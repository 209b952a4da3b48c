//! One square.

/// A square as the index of its bit in a [`Bitboard`](super::Bitboard), 0 to 63.
///
/// The index means something only together with a [`Board`](super::Board): dark-square boards leave
/// some of the 64 bits unused, so an index is not the square's printed number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square of bit `index`.
    ///
    /// # Panics
    /// In debug builds when `index` is 64 or more.
    #[inline(always)]
    pub const fn new(index: u8) -> Square {
        debug_assert!(index < 64);
        Square(index & 63)
    }

    /// The bit index, always below 64.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask repeats what the constructor promised, so that table lookups need no bounds check.
        (self.0 & 63) as usize
    }
}
