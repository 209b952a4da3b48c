//! The engine as an opponent of some strength, and as an adviser of full strength.

use std::fmt;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::inbox::{Inbox, Thought};
use crate::engine::{Engine, Event, Go, Session};
use crate::options::Setting;
use crate::rules::VariantId;
use crate::search::LEVELS;
use crate::tools::{ToolError, name_tables, name_weights};

/// The size of each engine's table in MiB.
const TABLE_MIB: usize = 32;

/// How well the opponent plays: from 1, the weakest, to [`Level::FULL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(usize);

impl Level {
    /// The number of the level that holds nothing back.
    pub const FULL: usize = LEVELS.len() + 1;

    /// The level of a number, `None` when there is no such level.
    pub fn new(number: usize) -> Option<Level> {
        (1..=Level::FULL).contains(&number).then_some(Level(number))
    }

    /// Its rating, as the option `UCI_Elo` takes it; `None` for full strength.
    fn elo(self) -> Option<u32> {
        LEVELS.get(self.0 - 1).copied()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The opponent and the adviser. Each has a table of its own, so that a weak opponent does not profit from what was
/// found for a hint.
pub struct Opponent {
    player: Engine,
    adviser: Engine,
    movetime: Duration,
    level: Level,
}

impl Opponent {
    /// An opponent that takes at most `movetime` for a move and sends its events to `events`.
    ///
    /// # Errors
    /// When `tables`, the folder of more endgame tables, is none, or the weights of `eval_file` cannot be used.
    pub fn new(
        variant: VariantId,
        level: Level,
        movetime: Duration,
        tables: Option<&Path>,
        eval_file: Option<&Path>,
        events: &Sender<Event>,
    ) -> Result<Opponent, ToolError> {
        let engine = || -> Result<Engine, ToolError> {
            let mut engine = Engine::new(events.clone());
            engine.set(Setting::Variant(variant));
            engine.set(Setting::MoveOverhead(Duration::ZERO));
            engine.set(Setting::Hash(TABLE_MIB));
            let mut notices = Vec::new();
            if let Some(folder) = tables {
                notices.extend(name_tables(&mut engine, folder)?);
            }
            if let Some(file) = eval_file {
                notices.extend(name_weights(&mut engine, file)?);
            }
            notices.iter().for_each(|notice| log::info!("{notice}"));
            Ok(engine)
        };
        let mut opponent = Opponent { player: engine()?, adviser: engine()?, movetime, level };
        opponent.set_level(level);
        Ok(opponent)
    }

    /// How well the opponent plays.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Changes how well the opponent plays.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
        self.player.set(Setting::LimitStrength(level.elo().is_some()));
        if let Some(elo) = level.elo() {
            self.player.set(Setting::Elo(elo));
        }
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.player.new_game();
        self.adviser.new_game();
    }

    /// The opponent's move; `None` when Ctrl-C came first.
    ///
    /// # Errors
    /// As [`Inbox::think`].
    pub fn choose(&mut self, session: &dyn Session, inbox: &mut Inbox) -> Result<Option<Thought>, ToolError> {
        think(&mut self.player, session, self.movetime, inbox)
    }

    /// The best move that full strength finds; `None` when Ctrl-C came first.
    ///
    /// # Errors
    /// As [`Inbox::think`].
    pub fn advise(&mut self, session: &dyn Session, inbox: &mut Inbox) -> Result<Option<Thought>, ToolError> {
        think(&mut self.adviser, session, self.movetime, inbox)
    }
}

fn think(
    engine: &mut Engine,
    session: &dyn Session,
    movetime: Duration,
    inbox: &mut Inbox,
) -> Result<Option<Thought>, ToolError> {
    let (fen, moves) = session.record();
    engine.set_position(Some(&fen), &moves)?;
    inbox.think(engine, &Go { movetime: Some(movetime), ..Go::default() })
}
