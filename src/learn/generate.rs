//! Many games, by several threads, into a file in the order of their numbers.
//!
//! A thread plays a block at a time: what comes out depends on the numbers of the games alone, and so does the file.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::data::{DataHeader, DataWriter, encode};
use super::self_play::{Equipment, Plan, Player};
use crate::rules::Variant;
use crate::search::{Control, TableError};
use crate::tables::{Refusal, Tables};

/// What is news while games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameNews {
    /// A game was played, with so many positions.
    Played(u64),
    /// So many games of the file are written.
    Written(u64),
}

/// What a thread has to say.
enum Message {
    Played(u64),
    /// The number of a block, and its bytes.
    Block(u64, Vec<u8>),
}

/// Plays the games that are missing in a file, until it is complete or `control` is told to stop: a block that is not
/// finished then is lost, and played again when the run goes on.
///
/// The plan, the equipment and the header of the file must be those of one run.
///
/// # Errors
/// When the file cannot be written, an endgame table is found damaged, or the machine has no memory for the threads' transposition tables.
pub fn generate<V: Variant>(
    plan: &Plan,
    equipment: &Equipment<V>,
    writer: &mut DataWriter,
    threads: usize,
    control: &Control,
    watch: &mut dyn FnMut(GameNews),
) -> Result<(), GenerateError> {
    let player = |_| Player::<V>::new(plan, equipment.clone()).map_err(GenerateError::Table);
    let players = (0..threads.max(1)).map(player).collect::<Result<Vec<_>, _>>()?;
    let header = writer.header().clone();
    let next = AtomicU64::new(0);
    let first_game = writer.next_game();
    thread::scope(|scope| {
        let (sender, messages) = channel();
        for player in players {
            let work = Work { player, header: &header, first_game, next: &next, control };
            let sender = sender.clone();
            scope.spawn(move || work.run(&sender));
        }
        drop(sender);
        let written = write_in_order(writer, &equipment.tables, &messages, watch);
        if written.is_err() {
            control.stop();
        }
        written
    })
}

fn write_in_order<V: Variant>(
    writer: &mut DataWriter,
    tables: &Tables<V>,
    messages: &Receiver<Message>,
    watch: &mut dyn FnMut(GameNews),
) -> Result<(), GenerateError> {
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    for message in messages {
        match message {
            Message::Played(samples) => watch(GameNews::Played(samples)),
            Message::Block(number, bytes) => {
                // A table that is damaged somewhere knows less there, and games would go another way. It is told before
                // the block comes in whose games met it.
                let faults = tables.take_faults();
                if !faults.is_empty() {
                    return Err(GenerateError::Tables(faults));
                }
                waiting.insert(number, bytes);
                while let Some(bytes) = waiting.remove(&next) {
                    writer.append(&bytes).map_err(GenerateError::File)?;
                    next += 1;
                    watch(GameNews::Written(writer.games()));
                }
            }
        }
    }
    if writer.is_complete() { writer.sync().map_err(GenerateError::File) } else { Ok(()) }
}

/// What one thread does.
struct Work<'a, V> {
    player: Player<V>,
    header: &'a DataHeader,
    /// The first game of the first block.
    first_game: u64,
    /// The number of the next block that nobody has taken yet.
    next: &'a AtomicU64,
    control: &'a Control,
}

impl<V: Variant> Work<'_, V> {
    /// Plays blocks until there are no more, the control is told to stop, or nobody listens.
    fn run(&self, sender: &Sender<Message>) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let first = self.first_game.saturating_add(number.saturating_mul(self.header.games_per_block.into()));
            if first >= self.header.end_game {
                return;
            }
            let mut games = Vec::new();
            for game in first..self.header.end_of_block(first) {
                let Some(game) = self.player.play(game, self.control) else { return };
                if sender.send(Message::Played(game.samples.len() as u64)).is_err() {
                    return;
                }
                games.push(game);
            }
            if sender.send(Message::Block(number, encode(first, &games))).is_err() {
                return;
            }
        }
    }
}

/// Why games were not played.
#[derive(Debug)]
pub enum GenerateError {
    /// The file cannot be written.
    File(io::Error),
    /// These endgame tables are damaged.
    Tables(Vec<Refusal>),
    /// There is no memory for a transposition table.
    Table(TableError),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::File(error) => write!(f, "the file of games cannot be written: {error}"),
            GenerateError::Tables(refusals) => {
                let told: Vec<String> = refusals.iter().map(Refusal::to_string).collect();
                f.write_str(&told.join("; "))
            }
            GenerateError::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GenerateError {}
