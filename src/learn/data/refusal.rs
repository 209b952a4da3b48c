//! Why a file of games is not used.

use std::fmt;
use std::path::Path;

use super::header::Difference;

/// A file that is not used, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataRefusal {
    /// The file's name.
    pub file: String,
    /// What is wrong with it.
    pub fault: DataFault,
}

impl DataRefusal {
    pub(super) fn new(path: &Path, fault: DataFault) -> DataRefusal {
        DataRefusal { file: path.display().to_string(), fault }
    }
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DataFault {
    /// The system does not let it be read, for this reason.
    Unreadable(String),
    /// The system does not let it be written, for this reason.
    Unwritable(String),
    /// It is a folder, a pipe or a device.
    NoFile,
    /// It does not begin as files of games do.
    NoData,
    /// It was written in another version of the format.
    Version(u16),
    /// It ends within the header, after so many bytes.
    ShortHeader(u64),
    /// The header is not what was written.
    Header,
    /// A block is not what was written.
    Block {
        /// The number of its first game, from 0.
        first_game: u64,
        /// The number behind that of its last game.
        end_game: u64,
        /// The byte where it begins.
        at: u64,
        /// What shows it.
        reason: &'static str,
    },
    /// There is no block of this number.
    NoBlock(usize),
    /// It goes on after its last block, from this byte on.
    Long(u64),
    /// It belongs to a ruleset of this name, which is none.
    UnknownRuleset(String),
    /// It belongs to another ruleset.
    Ruleset {
        /// The ruleset's name in the file.
        found: String,
        /// The name of the one that is asked for.
        expected: &'static str,
    },
    /// The ruleset of this name had other constants when it was made.
    Rules(String),
    /// It belongs to another run, which differs in this.
    OtherRun(Vec<Difference>),
    /// It is damaged, and sound up to this byte.
    Resumable(Box<DataFault>, u64),
    /// Some of its games are missing: from this number, from 0, up to the one behind the last.
    Incomplete(u64, u64),
}

impl fmt::Display for DataRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use '{}': {}", self.file, self.fault)
    }
}

impl fmt::Display for DataFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataFault::Unreadable(reason) => f.write_str(reason),
            DataFault::Unwritable(reason) => write!(f, "it cannot be written: {reason}"),
            DataFault::NoFile => f.write_str("it is no regular file"),
            DataFault::NoData => f.write_str("it is no file of games"),
            DataFault::Version(found) => {
                write!(f, "its format has version {found}, expected {}", super::header::VERSION)
            }
            DataFault::ShortHeader(bytes) => {
                write!(f, "it ends within the header, after {bytes} of {} bytes", super::header::HEADER)
            }
            DataFault::Header => f.write_str("the header is damaged"),
            DataFault::Block { first_game, end_game, at, reason } => {
                write!(f, "the block of {} at byte {at} is damaged: {reason}", numbers(*first_game, *end_game))
            }
            DataFault::NoBlock(number) => write!(f, "it has no block {number}"),
            DataFault::Long(at) => write!(f, "it goes on after its last game, at byte {at}"),
            DataFault::UnknownRuleset(name) => write!(f, "it holds games of '{name}', which is no known ruleset"),
            DataFault::Ruleset { found, expected } => write!(f, "it holds games of '{found}', expected '{expected}'"),
            DataFault::Rules(ruleset) => write!(f, "it was made when the rules of {ruleset} were different"),
            DataFault::OtherRun(differences) => {
                let told: Vec<String> = differences.iter().map(Difference::to_string).collect();
                write!(f, "it belongs to another run: {}", told.join("; "))
            }
            DataFault::Resumable(fault, at) => {
                write!(f, "{fault}; once the file is cut to {at} bytes, the run can go on")
            }
            DataFault::Incomplete(first, end) => write!(f, "{} are missing", numbers(*first, *end)),
        }
    }
}

impl DataFault {
    /// The fault as one tells it who wants to go on with the file.
    pub(super) fn resumable(self) -> DataFault {
        match self {
            DataFault::Block { at, .. } => DataFault::Resumable(Box::new(self), at),
            fault => fault,
        }
    }
}

impl std::error::Error for DataRefusal {}

/// Games in words, numbered from 1.
pub(super) fn numbers(first: u64, end: u64) -> String {
    match end.saturating_sub(first) {
        0 => "no games".to_owned(),
        1 => format!("game {end}"),
        _ => format!("games {} to {end}", first + 1),
    }
}
