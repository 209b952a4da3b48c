//! The words of `damier train`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::VariantArgs;
use crate::learn::TrainPlan;
use crate::tools::{self, ToolError, Train};

#[derive(Args)]
pub(super) struct TrainArgs {
    #[command(flatten)]
    ruleset: VariantArgs,
    /// Files of games, as datagen makes them, in any order
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The file of the weights; a .toml of how they were made and an .svg of the loss go beside it
    #[arg(long, value_name = "WEIGHTS")]
    out: PathBuf,
    /// How much of a label is the result of the game, from 0 to 1; the rest is what the search expected
    #[arg(long, value_name = "L", default_value_t = 0.5, value_parser = share)]
    lambda: f32,
    /// How many times the data is gone through
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// How far a weight moves in a step at first; it falls to a two-hundredth
    #[arg(long, value_name = "R", default_value_t = 0.004, value_parser = rate)]
    rate: f32,
    /// The seed of the first weights and the order of the data
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads share the work; more than 8 help with reading only
    #[arg(long, value_name = "T", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// How many positions make a step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    batch: u32,
    /// One game of so many is not trained on, but measures what was learned
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    held_out: u32,
    /// Replace weights that are there, and drop the state of a run with other words or data
    #[arg(long)]
    force: bool,
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn rate(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|&number: &f32| number > 0.0 && number <= 1.0);
    number.ok_or_else(|| "expected a number above 0, up to 1".to_owned())
}

pub(super) fn obey(arguments: TrainArgs, output: &mut dyn Write) -> Result<(), ToolError> {
    let TrainArgs { ruleset, data, out, lambda, epochs, rate, seed, threads, batch, held_out, force } = arguments;
    let plan = TrainPlan { lambda, epochs, rate, seed, threads: threads.into(), held_out, batch: batch as usize };
    tools::train(&Train { variant: ruleset.variant, data, out, plan, force }, output)
}
