//! Why weights are not trained.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use super::checkpoint::CheckpointFault;
use super::plan::PlanFault;
use super::quantise::Rounding;
use crate::eval::WeightsFault;
use crate::learn::DataRefusal;

/// Why weights are not trained.
#[derive(Debug)]
pub enum TrainError {
    /// A number of the plan is out of its range.
    Plan(PlanFault),
    /// A file of games is refused.
    Data(DataRefusal),
    /// A file of games cannot be read.
    Unreadable(PathBuf, io::Error),
    /// Two files hold the same games.
    Doubles {
        /// A file.
        one: PathBuf,
        /// The other.
        other: PathBuf,
        /// The number of the first game that both hold, from 0.
        first: u64,
        /// The number behind that of the last one.
        end: u64,
    },
    /// There are no positions to train on.
    NothingToTrainOn,
    /// No game is held out of those that were played as the ones of a file.
    NothingHeldOut {
        /// The file.
        file: PathBuf,
        /// How many games there are like these.
        games: u64,
        /// One of how many was to be held out.
        one_of: u32,
    },
    /// The state of a run that was broken off cannot be used.
    Checkpoint(PathBuf, CheckpointFault),
    /// No position held out tells what a man is worth.
    NoScale,
    /// A weight is larger than files of weights have them.
    LargeWeight {
        /// Which, or a sum of which.
        what: &'static str,
        /// Its size, in the units of the file.
        found: f64,
        /// The most that it may be.
        most: f64,
    },
    /// The file of weights is not read as it was written.
    Weights(WeightsFault),
    /// Scores by rounded weights are too far from those that were learned, in hundredths of a man.
    Rounding {
        /// The most that one is off.
        largest: f64,
        /// The root of the mean square of how far they are off.
        rms: f64,
    },
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |path: &Path| path.display().to_string();
        match self {
            TrainError::Plan(fault) => fault.fmt(f),
            TrainError::Data(refusal) => refusal.fmt(f),
            TrainError::Unreadable(path, error) => write!(f, "cannot use '{}': {error}", name(path)),
            TrainError::Doubles { one, other, first, end } => {
                write!(f, "'{}' and '{}' hold the same games: {} to {end}", name(one), name(other), first + 1)
            }
            TrainError::NothingToTrainOn => f.write_str("there are no positions to train on"),
            TrainError::NothingHeldOut { file, games, one_of } => write!(
                f,
                "none of {games} games played as those of '{}' is held out, expected about one of {one_of}: more games \
                 are needed",
                name(file)
            ),
            TrainError::Checkpoint(path, fault) => write!(f, "cannot go on from '{}': {fault}", name(path)),
            TrainError::NoScale => f.write_str(
                "no position held out tells what a man is worth: more games with unequal men and no kings are needed",
            ),
            TrainError::LargeWeight { what, found, most } => {
                write!(f, "{what} is {found:.0}, expected {most:.0} at most: train longer, or at a lower rate")
            }
            TrainError::Weights(fault) => write!(f, "the weights are not read as they were written: {fault}"),
            TrainError::Rounding { largest, rms } => write!(
                f,
                "rounding moved scores by {largest:.2} hundredths of a man at most and {rms:.2} on average, expected {} \
                 and {}",
                Rounding::MOST_LARGEST,
                Rounding::MOST_RMS
            ),
        }
    }
}

impl std::error::Error for TrainError {}

impl From<PlanFault> for TrainError {
    fn from(fault: PlanFault) -> TrainError {
        TrainError::Plan(fault)
    }
}

impl From<DataRefusal> for TrainError {
    fn from(refusal: DataRefusal) -> TrainError {
        TrainError::Data(refusal)
    }
}
