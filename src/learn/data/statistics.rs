//! What a file of games holds, counted.

use std::collections::HashSet;

use super::super::self_play::SelfPlay;
use super::file::DataFile;
use super::refusal::DataRefusal;
use crate::rules::{Color, Variant};
use crate::search::Score;

/// The percentiles of scores that are told.
pub const PERCENTILES: [u32; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];
/// The most keys that are kept to find duplicates, which takes about 300 MB. Of files with more positions, only those are
/// looked at whose keys have some of their last bits 0: a fixed share, and either all occurrences of a position or none.
const MOST_KEYS: u64 = 1 << 24;
/// The most pieces that a board holds.
const MOST_PIECES: usize = 64;

/// What a file of games holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataStatistics {
    /// How many games.
    pub games: u64,
    /// Games won by White, drawn, and won by Black.
    pub results: [u64; 3],
    /// Plies of all games.
    pub plies: u64,
    /// How many positions.
    pub samples: u64,
    /// Positions with so many pieces.
    pub by_pieces: [u64; MOST_PIECES + 1],
    /// Positions with White and with Black to move.
    pub by_side: [u64; 2],
    /// Positions with each score, the lowest first.
    scores: Vec<u64>,
    /// Of how many keys one was looked at to find duplicates.
    pub one_key_of: u64,
    /// How many positions were looked at to find duplicates.
    pub compared: u64,
    /// How many of them had occurred before, in the same or an earlier game.
    pub duplicates: u64,
}

impl DataStatistics {
    /// Counts what the whole blocks of a file hold. `watch` hears of the positions of each block.
    ///
    /// # Errors
    /// When a block cannot be read or is damaged.
    pub fn gather<V: Variant>(file: &DataFile, mut watch: impl FnMut(u64)) -> Result<DataStatistics, DataRefusal> {
        let one_key_of = file.samples().div_ceil(MOST_KEYS).next_power_of_two();
        let mut statistics = DataStatistics::new(one_key_of);
        let mut keys = HashSet::new();
        for block in 0..file.blocks() {
            for game in &file.read_block::<V>(block)? {
                statistics.add(game, &mut keys);
            }
            watch(file.samples_in(block));
        }
        Ok(statistics)
    }

    fn new(one_key_of: u64) -> DataStatistics {
        DataStatistics {
            games: 0,
            results: [0; 3],
            plies: 0,
            samples: 0,
            by_pieces: [0; MOST_PIECES + 1],
            by_side: [0; 2],
            scores: vec![0; index(Score::MAX_EVAL.value()) + 1],
            one_key_of,
            compared: 0,
            duplicates: 0,
        }
    }

    fn add<V: Variant>(&mut self, game: &SelfPlay<V>, keys: &mut HashSet<u64>) {
        self.games += 1;
        self.plies += u64::from(game.plies);
        self.samples += game.samples.len() as u64;
        let result = match game.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        };
        self.results[result] += 1;
        for sample in &game.samples {
            let position = &sample.position;
            self.by_pieces[position.count_pieces() as usize] += 1;
            self.by_side[position.side_to_move().index()] += 1;
            self.scores[index(sample.score.value())] += 1;
            let key = position.key().0;
            if key.is_multiple_of(self.one_key_of) {
                self.compared += 1;
                self.duplicates += u64::from(!keys.insert(key));
            }
        }
    }

    /// Positions whose score for the side to move is from `least` up to, but not, `end`, in hundredths of a man.
    pub fn count_scores(&self, least: i32, end: i32) -> u64 {
        let limit = Score::MAX_EVAL.value() + 1;
        let [least, end] = [least, end].map(|score| index(score.clamp(1 - limit, limit)));
        self.scores[least.min(end)..end].iter().sum()
    }

    /// The lowest score for the side to move that at least this percentage of positions do not exceed; `None` without
    /// positions.
    pub fn percentile(&self, percent: u32) -> Option<i32> {
        let mut below = 0;
        let place = self.scores.iter().position(|&count| {
            below += count;
            below > 0 && below * 100 >= self.samples * u64::from(percent)
        })?;
        Some(place as i32 - Score::MAX_EVAL.value())
    }

    /// The mean of the scores' amounts, in hundredths of a man; `None` without positions.
    pub fn mean_amount(&self) -> Option<f64> {
        let amount =
            |(at, &count): (usize, &u64)| (at as f64 - f64::from(Score::MAX_EVAL.value())).abs() * count as f64;
        (self.samples > 0).then(|| self.scores.iter().enumerate().map(amount).sum::<f64>() / self.samples as f64)
    }
}

/// The place of a score, from 0.
fn index(score: i32) -> usize {
    (score + Score::MAX_EVAL.value()) as usize
}
