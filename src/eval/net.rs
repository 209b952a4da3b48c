//! The net: what judges a position.
//!
//! Each player sees the board from his own side: every square has an input for a man of his, for one of the opponent,
//! for a king of his and for one of the opponent. One hidden layer sees the inputs through the same weights for both
//! players; each neuron's sum is held between 0 and 1 and squared [SCReLU]. The output adds the neurons of the side to
//! move and those of the other side, each with weights of their own, chosen among several sets by how many pieces are
//! left. So turning the board changes nothing. On the orthogonal board the neurons come in pairs of which one sees what
//! the other would see in a mirror, so that left and right are the same too.
//!
//! ```text
//!   side to move:   4 × 64 inputs → 64 neurons ─┐
//!                                               ├→ score, one of 8 sets of weights by pieces left
//!   other side:     4 × 64 inputs → 64 neurons ─┘
//! ```
//!
//! All is in integers: a neuron's 1 is [`ONE`] in the first layer, and after a shift its square fits 16 bits; output
//! weights are in [`OUTPUT_UNITS`] to a hundredth of a man.

use std::marker::PhantomData;
use std::sync::Arc;

use super::accumulator::Accumulator;
use super::output::weighted;
use super::{Score, start_pieces};
use crate::board::Square;
use crate::position::Position;
use crate::rules::{Color, Variant};

/// Hidden neurons that each player has.
pub const HIDDEN: usize = 64;
/// Inputs that each player has: for every bit of a board four.
pub const INPUTS: usize = 4 * 64;
/// Sets of output weights.
pub const BUCKETS: usize = 8;
/// By how many bits sums are finer than what is squared.
pub(super) const FINE_BITS: u32 = 3;
/// A neuron's 1 when it is squared: the largest whose square fits 16 bits.
pub const SQUARED_ONE: i16 = 181;
/// A neuron's 1 in the first layer.
pub const ONE: i16 = SQUARED_ONE << FINE_BITS;
/// Half a step of what is squared. A bias that is so much larger makes rounding of the cutting.
pub const HALF_STEP: i16 = 1 << (FINE_BITS - 1);
/// The square of a neuron's 1 counts as the power of two with so many bits, of which it is a little short.
pub const SQUARE_BITS: u32 = 15;
/// Output weights are in this part of a hundredth of a man.
pub const OUTPUT_UNITS: i32 = 8;
/// What the sum of the outputs is divided by, as bits: the square of a neuron's 1, and the units.
const OUTPUT_BITS: u32 = SQUARE_BITS + OUTPUT_UNITS.trailing_zeros();
/// The sum that a row of output weights may have without their signs: more could overflow 32 bits.
pub const MOST_OUTPUT: u32 = (1 << 16) - 1;

const _: () = assert!((SQUARED_ONE as i32) * (SQUARED_ONE as i32) <= i16::MAX as i32);
const _: () = assert!(SQUARED_ONE as u64 * SQUARED_ONE as u64 * MOST_OUTPUT as u64 <= i32::MAX as u64);

/// A number for each hidden neuron.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Row(pub [i16; HIDDEN]);

/// The weights of a ruleset. A copy shares them.
pub struct Net<V> {
    weights: Arc<Weights>,
    rules: PhantomData<V>,
}

/// Weights, of no matter which ruleset.
pub struct Weights {
    /// The weights of each input, as [`input`] numbers them.
    pub inputs: Box<[Row; INPUTS]>,
    /// What the neurons begin with.
    pub bias: Row,
    /// The output weights by [`bucket`].
    pub outputs: [Output; BUCKETS],
}

/// Output weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// For the neurons of the side to move and of the other side.
    pub weights: [Row; 2],
    /// What is added, in hundredths of a man times [`OUTPUT_UNITS`].
    pub constant: i32,
}

impl<V: Variant> Net<V> {
    /// A net of these weights.
    pub fn new(weights: Arc<Weights>) -> Net<V> {
        Net { weights, rules: PhantomData }
    }

    /// Its weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// How good a position is for the side to move, when nothing can be captured.
    pub fn evaluate(&self, position: &Position<V>) -> Score {
        self.judge(&Accumulator::of(self, position), position)
    }

    /// The same, where the sums of the hidden neurons are known.
    #[inline]
    pub fn judge(&self, sums: &Accumulator, position: &Position<V>) -> Score {
        let side = position.side_to_move();
        let output = &self.weights.outputs[bucket(position)];
        let own = weighted(&sums.views[side.index()], &output.weights[0]);
        let other = weighted(&sums.views[(!side).index()], &output.weights[1]);
        let sum = i64::from(own) + i64::from(other) + (i64::from(output.constant) << SQUARE_BITS);
        Score::centimen((sum / (1 << OUTPUT_BITS)) as i32)
    }

    /// The weights of an input.
    #[inline(always)]
    pub(super) fn row(&self, viewer: Color, color: Color, is_king: bool, square: Square) -> &Row {
        &self.weights.inputs[input::<V>(viewer, color, is_king, square) % INPUTS]
    }
}

impl<V> Clone for Net<V> {
    fn clone(&self) -> Net<V> {
        Net { weights: Arc::clone(&self.weights), rules: PhantomData }
    }
}

/// The number of the input that stands for a piece: 64 for each kind and owner, by the square as the viewer sees it.
#[inline(always)]
pub fn input<V: Variant>(viewer: Color, color: Color, is_king: bool, square: Square) -> usize {
    let kind = 2 * usize::from(is_king) + usize::from(color != viewer);
    let seen = if viewer == Color::White { square } else { V::RULES.board.turned_square(square) };
    64 * kind + seen.index()
}

/// Which set of output weights a position has, by how many pieces are left.
#[inline(always)]
pub fn bucket<V: Variant>(position: &Position<V>) -> usize {
    let start = const { start_pieces::<V>() as usize };
    (position.count_pieces() as usize * BUCKETS / (start + 1)).min(BUCKETS - 1)
}
