//! Learning from games of the engine against itself: the games as data, and the trainer of the evaluation.
//!
//! One game is [`self_play`](Player), many are played in [`generate()`], and [`data`](DataFile) keeps them in files.
//! Nothing below knows of it, and nothing here prints.

mod chances;
mod data;
mod generate;
mod self_play;
mod train;

pub use chances::Chances;
pub use data::{
    BadShard, DataFault, DataFile, DataHeader, DataRefusal, DataStatistics, DataWriter, Difference, MergeError, Merged,
    PERCENTILES, Shard, encode, merge, ruleset_of, stored_header,
};
pub use generate::{GameNews, GenerateError, generate};
pub use self_play::{Equipment, FILTER_VERSION, Plan, Player, Sample, SelfPlay};
pub use train::{
    CheckpointFault, DataSet, EpochLoss, PlanFault, Rounding, Scale, Source, TrainError, TrainPlan, Trained, Trainer,
};
