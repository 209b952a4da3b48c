//! Weights in whole numbers, as the evaluation has them.
//!
//! The most that this can move a score follows from the steps that are rounded ([`Rounding::bound`]); it would need every
//! step to be off the same way, and is far from what happens. So it is what happens that is checked: the scores of the
//! positions held out.

use super::error::TrainError;
use super::label::Example;
use super::model::{Neurons, Parameters, logit};
use super::scale::Scale;
use crate::eval::{
    BUCKETS, HALF_STEP, HIDDEN, INPUTS, MOST_OUTPUT, Net, ONE, OUTPUT_UNITS, Output, Row, SQUARE_BITS, SQUARED_ONE,
    Score, Weights,
};
use crate::position::Position;
use crate::rules::Variant;

/// How far scores by rounded weights are from those that were learned, in hundredths of a man.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rounding {
    /// The most that a score can be off, with as many pieces as at the start.
    pub bound: f64,
    /// The most that one was off.
    pub largest: f64,
    /// The root of the mean square of how far scores were off.
    pub rms: f64,
    /// Over how many positions.
    pub positions: u64,
    /// The largest sum of a row of output weights without their signs, of [`MOST_OUTPUT`].
    pub output: u32,
}

impl Rounding {
    /// The most that [`Rounding::largest`] may be.
    pub const MOST_LARGEST: f64 = 8.0;
    /// The most that [`Rounding::rms`] may be.
    pub const MOST_RMS: f64 = 2.0;

    /// How far a net's scores of these positions are from those that were learned.
    ///
    /// # Errors
    /// When they are too far.
    pub(super) fn check<V: Variant>(
        whole: &Net<V>,
        net: &Parameters,
        scale: &Scale,
        examples: &[Example<V>],
    ) -> Result<Rounding, TrainError> {
        let (mut largest, mut squares) = (0.0_f64, 0.0);
        let most = f64::from(Score::MAX_EVAL.value());
        for Example { position, .. } in examples {
            let exact = (f64::from(logit(net, position)) * scale.centimen_per_logit()).clamp(-most, most);
            let error = (f64::from(whole.evaluate(position).value()) - exact).abs();
            largest = largest.max(error);
            squares += error * error;
        }
        let rms = (squares / examples.len() as f64).sqrt();
        if largest > Rounding::MOST_LARGEST || rms > Rounding::MOST_RMS {
            return Err(TrainError::Rounding { largest, rms });
        }
        let weights = whole.weights();
        let output = weights.outputs.iter().flat_map(|output| &output.weights).map(sum).max().unwrap_or(0);
        Ok(Rounding { bound: bound::<V>(weights), largest, rms, positions: examples.len() as u64, output })
    }
}

/// The most that a score with as many pieces as at the start can be off, in hundredths of a man.
///
/// Each weight of the first layer is off by half a unit, and the sum by half a step of what is squared; each output weight
/// and constant by half a unit; and the score is cut.
fn bound<V: Variant>(weights: &Weights) -> f64 {
    let pieces = Position::<V>::start().count_pieces();
    let sum_error = (0.5 * f64::from(pieces + 1) + f64::from(HALF_STEP)) / f64::from(ONE);
    let square_error = 2.0 * sum_error + sum_error * sum_error;
    let of_set = |output: &Output| {
        let units = f64::from(output.weights.iter().map(sum).sum::<u32>());
        units * square_error + 0.5 * (2 * HIDDEN + 1) as f64
    };
    weights.outputs.iter().map(of_set).fold(0.0, f64::max) / f64::from(OUTPUT_UNITS) + 1.0
}

/// The sum of a row without the signs.
fn sum(row: &Row) -> u32 {
    row.0.iter().map(|weight| u32::from(weight.unsigned_abs())).sum()
}

/// The weights in whole numbers.
///
/// # Errors
/// When one is too large, or those of an output are together.
pub(super) fn quantise(net: &Parameters, scale: &Scale) -> Result<Weights, TrainError> {
    let first = |row: &Neurons, more: f64| rounded(row, f64::from(ONE), more, "a weight of the first layer");
    let mut inputs = Box::new([Row([0; HIDDEN]); INPUTS]);
    for (input, row) in inputs.iter_mut().enumerate() {
        *row = first(net.input(input), 0.0)?;
    }
    let bias = first(net.bias(), HALF_STEP.into())?;
    let units = scale.centimen_per_logit() * f64::from(OUTPUT_UNITS);
    // What the square of a neuron's 1 is short of.
    let gain = f64::from(1 << SQUARE_BITS) / f64::from(SQUARED_ONE).powi(2);
    let mut outputs = [Output { weights: [Row([0; HIDDEN]); 2], constant: 0 }; BUCKETS];
    for (bucket, output) in outputs.iter_mut().enumerate() {
        for (view, row) in output.weights.iter_mut().enumerate() {
            *row = rounded(net.output(bucket, view), units * gain, 0.0, "an output weight")?;
            if sum(row) > MOST_OUTPUT {
                let (found, most) = (sum(row).into(), MOST_OUTPUT.into());
                return Err(TrainError::LargeWeight { what: "the sum of a row of output weights", found, most });
            }
        }
        output.constant = (f64::from(net.constant(bucket)) * units).round() as i32;
    }
    Ok(Weights { inputs, bias, outputs })
}

/// A row in whole units, with so many more.
fn rounded(row: &Neurons, units: f64, more: f64, what: &'static str) -> Result<Row, TrainError> {
    let mut whole = Row([0; HIDDEN]);
    for (whole, &weight) in whole.0.iter_mut().zip(&row.0) {
        let (found, most) = ((f64::from(weight) * units).round() + more, f64::from(i16::MAX));
        if !(-most..=most).contains(&found) {
            return Err(TrainError::LargeWeight { what, found: found.abs(), most });
        }
        *whole = found as i16;
    }
    Ok(whole)
}

/// The bytes of a file of these weights, and the net that is read back from them.
///
/// # Errors
/// When they are not read as they were written.
pub(super) fn written<V: Variant>(weights: &Weights) -> Result<(Vec<u8>, Net<V>), TrainError> {
    let bytes = weights.to_bytes::<V>();
    let net = Net::<V>::from_bytes(&bytes).map_err(TrainError::Weights)?;
    Ok((bytes, net))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::learn::Sample;
    use crate::rules::{Color, International};

    const SCALE: Scale = Scale { man: 0.8, positions: 1 };

    fn examples() -> Vec<Example<International>> {
        let mut position = Position::start();
        let mut examples = Vec::new();
        for ply in 0..30 {
            let sample = Sample { position, score: Score::DRAW };
            examples.push(Example::new(&sample, Color::White, None, 0));
            let moves = position.legal_moves();
            position = position.play(moves[ply % moves.len()]);
        }
        examples
    }

    #[test]
    fn whole_weights_score_as_those_learned() {
        let mut net = Parameters::random::<International>(1);
        (0..BUCKETS).for_each(|bucket| *net.constant_mut(bucket) = -0.3);
        let weights = quantise(&net, &SCALE).unwrap();
        assert_eq!(weights.bias.0, [(0.3 * f32::from(ONE)).round() as i16 + HALF_STEP; HIDDEN]);
        assert_eq!(weights.outputs[3].constant, (-0.3_f64 / 0.8 * 100.0 * f64::from(OUTPUT_UNITS)).round() as i32);
        let (bytes, whole) = written::<International>(&weights).unwrap();
        assert_eq!(bytes.len(), 64 + 2 * HIDDEN * (4 * 50 + 1 + 2 * BUCKETS) + 4 * BUCKETS);
        let rounding = Rounding::check(&whole, &net, &SCALE, &examples()).unwrap();
        assert!(rounding.largest > 0.0 && rounding.rms <= rounding.largest, "{rounding:?}");
        assert!(rounding.largest < Rounding::MOST_LARGEST && rounding.largest < rounding.bound, "{rounding:?}");
        assert_eq!((rounding.positions, rounding.output > 0), (30, true));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = |change: &dyn Fn(&mut Parameters), expected: &str| {
            let mut net = Parameters::random::<International>(1);
            change(&mut net);
            let error = quantise(&net, &SCALE).err().map(|error| error.to_string());
            assert_eq!(error.as_deref(), Some(expected));
        };
        refused(
            &|net| net.rows[2].0[5] = -25.0,
            "a weight of the first layer is 36200, expected 32767 at most: train longer, or at a lower rate",
        );
        refused(
            &|net| net.output_mut(0, 1).0[3] = 100.0,
            "an output weight is 100021, expected 32767 at most: train longer, or at a lower rate",
        );
        refused(
            &|net| net.output_mut(0, 1).0 = [2.0; HIDDEN],
            "the sum of a row of output weights is 128000, expected 65535 at most: train longer, or at a lower rate",
        );
    }

    #[test]
    fn bad_rounding_is_noticed() {
        let net = Parameters::random::<International>(1);
        let mut weights = quantise(&net, &SCALE).unwrap();
        for output in &mut weights.outputs {
            output.constant += 9 * OUTPUT_UNITS;
        }
        let whole = Net::new(Arc::new(weights));
        let error = Rounding::check::<International>(&whole, &net, &SCALE, &examples()).unwrap_err().to_string();
        assert!(error.starts_with("rounding moved scores by ") && error.ends_with(", expected 8 and 2"), "{error}");
    }
}
