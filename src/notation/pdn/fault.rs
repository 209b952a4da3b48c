//! What can be wrong with a game, and where.

use std::fmt;

use super::super::{FenError, MoveError};
use super::lex::{LONGEST_GAME, LONGEST_WORD};
use super::record::PdnResult;
use crate::position::Reason;
use crate::rules::{Color, UnknownVariant, VariantId};

/// How deep variations may lie in variations.
pub(super) const DEEPEST: usize = 100;

/// A place in a file: line and column, both from 1. Columns count characters, a tab is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Why a game was not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnError {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// Where the fault is.
    pub place: Place,
    /// The fault.
    pub fault: PdnFault,
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: game {}: {}", self.place, self.game, self.fault)
    }
}

impl std::error::Error for PdnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            PdnFault::Fen(error) => Some(error),
            PdnFault::Move { error, .. } => Some(error),
            PdnFault::Variant(error) => Some(error),
            _ => None,
        }
    }
}

/// What is wrong with a game; the texts are the offending parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PdnFault {
    /// The input broke off, for this reason. No more games follow.
    Input(String),
    /// This character has no meaning here.
    Unexpected(char),
    /// What this opened is not closed: a comment, a set-up, or a variation.
    Unclosed(&'static str),
    /// The game is longer than any game.
    LongGame,
    /// A word is longer than any move; its beginning.
    LongWord(String),
    /// Variations lie too deep in each other.
    DeepVariation,
    /// `$` without a number, or with too big a one.
    Glyph(String),
    /// A tag is not `[Name "value"]`: what should stand here, and what does; `None` at the end of a line.
    Tag(&'static str, Option<char>),
    /// A result inside the variation that began there.
    ResultInVariation(Place),
    /// The tag `GameType` has no such form as the standard gives it.
    GameType(String),
    /// The tag `GameType` names a game that is not played here: its text and its game, `None` for one that the
    /// standard does not list.
    NotPlayed(String, Option<&'static str>),
    /// The tag `GameType` describes another board than the ruleset has.
    OtherBoard {
        /// The value of the tag.
        text: String,
        /// How the ruleset is described.
        expected: &'static str,
    },
    /// The tag `GameType` numbers the squares from another corner, and a position is set up by them.
    OtherNames {
        /// The value of the tag.
        text: String,
        /// How the ruleset is described.
        expected: &'static str,
    },
    /// The tag `Variant` names no ruleset.
    Variant(UnknownVariant),
    /// A position is none.
    Fen(FenError),
    /// A move cannot be read, or is not legal.
    Move {
        /// Why.
        error: MoveError,
        /// The ruleset, where no tag named it.
        assumed: Option<VariantId>,
    },
}

impl fmt::Display for PdnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PdnFault::Input(reason) => write!(f, "the input cannot be read further: {reason}"),
            PdnFault::Unexpected(';') => f.write_str("unexpected ';', comments stand in braces"),
            PdnFault::Unexpected('}') => f.write_str("unexpected '}', no comment is open"),
            PdnFault::Unexpected(')') => f.write_str("unexpected ')', no variation is open"),
            PdnFault::Unexpected(character) => write!(f, "unexpected '{}'", Shown(*character)),
            PdnFault::Unclosed(what) => write!(f, "the {what} that begins here is not closed"),
            PdnFault::LongGame => write!(f, "the game is longer than {LONGEST_GAME} characters"),
            PdnFault::LongWord(text) => write!(f, "'{text}' is no move, it is longer than {LONGEST_WORD} characters"),
            PdnFault::DeepVariation => write!(f, "variations lie more than {DEEPEST} deep in each other"),
            PdnFault::Glyph(text) => write!(f, "'{text}' is no glyph, which is $ and a number up to 65535"),
            PdnFault::Tag(expected, Some(found)) => {
                write!(f, "expected {expected}, as in [White \"Name\"], but found '{}'", Shown(*found))
            }
            PdnFault::Tag(expected, None) => {
                write!(f, "expected {expected}, as in [White \"Name\"], but the line ends")
            }
            PdnFault::ResultInVariation(place) => write!(f, "a result inside the variation that begins at {place}"),
            PdnFault::GameType(text) => {
                write!(f, "bad GameType '{text}': expected a form such as 30 or 30,W,8,8,A0,0")
            }
            PdnFault::NotPlayed(text, Some(game)) => write!(f, "GameType '{text}' is {game}, which is not played here"),
            PdnFault::NotPlayed(text, None) => write!(f, "GameType '{text}' is no draughts game of the standard"),
            PdnFault::OtherBoard { text, expected } => {
                write!(f, "GameType '{text}' is another board than that of '{expected}'")
            }
            PdnFault::OtherNames { text, expected } => {
                let way = "names squares in another way than";
                write!(f, "GameType '{text}' {way} '{expected}', so a set-up is not safe to read")
            }
            PdnFault::Variant(error) => write!(f, "bad Variant: {error}"),
            PdnFault::Fen(error) => error.fmt(f),
            PdnFault::Move { error, assumed: None } => error.fmt(f),
            PdnFault::Move { error, assumed: Some(variant) } => {
                write!(f, "{error} (without a GameType, it is read as {variant})")
            }
        }
    }
}

/// A character that does not spoil the line.
struct Shown(char);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_control() { write!(f, "{}", self.0.escape_default()) } else { write!(f, "{}", self.0) }
    }
}

/// Something odd about a game that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnWarning {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub oddity: Oddity,
}

/// What is odd about a game; the texts are the odd parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Oddity {
    /// A tag stands there twice; the first one counts.
    TagTwice(String),
    /// The tag `GameType` and the tag `Variant` name different games; `Variant` counts.
    TwoGames {
        /// The value of `GameType`.
        game_type: String,
        /// The ruleset of `Variant`.
        variant: VariantId,
    },
    /// The tag `Variant` is unknown; `GameType` counts.
    Variant(String),
    /// The tag `GameType` gives other names to the squares; the moves were read by the ruleset's own.
    OtherNames {
        /// The value of the tag.
        text: String,
        /// How the ruleset is described.
        expected: &'static str,
    },
    /// The tag `FEN` leaves the side to move open; this one was taken.
    OpenTurn(Color),
    /// The tag `Result` and the result after the moves differ.
    TwoResults {
        /// The value of the tag.
        tag: String,
        /// The result after the moves; it counts.
        terminator: PdnResult,
    },
    /// The last position is decided, and the result is another.
    WrongResult {
        /// The result of the game.
        result: PdnResult,
        /// The result that the position has.
        expected: PdnResult,
        /// The reason.
        reason: Reason,
    },
    /// A clock command cannot be read.
    Clock(String),
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Oddity::TagTwice(name) => write!(f, "the tag {name} stands there twice, the first one counts"),
            Oddity::TwoGames { game_type, variant } => {
                write!(f, "GameType '{game_type}' is not that of {variant}, which the Variant names")
            }
            Oddity::Variant(text) => write!(f, "unknown Variant '{text}', the GameType counts"),
            Oddity::OtherNames { text, expected } => {
                write!(f, "GameType '{text}' names squares in another way, the moves are read as in '{expected}'")
            }
            Oddity::OpenTurn(side) => write!(f, "the FEN does not say who is to move, {side} is taken"),
            Oddity::TwoResults { tag, terminator } => {
                write!(f, "the tag Result is '{tag}', and the moves end with {terminator}, which counts")
            }
            Oddity::WrongResult { result, expected, reason } => {
                write!(f, "the result is {result}, and the last position is {expected}: {reason}")
            }
            Oddity::Clock(text) => write!(f, "'{text}' has no time of the form h:mm:ss"),
        }
    }
}

/// A fault and its place, while the number of the game is not at hand.
#[derive(Debug)]
pub(super) struct Flaw {
    pub place: Place,
    pub fault: PdnFault,
}

impl Flaw {
    pub(super) fn new(place: Place, fault: PdnFault) -> Flaw {
        Flaw { place, fault }
    }
}
