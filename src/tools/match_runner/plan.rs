//! What is to be played, by whom and how: the arguments after they have been understood.

use std::path::PathBuf;
use std::time::Duration;

use super::adjudication::Adjudication;
use super::sprt::Sprt;
use super::time_control::TimeControl;
use crate::protocol::client::Launch;
use crate::rules::VariantId;

/// A match.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players, at least two.
    pub players: Vec<Player>,
    /// The ruleset.
    pub variant: VariantId,
    /// How many pairs of games each two players play.
    pub rounds: u32,
    /// Only the first player plays the others; otherwise everybody plays everybody.
    pub gauntlet: bool,
    /// How many games run at the same time.
    pub concurrency: usize,
    /// Where games start.
    pub openings: OpeningSource,
    /// The seed of everything that is left to chance; `None` for that of the state file, or a random one.
    pub seed: Option<u64>,
    /// How many openings to pass over.
    pub skip: u32,
    /// The arbiter's limit of plies without progress, 0 for none and `None` for the ruleset's own.
    pub no_progress_plies: Option<u16>,
    /// When games end early.
    pub adjudication: Adjudication,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// Whether the match goes on, with the engine started again, after one broke off or hung.
    pub recover: bool,
    /// Where the games are written.
    pub pdn: Option<PathBuf>,
    /// The name of the match in the game file.
    pub event: String,
    /// Where the results are kept from one run to the next.
    pub state: Option<PathBuf>,
    /// After how many games the score is printed.
    pub report_interval: u32,
    /// Whether single games are not reported.
    pub quiet: bool,
}

/// Where games start.
#[derive(Clone, Debug)]
pub enum OpeningSource {
    /// In the positions of a file.
    File(PathBuf),
    /// After so many random moves of the ruleset.
    Random {
        /// How many plies.
        plies: u32,
    },
}

/// An engine and what it may use.
#[derive(Clone, Debug)]
pub struct Player {
    /// Its name in the match.
    pub name: String,
    /// How it is started.
    pub launch: Launch,
    /// Its time for the game.
    pub control: Option<TimeControl>,
    /// Its time for every move.
    pub move_time: Option<Duration>,
    /// Its depth.
    pub depth: Option<u32>,
    /// Its nodes.
    pub nodes: Option<u64>,
    /// How much more time than allowed is forgiven.
    pub margin: Duration,
}

impl Player {
    /// Its limits as people write them.
    pub fn limits_text(&self) -> String {
        let parts = [
            self.control.map(|control| control.to_string()),
            self.move_time.map(|time| format!("{} s/move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
