//! Why a file of weights is not used.

use std::fmt;

use super::file::VERSION;

/// A file of weights that is not used, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsRefusal {
    /// The file's name.
    pub file: String,
    /// What is wrong with it.
    pub fault: WeightsFault,
}

impl fmt::Display for WeightsRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use '{}': {}", self.file, self.fault)
    }
}

impl std::error::Error for WeightsRefusal {}

/// What is wrong with a file of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsFault {
    /// The system does not let it be read, for this reason.
    Unreadable(String),
    /// It does not begin as weights do.
    NoWeights,
    /// It was written in another version of the format.
    Version(u16),
    /// It belongs to another ruleset.
    Ruleset {
        /// The ruleset's name in the file.
        found: String,
        /// The name of the one that is played.
        expected: &'static str,
    },
    /// Its net has another shape: neurons, squares and sets of output weights.
    Shape([u16; 3]),
    /// It has so many bytes, and should have so many.
    Length {
        /// The bytes it has.
        found: usize,
        /// The bytes that its header announces.
        expected: usize,
    },
    /// This part of it is not what was written.
    Damaged(&'static str),
    /// A set of output weights, by its number from 0, is so large that sums could overflow.
    TooLarge(usize),
}

impl fmt::Display for WeightsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsFault::Unreadable(reason) => f.write_str(reason),
            WeightsFault::NoWeights => f.write_str("it holds no weights of an evaluation"),
            WeightsFault::Version(found) => write!(f, "its format has version {found}, expected {VERSION}"),
            WeightsFault::Ruleset { found, expected } => {
                write!(f, "its weights are for '{found}', expected '{expected}'")
            }
            WeightsFault::Shape([hidden, squares, buckets]) => write!(
                f,
                "its net has {hidden} neurons, {squares} squares and {buckets} sets of output weights, \
                 which is not the shape that is played with"
            ),
            WeightsFault::Length { found, expected } => write!(f, "it has {found} bytes, expected {expected}"),
            WeightsFault::Damaged(part) => write!(f, "{part} is damaged"),
            WeightsFault::TooLarge(set) => write!(f, "the output weights of set {set} are too large"),
        }
    }
}

impl std::error::Error for WeightsFault {}
