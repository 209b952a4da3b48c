//! `damier datagen`: games of the engine against itself to learn from, made, joined and counted; and `damier train`, which
//! learns from them.

mod curve;
mod datagen;
mod merge;
mod recipe;
mod stats;
mod train;
mod wdl;

pub use datagen::{Datagen, datagen};
pub use merge::{DatagenMerge, datagen_merge};
pub use stats::{DatagenStats, datagen_stats};
pub use train::{Train, train};
pub use wdl::datagen_wdl;

use super::ToolError;
use crate::learn::{DataHeader, DataRefusal};

impl From<DataRefusal> for ToolError {
    fn from(refusal: DataRefusal) -> ToolError {
        ToolError::Failed(refusal.to_string())
    }
}

/// How the games of a file were played, and which they are, in a line.
fn told(header: &DataHeader) -> String {
    let DataHeader { ruleset, seed, nodes, random_plies, total_games, first_game, end_game, .. } = header;
    let games = if header.games() == 0 { "none".to_owned() } else { format!("{} to {end_game}", first_game + 1) };
    let (least, most) = (random_plies.start(), random_plies.end());
    format!("{ruleset}, seed {seed}, {nodes} nodes a move, {least}-{most} random plies, games {games} of {total_games}")
}
