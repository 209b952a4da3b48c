//! The words of the command line, understood: arguments become a [`Plan`].

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::adjudication::{Adjudication, DrawRule, ResignRule};
use super::plan::{OpeningSource, Plan, Player};
use super::sprt::Sprt;
use super::time_control::{TimeControl, seconds_from};
use crate::protocol::client::{Dialect, Launch};
use crate::rules::VariantId;

/// What a move on `st` may take longer unless `timemargin` says otherwise: the way from the engine is not its fault.
const MOVE_TIME_MARGIN: Duration = Duration::from_millis(20);

/// The arguments of `damier match`.
#[derive(Args, Clone, Debug)]
pub struct MatchArguments {
    /// The engines.
    #[command(flatten)]
    pub engines: EngineWords,

    /// Ruleset.
    #[arg(short, long, default_value = "turkish")]
    pub variant: VariantId,

    /// How many games each two engines play, rounded up to whole pairs.
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub games: u32,

    /// Only the first engine plays the others.
    #[arg(long)]
    pub gauntlet: bool,

    /// How many games run at the same time.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub concurrency: usize,

    /// Start positions, one FEN a line, `#` before comments.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// Without a file, games start after so many random plies.
    #[arg(long, default_value_t = 8, value_name = "N", conflicts_with = "openings")]
    pub random_plies: u32,

    /// Pass over the first openings: begin with the one of this number, from 1.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub start: u32,

    /// Seed of the openings' order or moves; a random one unless given.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Draw after so many plies without progress, where the ruleset leaves it to the arbiter; 0 for never.
    #[arg(long, value_name = "N")]
    pub no_progress: Option<u16>,

    /// Stop when the first engine is shown to be elo1 stronger than the second, or only elo0.
    #[arg(long, num_args = 1.., value_name = "elo0= elo1= alpha= beta=")]
    pub sprt: Option<Vec<String>>,

    /// An engine loses that sees itself this far behind, in hundredths of a man, so many moves in a row.
    #[arg(long, num_args = 1.., value_name = "movecount= score= twosided=")]
    pub resign: Option<Vec<String>>,

    /// A draw when both see it as even, from a move on, so many moves in a row.
    #[arg(long, num_args = 1.., value_name = "movenumber= movecount= score=")]
    pub draw: Option<Vec<String>>,

    /// Draw after so many moves of each side.
    #[arg(long, value_name = "N")]
    pub maxmoves: Option<u32>,

    /// Start an engine again that crashed or hung, and play on.
    #[arg(long)]
    pub recover: bool,

    /// Write the games to this file.
    #[arg(long, value_name = "FILE")]
    pub pdn: Option<PathBuf>,

    /// The name of the match in the game file.
    #[arg(long, default_value = "damier match", value_name = "TEXT")]
    pub event: String,

    /// Keep the results in this file, and go on from them when it exists.
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,

    /// Print the score after so many games.
    #[arg(long, alias = "ratinginterval", default_value_t = 10, value_name = "N")]
    pub rating_interval: u32,

    /// Do not report single games.
    #[arg(short, long)]
    pub quiet: bool,
}

/// The groups of words after every `--engine`, and those after `--each`.
#[derive(Clone, Debug, Default)]
pub struct EngineWords {
    /// One group an engine.
    pub engines: Vec<Vec<String>>,
    /// The words for all.
    pub each: Vec<String>,
}

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineWords, clap::Error> {
        let groups = |id| {
            let groups = matches.get_occurrences::<String>(id).into_iter().flatten();
            groups.map(|words| words.cloned().collect()).collect::<Vec<Vec<String>>>()
        };
        Ok(EngineWords { engines: groups("engine"), each: groups("each").concat() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = EngineWords::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for EngineWords {
    fn augment_args(command: Command) -> Command {
        let words =
            |id: &'static str| Arg::new(id).long(id).num_args(1..).action(ArgAction::Append).value_name("KEY=VALUE");
        command
            .arg(words("engine").help(
                "An engine: cmd= name= args=WORDS dir= proto=uci|hub option.NAME=VALUE tc=[moves/]seconds[+increment] st=SECONDS \
                 nodes=N depth=N timemargin=MS; give two or more",
            ))
            .arg(words("each").help("The same keys, for all engines that do not set them"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineWords::augment_args(command)
    }
}

/// The arguments make no plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsageError(String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

fn usage<T>(text: impl Into<String>) -> Result<T, UsageError> {
    Err(UsageError(text.into()))
}

impl MatchArguments {
    /// What is to be played.
    ///
    /// # Errors
    /// When a word is not understood, or the words do not fit together.
    pub fn plan(&self) -> Result<Plan, UsageError> {
        let players = self.players()?;
        let sprt = self.sprt.as_deref().map(read_sprt).transpose()?;
        if sprt.is_some() && players.len() != 2 {
            return usage("a sequential test compares two engines");
        }
        if self.games == 0 || self.concurrency == 0 || self.start == 0 || self.rating_interval == 0 {
            return usage("games, concurrency, start and rating-interval are at least 1");
        }
        Ok(Plan {
            players,
            variant: self.variant,
            rounds: self.games.div_ceil(2),
            gauntlet: self.gauntlet,
            concurrency: self.concurrency,
            openings: match &self.openings {
                Some(path) => OpeningSource::File(path.clone()),
                None => OpeningSource::Random { plies: self.random_plies },
            },
            seed: self.seed,
            skip: self.start - 1,
            no_progress_plies: self.no_progress,
            adjudication: Adjudication {
                resign: self.resign.as_deref().map(read_resign).transpose()?,
                draw: self.draw.as_deref().map(read_draw).transpose()?,
                longest: self.maxmoves,
            },
            sprt,
            recover: self.recover,
            pdn: self.pdn.clone(),
            event: self.event.clone(),
            state: self.state.clone(),
            report_interval: self.rating_interval,
            quiet: self.quiet,
        })
    }

    fn players(&self) -> Result<Vec<Player>, UsageError> {
        if self.engines.engines.len() < 2 {
            return usage("a match needs two engines: --engine cmd=… --engine cmd=…");
        }
        let players = self.engines.engines.iter().map(|words| read_player(&self.engines.each, words));
        let mut players = players.collect::<Result<Vec<Player>, UsageError>>()?;
        let mut names = HashSet::new();
        for player in &mut players {
            let name = player.name.clone();
            let mut copy = 2;
            while !names.insert(player.name.clone()) {
                player.name = format!("{name}-{copy}");
                copy += 1;
            }
        }
        Ok(players)
    }
}

/// A word `key=value`; a key alone has an empty value.
fn split(word: &str) -> (&str, &str) {
    word.split_once('=').unwrap_or((word, ""))
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, UsageError> {
    value.parse().map_err(|_| UsageError(format!("{key}= needs a number, not '{value}'")))
}

fn read_player(each: &[String], own: &[String]) -> Result<Player, UsageError> {
    let mut player = Player {
        name: String::new(),
        launch: Launch {
            command: PathBuf::new(),
            arguments: Vec::new(),
            directory: None,
            dialect: Dialect::Uci,
            options: Vec::new(),
        },
        control: None,
        move_time: None,
        depth: None,
        nodes: None,
        margin: Duration::ZERO,
    };
    let mut margin = None;
    for word in each.iter().chain(own) {
        let (key, value) = split(word);
        match key {
            "cmd" => player.launch.command = PathBuf::from(value),
            "name" => player.name = value.to_owned(),
            "args" => player.launch.arguments = value.split_whitespace().map(str::to_owned).collect(),
            "dir" => player.launch.directory = Some(PathBuf::from(value)),
            "proto" => {
                player.launch.dialect = match value {
                    "uci" => Dialect::Uci,
                    "hub" => Dialect::Hub,
                    _ => return usage(format!("proto= is uci or hub, not '{value}'")),
                }
            }
            "tc" => player.control = Some(value.parse::<TimeControl>().map_err(|error| UsageError(error.to_string()))?),
            "st" => {
                let Some(time) = seconds_from(value).filter(|time| !time.is_zero()) else {
                    return usage(format!("st= needs seconds, not '{value}'"));
                };
                player.move_time = Some(time);
            }
            "nodes" => player.nodes = Some(number(key, value)?),
            "depth" => player.depth = Some(number(key, value)?),
            "timemargin" => margin = Some(Duration::from_millis(number(key, value)?)),
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    player.launch.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
                    player.launch.options.push((name.to_owned(), value.to_owned()));
                }
                _ => return usage(format!("an engine has no key '{key}'")),
            },
        }
    }
    if player.launch.command.as_os_str().is_empty() {
        return usage("an engine needs cmd=");
    }
    if player.name.is_empty() {
        player.name = file_name(&player.launch.command);
    }
    let name = &player.name;
    if player.control.is_some() && player.move_time.is_some() {
        return usage(format!("engine '{name}' has both tc= and st="));
    }
    if player.control.is_none() && player.move_time.is_none() && player.nodes.is_none() && player.depth.is_none() {
        return usage(format!("engine '{name}' has no limit: tc=, st=, nodes= or depth="));
    }
    let usual = if player.move_time.is_some() { MOVE_TIME_MARGIN } else { Duration::ZERO };
    player.margin = margin.unwrap_or(usual);
    Ok(player)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn read_sprt(words: &[String]) -> Result<Sprt, UsageError> {
    let mut sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    for word in words {
        let (key, value) = split(word);
        match key {
            "elo0" => sprt.elo0 = number(key, value)?,
            "elo1" => sprt.elo1 = number(key, value)?,
            "alpha" => sprt.alpha = number(key, value)?,
            "beta" => sprt.beta = number(key, value)?,
            _ => return usage(format!("--sprt has no key '{key}'")),
        }
    }
    let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
    if sprt.elo0 >= sprt.elo1 || !sprt.elo0.is_finite() || !sprt.elo1.is_finite() {
        return usage("--sprt needs elo0 < elo1");
    }
    if !is_risk(sprt.alpha) || !is_risk(sprt.beta) {
        return usage("--sprt needs alpha and beta between 0 and 0.5");
    }
    Ok(sprt)
}

fn read_resign(words: &[String]) -> Result<ResignRule, UsageError> {
    let mut rule = ResignRule { moves: 3, score: 500, two_sided: false };
    for word in words {
        let (key, value) = split(word);
        match key {
            "movecount" => rule.moves = number(key, value)?,
            "score" => rule.score = number(key, value)?,
            "twosided" => rule.two_sided = matches!(value, "" | "true"),
            _ => return usage(format!("--resign has no key '{key}'")),
        }
    }
    Ok(rule)
}

fn read_draw(words: &[String]) -> Result<DrawRule, UsageError> {
    let mut rule = DrawRule { from_move: 40, moves: 8, score: 10 };
    for word in words {
        let (key, value) = split(word);
        match key {
            "movenumber" => rule.from_move = number(key, value)?,
            "movecount" => rule.moves = number(key, value)?,
            "score" => rule.score = number(key, value)?,
            _ => return usage(format!("--draw has no key '{key}'")),
        }
    }
    Ok(rule)
}
