//! Parts of a run, so that several machines can share it.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of several parts of a run. Parts are whole blocks in a row, as equal in number as can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 1.
    number: u32,
    of: u32,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Part `number`, from 1, of `of` parts; `None` where there is no such part.
    pub fn new(number: u32, of: u32) -> Option<Shard> {
        (1..=of).contains(&number).then_some(Shard { number, of })
    }

    /// The games of this part, out of so many in blocks of this size. None where there are fewer blocks than parts.
    pub(super) fn games(self, total: u64, games_per_block: u64) -> Range<u64> {
        let blocks = u128::from(total.div_ceil(games_per_block));
        let bound = |parts: u32| {
            let block = (blocks * u128::from(parts) / u128::from(self.of)) as u64;
            block.saturating_mul(games_per_block).min(total)
        };
        bound(self.number - 1)..bound(self.number)
    }
}

/// A text that names no part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadShard(String);

impl fmt::Display for BadShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no part, expected K/N with K from 1 to N, such as 2/4", self.0)
    }
}

impl std::error::Error for BadShard {}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Shard, BadShard> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        numbers.and_then(|(number, of)| Shard::new(number, of)).ok_or_else(|| BadShard(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_the_whole() {
        for (total, per_block) in [(1, 32), (100, 32), (1_000, 7), (64, 32), (u64::MAX, 1)] {
            assert_eq!(Shard::WHOLE.games(total, per_block), 0..total);
            for of in [1, 2, 3, 10] {
                let mut end = 0;
                for number in 1..=of {
                    let games = Shard::new(number, of).unwrap().games(total, per_block);
                    assert_eq!(games.start, end, "{number}/{of} of {total}");
                    assert!(games.start.is_multiple_of(per_block) || games.is_empty());
                    end = games.end;
                }
                assert_eq!(end, total);
            }
        }
    }

    #[test]
    fn parts_are_read() {
        assert_eq!("2/4".parse(), Ok(Shard { number: 2, of: 4 }));
        for text in ["", "2", "0/4", "5/4", "1/0", "2/", "/4", "a/b", "1/2/3", "-1/2"] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{text}' is no part, ")), "{error}");
        }
    }
}
