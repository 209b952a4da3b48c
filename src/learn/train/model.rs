//! The net while it is trained: the shape of the evaluation's, in floating point.
//!
//! A neuron's 1 is 1 here, and the output is in logits.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::label::{Example, Teacher, cross_entropy};
use super::threads::shared;
use crate::board::{Bitboard, Square};
use crate::eval::{BUCKETS, HIDDEN, INPUTS, bucket, input};
use crate::position::Position;
use crate::rules::{Color, Variant};

/// The most pieces that a board holds.
const MOST_PIECES: usize = 64;
/// The row of what neurons begin with, behind those of the inputs.
const BIAS: usize = INPUTS;
/// The first row of output weights.
const OUTPUTS: usize = BIAS + 1;
/// The row that begins with what each set of output weights adds; the rest of it is not used.
const CONSTANTS: usize = OUTPUTS + 2 * BUCKETS;
/// All rows.
pub(super) const ROWS: usize = CONSTANTS + 1;

/// The weights of the first layer are from minus this to this before training.
const FIRST_NOISE: f32 = 0.1;
/// The same of the output weights.
const OUTPUT_NOISE: f32 = 0.15;
/// What neurons begin with before training: so that they neither rest nor are full.
const FIRST_BIAS: f32 = 0.3;

const _: () = assert!(BUCKETS <= HIDDEN);

/// A number for each hidden neuron.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub(super) struct Neurons(pub [f32; HIDDEN]);

impl Neurons {
    pub const ZERO: Neurons = Neurons([0.0; HIDDEN]);

    #[inline(always)]
    pub fn add(&mut self, more: &Neurons) {
        for (sum, more) in self.0.iter_mut().zip(&more.0) {
            *sum += more;
        }
    }

    /// The sum of all, added in halves, which processors can do side by side.
    #[inline(always)]
    fn total(mut self) -> f32 {
        let mut width = HIDDEN;
        while width > 1 {
            width /= 2;
            for neuron in 0..width {
                self.0[neuron] += self.0[neuron + width];
            }
        }
        self.0[0]
    }
}

/// A number for each weight of the net: the weights, their gradients, or what is kept of these.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Parameters {
    pub rows: Box<[Neurons; ROWS]>,
}

/// What the net makes of a position.
pub(super) struct Pass {
    /// The set of output weights.
    pub bucket: usize,
    /// The inputs that the side to move and the other have, of which there are as many as pieces.
    inputs: [[u16; MOST_PIECES]; 2],
    pieces: usize,
    /// The sums of the neurons of both.
    pub sums: [Neurons; 2],
    /// The score for the side to move.
    pub logit: f32,
}

impl Pass {
    /// The inputs of the side to move (0) or the other (1).
    #[inline(always)]
    pub fn inputs(&self, view: usize) -> impl Iterator<Item = usize> {
        self.inputs[view][..self.pieces].iter().map(|&input| input.into())
    }
}

impl Parameters {
    /// All are 0.
    pub fn zero() -> Parameters {
        Parameters { rows: Box::new([Neurons::ZERO; ROWS]) }
    }

    /// Weights before training, which a seed decides.
    pub fn random<V: Variant>(seed: u64) -> Parameters {
        let mut source = StdRng::seed_from_u64(seed);
        let mut noise = |most: f32| Neurons(std::array::from_fn(|_| source.random_range(-most..most)));
        let mut net = Parameters::zero();
        for row in &mut net.rows[..INPUTS] {
            *row = noise(FIRST_NOISE);
        }
        net.rows[BIAS] = Neurons([FIRST_BIAS; HIDDEN]);
        let outputs = [noise(OUTPUT_NOISE), noise(OUTPUT_NOISE)];
        for set in net.rows[OUTPUTS..CONSTANTS].chunks_exact_mut(2) {
            set.copy_from_slice(&outputs);
        }
        net.tie::<V>();
        net
    }

    /// The weights of an input.
    #[inline(always)]
    pub fn input(&self, input: usize) -> &Neurons {
        &self.rows[input]
    }

    /// What neurons begin with.
    #[inline(always)]
    pub fn bias(&self) -> &Neurons {
        &self.rows[BIAS]
    }

    #[inline(always)]
    pub fn bias_mut(&mut self) -> &mut Neurons {
        &mut self.rows[BIAS]
    }

    /// The output weights of a set for the side to move (0) or the other (1).
    #[inline(always)]
    pub fn output(&self, bucket: usize, view: usize) -> &Neurons {
        &self.rows[OUTPUTS + 2 * bucket + view]
    }

    #[inline(always)]
    pub fn output_mut(&mut self, bucket: usize, view: usize) -> &mut Neurons {
        &mut self.rows[OUTPUTS + 2 * bucket + view]
    }

    /// What a set of output weights adds.
    #[inline(always)]
    pub fn constant(&self, bucket: usize) -> f32 {
        self.rows[CONSTANTS].0[bucket]
    }

    #[inline(always)]
    pub fn constant_mut(&mut self, bucket: usize) -> &mut f32 {
        &mut self.rows[CONSTANTS].0[bucket]
    }

    /// Makes each number the mean of itself and its mirror image. On the orthogonal board the neuron beside each, in
    /// pairs, sees what it sees in a mirror; on diagonal boards nothing changes.
    ///
    /// With weights and gradients that are tied, mirrored positions have the same score to the last bit once weights are
    /// whole numbers.
    pub fn tie<V: Variant>(&mut self) {
        if V::RULES.board.is_diagonal() {
            return;
        }
        for row in 0..CONSTANTS {
            let image = if row < INPUTS { mirrored_input::<V>(row) } else { row };
            for neuron in 0..HIDDEN {
                let mean = 0.5 * (self.rows[row].0[neuron] + self.rows[image].0[neuron ^ 1]);
                self.rows[row].0[neuron] = mean;
                self.rows[image].0[neuron ^ 1] = mean;
            }
        }
    }

    /// What the net makes of a position.
    #[inline(always)]
    pub fn pass<V: Variant>(&self, position: &Position<V>) -> Pass {
        let (side, bucket) = (position.side_to_move(), bucket(position));
        let (mut inputs, mut pieces) = ([[0; MOST_PIECES]; 2], 0);
        let mut sums = [*self.bias(); 2];
        for color in [Color::White, Color::Black] {
            for (set, is_king) in [(position.men(color), false), (position.kings(color), true)] {
                for square in set {
                    for (view, viewer) in [side, !side].into_iter().enumerate() {
                        let input = input::<V>(viewer, color, is_king, square) % INPUTS;
                        inputs[view][pieces % MOST_PIECES] = input as u16;
                        sums[view].add(self.input(input));
                    }
                    pieces += 1;
                }
            }
        }
        let mut products = Neurons::ZERO;
        for (view, sums) in sums.iter().enumerate() {
            for ((product, sum), weight) in products.0.iter_mut().zip(&sums.0).zip(&self.output(bucket, view).0) {
                let held = sum.clamp(0.0, 1.0);
                *product += held * held * weight;
            }
        }
        let logit = self.constant(bucket) + products.total();
        Pass { bucket, inputs, pieces, sums, logit }
    }
}

/// The input that stands for a piece where a mirror shows it.
fn mirrored_input<V: Variant>(input: usize) -> usize {
    let square = Square::new((input % 64) as u8);
    input / 64 * 64 + V::RULES.board.mirrored(Bitboard::of(square)).first().index()
}

/// The score of a position for the side to move.
#[inline(never)]
pub(super) fn logit<V: Variant>(net: &Parameters, position: &Position<V>) -> f32 {
    net.pass(position).logit
}

/// The mean loss over examples, which several threads share.
pub(super) fn mean_loss<V: Variant>(
    net: &Parameters,
    teacher: &Teacher,
    examples: &[Example<V>],
    threads: usize,
) -> f64 {
    /// The parts are the same for any number of threads, and so is the sum.
    const PART: usize = 1 << 12;
    let loss = |example: &Example<V>| f64::from(cross_entropy(logit(net, &example.position), teacher.target(example)));
    let mut parts: Vec<_> = examples.chunks(PART).map(|examples| (examples, 0.0)).collect();
    shared(&mut parts, threads, |_, (examples, sum)| *sum = examples.iter().map(loss).sum::<f64>());
    parts.iter().map(|(_, sum)| sum).sum::<f64>() / examples.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, Turkish};

    /// Positions of a game of random moves.
    fn positions<V: Variant>() -> Vec<Position<V>> {
        let mut source = StdRng::seed_from_u64(3);
        let mut positions = vec![Position::start()];
        for _ in 0..60 {
            let position = positions[positions.len() - 1];
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            positions.push(position.play(moves[source.random_range(0..moves.len())]));
        }
        positions
    }

    /// Fails unless a position has the score of its image. Sums are in another order there.
    #[track_caller]
    fn check<V: Variant>(net: &Parameters, position: &Position<V>, image: &Position<V>) {
        let (score, image) = (logit(net, position), logit(net, image));
        assert!((score - image).abs() < 1e-5, "{score} {image}");
    }

    #[test]
    fn mirrored_positions_have_the_same_score() {
        let net = Parameters::random::<Turkish>(1);
        for position in positions::<Turkish>() {
            check(&net, &position, &position.mirrored().unwrap());
        }
        let mut tied = net.clone();
        tied.tie::<Turkish>();
        assert!(tied == net);
    }

    #[test]
    fn turned_positions_have_the_same_score() {
        let net = Parameters::random::<English>(1);
        assert!(net != Parameters::random::<English>(2));
        for position in positions::<English>() {
            check(&net, &position, &position.turned());
        }
    }
}
