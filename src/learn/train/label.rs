//! What a position is said to be worth: the result of its game, and what the search expected.

use super::super::self_play::Sample;
use crate::position::Position;
use crate::rules::Color;

/// A position with what is known of it, both for the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example<V> {
    pub position: Position<V>,
    /// What the search thought, in hundredths of a man.
    score: i16,
    /// The result of the game in half points.
    half_points: u8,
    /// Which generation of players, from 0, the game is of.
    generation: u32,
}

impl<V> Example<V>
where
    Position<V>: Copy,
{
    /// A position of a game with this winner, played by this generation.
    pub fn new(sample: &Sample<V>, side_to_move: Color, winner: Option<Color>, generation: u32) -> Example<V> {
        let half_points = match winner {
            None => 1,
            Some(winner) if winner == side_to_move => 2,
            Some(_) => 0,
        };
        // Scores fit 16 bits.
        Example { position: sample.position, score: sample.score.value() as i16, half_points, generation }
    }
}

impl<V> Example<V> {
    /// Which generation of players, from 0, the game is of.
    pub fn generation(&self) -> usize {
        self.generation as usize
    }

    /// What the search thought, in hundredths of a man.
    #[cfg(test)]
    pub fn score(&self) -> i16 {
        self.score
    }
}

/// Makes labels.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Teacher {
    /// For each generation of players the score, in hundredths of a man, that is worth a logit: evaluations differ in how
    /// large they let scores become.
    pub constants: Vec<f64>,
    /// How much the result counts.
    lambda: f32,
}

/// Between these is the constant looked for.
const CONSTANTS: [f64; 2] = [10.0, 5_000.0];
/// How often the range is narrowed, to six digits.
const NARROWINGS: u32 = 40;

impl Teacher {
    /// The teacher whose expectations σ(score / constant) explain the results of the examples best, for each of so many
    /// generations.
    pub fn fit<V>(examples: &[Example<V>], generations: usize, lambda: f32) -> Teacher {
        let constant = |generation| {
            let scores = Scores::of(examples.iter().filter(|example| example.generation as usize == generation));
            golden_section(CONSTANTS.map(f64::ln), |logarithm| scores.loss(logarithm.exp())).exp()
        };
        Teacher { constants: (0..generations).map(constant).collect(), lambda }
    }

    /// The label: how many points the side to move is said to expect.
    #[inline(always)]
    pub fn target<V>(&self, example: &Example<V>) -> f32 {
        let constant = self.constants[example.generation as usize] as f32;
        let expected = sigmoid(f32::from(example.score) / constant);
        self.lambda * (0.5 * f32::from(example.half_points)) + (1.0 - self.lambda) * expected
    }
}

/// How many examples there are by score, and how many points they made.
struct Scores(Vec<(f64, f64, f64)>);

impl Scores {
    fn of<'e, V: 'e>(examples: impl Iterator<Item = &'e Example<V>>) -> Scores {
        let mut by_score = vec![(0.0, 0.0); 1 << 16];
        for example in examples {
            let (count, points) = &mut by_score[example.score as u16 as usize];
            *count += 1.0;
            *points += 0.5 * f64::from(example.half_points);
        }
        let rows = by_score.into_iter().enumerate().filter(|(_, (count, _))| *count > 0.0);
        Scores(rows.map(|(score, (count, points))| (f64::from(score as u16 as i16), count, points)).collect())
    }

    /// The cross-entropy of the results, summed up.
    fn loss(&self, constant: f64) -> f64 {
        let row = |&(score, count, points): &(f64, f64, f64)| {
            let logit = score / constant;
            count * (logit.max(0.0) + (-logit.abs()).exp().ln_1p()) - points * logit
        };
        self.0.iter().map(row).sum()
    }
}

/// Where a function with one valley in the range has its bottom [J. Kiefer, Sequential minimax search for a maximum,
/// 1953].
fn golden_section([mut low, mut high]: [f64; 2], function: impl Fn(f64) -> f64) -> f64 {
    const PART: f64 = 0.618_033_988_749_894_9;
    let mut inner = [high - PART * (high - low), low + PART * (high - low)];
    let mut values = inner.map(&function);
    for _ in 0..NARROWINGS {
        if values[0] < values[1] {
            high = inner[1];
            inner = [high - PART * (high - low), inner[0]];
            values = [function(inner[0]), values[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + PART * (high - low)];
            values = [values[1], function(inner[1])];
        }
    }
    0.5 * (low + high)
}

/// The expected points of a logit.
#[inline(always)]
pub(super) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The cross-entropy of a target and the expectation of a logit.
#[inline(always)]
pub(super) fn cross_entropy(logit: f32, target: f32) -> f32 {
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - target * logit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Turkish;
    use crate::search::Score;

    fn example(score: i32, winner: Option<Color>, generation: u32) -> Example<Turkish> {
        let sample = Sample { position: Position::start(), score: Score::centimen(score) };
        Example::new(&sample, Color::White, winner, generation)
    }

    #[test]
    fn constants_are_those_of_the_results() {
        // With a constant of 100, a man more wins 731 games of 1,000, and two 881. The other generation's scores are
        // three times as large.
        let mut examples = Vec::new();
        for (score, wins) in [(100, 731), (-100, 269), (200, 881)] {
            for game in 0..1_000 {
                let winner = Some(if game < wins { Color::White } else { Color::Black });
                examples.extend([example(score, winner, 0), example(3 * score, winner, 1)]);
            }
        }
        let constants = Teacher::fit(&examples, 2, 0.5).constants;
        assert!((constants[0] - 100.0).abs() < 0.5 && (constants[1] - 300.0).abs() < 1.5, "{constants:?}");
    }

    #[test]
    fn a_target_mixes_result_and_expectation() {
        let check = |lambda, score, winner, expected: f32| {
            let target = Teacher { constants: vec![7.0, 100.0], lambda }.target(&example(score, winner, 1));
            assert!((target - expected).abs() < 1e-6, "{target}, expected {expected}");
        };
        check(1.0, 300, Some(Color::Black), 0.0);
        check(1.0, 300, None, 0.5);
        check(0.0, 0, Some(Color::White), 0.5);
        check(0.5, 0, Some(Color::White), 0.75);
        check(0.0, 100, Some(Color::Black), 0.731_058_6);
    }
}
