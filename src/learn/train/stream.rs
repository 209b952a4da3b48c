//! The order in which an epoch goes through the data.
//!
//! Positions of a game follow each other in a file, and a step that sees few games learns their accidents. So the blocks
//! of all files are shuffled; as many are read at a time as make a window of some batches; and the positions of a window
//! are dealt to its batches in turn, as cards are. Every batch then has some positions of every game of its window.
//! Memory is bounded by the window, whatever the size of the data.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::data_set::{Block, DataSet};
use super::label::Example;
use crate::learn::DataRefusal;
use crate::rules::Variant;

/// How many batches a window makes.
const BATCHES_OF_WINDOW: usize = 64;

/// An epoch's way through the data.
pub(super) struct Stream<'a, V> {
    data: &'a DataSet<V>,
    threads: usize,
    batch: usize,
    /// The blocks that are still to be read, the next one last.
    blocks: Vec<Block>,
    /// The positions of the present window, and behind them those left over for the next.
    window: Vec<Example<V>>,
    /// How many of them are the window's.
    dealt: usize,
    /// Among how many batches they are dealt, and how many of these are taken.
    batches: usize,
    taken: usize,
}

impl<'a, V: Variant> Stream<'a, V> {
    /// The order of an epoch, which its number and the seed decide. Batches have so many positions, but in the last window.
    pub fn new(data: &'a DataSet<V>, seed: u64, epoch: u32, batch: usize, threads: usize) -> Stream<'a, V> {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..12].copy_from_slice(&epoch.to_le_bytes());
        let mut blocks = data.blocks();
        blocks.shuffle(&mut StdRng::from_seed(bytes));
        Stream { data, threads, batch, blocks, window: Vec::new(), dealt: 0, batches: 0, taken: 0 }
    }

    /// How many batches the whole epoch has.
    pub fn batches(data: &DataSet<V>, batch: usize) -> u64 {
        data.training().div_ceil(batch as u64)
    }

    /// The next batch, `None` at the end of the epoch.
    ///
    /// # Errors
    /// When a block cannot be read, or is damaged.
    pub fn next(&mut self) -> Result<Option<Batch<'_, V>>, DataRefusal> {
        if self.taken == self.batches {
            self.fill()?;
        }
        if self.batches == 0 {
            return Ok(None);
        }
        self.taken += 1;
        Ok(Some(Batch { window: &self.window[..self.dealt], first: self.taken - 1, step: self.batches }))
    }

    /// Reads the next window.
    fn fill(&mut self) -> Result<(), DataRefusal> {
        self.window.drain(..self.dealt);
        let wanted = self.batch * BATCHES_OF_WINDOW;
        while self.window.len() < wanted && !self.blocks.is_empty() {
            let mut missing = (wanted - self.window.len()) as u64;
            let is_needed = |&&block: &&Block| {
                let is_needed = missing > 0;
                missing = missing.saturating_sub(self.data.positions_in(block));
                is_needed
            };
            let count = self.blocks.iter().rev().take_while(is_needed).count();
            let blocks = self.blocks.split_off(self.blocks.len() - count);
            for examples in self.data.training_in(&blocks, self.threads)? {
                self.window.extend(examples);
            }
        }
        let is_last = self.blocks.is_empty();
        self.batches = if is_last { self.window.len().div_ceil(self.batch) } else { self.window.len() / self.batch };
        self.dealt = self.window.len().min(self.batches * self.batch);
        self.taken = 0;
        Ok(())
    }
}

/// The positions that make a step.
#[derive(Clone, Copy)]
pub(super) struct Batch<'a, V> {
    window: &'a [Example<V>],
    first: usize,
    step: usize,
}

impl<'a, V: Variant> Batch<'a, V> {
    /// How many.
    pub fn len(&self) -> usize {
        (self.window.len() - self.first).div_ceil(self.step)
    }

    /// The positions of part `part`, from 0, of so many parts.
    pub fn part(self, part: usize, of: usize) -> impl Iterator<Item = &'a Example<V>> {
        let bound = |parts: usize| self.len() * parts / of;
        (bound(part)..bound(part + 1)).map(move |place| &self.window[self.first + place * self.step])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::PathBuf;
    use std::sync::Arc;

    use super::*;
    use crate::eval::Net;
    use crate::learn::{DataHeader, DataWriter, Equipment, Plan, Sample, SelfPlay, Shard, encode};
    use crate::position::Position;
    use crate::rules::Turkish;
    use crate::search::Score;
    use crate::tables::Tables;

    const GAMES: u64 = 1_200;
    const SAMPLES: u64 = 10;
    const BATCH: usize = 100;

    /// A file in which every position has a score of its own, gone at the end.
    struct Numbered(PathBuf);

    impl Numbered {
        fn new() -> Numbered {
            let path = std::env::temp_dir().join(format!("damier-stream-{}", std::process::id()));
            let plan = Plan { seed: 5, nodes: 60, random_plies: 4..=12 };
            let equipment = Equipment { tables: Arc::new(Tables::new(0)), net: Net::embedded() };
            let header = DataHeader::new::<Turkish>(&plan, &equipment, GAMES, Shard::WHOLE);
            let mut writer = DataWriter::open::<Turkish>(&path, &header).unwrap();
            let game = |number| {
                let score = |sample: u64| Score::centimen((number * SAMPLES + sample) as i32);
                let samples = (0..SAMPLES).map(|it| Sample { position: Position::start(), score: score(it) }).collect();
                SelfPlay::<Turkish> { winner: None, plies: 10, samples }
            };
            while !writer.is_complete() {
                let (first, end) = (writer.next_game(), (writer.next_game() + 32).min(GAMES));
                writer.append(&encode(first, &(first..end).map(game).collect::<Vec<_>>())).unwrap();
            }
            Numbered(path)
        }
    }

    impl Drop for Numbered {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn numbers<'e>(examples: impl Iterator<Item = &'e Example<Turkish>>) -> Vec<u64> {
        examples.map(|example| example.score() as u64).collect()
    }

    /// The numbers of the positions, batch by batch.
    fn batches(data: &DataSet<Turkish>, epoch: u32, threads: usize) -> Vec<Vec<u64>> {
        let mut stream = Stream::new(data, 1, epoch, BATCH, threads);
        let mut batches = Vec::new();
        while let Some(batch) = stream.next().unwrap() {
            let parts: Vec<u64> = (0..3).flat_map(|part| numbers(batch.part(part, 3))).collect();
            assert_eq!(parts.len(), batch.len());
            batches.push(parts);
        }
        batches
    }

    #[test]
    fn an_epoch_has_every_position_once_but_those_held_out() {
        let file = Numbered::new();
        let data = DataSet::<Turkish>::open(std::slice::from_ref(&file.0), 7, 2, &mut |_, _| {}).unwrap();
        let measuring: HashSet<u64> = numbers(data.measuring().iter()).into_iter().collect();
        assert_eq!(measuring.len() as u64, data.held_out());
        let first = batches(&data, 0, 2);
        assert_eq!(first.len() as u64, Stream::batches(&data, BATCH));
        let mut all: Vec<u64> = first.concat();
        assert!(all.iter().all(|number| !measuring.contains(number)));
        // Games are held out as wholes.
        let games: HashSet<u64> = measuring.iter().map(|number| number / SAMPLES).collect();
        assert_eq!(games.len() as u64 * SAMPLES, data.held_out());
        all.extend(&measuring);
        all.sort_unstable();
        assert_eq!(all, (0..GAMES * SAMPLES).collect::<Vec<_>>());

        // The last window is smaller than others, and has fewer games.
        for batch in &first[..first.len() / BATCHES_OF_WINDOW * BATCHES_OF_WINDOW] {
            let games: HashSet<u64> = batch.iter().map(|number| number / SAMPLES).collect();
            assert_eq!(batch.len(), BATCH);
            assert!(games.len() > BATCH * 9 / 10, "{} games in {BATCH}", games.len());
        }
        assert_eq!(batches(&data, 0, 3), first);
        assert_ne!(batches(&data, 1, 2), first);
    }
}
