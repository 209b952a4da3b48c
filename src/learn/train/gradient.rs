//! How the loss of some positions changes with each weight.

use super::label::{Example, Teacher, cross_entropy, sigmoid};
use super::model::{Neurons, Parameters};
use super::stream::Batch;
use super::threads::shared;
use crate::eval::{HIDDEN, INPUTS};
use crate::rules::Variant;

/// A batch is summed up in so many parts, and these are added in order: so sums do not depend on how many threads there
/// are. More threads than this are of no use.
const PARTS: usize = 8;

/// A gradient, summed over positions.
#[derive(Clone)]
struct Part {
    sums: Parameters,
    /// The sum of the losses of the positions.
    loss: f64,
}

/// The gradient of a batch.
pub(super) struct Gradient {
    parts: Vec<Part>,
}

impl Gradient {
    /// Of no positions.
    pub fn new() -> Gradient {
        Gradient { parts: vec![Part { sums: Parameters::zero(), loss: 0.0 }; PARTS] }
    }

    /// The sum of the losses.
    pub fn loss(&self) -> f64 {
        self.parts.iter().map(|part| part.loss).sum()
    }

    /// Makes this the gradient of a batch, and returns its mean over the positions and, on the orthogonal board, their
    /// mirror images.
    pub fn mean<V: Variant>(
        &mut self,
        net: &Parameters,
        teacher: &Teacher,
        batch: Batch<'_, V>,
        threads: usize,
    ) -> &Parameters {
        shared(&mut self.parts, threads, |number, part| {
            part.clear();
            for example in batch.part(number, PARTS) {
                part.add(net, teacher, example);
            }
        });
        let [first, others @ ..] = self.parts.as_mut_slice() else { unreachable!("there are several parts") };
        let share = 1.0 / batch.len() as f32;
        for (at, row) in first.sums.rows.iter_mut().enumerate() {
            others.iter().for_each(|other| row.add(&other.sums.rows[at]));
            row.0 = row.0.map(|sum| share * sum);
        }
        first.sums.tie::<V>();
        &first.sums
    }
}

impl Part {
    fn clear(&mut self) {
        self.sums.rows.fill(Neurons::ZERO);
        self.loss = 0.0;
    }

    #[inline(never)]
    fn add<V: Variant>(&mut self, net: &Parameters, teacher: &Teacher, example: &Example<V>) {
        let pass = net.pass(&example.position);
        let target = teacher.target(example);
        self.loss += f64::from(cross_entropy(pass.logit, target));
        let slope = sigmoid(pass.logit) - target;
        *self.sums.constant_mut(pass.bucket) += slope;
        for (view, sums) in pass.sums.iter().enumerate() {
            let weights = net.output(pass.bucket, view);
            let outputs = self.sums.output_mut(pass.bucket, view);
            let mut slopes = Neurons::ZERO;
            for neuron in 0..HIDDEN {
                let sum = sums.0[neuron];
                let held = sum.clamp(0.0, 1.0);
                outputs.0[neuron] += slope * held * held;
                // A neuron that rests or is full does not change.
                let changes = if sum > 0.0 && sum < 1.0 { 2.0 * held } else { 0.0 };
                slopes.0[neuron] = changes * slope * weights.0[neuron];
            }
            self.sums.bias_mut().add(&slopes);
            for input in pass.inputs(view) {
                self.sums.rows[input].add(&slopes);
            }
        }
    }
}

/// Notes the inputs that a gradient has: some position had them, or its mirror image.
pub(super) fn note_seen(seen: &mut [bool; INPUTS], gradient: &Parameters) {
    for (seen, row) in seen.iter_mut().zip(gradient.rows.iter()) {
        *seen |= *row != Neurons::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Sample;
    use crate::position::Position;
    use crate::rules::{Color, International};
    use crate::search::Score;

    /// How the loss changes with a weight, from two nets that differ in it.
    fn slope(net: &Parameters, example: &Example<International>, target: f32, [row, neuron]: [usize; 2]) -> f64 {
        const STEP: f32 = 1e-2;
        let loss = |step: f32| {
            let mut net = net.clone();
            net.rows[row].0[neuron] += step;
            f64::from(cross_entropy(net.pass(&example.position).logit, target))
        };
        (loss(STEP) - loss(-STEP)) / f64::from(2.0 * STEP)
    }

    #[test]
    fn gradients_are_how_the_loss_changes() {
        let mut position = Position::<International>::start();
        for _ in 0..5 {
            position = position.play(position.legal_moves()[0]);
        }
        let example = Example::new(&Sample { position, score: Score::centimen(70) }, Color::White, None, 0);
        let teacher = Teacher::fit(&[example], 1, 0.5);
        let target = teacher.target(&example);
        let mut net = Parameters::random::<International>(3);
        // Neurons in the middle, at rest and full.
        for (neuron, bias) in net.bias_mut().0.iter_mut().enumerate() {
            *bias = [0.4, 0.5, -4.0, 5.0][neuron % 4];
        }
        let mut part = Part { sums: Parameters::zero(), loss: 0.0 };
        part.add(&net, &teacher, &example);
        let mut changing = 0;
        for (row, sums) in part.sums.rows.iter().enumerate() {
            for neuron in [0, 1, 2, 3, 60] {
                let (found, expected) = (f64::from(sums.0[neuron]), slope(&net, &example, target, [row, neuron]));
                assert!((found - expected).abs() < 1e-4, "{row} {neuron}: {found} {expected}");
                changing += u32::from(found != 0.0);
            }
        }
        // Three of these neurons for every place of a man, the bias, and the outputs of a set.
        assert!(changing > 80, "{changing}");
    }
}
