//! One game of the engine against itself, and the positions of it that are worth learning from.
//!
//! Random moves bring variety; then each side thinks for the same number of nodes. A game ends by the rules, or earlier:
//! by what the endgame tables know, by a win that the search has seen to its end, by a clear score that has held, and as
//! a draw when it goes on for too long.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::eval::Net;
use crate::game::Game;
use crate::position::Position;
use crate::rules::{Color, Variant};
use crate::search::{Control, Info, Limits, Root, Score, Table, TableError, search};
use crate::tables::{Tables, Value};

/// The version of how games are played and positions chosen. It goes into files of games, and must grow whenever the code
/// below, or one of its constants, changes what a plan comes to.
pub const FILTER_VERSION: u16 = 1;

/// A score in hundredths of a man from which a side counts as winning.
const CLEAR_SCORE: i32 = 1_000;
/// For so many plies in a row must a side be winning until the game is given to it.
const CLEAR_PLIES: u32 = 6;
/// After so many plies a game is drawn.
const MOST_PLIES: usize = 300;
/// How often random moves are tried again after they ended a game.
const TRIES: u32 = 1_000;
/// The size of the transposition table in MiB. Games are short of nodes, not of memory, and each begins with it cleared.
const TABLE_MIB: usize = 4;

/// How games are played; with the ruleset, the engine and its [`Equipment`] it decides every one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// From which the random moves of all games come.
    pub seed: u64,
    /// How many nodes are searched for a move.
    pub nodes: u64,
    /// How many random plies a game begins with.
    pub random_plies: RangeInclusive<u32>,
}

/// A position to learn from: nobody can capture, the best move makes no king, the search has seen no end and no table
/// knows it. Each stands once in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample<V> {
    /// The position.
    pub position: Position<V>,
    /// What the search thought of it, for the side to move.
    pub score: Score,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlay<V> {
    /// Who won, `None` for a draw.
    pub winner: Option<Color>,
    /// How many plies it had, the random ones included.
    pub plies: u32,
    /// What there is to learn from it, in the order of the game.
    pub samples: Vec<Sample<V>>,
}

/// What the engine plays with. A copy shares it.
#[derive(Clone)]
pub struct Equipment<V> {
    /// The endgame tables.
    pub tables: Arc<Tables<V>>,
    /// What judges positions.
    pub net: Net<V>,
}

/// Plays one game after the other on one thread.
pub struct Player<V> {
    plan: Plan,
    equipment: Equipment<V>,
    table: Table,
}

impl<V: Variant> Player<V> {
    /// A player with this equipment.
    ///
    /// # Errors
    /// When the machine has no memory for its transposition table.
    pub fn new(plan: &Plan, equipment: Equipment<V>) -> Result<Player<V>, TableError> {
        Ok(Player { plan: plan.clone(), equipment, table: Table::new(TABLE_MIB)? })
    }

    /// Plays a game; its number, the plan, the engine and its equipment alone decide how it goes. `None` when it was
    /// told to stop before the end.
    pub fn play(&self, number: u64, control: &Control) -> Option<SelfPlay<V>> {
        self.table.clear();
        let mut game = self.opening(number);
        let mut samples = Vec::new();
        let mut clear = Clear::default();
        let winner = loop {
            if let Some(verdict) = game.verdict() {
                break verdict.winner;
            }
            if game.moves().len() >= MOST_PLIES {
                break None;
            }
            if let Some(value) = self.known_value(game.position()) {
                break winner(value, game.position().side_to_move());
            }
            let thought = self.think(&game, control);
            // What a search says that was broken off depends on when it was.
            if control.is_stopped() {
                return None;
            }
            let Some(info) = thought else { break None };
            let (position, score, mv) = (*game.position(), info.score, info.pv[0]);
            if let Some(winner) = clear.winner_after(score, position.side_to_move()) {
                break Some(winner);
            }
            let is_quiet = !mv.is_capture() && !mv.promotes() && !position.is_threatened();
            if is_quiet && game.occurrences() == 1 {
                samples.push(Sample { position, score });
            }
            game.play(mv);
        };
        Some(SelfPlay { winner, plies: game.moves().len() as u32, samples })
    }

    /// A game of random moves that is not over after them.
    fn opening(&self, number: u64) -> Game<V> {
        let mut source = source(self.plan.seed, number);
        for _ in 0..TRIES {
            let plies = source.random_range(self.plan.random_plies.clone()) as usize;
            let mut game = Game::<V>::new(Position::start());
            while game.verdict().is_none() && game.moves().len() < plies {
                match game.position().legal_moves().choose(&mut source) {
                    Some(&mv) => game.play(mv),
                    None => break,
                }
            }
            if game.verdict().is_none() {
                return game;
            }
        }
        Game::new(Position::start())
    }

    fn think(&self, game: &Game<V>, control: &Control) -> Option<Info> {
        let root = Root {
            position: *game.position(),
            history: game.history(),
            arbiter_plies: game.arbiter_plies(),
            tables: Arc::clone(&self.equipment.tables),
            net: self.equipment.net.clone(),
        };
        let limits = Limits { nodes: Some(self.plan.nodes), lines: 1, threads: 1, ..Limits::default() };
        let outcome = search(&root, &limits, &self.table, control, &mut |_| {});
        outcome.lines.into_iter().next().filter(|info| !info.pv.is_empty())
    }

    /// What the endgame tables know of a position where nothing can be captured.
    fn known_value(&self, position: &Position<V>) -> Option<Value> {
        let tables = &self.equipment.tables;
        let is_covered = position.count_pieces() as usize <= tables.largest() && !position.can_capture();
        if is_covered { tables.probe(position).map(|outcome| outcome.value) } else { None }
    }
}

/// The source of a game's random numbers.
fn source(seed: u64, number: u64) -> StdRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    StdRng::from_seed(bytes)
}

fn winner(value: Value, side: Color) -> Option<Color> {
    match value {
        Value::Win => Some(side),
        Value::Draw => None,
        Value::Loss => Some(!side),
    }
}

/// Who is winning, and for how long.
#[derive(Default)]
struct Clear {
    side: Option<Color>,
    plies: u32,
}

impl Clear {
    /// Who has won, after the side to move saw this score.
    fn winner_after(&mut self, score: Score, side: Color) -> Option<Color> {
        let leader = if score > Score::DRAW { side } else { !side };
        if score.is_decided() {
            return Some(leader);
        }
        if score.value().abs() < CLEAR_SCORE {
            *self = Clear::default();
            return None;
        }
        self.plies = if self.side == Some(leader) { self.plies + 1 } else { 1 };
        self.side = Some(leader);
        (self.plies >= CLEAR_PLIES).then_some(leader)
    }
}
