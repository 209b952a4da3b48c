//! The three board shapes.
//!
//! How squares lie in the 64 bits:
//!
//! - **Orthogonal 8×8** (Turkish): all 64 squares, a1 = bit 0, b1 = bit 1, … h8 = bit 63. A step right or left
//!   must not wrap around the edge, so its result is masked.
//! - **Diagonal 8×8 and 10×10**: the dark squares only, row by row from the top-left corner seen by White, as their
//!   printed numbers run, with one unused *ghost* bit after every second row. Two rows then fill 9 (or 11) bits, every
//!   diagonal step is one shift by 4 or 5 (or 5 or 6), and a step over the edge falls on a ghost:
//!
//! ```text
//!   bits of the 8×8 board          .  0  .  1  .  2  .  3
//!                                  4  .  5  .  6  .  7  .   (8 = ghost)
//!                                  .  9  . 10  . 11  . 12
//!                                 13  . 14  . 15  . 16  .   (17 = ghost)
//! ```

use super::{Bitboard, Direction, Square};

/// The squares seen from each square in each direction, to the edge of the board.
type Rays = [[Bitboard; 64]; 4];

/// The geometry of one board shape. All methods fold to a few instructions when the board is a constant.
pub struct Board {
    diagonal: bool,
    size: u8,
    /// By how many bits a step in each direction shifts to the left; negative is to the right.
    shifts: [i8; 4],
    /// The squares that a step in each direction can arrive on.
    arrivals: [Bitboard; 4],
    rays: &'static Rays,
    playable: Bitboard,
}

/// 8×8, all squares, pieces move along ranks and files.
pub const ORTHOGONAL_8: Board = Board::orthogonal(&ORTHOGONAL_8_RAYS);
/// 8×8, the 32 dark squares, pieces move diagonally.
pub const DIAGONAL_8: Board = Board::diagonal(8, &DIAGONAL_8_RAYS);
/// 10×10, the 50 dark squares, pieces move diagonally.
pub const DIAGONAL_10: Board = Board::diagonal(10, &DIAGONAL_10_RAYS);

static NO_RAYS: Rays = [[Bitboard::EMPTY; 64]; 4];
static ORTHOGONAL_8_RAYS: Rays = Board::orthogonal(&NO_RAYS).trace_rays();
static DIAGONAL_8_RAYS: Rays = Board::diagonal(8, &NO_RAYS).trace_rays();
static DIAGONAL_10_RAYS: Rays = Board::diagonal(10, &NO_RAYS).trace_rays();

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

impl Board {
    const fn orthogonal(rays: &'static Rays) -> Board {
        let all = Bitboard(u64::MAX);
        Board {
            diagonal: false,
            size: 8,
            shifts: [8, 1, -8, -1],
            arrivals: [all, Bitboard(!FILE_A), all, Bitboard(!FILE_H)],
            rays,
            playable: all,
        }
    }

    const fn diagonal(size: u8, rays: &'static Rays) -> Board {
        let half = (size / 2) as i8;
        let mut playable = 0;
        let mut dense = 0;
        while dense < size * size / 2 {
            playable |= 1 << (dense + dense / size);
            dense += 1;
        }
        let playable = Bitboard(playable);
        Board {
            diagonal: true,
            size,
            shifts: [-half, half + 1, half, -half - 1],
            arrivals: [playable; 4],
            rays,
            playable,
        }
    }

    const fn trace_rays(&self) -> Rays {
        let mut rays = [[Bitboard::EMPTY; 64]; 4];
        let mut d = 0;
        while d < 4 {
            let mut from = 0;
            while from < 64 {
                let mut at = Bitboard((1 << from) & self.playable.0);
                while at.any() {
                    at = self.step(at, Direction::ALL[d]);
                    rays[d][from].0 |= at.0;
                }
                from += 1;
            }
            d += 1;
        }
        rays
    }

    /// How many files, and ranks, the board has: 8 or 10.
    #[inline(always)]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Whether pieces move diagonally over the dark squares, rather than along ranks and files over all.
    #[inline(always)]
    pub const fn is_diagonal(&self) -> bool {
        self.diagonal
    }

    /// The squares of the board.
    #[inline(always)]
    pub const fn playable(&self) -> Bitboard {
        self.playable
    }

    /// How many squares the board has: 64, 32 or 50. They are numbered from 1 to this.
    #[inline(always)]
    pub const fn square_count(&self) -> u8 {
        self.playable.count() as u8
    }

    /// The square of a printed number, `None` outside `1..=square_count()`.
    pub const fn square(&self, number: u8) -> Option<Square> {
        if number == 0 || number > self.square_count() {
            return None;
        }
        let dense = number - 1;
        Some(Square::new(if self.diagonal { dense + dense / self.size } else { dense }))
    }

    /// The printed number of a square, from 1.
    pub const fn number(&self, square: Square) -> u8 {
        let index = square.index() as u8;
        1 + if self.diagonal { index - index / (self.size + 1) } else { index }
    }

    /// The square at a file and a rank, both from 0 and seen by White; `None` off the board and on light squares.
    pub const fn at(&self, file: u8, rank: u8) -> Option<Square> {
        if file >= self.size || rank >= self.size {
            return None;
        }
        if !self.diagonal {
            return Some(Square::new(rank * 8 + file));
        }
        if !(file + rank).is_multiple_of(2) {
            return None;
        }
        let row = self.size - 1 - rank;
        self.square(row * (self.size / 2) + file / 2 + 1)
    }

    /// The file of a square, from 0 at White's left.
    pub const fn file(&self, square: Square) -> u8 {
        if !self.diagonal {
            return square.index() as u8 % 8;
        }
        let half = self.size / 2;
        let dense = self.number(square) - 1;
        // The top row begins with a light square, and so does every second row below it.
        dense % half * 2 + (dense / half + 1) % 2
    }

    /// The rank of a square, from 0 at White's side.
    pub const fn rank(&self, square: Square) -> u8 {
        if !self.diagonal {
            return square.index() as u8 / 8;
        }
        self.size - 1 - (self.number(square) - 1) / (self.size / 2)
    }

    /// The squares of a rank, from 0 at White's side.
    pub const fn rank_squares(&self, rank: u8) -> Bitboard {
        if !self.diagonal {
            return Bitboard(0xff << (rank * 8));
        }
        let half = self.size / 2;
        let dense = (self.size - 1 - rank) * half;
        Bitboard(((1 << half) - 1) << (dense + dense / self.size))
    }

    /// Every square of `set` moved one step; what leaves the board is dropped.
    #[inline(always)]
    pub const fn step(&self, set: Bitboard, direction: Direction) -> Bitboard {
        let shift = self.shifts[direction.index()];
        let moved = if shift >= 0 { set.0 << shift } else { set.0 >> -shift };
        Bitboard(moved & self.arrivals[direction.index()].0)
    }

    /// `set` and all squares of `through` that it reaches by steps in one direction over squares of `through` only.
    #[inline(always)]
    pub const fn fill(&self, set: Bitboard, through: Bitboard, direction: Direction) -> Bitboard {
        // Kogge-Stone: after k rounds the fill reaches 2^k - 1 squares; a ray has at most 7 (or 9).
        let shift = self.shifts[direction.index()];
        let mut reach = set.0;
        let mut open = through.0 & self.arrivals[direction.index()].0;
        let rounds = if self.size > 8 { 4 } else { 3 };
        let mut round = 0;
        while round < rounds {
            let by = shift.unsigned_abs() << round;
            if shift >= 0 {
                reach |= open & (reach << by);
                open &= open << by;
            } else {
                reach |= open & (reach >> by);
                open &= open >> by;
            }
            round += 1;
        }
        Bitboard(reach)
    }

    /// The squares from `square` (left out) to the edge.
    #[inline(always)]
    pub const fn ray(&self, square: Square, direction: Direction) -> Bitboard {
        self.rays[direction.index()][square.index()]
    }

    /// The squares from `square` (left out) up to and including the first one in `occupied`, or to the edge.
    #[inline(always)]
    pub const fn line(&self, square: Square, occupied: Bitboard, direction: Direction) -> Bitboard {
        let ray = self.ray(square, direction).0;
        let blockers = ray & occupied.0;
        let seen = if self.shifts[direction.index()] > 0 {
            blockers ^ blockers.wrapping_sub(1)
        } else {
            u64::MAX << (63 - (blockers | 1).leading_zeros())
        };
        Bitboard(ray & seen)
    }

    /// The squares turned so that each side sees what the other saw: rows flipped on the orthogonal board, half a turn
    /// on the diagonal ones, where flipping rows would move dark squares onto light ones.
    #[inline(always)]
    pub const fn turned(&self, set: Bitboard) -> Bitboard {
        if !self.diagonal {
            return Bitboard(set.0.swap_bytes());
        }
        // Ghosts lie alike from both ends, so the bits come in the opposite order and nothing else changes.
        Bitboard(set.0.reverse_bits() >> self.playable.0.leading_zeros())
    }

    /// Where a square is when the board is [turned](Board::turned).
    #[inline(always)]
    pub const fn turned_square(&self, square: Square) -> Square {
        let index = square.index() as u8;
        let last = 63 - self.playable.0.leading_zeros() as u8;
        Square::new(if self.diagonal { last - index } else { index ^ 56 })
    }

    /// The squares of the orthogonal board exchanged left and right.
    ///
    /// # Panics
    /// In debug builds on a diagonal board, which has no such symmetry.
    #[inline(always)]
    pub const fn mirrored(&self, set: Bitboard) -> Bitboard {
        debug_assert!(!self.diagonal);
        Bitboard(set.0.swap_bytes().reverse_bits())
    }

    /// The squares of the orthogonal board with files and ranks exchanged: a file becomes a row of eight bits. The bits
    /// move by 7 places for each step away from the long diagonal, so three exchanges of halves do it.
    ///
    /// # Panics
    /// In debug builds on a diagonal board, whose files are no rows of bits.
    #[inline(always)]
    pub fn transposed(&self, set: Bitboard) -> Bitboard {
        debug_assert!(!self.diagonal);
        let mut bits = set.0;
        let mut exchange = |distance: u32, lower: u64| {
            let differing = (bits >> distance ^ bits) & lower;
            bits ^= differing | differing << distance;
        };
        exchange(28, 0x0000_0000_f0f0_f0f0);
        exchange(14, 0x0000_cccc_0000_cccc);
        exchange(7, 0x00aa_00aa_00aa_00aa);
        Bitboard(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [Board; 3] = [ORTHOGONAL_8, DIAGONAL_8, DIAGONAL_10];

    #[test]
    fn numbers_files_and_ranks_name_the_same_squares() {
        for board in BOARDS {
            for number in 1..=board.square_count() {
                let square = board.square(number).unwrap();
                assert_eq!(board.number(square), number);
                assert_eq!(board.at(board.file(square), board.rank(square)), Some(square));
                assert!(board.rank_squares(board.rank(square)).contains(square));
                assert!(board.playable().contains(square));
            }
            assert_eq!(board.square(0), None);
            assert_eq!(board.square(board.square_count() + 1), None);
        }
    }

    #[test]
    fn transposed_exchanges_files_and_ranks() {
        let board = ORTHOGONAL_8;
        for square in board.playable() {
            let other = board.at(board.rank(square), board.file(square)).unwrap();
            assert_eq!(board.transposed(Bitboard::of(square)), Bitboard::of(other));
        }
        let set = Bitboard(0x0123_4567_89ab_cdef);
        assert_eq!(board.transposed(board.transposed(set)), set);
    }

    /// The step by coordinates, without any bits.
    fn plain_step(board: &Board, square: Square, direction: Direction) -> Option<Square> {
        let rose: [(i8, i8); 4] =
            if board.is_diagonal() { [(1, 1), (1, -1), (-1, -1), (-1, 1)] } else { [(0, 1), (1, 0), (0, -1), (-1, 0)] };
        let (df, dr) = rose[direction.index()];
        board.at(board.file(square).wrapping_add_signed(df), board.rank(square).wrapping_add_signed(dr))
    }

    #[test]
    fn steps_follow_the_coordinates_and_stop_at_the_edge() {
        for board in BOARDS {
            for square in board.playable() {
                for direction in Direction::ALL {
                    let expected = plain_step(&board, square, direction).map_or(Bitboard::EMPTY, Bitboard::of);
                    assert_eq!(board.step(Bitboard::of(square), direction), expected);
                }
            }
        }
    }

    #[test]
    fn fills_and_lines_stop_at_the_same_blocker() {
        for board in BOARDS {
            for square in board.playable() {
                for direction in Direction::ALL {
                    for blocker in board.playable() {
                        let occupied = Bitboard::of(blocker);
                        let mut expected = Bitboard::EMPTY;
                        let mut at = plain_step(&board, square, direction);
                        while let Some(next) = at {
                            expected |= Bitboard::of(next);
                            at = if next == blocker { None } else { plain_step(&board, next, direction) };
                        }
                        assert_eq!(board.line(square, occupied, direction), expected);
                        let open = board.playable() & !occupied;
                        let filled = board.fill(Bitboard::of(square), open, direction);
                        assert_eq!(filled & !Bitboard::of(square), expected & open);
                    }
                }
            }
        }
    }

    #[test]
    fn turning_twice_changes_nothing_and_swaps_the_first_and_last_ranks() {
        for board in BOARDS {
            let last = board.rank_squares(board.size() - 1);
            assert_eq!(board.turned(board.rank_squares(0)), last);
            for square in board.playable() {
                let set = Bitboard::of(square);
                assert_eq!(board.turned(board.turned(set)), set);
                assert_eq!(board.turned(set), Bitboard::of(board.turned_square(square)));
                let opposite = board.square(board.square_count() + 1 - board.number(square)).unwrap();
                let expected = if board.is_diagonal() { opposite } else { Square::new(square.index() as u8 ^ 56) };
                assert_eq!(board.turned_square(square), expected);
            }
        }
    }
}
