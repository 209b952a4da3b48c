//! `damier tables`: endgame tables built, held against the rules, asked, summed up, and put into one file.

mod build;
mod pack;
mod probe;
mod results;
mod verify;

pub use build::{TablesBuild, tables_build};
pub use pack::{TablesPack, tables_pack};
pub use probe::{TablesProbe, tables_probe};
pub use results::{TablesResults, tables_results};
pub use verify::{TablesVerify, tables_verify};

use std::path::Path;

use super::ToolError;
use crate::rules::Variant;
use crate::tables::{Class, MOST_PIECES};

/// The classes that a person asks for, in an order in which they can be built.
///
/// # Errors
/// When there are more pieces than a table of this ruleset can hold.
fn classes<V: Variant>(pieces: usize, only: Option<Class>) -> Result<Vec<Class>, ToolError> {
    // Four kings of ten lines each have more moves than the solver counts.
    let most = if V::RULES.board.size() > 8 { MOST_PIECES - 1 } else { MOST_PIECES };
    let asked = only.map_or(pieces, Class::pieces);
    if asked > most {
        let name = V::RULES.name;
        return Err(ToolError::Failed(format!("tables of {name} hold up to {most} pieces, {asked} are asked for")));
    }
    Ok(only.map_or_else(|| Class::pairs(pieces), Class::closure))
}

/// Seconds as people read them.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7_200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3_600.0),
    }
}

/// How a folder is named in messages.
fn shown(path: &Path) -> String {
    path.display().to_string()
}
