//! The words of `damier datagen`.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{EndingsArgs, VariantArgs, WeightsArgs};
use crate::learn::Shard;
use crate::tools::{self, Datagen, DatagenMerge, DatagenStats, ToolError};

/// The most random plies that a game may begin with: of more, few games are left that are not over.
const MOST_RANDOM_PLIES: u32 = 60;

#[derive(Args)]
// What is required is missing where there is a sub-command.
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct DatagenArgs {
    #[command(subcommand)]
    command: Option<DatagenCommand>,
    #[command(flatten)]
    ruleset: VariantArgs,
    /// How many games
    #[arg(long, value_name = "N", required = true, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: Option<u64>,
    /// How many nodes are searched for a move
    #[arg(long, value_name = "K", default_value_t = 700, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the random moves; that of the file, or else a random one unless given
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How many random plies games begin with
    #[arg(long, value_name = "A-B", default_value = "4-12", value_parser = plies)]
    random_plies: RangeInclusive<u32>,
    /// Make the K-th of N parts only, which merge joins
    #[arg(long, value_name = "K/N", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
    /// How many threads play
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    endings: EndingsArgs,
    #[command(flatten)]
    weights: WeightsArgs,
    /// The file; where it is there already, the run goes on from it
    #[arg(long, value_name = "FILE", required = true)]
    out: Option<PathBuf>,
}

#[derive(Subcommand)]
enum DatagenCommand {
    /// Fit the curves that make chances of scores to a file of games
    Wdl {
        /// The file
        file: PathBuf,
    },
    /// Join parts of a run in one file
    Merge {
        /// The new file
        out: PathBuf,
        /// The parts, in any order
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Say what a file of games holds
    Stats {
        /// The file
        file: PathBuf,
        /// Write a JSON object
        #[arg(long)]
        json: bool,
    },
}

/// Reads a range such as 4-12, or a number alone.
fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = least.parse().ok().zip(most.parse().ok()).map(|(least, most)| least..=most);
    range
        .filter(|range| !range.is_empty() && *range.end() <= MOST_RANDOM_PLIES)
        .ok_or_else(|| format!("expected A-B with A up to B and B up to {MOST_RANDOM_PLIES}, such as 4-12"))
}

pub(super) fn obey(arguments: DatagenArgs, output: &mut dyn Write) -> Result<(), ToolError> {
    let DatagenArgs { command, ruleset, games, nodes, seed, random_plies, shard, threads, endings, weights, out } =
        arguments;
    match command {
        Some(DatagenCommand::Merge { out, files }) => tools::datagen_merge(&DatagenMerge { out, files }, output),
        Some(DatagenCommand::Wdl { file }) => tools::datagen_wdl(&file, output),
        Some(DatagenCommand::Stats { file, json }) => tools::datagen_stats(&DatagenStats { file, json }, output),
        None => {
            let (variant, threads) = (ruleset.variant, threads.into());
            let (tables, eval_file) = (endings.tables, weights.eval_file);
            let (games, out) = (games.unwrap_or_default(), out.unwrap_or_default());
            let how = Datagen { variant, games, nodes, seed, random_plies, shard, threads, tables, eval_file, out };
            tools::datagen(&how, output)
        }
    }
}
