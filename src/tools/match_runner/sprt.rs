//! The sequential test: whether a player is `elo1` stronger rather than `elo0`, with as few games as it takes.
//!
//! After every pair the log-likelihood ratio of the two hypotheses is computed from the five counts of pairs; the test ends
//! when it leaves the interval from ln(β/(1−α)) to ln((1−β)/α) (A. Wald, "Sequential Tests of Statistical Hypotheses", 1945).
//!
//! The distribution of pairs is not known, only its mean s under each hypothesis (from Elo, by the logistic model). So each
//! hypothesis is taken at its best: the distribution on the five scores a with mean s that makes the counts most likely.
//! By Lagrange multipliers it is pᵢ/(1 + θ(aᵢ − s)), where p are the shares counted and θ solves
//! Σ pᵢ(aᵢ − s)/(1 + θ(aᵢ − s)) = 0; then LLR = N Σ pᵢ ln((1 + θ₀(aᵢ − s₀))/(1 + θ₁(aᵢ − s₁))). This is the generalized
//! test of M. Van den Bergh, "A Practical Introduction to the GSPRT". For small differences it is close to the
//! well-known (s₁ − s₀)/v · (Σa − N(s₀ + s₁)/2).

use super::stats::{Tally, expected_score};

/// What stands in for a count of 0, so that every hypothesis is possible.
const NEVER_SEEN: f64 = 1e-3;

/// The bounds of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference in Elo of the first hypothesis, H0.
    pub elo0: f64,
    /// The difference in Elo of the second, H1.
    pub elo1: f64,
    /// How likely H1 may be accepted though H0 holds.
    pub alpha: f64,
    /// How likely H0 may be accepted though H1 holds.
    pub beta: f64,
}

/// What a test decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The player is not stronger than `elo0`.
    AcceptH0,
    /// The player is at least `elo1` stronger.
    AcceptH1,
}

impl Sprt {
    /// Below this H0 is accepted.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// Above this H1 is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of the two hypotheses; 0 before the first pair is complete.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.pair_count() == 0 {
            return 0.0;
        }
        let counts = tally.pairs.map(|count| if count == 0 { NEVER_SEEN } else { count as f64 });
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        let (theta0, theta1) = (multiplier(&counts, s0), multiplier(&counts, s1));
        counts
            .iter()
            .enumerate()
            .map(|(at, count)| {
                let a = share(at);
                count * ((1.0 + theta0 * (a - s0)) / (1.0 + theta1 * (a - s1))).ln()
            })
            .sum()
    }

    /// What the test decides, `None` while it goes on.
    pub fn decision(&self, tally: &Tally) -> Option<Decision> {
        let llr = self.llr(tally);
        if llr >= self.upper() {
            Some(Decision::AcceptH1)
        } else if llr <= self.lower() {
            Some(Decision::AcceptH0)
        } else {
            None
        }
    }
}

/// The share of its points that a pair of the given place in the counts scored.
fn share(at: usize) -> f64 {
    at as f64 / 4.0
}

/// θ, by bisection: the sum falls from plus to minus infinity between the two values where a probability gets infinite.
fn multiplier(counts: &[f64; 5], mean: f64) -> f64 {
    let sum = |theta: f64| -> f64 {
        counts
            .iter()
            .enumerate()
            .map(|(at, count)| count * (share(at) - mean) / (1.0 + theta * (share(at) - mean)))
            .sum()
    };
    // 1 + θ(a − s) is positive for a = 0 below 1/s, and for a = 1 above −1/(1 − s).
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    // Each round halves the interval; 100 of them use up the digits of a double.
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    #[track_caller]
    fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    fn llr(pairs: [u64; 5]) -> f64 {
        TEST.llr(&Tally { pairs, ..Tally::default() })
    }

    #[test]
    fn bounds() {
        // ln(0.95/0.05) = ln 19 = 2.944439
        close(TEST.upper(), 2.944_439, 1e-6);
        close(TEST.lower(), -2.944_439, 1e-6);
    }

    #[test]
    fn two_outcomes_have_a_closed_form() {
        // Where pairs only end 0 or 2, the distribution with mean s is (1 − s, s) and nothing else, so
        // LLR = W ln(s1/s0) + L ln((1 − s1)/(1 − s0)). s0 = 0.5, s1 = 1/(1 + 10^(−1/40)) = 1/(1 + 0.9440609) = 0.5143872.
        // W = 60, L = 40: 60 ln(1.0287744) + 40 ln(0.9712256) = 60 · 0.0283682 − 40 · 0.0291965
        //   = 1.702092 − 1.167860 = 0.534232. The stand-ins for the counts of 0 change it in the third digit.
        close(llr([40, 0, 0, 0, 60]), 0.534_232, 1e-3);
    }

    #[test]
    fn small_differences_agree_with_the_normal_approximation() {
        // 1000 pairs: 50, 200, 480, 210, 60. Σa = 200·¼ + 480·½ + 210·¾ + 60·1 = 50 + 240 + 157.5 + 60 = 507.5,
        // mean 0.5075. Squares: 200/16 + 480/4 + 210·9/16 + 60 = 12.5 + 120 + 118.125 + 60 = 310.625, so
        // v = 0.310625 − 0.5075² = 0.310625 − 0.25755625 = 0.05306875.
        // LLR ≈ (0.0143872 / 0.05306875) · (507.5 − 1000 · 1.0143872/2) = 0.2711049 · (507.5 − 507.1936) = 0.08307.
        close(llr([50, 200, 480, 210, 60]), 0.083, 0.01);
        // Between the hypotheses' scores the evidence is balanced: it turns from one side to the other.
        assert!(llr([50, 205, 480, 205, 60]) < 0.0);
    }

    #[test]
    fn decisions() {
        let decision = |pairs| TEST.decision(&Tally { pairs, ..Tally::default() });
        assert_eq!(decision([0; 5]), None);
        assert_eq!(decision([50, 200, 480, 210, 60]), None);
        assert_eq!(decision([40, 180, 480, 230, 70]), Some(Decision::AcceptH1));
        assert_eq!(decision([70, 230, 480, 180, 40]), Some(Decision::AcceptH0));
    }

    #[test]
    fn one_sided_results_have_a_finite_ratio() {
        assert!(llr([0, 0, 0, 0, 50]).is_finite());
        assert!(llr([0, 0, 0, 0, 50]) > 0.0);
        assert!(llr([50, 0, 0, 0, 0]) < 0.0);
        close(llr([0, 0, 50, 0, 0]), llr([0, 0, 50, 0, 0]), 0.0);
    }
}
