//! Keys of positions [A. L. Zobrist, A New Hashing Method with Application for Game Playing, 1970].

use crate::board::{Bitboard, Square};
use crate::rules::Color;

/// The 64-bit key of a position: its pieces and its side to move, not its counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key(pub u64);

/// One number per color, rank of piece (man, king) and square.
static PIECES: [[[u64; 64]; 2]; 2] = numbers();

/// Changes the key when the side to move changes.
pub(super) const BLACK_TO_MOVE: u64 = 0x6a09_e667_f3bc_c909;

/// The next state and output of SplitMix64 [Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators, 2014].
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, mixed ^ (mixed >> 31))
}

const fn numbers() -> [[[u64; 64]; 2]; 2] {
    let mut table = [[[0; 64]; 2]; 2];
    let mut state = 0x6461_6d69_6572; // "damier"
    let mut i = 0;
    while i < 256 {
        let (after, number) = next(state);
        state = after;
        table[i / 128][i / 64 % 2][i % 64] = number;
        i += 1;
    }
    table
}

/// The number of one piece on one square.
#[inline(always)]
pub(super) fn piece(color: Color, king: bool, square: Square) -> u64 {
    PIECES[color.index()][king as usize][square.index()]
}

/// The numbers of all pieces of one kind, combined.
#[inline(always)]
pub(super) fn pieces(color: Color, king: bool, squares: Bitboard) -> u64 {
    squares.into_iter().fold(0, |key, square| key ^ piece(color, king, square))
}
