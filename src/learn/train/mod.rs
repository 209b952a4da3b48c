//! Training the net of the evaluation on games of the engine against itself.
//!
//! The net's output is a logit, and the loss the cross-entropy of its expectation and the label
//! λ · result + (1 − λ) · σ(score / K), which Adam brings down in batches of positions. Games of each generation of players
//! have a constant K of their own, fitted to the results of the games held out.
//!
//! On the orthogonal board the neurons are paired, and the weights of a pair tied: a mirrored position has exactly the same
//! score. Inputs that no position had are given what is known of them. Last the weights are scaled so that a man is worth
//! 100 at the start of the game, rounded to whole numbers, and read back from their file to see how far that moved scores.
//!
//! Games are held out as wholes, never by position. The same data and plan come to the same bytes on one machine and build,
//! whatever the order of the files, the number of threads, and however often a run was broken off: a batch is summed up in
//! fixed parts, and these in a fixed order. Memory is bounded by the window of [`stream`] and the positions that measure,
//! not by the data.

mod checkpoint;
mod data_set;
mod error;
mod gradient;
mod label;
mod model;
mod optimizer;
mod plan;
mod quantise;
mod scale;
mod split;
mod stream;
mod threads;
mod trainer;
mod unseen;

pub use checkpoint::{CheckpointFault, EpochLoss};
pub use data_set::{DataSet, Source};
pub use error::TrainError;
pub use plan::{PlanFault, TrainPlan};
pub use quantise::Rounding;
pub use scale::Scale;
pub use trainer::{Trained, Trainer};
