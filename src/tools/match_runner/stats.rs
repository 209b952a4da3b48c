//! What a list of results says about strength.
//!
//! Two games from the same opening with sides swapped are not independent: an opening that suits White suits it in both.
//! So the unit is the *pair*. It scores 0, ½, 1, 1½ or 2 points, and the five counts (the *pentanomial*) give
//! the variance. With N pairs, x the mean score of a pair divided by 2 and v its variance,
//!
//! - Elo = −400 log₁₀(1/x − 1), from the logistic model of A. Elo;
//! - its error is half the width of the interval that x ± 1.96 √(v/N) gives, 95 % of a normal distribution;
//! - normalized Elo = (x − ½) / √(2v) · 800/ln 10, which counts in standard deviations of a game (M. Van den Bergh,
//!   "Normalized Elo");
//! - LOS, the likelihood of superiority, = Φ((x − ½) / √(v/N)): how likely such a score is to come from the stronger side.

/// 97.5 % of a standard normal distribution lie below this.
const TWO_SIDED_95: f64 = 1.959_963_985;

/// Games of one player against another, seen from the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs that scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// How many of the pairs in the middle are a win and a loss, not two draws.
    pub won_and_lost: u64,
}

impl Tally {
    /// Counts a game in which the first player scored so many half points.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts a complete pair by the half points of its games, which [`Tally::add_game`] counts on their own.
    pub fn add_pair(&mut self, games: [u8; 2]) {
        self.pairs[usize::from(games[0] + games[1]).min(4)] += 1;
        if games[0] + games[1] == 2 && games[0] != 1 {
            self.won_and_lost += 1;
        }
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first player.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// How many pairs are complete.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// What the pairs say, `None` before the first is complete.
    pub fn estimate(&self) -> Option<Estimate> {
        let count = self.pair_count() as f64;
        if count == 0.0 {
            return None;
        }
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            self.pairs.iter().enumerate().map(|(at, &pairs)| pairs as f64 * value(at as f64 / 4.0)).sum::<f64>() / count
        };
        let score = mean_of(&|x| x);
        let variance = mean_of(&|x| (x - score).powi(2));
        let deviation = (variance / count).sqrt();
        let width = TWO_SIDED_95 * deviation;
        Some(Estimate {
            score,
            elo: elo(score),
            elo_error: (elo(score + width) - elo(score - width)) / 2.0,
            normalized_elo: normalized(score - 0.5, variance),
            normalized_error: normalized(width, variance),
            superiority: if deviation > 0.0 { normal((score - 0.5) / deviation) } else { certain(score) },
        })
    }

    /// The share of the pairs in which neither player was ahead.
    pub fn draw_ratio(&self) -> f64 {
        self.pairs[2] as f64 / self.pair_count() as f64
    }

    /// How many pairs were won for one that was lost.
    pub fn pairs_ratio(&self) -> f64 {
        (self.pairs[3] + self.pairs[4]) as f64 / (self.pairs[0] + self.pairs[1]) as f64
    }

    /// Among the pairs in the middle, those of a win and a loss for one of two draws.
    pub fn won_and_lost_ratio(&self) -> f64 {
        self.won_and_lost as f64 / (self.pairs[2] - self.won_and_lost) as f64
    }
}

/// How strong the first player is, as far as the pairs tell.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The share of the points, from 0 to 1.
    pub score: f64,
    /// The difference in Elo; infinite when all points went to one side.
    pub elo: f64,
    /// Half the width of its interval of 95 %; not a number when the interval has no end.
    pub elo_error: f64,
    /// The difference in normalized Elo.
    pub normalized_elo: f64,
    /// Half the width of its interval of 95 %.
    pub normalized_error: f64,
    /// How likely it is that the first player is the stronger one, from 0 to 1.
    pub superiority: f64,
}

/// The difference in Elo at which a player scores this share of the points.
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of the points that a player so much stronger scores.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A lead over one half in normalized Elo, where `variance` is that of a pair's share of its points: a game's is twice that.
fn normalized(lead: f64, variance: f64) -> f64 {
    let lead_in_deviations = if lead == 0.0 { 0.0 } else { lead / (2.0 * variance).sqrt() };
    lead_in_deviations * 800.0 / std::f64::consts::LN_10
}

/// The likelihood of superiority when every pair scored the same.
fn certain(score: f64) -> f64 {
    if score > 0.5 {
        1.0
    } else if score < 0.5 {
        0.0
    } else {
        0.5
    }
}

/// The standard normal distribution function.
///
/// Its Taylor series in the form φ(x) (x + x³/3 + x⁵/(3·5) + …), whose terms are all positive for x > 0, so that nothing
/// cancels.
fn normal(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x, x, 3.0);
    while term.abs() > 1e-17 * sum.abs() {
        term *= x * x / odd;
        sum += term;
        odd += 2.0;
    }
    0.5 + sum * (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    #[test]
    fn games_and_pairs_are_counted() {
        let mut tally = Tally::default();
        for games in [[2, 0], [1, 1], [2, 1], [0, 0], [2, 2]] {
            games.into_iter().for_each(|game| tally.add_game(game));
            tally.add_pair(games);
        }
        // Games: 2 0 1 1 2 1 0 0 2 2, that is four wins, three draws, three losses, 5.5 points.
        assert_eq!((tally.wins, tally.draws, tally.losses), (4, 3, 3));
        close(tally.points(), 5.5, 0.0);
        assert_eq!(tally.pairs, [1, 0, 2, 1, 1]);
        assert_eq!(tally.won_and_lost, 1);
        close(tally.draw_ratio(), 0.4, 1e-12);
        close(tally.pairs_ratio(), 2.0, 1e-12);
        close(tally.won_and_lost_ratio(), 1.0, 1e-12);
    }

    #[test]
    fn elo_of_known_scores() {
        // 10 to 1: log10(10) = 1, so a score of 10/11 is 400 Elo; 3 to 1 is 400 · 0.477121 = 190.85.
        close(elo(10.0 / 11.0), 400.0, 1e-9);
        close(elo(0.75), 190.848_5, 1e-3);
        close(elo(0.5), 0.0, 1e-12);
        close(expected_score(400.0), 10.0 / 11.0, 1e-12);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
        assert_eq!(elo(1.0), f64::INFINITY);
    }

    #[test]
    fn an_estimate_worked_out_by_hand() {
        // 100 pairs, 10 of ½ point, 60 of 1, 30 of 1½. In shares: ¼, ½, ¾.
        // x = (10·¼ + 60·½ + 30·¾) / 100 = (2.5 + 30 + 22.5) / 100 = 0.55
        // v = (10·0.3² + 60·0.05² + 30·0.2²) / 100 = (0.9 + 0.15 + 1.2) / 100 = 0.0225
        // √(v/N) = 0.15 / 10 = 0.015
        // Elo = −400 log10(1/0.55 − 1) = −400 log10(0.818182) = 400 · 0.0871502 = 34.860
        // 1.959964 · 0.015 = 0.0293995, so x from 0.5206005 to 0.5793995:
        //   400 log10(0.5793995/0.4206005) = 400 · log10(1.377553) = 400 · 0.1391083 = 55.643
        //   400 log10(0.5206005/0.4793995) = 400 · log10(1.085943) = 400 · 0.0358070 = 14.323
        //   half the width = 20.660
        // LOS = Φ(0.05 / 0.015) = Φ(3.3333) = 0.999571
        // normalized: 0.05 / √0.045 · 800/2.302585 = 0.2357023 · 347.4356 = 81.891
        let estimate = tally([0, 10, 60, 30, 0]).estimate().unwrap();
        close(estimate.score, 0.55, 1e-12);
        close(estimate.elo, 34.860, 1e-3);
        close(estimate.elo_error, 20.660, 2e-3);
        close(estimate.superiority, 0.999_571, 1e-6);
        close(estimate.normalized_elo, 81.891, 1e-3);
    }

    #[test]
    fn equal_players_come_out_at_zero() {
        let estimate = tally([5, 10, 40, 10, 5]).estimate().unwrap();
        close(estimate.elo, 0.0, 1e-12);
        close(estimate.superiority, 0.5, 1e-12);
        let estimate = tally([0, 0, 7, 0, 0]).estimate().unwrap();
        close(estimate.elo_error, 0.0, 1e-12);
        close(estimate.normalized_elo, 0.0, 1e-12);
        close(estimate.superiority, 0.5, 1e-12);
        assert!(tally([0; 5]).estimate().is_none());
    }

    #[test]
    fn the_normal_distribution() {
        // From tables: Φ(1) = 0.841345, Φ(1.959964) = 0.975, Φ(−3) = 0.001350.
        close(normal(0.0), 0.5, 1e-15);
        close(normal(1.0), 0.841_345, 1e-6);
        close(normal(TWO_SIDED_95), 0.975, 1e-9);
        close(normal(-3.0), 0.001_350, 1e-6);
        close(normal(9.0), 1.0, 0.0);
    }
}
