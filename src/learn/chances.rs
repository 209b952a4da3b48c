//! How scores and results of games hang together: the curves by which a score is told as chances.

use super::data::{DataFile, DataRefusal};
use crate::eval::{Curves, share_left};
use crate::rules::{Color, Variant};

/// Scores are put together in classes of so many hundredths of a man.
const CLASS: i32 = 10;
/// Scores beyond are all but certain, and counted as this.
const MOST: i32 = 2_000;
/// Shares of pieces are put together in so many classes.
const SHARES: usize = 16;
/// How often each number of the curves is fitted anew.
const ROUNDS: u32 = 60;
/// The step by which a number is changed at first, as a part of it, and the least.
const STEPS: [f64; 2] = [0.5, 0.002];

/// Results of games by the score and by the pieces left, both put together in classes.
#[derive(Default)]
pub struct Chances {
    /// Won, drawn and lost games for the side to move, with the score and the share of pieces of the class.
    classes: Vec<Class>,
}

#[derive(Clone, Copy, Default)]
struct Class {
    score: f64,
    share: f64,
    results: [f64; 3],
}

impl Chances {
    /// The results of the games of a file, at each of its positions.
    ///
    /// # Errors
    /// When a block cannot be read or is damaged.
    pub fn gather<V: Variant>(file: &DataFile) -> Result<Chances, DataRefusal> {
        let classes = (2 * MOST / CLASS + 1) as usize;
        let mut counts = vec![[0.0; 3]; classes * (SHARES + 1)];
        for block in 0..file.blocks() {
            for game in &file.read_block::<V>(block)? {
                for sample in &game.samples {
                    let score = (sample.score.value().clamp(-MOST, MOST) + MOST) as usize / CLASS as usize;
                    let share = (share_left(&sample.position) * SHARES as f64).round() as usize;
                    counts[share * classes + score][result(game.winner, sample.position.side_to_move())] += 1.0;
                }
            }
        }
        let class = |(at, &results): (usize, &[f64; 3])| Class {
            score: f64::from((at % classes) as i32 * CLASS - MOST + CLASS / 2),
            share: (at / classes) as f64 / SHARES as f64,
            results,
        };
        let is_met = |class: &Class| class.results != [0.0; 3];
        Ok(Chances { classes: counts.iter().enumerate().map(class).filter(is_met).collect() })
    }

    /// The curves under which the results are likeliest. Each number is moved in turn as long as that helps, by smaller
    /// and smaller steps.
    pub fn fit(&self) -> Curves {
        let mut numbers = [100.0, 100.0, 100.0, 100.0];
        let mut steps = [STEPS[0]; 4];
        let mut best = self.unlikeliness(curves(numbers));
        for _ in 0..ROUNDS {
            for at in 0..numbers.len() {
                let before = best;
                for factor in [1.0 + steps[at], 1.0 / (1.0 + steps[at])] {
                    let mut moved = numbers;
                    moved[at] *= factor;
                    let found = self.unlikeliness(curves(moved));
                    if found < best {
                        (numbers, best) = (moved, found);
                    }
                }
                if best == before {
                    steps[at] = (steps[at] / 2.0).max(STEPS[1]);
                }
            }
        }
        curves(numbers)
    }

    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.classes.iter().flat_map(|class| class.results).sum::<f64>() as u64
    }

    /// The negative logarithm of the likelihood, for a position.
    pub fn unlikeliness(&self, curves: Curves) -> f64 {
        let of = |class: &Class| {
            let (win, loss) = (curves.chance(class.score, class.share), curves.chance(-class.score, class.share));
            let chances = [win, 1.0 - win - loss, loss].map(|chance| chance.max(1e-6).ln());
            class.results.iter().zip(chances).map(|(count, logarithm)| count * logarithm).sum::<f64>()
        };
        -self.classes.iter().map(of).sum::<f64>() / self.positions() as f64
    }
}

/// Won, drawn or lost for the side to move: 0, 1 or 2.
fn result(winner: Option<Color>, side: Color) -> usize {
    match winner {
        Some(color) if color == side => 0,
        None => 1,
        Some(_) => 2,
    }
}

fn curves([full, empty, full_slope, empty_slope]: [f64; 4]) -> Curves {
    Curves { half: [full, empty], slope: [full_slope, empty_slope] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curves_are_found_again() {
        let expected = curves([60.0, 240.0, 90.0, 45.0]);
        let mut chances = Chances::default();
        for share in [0.2, 0.5, 1.0] {
            for score in (-1_000..=1_000).step_by(20).map(f64::from) {
                let (win, loss) = (expected.chance(score, share), expected.chance(-score, share));
                let results = [win, 1.0 - win - loss, loss].map(|chance| 1_000.0 * chance);
                chances.classes.push(Class { score, share, results });
            }
        }
        let found = chances.fit();
        let pairs = expected.half.into_iter().chain(expected.slope).zip(found.half.into_iter().chain(found.slope));
        for (expected, found) in pairs {
            assert!((found / expected - 1.0).abs() < 0.02, "{found} {expected}");
        }
    }
}
