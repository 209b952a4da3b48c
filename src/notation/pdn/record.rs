//! A whole game as data: what a PDN file says of it, in the order of the file.

use std::fmt;
use std::time::Duration;

use super::clock::clock_times;
use super::fault::{PdnWarning, Place};
use super::header::valued;
use crate::board::Bitboard;
use crate::position::{Move, Position, PositionFault};
use crate::rules::{Color, Variant, VariantId};

/// A game read from a file, every move of it legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnRecord {
    /// Its number in the file, from 1; bad games count.
    pub number: u64,
    /// Where it begins.
    pub place: Place,
    /// Its ruleset.
    pub variant: VariantId,
    /// Names and values of the tags, in their order. A name may stand there twice.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub line: PdnLine,
    /// The result after the last move; `None` where the game ends without one.
    pub terminator: Option<PdnResult>,
    /// What is odd about the game, and no reason to refuse it.
    pub warnings: Vec<PdnWarning>,
}

impl PdnRecord {
    /// The value of a tag, the first one if there are several. Capitals count as small letters; an empty value, `?`
    /// and `-` are none.
    pub fn tag(&self, name: &str) -> Option<&str> {
        valued(&self.tags, name).map(|at| self.tags[at].1.trim())
    }

    /// The result: that after the last move, or else that of the tag. A bare `*` only ends the game, so the tag may
    /// know more.
    pub fn result(&self) -> PdnResult {
        let tag = || self.tag("Result").and_then(PdnResult::read).unwrap_or(PdnResult::Unknown);
        self.terminator.filter(|&result| result != PdnResult::Unknown).unwrap_or_else(tag)
    }
}

/// A sequence of moves from a position on: those of the game, or a variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnLine {
    /// Where it starts.
    pub start: Placement,
    /// What is said before the first step.
    pub notes: Vec<Note>,
    /// The moves, and what else changes the position.
    pub steps: Vec<Step>,
}

impl PdnLine {
    /// Calls `visit` with every position of the line, the move that is made in it, and the step it belongs to. The
    /// position after the last step is returned.
    ///
    /// # Errors
    /// When a position is not one of the game `V`: the line belongs to another ruleset.
    pub fn replay<V: Variant>(
        &self,
        mut visit: impl FnMut(&Position<V>, Move, &Step),
    ) -> Result<Position<V>, PositionFault> {
        let mut position = self.start.position::<V>()?;
        for step in &self.steps {
            if let Action::Move(mv) = step.action {
                visit(&position, mv, step);
            }
            position = step.action.apply(&position)?;
        }
        Ok(position)
    }
}

/// One step of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What happens.
    pub action: Action,
    /// What is said after it. A variation there replaces the step; after a set-up it goes on from it.
    pub notes: Vec<Note>,
}

/// What a step does to the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A legal move.
    Move(Move),
    /// A position set up within the game.
    SetUp(Box<Placement>),
    /// A move that nobody knows, `-` or `...`: the other side is to move, and nothing else is different.
    Pass,
}

impl Action {
    /// The position afterwards.
    ///
    /// # Errors
    /// When what is set up is not a position of the game `V`.
    pub fn apply<V: Variant>(&self, position: &Position<V>) -> Result<Position<V>, PositionFault> {
        match self {
            Action::Move(mv) => Ok(position.play(*mv)),
            Action::SetUp(placement) => placement.position(),
            Action::Pass => Ok(position.passed()),
        }
    }
}

/// What a game says besides its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// A comment, with one blank wherever it had blanks or ends of lines. Never empty.
    Comment(String),
    /// A numeric annotation glyph, `$1`. A `*` right behind a move, which says that it is forced, counts as `$7`.
    Glyph(u16),
    /// The strength of a move in marks: `!`, `?` or several of them.
    Strength(String),
    /// Another way to play.
    Variation(Box<PdnLine>),
}

/// The time a comment gives by one of its commands, such as `[%clk 1:55:21]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockTime {
    /// What is measured.
    pub kind: ClockKind,
    /// Whose clock it is; `None` for that of the side that moved.
    pub color: Option<Color>,
    /// Whether the clock is said to run.
    pub running: bool,
    /// What it shows.
    pub time: Duration,
}

/// What a clock command measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockKind {
    /// `clk` and `clock`: what is left on the clock.
    Remaining,
    /// `mct`: what has passed on a mechanical clock.
    Elapsed,
    /// `emt`: what the move took.
    Move,
    /// `egt`: what the game has taken so far.
    Game,
}

impl Note {
    /// The clock times of a comment, in their order; none for other notes. What cannot be read is left out.
    pub fn clocks(&self) -> Vec<ClockTime> {
        match self {
            Note::Comment(text) => clock_times(text).into_iter().flat_map(Result::unwrap_or_default).collect(),
            _ => Vec::new(),
        }
    }
}

/// The pieces of a position and the side to move, without the ruleset's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// All of White's pieces.
    pub white: Bitboard,
    /// All of Black's pieces.
    pub black: Bitboard,
    /// The kings of both.
    pub kings: Bitboard,
    /// Who is to move.
    pub side_to_move: Color,
}

impl Placement {
    /// The pieces of a position.
    pub fn of<V: Variant>(position: &Position<V>) -> Placement {
        Placement {
            white: position.pieces(Color::White),
            black: position.pieces(Color::Black),
            kings: position.kings(Color::White) | position.kings(Color::Black),
            side_to_move: position.side_to_move(),
        }
    }

    /// The position, with all counters at 0.
    ///
    /// # Errors
    /// When the pieces are not a position of the game `V`.
    pub fn position<V: Variant>(&self) -> Result<Position<V>, PositionFault> {
        Position::new(self.white, self.black, self.kings, self.side_to_move)
    }
}

/// How a game ended, in either style.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PdnResult {
    /// `1-0` or `2-0`.
    WhiteWins,
    /// `0-1` or `0-2`.
    BlackWins,
    /// `1/2-1/2` or `1-1`.
    Draw,
    /// `0-0`.
    BothLose,
    /// `*`.
    Unknown,
}

impl PdnResult {
    /// Reads a result of either style, `None` for any other text.
    pub fn read(text: &str) -> Option<PdnResult> {
        match text {
            "1-0" | "2-0" => Some(PdnResult::WhiteWins),
            "0-1" | "0-2" => Some(PdnResult::BlackWins),
            "1/2-1/2" | "1-1" => Some(PdnResult::Draw),
            "0-0" => Some(PdnResult::BothLose),
            "*" => Some(PdnResult::Unknown),
            _ => None,
        }
    }

    /// The result as a ruleset writes it.
    pub fn text(self, variant: VariantId) -> &'static str {
        let [white_wins, black_wins, draw] = variant.rules().notation.results;
        match self {
            PdnResult::WhiteWins => white_wins,
            PdnResult::BlackWins => black_wins,
            PdnResult::Draw => draw,
            PdnResult::BothLose => "0-0",
            PdnResult::Unknown => "*",
        }
    }
}

impl fmt::Display for PdnResult {
    /// Says it in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PdnResult::WhiteWins => "a win of White",
            PdnResult::BlackWins => "a win of Black",
            PdnResult::Draw => "a draw",
            PdnResult::BothLose => "a loss of both",
            PdnResult::Unknown => "no result",
        })
    }
}
