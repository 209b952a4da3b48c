//! The results in a file, so that a match that was broken off can go on.
//!
//! Each line is a JSON object: the first tells the match, the others a game each, in the order in which they ended.
//! Lines are only ever added, so that nothing is lost when the runner is killed; a last line that was cut short is dropped.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::num::NonZeroU32;
use std::path::Path;
use std::{fmt, fs};

use serde::{Deserialize, Serialize};

use super::faults::FaultKind;
use super::plan::{OpeningSource, Plan};
use crate::rules::Color;

/// What must be the same when a match goes on. How many games there are may change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Header {
    variant: String,
    players: Vec<String>,
    gauntlet: bool,
    openings: String,
    start: u32,
    seed: u64,
    rules: String,
    sprt: Option<[f64; 4]>,
}

impl Header {
    fn new(plan: &Plan, seed: u64) -> Header {
        let player = |player: &super::plan::Player| {
            let launch = &player.launch;
            format!("{}: {} {:?} {:?}", player.name, launch.command.display(), launch.arguments, launch.options)
                + &format!(", {}, {} ms forgiven", player.limits_text(), player.margin.as_millis())
        };
        Header {
            variant: plan.variant.to_string(),
            players: plan.players.iter().map(player).collect(),
            gauntlet: plan.gauntlet,
            openings: match &plan.openings {
                OpeningSource::File(path) => path.display().to_string(),
                OpeningSource::Random { plies } => format!("{plies} random plies"),
            },
            start: plan.skip + 1,
            seed,
            rules: format!("{:?}, no progress {:?}", plan.adjudication, plan.no_progress_plies),
            sprt: plan.sprt.map(|sprt| [sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta]),
        }
    }
}

/// A finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1.
    pub game: NonZeroU32,
    /// Who won.
    pub result: GameResult,
    /// What the loser did wrong, if the rules did not decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
}

/// Who won a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// White.
    White,
    /// Black.
    Black,
    /// Nobody.
    Draw,
}

impl GameResult {
    /// The result with this winner, `None` for a draw.
    pub fn of(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        }
    }

    /// Who won, `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw => None,
        }
    }
}

/// The seed of the match that a file holds, `None` when there is no such file.
///
/// # Errors
/// When the file cannot be read or is none of ours.
pub fn stored_seed(path: &Path) -> Result<Option<u64>, StateError> {
    Ok(read(path)?.map(|(header, ..)| header.seed))
}

/// A state file that grows by games.
pub struct StateFile(File);

impl StateFile {
    /// Opens a file for this match, and returns the games that it holds already.
    ///
    /// # Errors
    /// When the file cannot be read or written, is none of ours, or belongs to another match.
    pub fn open(path: &Path, plan: &Plan, seed: u64) -> Result<(StateFile, Vec<Entry>), StateError> {
        let header = Header::new(plan, seed);
        let unusable = |error| StateError::Unusable(path.display().to_string(), error);
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(unusable)?;
        let mut state = StateFile(file);
        match read(path)? {
            None => {
                state.0.set_len(0).map_err(unusable)?;
                state.line(&header).map_err(unusable)?;
                Ok((state, Vec::new()))
            }
            Some((stored, entries, length)) => {
                if stored != header {
                    let difference = difference(&stored, &header);
                    return Err(StateError::OtherMatch(path.display().to_string(), difference));
                }
                state.0.set_len(length as u64).map_err(unusable)?;
                Ok((state, entries))
            }
        }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, entry: &Entry) -> io::Result<()> {
        self.line(entry)
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.0.write_all(&line)?;
        self.0.flush()
    }
}

/// What a file holds, and how long its complete lines are; `None` when there is no complete line.
fn read(path: &Path) -> Result<Option<(Header, Vec<Entry>, usize)>, StateError> {
    let name = || path.display().to_string();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StateError::Unusable(name(), error)),
    };
    let complete = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..complete].lines();
    let Some(first) = lines.next() else { return Ok(None) };
    let strange = |at: usize, error| StateError::Strange { path: name(), line: at + 1, error };
    let header = serde_json::from_str(first).map_err(|error| strange(0, error))?;
    let entries =
        lines.enumerate().map(|(at, line)| serde_json::from_str(line).map_err(|error| strange(at + 1, error)));
    Ok(Some((header, entries.collect::<Result<_, _>>()?, complete)))
}

/// The first thing in which two matches differ.
fn difference(stored: &Header, wanted: &Header) -> String {
    let fields = |header: &Header| match serde_json::to_value(header) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let wanted = fields(wanted);
    let differs = |(name, value): (String, serde_json::Value)| match wanted.get(&name) {
        Some(other) if *other != value => Some(format!("{name} was {value} and is now {other}")),
        _ => None,
    };
    fields(stored).into_iter().find_map(differs).unwrap_or_default()
}

/// Why a match cannot go on from a file.
#[derive(Debug)]
pub enum StateError {
    /// It cannot be read or written.
    Unusable(String, io::Error),
    /// A line is none of ours.
    Strange {
        /// The file.
        path: String,
        /// The line's number, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// It belongs to a match under other conditions, of which one is told.
    OtherMatch(String, String),
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Unusable(path, error) => write!(f, "cannot use the state file {path}: {error}"),
            StateError::Strange { path, line, error } => write!(f, "{path}, line {line}, is not of a match: {error}"),
            StateError::OtherMatch(path, difference) => write!(f, "{path} belongs to another match: {difference}"),
        }
    }
}

impl std::error::Error for StateError {}
