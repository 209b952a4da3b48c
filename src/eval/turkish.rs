//! The orthogonal board, by weights fitted to games.
//!
//! A side's men are valued row by row and file by file: which squares of a row they hold is a number below 256, and a
//! table gives what that row is worth, men, places and neighbours together. Men with a free file before them and kings
//! by their square are added. Left and right are the same by the order of the weights.
//!
//! The weights come from a logistic regression [P. Österlund, "Texel's tuning method", 2014] on 1,870,048 quiet positions
//! of games that the engine played against itself at 3,000 nodes a move from random openings: 16,000 games with weights
//! made by hand, 11,774 with weights fitted to those. The target is the result to three quarters and the search's score
//! to one. SPRT [0, 20]: the first fit against the hand-made weights LLR 2.99, 122 games, +210 ± 72 at 30000 nodes; the
//! second against the first LLR 2.98, 248 games, +75 ± 41 at 20000. A fit to the second lot of games alone lost.

use super::phased::Phased;
use super::runners;
use crate::board::Bitboard;
use crate::position::Position;
use crate::rules::{Color, Variant};

/// The weights are in this part of a hundredth of a man.
pub(super) const UNITS_PER_CENTIMAN: i32 = 2;

/// Both phases in one number, so that one addition adds both: the middlegame times 65536, and the endgame.
#[derive(Clone, Copy)]
struct Packed(i32);

impl Packed {
    const ZERO: Packed = Packed(0);

    #[inline(always)]
    const fn unpack(self) -> Phased {
        let end = self.0 as i16 as i32;
        Phased { middle: (self.0 - end) >> 16, end }
    }
}

/// What each thing is worth, seen by its own side.
struct Weights {
    /// The men of a row, by the row above the side's first and the set of their files. No man stands on the last row; on
    /// the first one, where few rulesets have any, a row is worth what it is on the second.
    rows: [[Packed; 256]; ROWS],
    /// The men of a file, by the file's distance from the edge and the set of their rows, the second row first.
    files: [[Packed; 64]; FILES],
    /// A man with nothing before him, by the steps to the last row, from 1.
    runner: [Packed; ROWS],
    /// A king by its square.
    king: [Packed; 64],
    /// Having a king at all.
    any_king: Packed,
    /// The right to move.
    to_move: Packed,
}

/// Rows on which men stand.
const ROWS: usize = 6;
/// Files that differ, the others being their mirror images.
const FILES: usize = 4;

/// The weights as numbers of 16 bits, the low byte first, a pair of middlegame and endgame for each entry of
/// [`Weights`] in its order.
const DATA: &[u8; 4 * (ROWS * 256 + FILES * 64 + ROWS + 64 + 2)] = include_bytes!("turkish.bin");

static WEIGHTS: Weights = Weights::read();

impl Weights {
    const fn read() -> Weights {
        let mut at = 0;
        let mut weights = Weights {
            rows: [[Packed::ZERO; 256]; ROWS],
            files: [[Packed::ZERO; 64]; FILES],
            runner: [Packed::ZERO; ROWS],
            king: [Packed::ZERO; 64],
            any_king: Packed::ZERO,
            to_move: Packed::ZERO,
        };
        let mut row = 0;
        while row < ROWS {
            at = read(&mut weights.rows[row], at);
            row += 1;
        }
        let mut file = 0;
        while file < FILES {
            at = read(&mut weights.files[file], at);
            file += 1;
        }
        at = read(&mut weights.runner, at);
        at = read(&mut weights.king, at);
        let mut last = [Packed::ZERO; 2];
        read(&mut last, at);
        [weights.any_king, weights.to_move] = last;
        weights
    }
}

/// Reads the weights from the place `at` on and returns the place behind them.
const fn read(weights: &mut [Packed], mut at: usize) -> usize {
    let mut index = 0;
    while index < weights.len() {
        let middle = i16::from_le_bytes([DATA[at], DATA[at + 1]]);
        let end = i16::from_le_bytes([DATA[at + 2], DATA[at + 3]]);
        weights[index] = Packed(((middle as i32) << 16) + end as i32);
        index += 1;
        at += 4;
    }
    at
}

/// The worth of the right to move.
#[inline(always)]
pub(super) fn to_move() -> Phased {
    WEIGHTS.to_move.unpack()
}

/// The worth of one side's pieces, in [units](UNITS_PER_CENTIMAN).
#[inline(always)]
pub(super) fn side<V: Variant>(position: &Position<V>, color: Color) -> Phased {
    let board = &V::RULES.board;
    let seen = |set: Bitboard| if color == Color::White { set } else { board.turned(set) };
    let men = seen(position.men(color));
    let mut sum = 0;
    for (rank, &row) in men.0.to_le_bytes().iter().enumerate().take(ROWS + 1) {
        sum += WEIGHTS.rows[rank.max(1) - 1][usize::from(row)].0;
    }
    for (file, &column) in board.transposed(men).0.to_le_bytes().iter().enumerate() {
        sum += WEIGHTS.files[file.min(7 - file)][usize::from(column >> 1 & 63)].0;
    }
    for square in seen(runners::<V>(position.men(color), position.empty(), color)) {
        sum += WEIGHTS.runner[usize::from(board.size() - 2 - board.rank(square)).min(ROWS - 1)].0;
    }
    let kings = seen(position.kings(color));
    if !kings.is_empty() {
        sum += WEIGHTS.any_king.0;
    }
    let mut total = Packed(sum).unpack();
    for square in kings {
        total = total + WEIGHTS.king[square.index()].unpack();
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Turkish;

    /// The largest worth of any set, in one phase.
    fn largest(weights: &[Packed], phase: impl Fn(Phased) -> i32) -> i32 {
        weights.iter().map(|weight| phase(weight.unpack()).abs()).max().unwrap()
    }

    #[test]
    fn no_number_of_men_overflows_a_packed_sum() {
        for phase in [|weight: Phased| weight.middle, |weight: Phased| weight.end] {
            let rows: i32 = WEIGHTS.rows.iter().map(|row| largest(row, phase)).sum();
            let first_row = largest(&WEIGHTS.rows[0], phase);
            let files: i32 = WEIGHTS.files.iter().map(|file| 2 * largest(file, phase)).sum();
            let runners = 8 * largest(&WEIGHTS.runner, phase);
            let sum = rows + first_row + files + runners + phase(WEIGHTS.any_king.unpack()).abs();
            assert!(sum <= i32::from(i16::MAX), "{sum}");
        }
    }

    #[test]
    fn the_start_is_worth_the_right_to_move() {
        let start = Position::<Turkish>::start();
        assert_eq!(side(&start, Color::White), side(&start, Color::Black));
        let expected = to_move().mixed(1, 1) / UNITS_PER_CENTIMAN;
        assert_eq!(super::super::evaluate(&start).value(), expected);
    }

    #[test]
    fn a_king_is_worth_more_than_two_men_and_less_than_six() {
        let worth = |men: u64, kings: u64| {
            let white = Bitboard(men | kings);
            let black = Bitboard(0x0000_e700_0000_0000);
            let position = Position::<Turkish>::new(white, black, Bitboard(kings), Color::White).unwrap();
            side(&position, Color::White).mixed(6, 32)
        };
        let others = 0x0000_0000_003c_0000;
        let king = worth(others, 1) - worth(others, 0);
        let man = worth(others | 0x4200, 0) - worth(others, 0);
        assert!(king > man && king < 3 * man, "king {king}, two men {man}");
    }
}
