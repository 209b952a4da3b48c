//! Why a file is not used.

use std::fmt;

use super::class::Class;

/// A file that is not used, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The file's name.
    pub file: String,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The system does not let it be read, for this reason.
    Unreadable(String),
    /// It does not begin as tables do.
    NoTable,
    /// It was written in another version of the format.
    Version(u16),
    /// This part of it is not what was written.
    Damaged(String),
    /// It ends too early.
    Short,
    /// It goes on after its end.
    Long,
    /// It belongs to another ruleset.
    Ruleset {
        /// The ruleset's name in the file.
        found: String,
        /// The name of the one that is played.
        expected: &'static str,
    },
    /// The ruleset of this name had other constants when it was made.
    Rules(String),
    /// It holds one class where the name says another.
    Class {
        /// The class in the file.
        found: Class,
        /// The class in its name.
        expected: Class,
    },
    /// It does not tell how long wins take, where that is wanted.
    NoDistances,
    /// It has so many slots where the class has another number.
    Slots {
        /// How many the file has.
        found: u64,
        /// How many the class has.
        expected: u64,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use '{}': {}", self.file, self.fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unreadable(reason) => f.write_str(reason),
            Fault::NoTable => f.write_str("it is no endgame table"),
            Fault::Version(found) => write!(f, "its format has version {found}, expected 1"),
            Fault::Damaged(part) => write!(f, "{part} is damaged"),
            Fault::Short => f.write_str("it ends too early"),
            Fault::Long => f.write_str("it goes on after its end"),
            Fault::Ruleset { found, expected } => write!(f, "it is a table of '{found}', expected '{expected}'"),
            Fault::Rules(ruleset) => write!(f, "it was made when the rules of {ruleset} were different"),
            Fault::Class { found, expected } => write!(f, "it is a table of {found}, expected {expected}"),
            Fault::NoDistances => f.write_str("it has no distances"),
            Fault::Slots { found, expected } => write!(f, "it has {found} slots, expected {expected}"),
        }
    }
}

impl std::error::Error for Refusal {}
