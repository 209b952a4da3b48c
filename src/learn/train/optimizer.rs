//! Adam [D. P. Kingma, J. Ba, Adam: A method for stochastic optimization, 2015]: each weight moves by the mean of its last
//! gradients, measured by how large they use to be.

use super::model::Parameters;

/// How much of the mean gradient is kept in a step.
const FIRST_DECAY: f32 = 0.9;
/// How much of the mean square of the gradient is kept in a step.
const SECOND_DECAY: f32 = 0.999;
/// Added to the size of a gradient, so that nothing is divided by 0.
const DAMPING: f32 = 1e-8;

/// The state of the optimizer.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Adam {
    /// For each weight, the mean of its gradients.
    pub means: Parameters,
    /// For each weight, the mean of their squares.
    pub squares: Parameters,
    /// How many steps were made.
    pub steps: u32,
}

impl Adam {
    /// Before the first step.
    pub fn new() -> Adam {
        Adam { means: Parameters::zero(), squares: Parameters::zero(), steps: 0 }
    }

    /// Moves the weights against the mean gradient of a batch, at this rate.
    pub fn step(&mut self, weights: &mut Parameters, gradient: &Parameters, rate: f32) {
        self.steps += 1;
        // In the first steps the means lack what came before.
        let there = |decay: f32| (1.0 - f64::from(decay).powf(self.steps.into())) as f32;
        let (rate, correction) = (rate / there(FIRST_DECAY), 1.0 / there(SECOND_DECAY));
        let moments = self.means.rows.iter_mut().zip(self.squares.rows.iter_mut());
        for ((weights, gradient), (means, squares)) in weights.rows.iter_mut().zip(gradient.rows.iter()).zip(moments) {
            let moments = means.0.iter_mut().zip(&mut squares.0);
            for ((weight, &slope), (mean, square)) in weights.0.iter_mut().zip(&gradient.0).zip(moments) {
                *mean = FIRST_DECAY * *mean + (1.0 - FIRST_DECAY) * slope;
                *square = SECOND_DECAY * *square + (1.0 - SECOND_DECAY) * slope * slope;
                *weight -= rate * *mean / ((*square * correction).sqrt() + DAMPING);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_the_plain_rule() {
        let (mut adam, mut weights) = (Adam::new(), Parameters::zero());
        let (mut mean, mut square, mut plain) = (0.0_f64, 0.0_f64, 0.0_f64);
        for step in 1..=500 {
            let slope = (f64::from(step) * 0.37).sin() + 0.1;
            let mut gradient = Parameters::zero();
            gradient.rows[7].0[3] = slope as f32;
            adam.step(&mut weights, &gradient, 0.01);
            mean = 0.9 * mean + 0.1 * slope;
            square = 0.999 * square + 0.001 * slope * slope;
            let there = |decay: f64| 1.0 - decay.powi(step);
            plain -= 0.01 * (mean / there(0.9)) / ((square / there(0.999)).sqrt() + 1e-8);
        }
        assert!((f64::from(weights.rows[7].0[3]) - plain).abs() < 1e-4, "{} {plain}", weights.rows[7].0[3]);
        let moved = weights.rows.iter().flat_map(|row| row.0).filter(|&weight| weight != 0.0).count();
        assert_eq!((moved, adam.steps), (1, 500));
    }
}
