//! Conversations: lines come in, an engine is driven, lines go out.
//!
//! A dialect is a [`Protocol`]: it turns text into [`Command`]s and [`Reply`]s into text, and is the only place that
//! knows its words. [`serve`] is the loop that all dialects share: it decides what runs at once, what waits for its
//! turn and what is refused. Nothing here thinks, and nothing here knows a rule.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod client;

mod hub_text;

mod input;
mod record;
mod serve;
mod uci;

pub use record::Record;
pub use serve::{run, serve};
pub use uci::Uci;

use crate::bench;
use crate::engine::{Answer, Count, CurrentMove, Display, Go, Line};
use crate::rules::Color;
use crate::search::Score;

/// A dialect.
pub trait Protocol {
    /// Understands one line, which has no line end.
    fn read(&mut self, line: &str) -> Request;

    /// Says something: whole lines, each with its end.
    fn write(&self, reply: &Reply) -> String;
}

/// What a line asks for.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Request {
    /// What is wrong with the line; said before anything is done.
    pub remarks: Vec<String>,
    /// What to do, `None` for a line without meaning.
    pub command: Option<Command>,
}

/// What a client can ask, whatever its dialect.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Say who you are and what can be set.
    Greet,
    /// Say when everything before is done.
    Ping,
    /// Set an option, by name.
    SetOption {
        /// The option's name.
        name: String,
        /// Its value, `None` for a button.
        value: Option<String>,
    },
    /// The next search belongs to another game.
    NewGame,
    /// Set up a position.
    Position {
        /// Where to start, `None` for the start position.
        fen: Option<String>,
        /// The moves to play.
        moves: Vec<String>,
    },
    /// Think.
    Go(Go),
    /// Count the leaves this deep.
    Perft(u32),
    /// Stop thinking and answer.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// End.
    Quit,
    /// Show the position.
    Display,
    /// Show the evaluation.
    Evaluate,
    /// Run the bench.
    Bench,
    /// Say what can be asked.
    Help,
}

impl Command {
    /// Whether it must not run beside a search.
    fn waits(&self) -> bool {
        match self {
            Command::SetOption { .. }
            | Command::NewGame
            | Command::Position { .. }
            | Command::Go(_)
            | Command::Perft(_)
            | Command::Display
            | Command::Evaluate
            | Command::Bench => true,
            Command::Greet | Command::Ping | Command::Stop | Command::PonderHit | Command::Quit | Command::Help => {
                false
            }
        }
    }

    /// Whether it starts a search that only a stop or the expected move ends.
    fn opens_search(&self) -> bool {
        matches!(self, Command::Go(go) if go.ponder || !go.is_bounded())
    }
}

/// What an engine can say, whatever the dialect.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Who it is and what can be set.
    Greeting,
    /// Everything before is done.
    Ready,
    /// A line of thought.
    Line(Line),
    /// The move that is being looked at.
    Current(CurrentMove),
    /// The move to play.
    Answer(Box<Answer>),
    /// A word to whoever reads along: an error, a warning.
    Remark(String),
    /// The position.
    Display(Display),
    /// The evaluation for a side, which is to move.
    Evaluation(Color, Score),
    /// What perft counted.
    Count(Count),
    /// A position of the bench.
    BenchEntry(bench::Entry),
    /// The whole bench.
    BenchTotal(bench::Total),
    /// What can be asked.
    Help,
}
