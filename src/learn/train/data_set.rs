//! The files that are trained on, together.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;

use super::error::TrainError;
use super::label::Example;
use super::split::Split;
use super::threads::joined;
use crate::learn::{DataFile, DataHeader, DataRefusal, SelfPlay};
use crate::rules::Variant;

/// The most positions of games held out that measure, about; with what is read at a time they are what takes memory.
const MOST_MEASURING: u64 = 1 << 20;
/// How many blocks a thread reads until its finds are gathered.
const BLOCKS_AT_A_TIME: usize = 64;

/// A file that is trained on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// How its games were played.
    pub header: DataHeader,
    /// How many games it holds; a file that was broken off has fewer than its header tells.
    pub games: u64,
    /// How many positions it holds.
    pub positions: u64,
    /// CRC-32 of its header and its whole blocks.
    pub checksum: u32,
    /// Which generation of players it is of, from 0: files whose games were played in the same way, by the same engine
    /// with the same weights, are of one.
    pub generation: usize,
}

/// A block of one of the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    file: u32,
    block: u32,
}

/// Files that were found sound, with the games that measure in memory and all others left in their files.
#[derive(Debug)]
pub struct DataSet<V> {
    files: Vec<DataFile>,
    sources: Vec<Source>,
    split: Split,
    training: u64,
    held_out: u64,
    measuring: Vec<Example<V>>,
}

/// A game of a file that is read.
struct NumberedGame<V> {
    /// The seed of its run.
    seed: u64,
    /// Its number in the run.
    number: u64,
    generation: u32,
    game: SelfPlay<V>,
}

/// What a thread finds in some blocks.
struct Found<V> {
    training: u64,
    held_out: u64,
    measuring: Vec<Example<V>>,
}

impl<V> Default for Found<V> {
    fn default() -> Found<V> {
        Found { training: 0, held_out: 0, measuring: Vec::new() }
    }
}

impl<V: Variant> DataSet<V> {
    /// Reads every block of the files once, in whatever order they are named, and keeps one game of so many out of the
    /// training. `watch` hears how many positions of how many were read.
    ///
    /// # Errors
    /// When a file is refused, two hold the same games, or there is nothing to train on or nothing to measure with.
    pub fn open(
        paths: &[PathBuf],
        held_out: u32,
        threads: usize,
        watch: &mut dyn FnMut(u64, u64),
    ) -> Result<DataSet<V>, TrainError> {
        let mut opened = Vec::new();
        for path in paths {
            let file = DataFile::open::<V>(path)?;
            let checksum = checksum(path, file.bytes()).map_err(|error| TrainError::Unreadable(path.clone(), error))?;
            let (games, positions) = (file.games(), file.samples());
            let header = file.header().clone();
            opened.push((file, Source { path: path.clone(), header, games, positions, checksum, generation: 0 }));
        }
        opened.sort_by_key(|(_, source)| {
            let header = &source.header;
            (header.seed, header.first_game, header.engine, header.weights, source.checksum)
        });
        let (files, mut sources): (Vec<_>, Vec<_>) = opened.into_iter().unzip();
        refuse_doubles(&sources)?;
        find_generations(&mut sources);
        let positions = sources.iter().map(|source| source.positions).sum();
        let split = Split::new(held_out, positions, MOST_MEASURING);
        let mut set = DataSet { files, sources, split, training: 0, held_out: 0, measuring: Vec::new() };
        set.survey(positions, threads, watch)?;
        if set.training == 0 {
            return Err(TrainError::NothingToTrainOn);
        }
        set.check_measuring(held_out)?;
        Ok(set)
    }

    /// Checks that every generation has positions that measure.
    fn check_measuring(&self, one_of: u32) -> Result<(), TrainError> {
        let mut measures = vec![false; self.generations()];
        for example in &self.measuring {
            measures[example.generation()] = true;
        }
        let Some(source) = self.sources.iter().find(|source| !measures[source.generation]) else { return Ok(()) };
        let alike = self.sources.iter().filter(|other| other.generation == source.generation);
        let games = alike.map(|source| source.games).sum();
        Err(TrainError::NothingHeldOut { file: source.path.clone(), games, one_of })
    }

    /// Counts the positions of both kinds, and takes those that measure.
    fn survey(&mut self, positions: u64, threads: usize, watch: &mut dyn FnMut(u64, u64)) -> Result<(), TrainError> {
        for blocks in self.blocks().chunks(BLOCKS_AT_A_TIME * threads) {
            let found = self.gather(blocks, threads, |found: &mut Found<V>, read: NumberedGame<V>| {
                let positions = read.game.samples.len() as u64;
                if !self.split.is_held_out(read.seed, read.number) {
                    found.training += positions;
                    return;
                }
                found.held_out += positions;
                if self.split.measures(read.seed, read.number) {
                    found.measuring.extend(read.examples());
                }
            })?;
            for found in found {
                self.training += found.training;
                self.held_out += found.held_out;
                self.measuring.extend(found.measuring);
            }
            watch(self.training + self.held_out, positions);
        }
        Ok(())
    }

    /// The files, in the order in which they are used.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// How many generations of players the files are of.
    pub(super) fn generations(&self) -> usize {
        self.sources.iter().map(|source| source.generation + 1).max().unwrap_or(0)
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.sources.iter().map(|source| source.games).sum()
    }

    /// How many positions are trained on.
    pub fn training(&self) -> u64 {
        self.training
    }

    /// How many positions are held out.
    pub fn held_out(&self) -> u64 {
        self.held_out
    }

    /// The positions that measure.
    pub(super) fn measuring(&self) -> &[Example<V>] {
        &self.measuring
    }

    /// All blocks of all files.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let of_file = |(file, data): (usize, &DataFile)| {
            (0..data.blocks()).map(move |block| Block { file: file as u32, block: block as u32 })
        };
        self.files.iter().enumerate().flat_map(of_file).collect()
    }

    /// How many positions a block holds.
    pub(super) fn positions_in(&self, block: Block) -> u64 {
        self.files[block.file as usize].samples_in(block.block as usize)
    }

    /// The positions of the blocks that are trained on, in order.
    pub(super) fn training_in(&self, blocks: &[Block], threads: usize) -> Result<Vec<Vec<Example<V>>>, DataRefusal> {
        self.gather(blocks, threads, |found: &mut Vec<Example<V>>, read: NumberedGame<V>| {
            if !self.split.is_held_out(read.seed, read.number) {
                found.extend(read.examples());
            }
        })
    }

    /// What the threads take from the games of the blocks, each a part of them, in order.
    fn gather<T: Default + Send>(
        &self,
        blocks: &[Block],
        threads: usize,
        take: impl Fn(&mut T, NumberedGame<V>) + Sync,
    ) -> Result<Vec<T>, DataRefusal> {
        let read = |blocks: &[Block]| {
            let mut taken = T::default();
            for &Block { file, block } in blocks {
                let generation = self.sources[file as usize].generation as u32;
                let (file, block) = (&self.files[file as usize], block as usize);
                let (seed, first) = (file.header().seed, file.first_game_of(block));
                for (number, game) in (first..).zip(file.read_block::<V>(block)?) {
                    take(&mut taken, NumberedGame { seed, number, generation, game });
                }
            }
            Ok(taken)
        };
        let share = blocks.len().div_ceil(threads).max(1);
        thread::scope(|scope| {
            let workers: Vec<_> = blocks.chunks(share).map(|blocks| scope.spawn(move || read(blocks))).collect();
            workers.into_iter().map(joined).collect()
        })
    }
}

impl<V: Variant> NumberedGame<V> {
    fn examples(&self) -> impl Iterator<Item = Example<V>> {
        let SelfPlay { samples, winner, .. } = &self.game;
        samples.iter().map(|sample| Example::new(sample, sample.position.side_to_move(), *winner, self.generation))
    }
}

/// Numbers the generations in the order of the files. The seed and the part of a run do not tell them apart: a run that is
/// divided, or goes on with another seed, has the same players.
fn find_generations(sources: &mut [Source]) {
    let mut players: Vec<DataHeader> = Vec::new();
    for source in sources {
        let known = players.iter().position(|header| {
            let header = DataHeader { seed: source.header.seed, ..header.clone() };
            is_one_run(&header, &source.header)
        });
        source.generation = known.unwrap_or(players.len());
        if known.is_none() {
            players.push(source.header.clone());
        }
    }
}

/// Refuses games that two files hold: they would count twice, though never on both sides of the split.
fn refuse_doubles(sources: &[Source]) -> Result<(), TrainError> {
    for (at, one) in sources.iter().enumerate() {
        for other in &sources[at + 1..] {
            let first = one.header.first_game.max(other.header.first_game);
            let end = (one.header.first_game + one.games).min(other.header.first_game + other.games);
            if first < end && is_one_run(&one.header, &other.header) {
                let [one, other] = [one, other].map(|source| source.path.clone());
                return Err(TrainError::Doubles { one, other, first, end });
            }
        }
    }
    Ok(())
}

/// Whether the same numbers are the same games, however many games either run has.
fn is_one_run(one: &DataHeader, other: &DataHeader) -> bool {
    let other = DataHeader { total_games: one.total_games, games_per_block: one.games_per_block, ..other.clone() };
    one.differences(&other).is_empty()
}

/// CRC-32 of the first bytes of a file.
fn checksum(path: &Path, bytes: u64) -> io::Result<u32> {
    let mut hasher = crc32fast::Hasher::new();
    let mut rest = File::open(path)?.take(bytes);
    let mut buffer = vec![0; 1 << 20];
    loop {
        match rest.read(&mut buffer)? {
            0 => return Ok(hasher.finalize()),
            count => hasher.update(&buffer[..count]),
        }
    }
}
