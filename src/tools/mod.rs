//! What a person runs from the shell. Each tool writes to the output it is given and knows no protocol's
//! text.

pub mod match_runner;

mod analyse;
mod bench;
mod interrupt;
mod learn;
mod moves;
mod openings;
mod pdn;
mod pdn_file;
mod perft;
mod play;
mod progress;
mod random_opening;
mod screen;
mod tables;
mod words;

pub use analyse::{Analyse, analyse};
pub use bench::bench;
pub use learn::{
    Datagen, DatagenMerge, DatagenStats, Train, datagen, datagen_merge, datagen_stats, datagen_wdl, train,
};
pub use moves::moves;
pub use openings::{Openings, openings};
pub use pdn::{PdnCheck, pdn_check};
pub use perft::{Perft, perft};
pub use play::{Level, Persons, Play, play};
pub use tables::{
    TablesBuild, TablesPack, TablesProbe, TablesResults, TablesVerify, tables_build, tables_pack, tables_probe,
    tables_results, tables_verify,
};
pub use words::judgement;

use std::path::Path;
use std::{fmt, io};

use crate::engine::{Engine, Notice, PositionError, Session, open};
use crate::options::Setting;
use crate::rules::VariantId;
use match_runner::{MatchError, UsageError};

/// The version, the commit where it is known, and the machine it was built for.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("DAMIER_BUILD"));

/// A position as the command line names it.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The ruleset.
    pub variant: VariantId,
    /// Where to start, `None` for the start position.
    pub fen: Option<String>,
    /// The moves played since.
    pub moves: Vec<String>,
}

impl Setup {
    /// The game that the command line names.
    ///
    /// # Errors
    /// When the FEN or a move is bad.
    pub fn session(&self) -> Result<Box<dyn Session>, PositionError> {
        let mut session = open(self.variant);
        session.set_position(self.fen.as_deref(), &self.moves)?;
        Ok(session)
    }
}

/// Gives an engine the endgame tables below a folder, and returns what there is to say about them.
fn name_tables(engine: &mut Engine, folder: &Path) -> Result<Vec<Notice>, ToolError> {
    if folder.is_dir() {
        Ok(engine.set(Setting::TablesPath(Some(folder.to_owned()))))
    } else {
        Err(ToolError::Failed(format!("no endgame tables can be in '{}', which is no folder", folder.display())))
    }
}

/// Lets an engine judge positions by the weights of a file, and returns what there is to say about them.
fn name_weights(engine: &mut Engine, file: &Path) -> Result<Vec<Notice>, ToolError> {
    engine.load_weights(Some(file.to_owned())).map_err(|refusal| ToolError::Failed(refusal.to_string()))
}

/// Why a tool did not do its work.
#[derive(Debug)]
pub enum ToolError {
    /// The position named is none.
    Position(PositionError),
    /// The output cannot be written; a broken pipe among others.
    Output(io::Error),
    /// The file of this name cannot be written.
    File(String, io::Error),
    /// The words of the command line do not fit together.
    Usage(UsageError),
    /// A match was not played to its end.
    Match(MatchError),
    /// Something else went wrong.
    Failed(String),
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::Position(error) => error.fmt(f),
            ToolError::Output(error) => write!(f, "cannot write the output: {error}"),
            ToolError::File(name, error) => write!(f, "cannot write to {name}: {error}"),
            ToolError::Usage(error) => error.fmt(f),
            ToolError::Match(error) => error.fmt(f),
            ToolError::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for ToolError {}

impl From<PositionError> for ToolError {
    fn from(error: PositionError) -> ToolError {
        ToolError::Position(error)
    }
}

impl From<io::Error> for ToolError {
    fn from(error: io::Error) -> ToolError {
        ToolError::Output(error)
    }
}

impl From<UsageError> for ToolError {
    fn from(error: UsageError) -> ToolError {
        ToolError::Usage(error)
    }
}

impl From<MatchError> for ToolError {
    fn from(error: MatchError) -> ToolError {
        match error {
            MatchError::Output(error) => ToolError::Output(error),
            error => ToolError::Match(error),
        }
    }
}

impl From<serde_json::Error> for ToolError {
    fn from(error: serde_json::Error) -> ToolError {
        ToolError::Output(error.into())
    }
}
