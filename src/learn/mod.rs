//! Learning from games of the engine against itself: the games as data, and the trainer of the evaluation.
//!
//! Nothing below knows of it, and nothing here prints.

mod self_play;

pub use self_play::{Plan, Player, Sample, SelfPlay};
