//! Conversations: lines come in, an engine is driven, lines go out.
//!
//! A dialect is a [`Protocol`]: it turns text into [`Command`]s and [`Reply`]s into text, and is the only place that
//! knows its words. [`serve`] is the loop that all dialects share: it decides what runs at once, what waits for its
//! turn and what is refused. Nothing here thinks, and nothing here knows a rule.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod client;

mod choice;
mod hub;
mod uci;

mod hub_text;
mod input;
mod record;
mod serve;

pub use choice::Choice;
pub use hub::Hub;
pub use record::Record;
pub use serve::{run, serve};
pub use uci::Uci;

use crate::bench;
use crate::engine::{Answer, Count, CurrentMove, Display, Go, Line};
use crate::options::{Options, Setting};
use crate::rules::{Color, VariantId};
use crate::search::Score;

/// The longest remark in characters: a client may send lines of any length, and remarks quote them.
const LONGEST_REMARK: usize = 500;

/// A dialect.
pub trait Protocol {
    /// Understands one line, which has no line end.
    fn read(&mut self, line: &str) -> Request;

    /// Says something, where the options stand as given: whole lines, each with its end, or nothing.
    fn write(&self, reply: &Reply, options: &Options) -> String;

    /// Whether a line that cannot be done beside a search ends it. Otherwise the line waits for the search's own end,
    /// and is refused while the search has none.
    fn lines_end_searches(&self) -> bool {
        false
    }

    /// Whether the end of the input ends everything at once. Otherwise what ends by itself is finished first.
    fn quits_with_input(&self) -> bool {
        false
    }
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
    /// Get ready for searches, and say when everything before is done.
    Prepare,
    /// Say that you are there.
    Ping,
    /// Set an option, by name.
    SetOption {
        /// The option's name.
        name: String,
        /// Its value, `None` for a button.
        value: Option<String>,
    },
    /// Set an option to a value that was read.
    Set(Setting),
    /// The next search belongs to another game.
    NewGame,
    /// Set up a position.
    Position {
        /// Where to start, `None` for the start position.
        fen: Option<String>,
        /// The moves to play.
        moves: Vec<String>,
    },
    /// Set up a position that Hub's text describes. It cannot be read without knowing the ruleset, which may change
    /// before its turn comes.
    HubPosition {
        /// The ruleset it is meant for, `None` for the present one.
        variant: Option<VariantId>,
        /// Where to start, `None` for the start position.
        position: Option<String>,
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
            | Command::Set(_)
            | Command::NewGame
            | Command::Position { .. }
            | Command::HubPosition { .. }
            | Command::Go(_)
            | Command::Perft(_)
            | Command::Display
            | Command::Evaluate
            | Command::Bench => true,
            Command::Greet
            | Command::Prepare
            | Command::Ping
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Help => false,
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
    /// Everything before is done, and a search can begin.
    Ready,
    /// The engine is there.
    Pong,
    /// A line of thought.
    Line(Line),
    /// The move that is being looked at.
    Current(CurrentMove),
    /// The move to play.
    Answer(Box<Answer>),
    /// What could not be done, and why.
    Error(String),
    /// A word to whoever reads along, who need not do anything about it.
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

/// At most `longest` characters of `text`, and none that would spoil the line.
fn shorten(text: &str, longest: usize) -> String {
    let mut short: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(longest).collect();
    if text.chars().nth(longest).is_some() {
        short.push('…');
    }
    short
}
