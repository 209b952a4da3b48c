//! What the engine says, freed from the ruleset's type: moves as data and text, lines of thought, answers.

use std::fmt;
use std::time::Duration;

use crate::eval::Wdl;
use crate::notation::{FenError, MoveError};
use crate::position::Move;
use crate::search::{Accuracy, Score};

/// A legal move as data and as text; squares are in the ruleset's own notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// The move itself.
    pub mv: Move,
    /// The square it starts on.
    pub from: String,
    /// The square it ends on.
    pub to: String,
    /// The squares of the pieces it takes, in board order.
    pub captured: Vec<String>,
    /// The squares it visits, both ends included.
    pub path: Vec<String>,
    /// Whether it makes a king.
    pub promotes: bool,
    /// The text of PDN.
    pub text: String,
    /// The text of our UCI dialect: every square visited.
    pub uci: String,
}

/// What a search says while it runs.
#[derive(Clone, Debug)]
pub enum Thought {
    /// A line of moves.
    Line(Line),
    /// The move that is being looked at.
    Current(CurrentMove),
}

/// The move at the root that a search is looking at.
#[derive(Clone, Debug)]
pub struct CurrentMove {
    /// The iteration, from 1.
    pub depth: u32,
    /// The move.
    pub mv: MoveView,
    /// Which of the moves it is in this iteration, from 1.
    pub number: usize,
}

/// One of the best lines, as the search sees it after an iteration.
#[derive(Clone, Debug)]
pub struct Line {
    /// The iteration, from 1; 0 when there is no legal move.
    pub depth: u32,
    /// The longest path looked at, in plies.
    pub seldepth: u32,
    /// Which of the best lines this is, from 1.
    pub multipv: usize,
    /// How good the line is for the side to move.
    pub score: Score,
    /// What the score says about the true one.
    pub accuracy: Accuracy,
    /// Whether the endgame tables know that the game is drawn with the move.
    pub is_known_draw: bool,
    /// How such games end for the side to move.
    pub wdl: Wdl,
    /// Moves made since the search began.
    pub nodes: u64,
    /// Positions that an endgame table knew.
    pub table_hits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The moves, each as it stands in its own position.
    pub pv: Vec<MoveView>,
}

impl Line {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        per_second(self.nodes, self.time)
    }
}

/// How many of something a second, when `count` of them took `time`.
pub fn per_second(count: u64, time: Duration) -> u64 {
    (u128::from(count) * 1_000_000 / time.as_micros().max(1)).try_into().unwrap_or(u64::MAX)
}

/// How a search ended.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The move to play, `None` when there is no legal one.
    pub best: Option<MoveView>,
    /// The answer that is expected.
    pub ponder: Option<MoveView>,
    /// What went wrong, if anything.
    pub remark: Option<String>,
    /// Whether the search broke down and the move is only what it had found before.
    pub has_failed: bool,
}

/// What a client should know beside the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// Something went as it should.
    Remark(String),
    /// Something could not be done as asked.
    Error(String),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Notice::Remark(text) | Notice::Error(text)) = self;
        f.write_str(text)
    }
}

/// Why a position could not be set up as told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The FEN is none; the previous position stands.
    Fen(FenError),
    /// A move is not legal; the moves before it are played.
    Move {
        /// Which move it is, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Fen(error) => error.fmt(f),
            PositionError::Move { number, error } => write!(f, "move {number} {error}"),
        }
    }
}

impl std::error::Error for PositionError {}

/// A position as a person wants to see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Display {
    /// The board drawn in text, several lines.
    pub picture: String,
    /// The position's FEN.
    pub fen: String,
    /// The legal moves in PDN.
    pub moves: Vec<String>,
    /// Who won, as `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on, and why.
    pub result: String,
}
