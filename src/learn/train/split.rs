//! Which games are held out.
//!
//! A game is named by its run's seed and its number. Positions of one game are alike, so that none of a game that is
//! trained on may measure what was learned; games of two generations with one seed begin alike, and stay together as well.

/// The rule that parts the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Split {
    /// One game of so many is held out.
    one_of: u64,
    /// One of so many of these measures; the others would only take memory.
    measured_of: u64,
}

impl Split {
    /// Holds out one game of so many. Where that makes more than `most` of so many positions, only some measure.
    pub fn new(one_of: u32, positions: u64, most: u64) -> Split {
        let one_of = u64::from(one_of);
        Split { one_of, measured_of: (positions / one_of).div_ceil(most).max(1) }
    }

    /// Whether a game is held out.
    pub fn is_held_out(self, seed: u64, game: u64) -> bool {
        mixed(seed, game).is_multiple_of(self.one_of)
    }

    /// Whether a game is held out and measures.
    pub fn measures(self, seed: u64, game: u64) -> bool {
        let number = mixed(seed, game);
        number.is_multiple_of(self.one_of) && (number / self.one_of).is_multiple_of(self.measured_of)
    }
}

/// A number that looks random [S. Vigna, SplitMix64].
fn mixed(seed: u64, game: u64) -> u64 {
    [seed, game].into_iter().fold(0, |number, more| {
        let number = (number ^ more).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_held_out_evenly_and_by_seed() {
        let split = Split::new(16, 100_000_000, 1_000_000);
        let count = |seed, is: &dyn Fn(u64, u64) -> bool| (0..160_000).filter(|&game| is(seed, game)).count();
        for seed in [1, 2, u64::MAX] {
            let held_out = count(seed, &|seed, game| split.is_held_out(seed, game));
            assert!((9_600..10_400).contains(&held_out), "{held_out}");
            // One of seven, for 6,250,000 positions are held out.
            let measuring = count(seed, &|seed, game| split.measures(seed, game));
            assert!((1_300..1_560).contains(&measuring), "{measuring}");
            assert_eq!(count(seed, &|seed, game| split.measures(seed, game) && !split.is_held_out(seed, game)), 0);
        }
        let both = count(1, &|_, game| split.is_held_out(1, game) && split.is_held_out(2, game));
        assert!(both < 800, "{both}");
    }

    #[test]
    fn few_games_measure_all() {
        let split = Split::new(4, 1_000, 1_000);
        assert!((0..1_000).all(|game| split.is_held_out(7, game) == split.measures(7, game)));
    }
}
