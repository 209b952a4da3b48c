//! What the tables know of a position and of each of its moves.

use std::io::{Write, stderr};
use std::path::PathBuf;

use serde::Serialize;

use super::{ToolError, shown};
use crate::engine::PositionError;
use crate::notation::{read_fen, write_fen, write_pdn, write_uci};
use crate::position::Position;
use crate::rules::{Variant, VariantId, VariantTask};
use crate::tables::{Folder, Outcome, Tables, Value, embedded};

/// The cache for blocks: a position and its moves touch few.
const CACHE_BYTES: usize = 8 << 20;

/// Which position to ask about.
#[derive(Clone, Debug)]
pub struct TablesProbe {
    /// The ruleset.
    pub variant: VariantId,
    /// The position.
    pub fen: String,
    /// Below which folder the ruleset's own lies; `None` for the tables that are compiled in.
    pub dir: Option<PathBuf>,
    /// Whether to write JSON.
    pub json: bool,
}

/// Writes the value of a position and of every move, the best first. Files that are refused are named on standard
/// error.
///
/// # Errors
/// When the position is none, no table covers it, or the output cannot be written.
pub fn tables_probe(how: &TablesProbe, output: &mut dyn Write) -> Result<(), ToolError> {
    how.variant.run(Task { how, output })
}

struct Task<'a> {
    how: &'a TablesProbe,
    output: &'a mut dyn Write,
}

/// A move and the outcome for the side that makes it.
struct Choice {
    text: String,
    uci: String,
    outcome: Outcome,
}

impl VariantTask for Task<'_> {
    type Output = Result<(), ToolError>;

    fn run<V: Variant>(self) -> Result<(), ToolError> {
        let Task { how, output } = self;
        let position = read_fen::<V>(&how.fen).map_err(PositionError::Fen)?;
        let (tables, place) = match &how.dir {
            None => (embedded::<V>(CACHE_BYTES), "the program".to_owned()),
            Some(dir) => {
                let folder = Folder::<V>::new(dir);
                let (tables, refused) = folder.open_all(CACHE_BYTES);
                for refusal in refused {
                    // Nobody may be listening.
                    let _ = writeln!(stderr(), "warning: {refusal}");
                }
                (tables, format!("'{}'", shown(folder.path())))
            }
        };
        let fen = write_fen(&position);
        let unknown = || ToolError::Failed(format!("no table in {place} covers {fen}"));
        let outcome = tables.outcome(&position).ok_or_else(unknown)?;
        let choices = choices(&tables, &position).ok_or_else(unknown)?;
        if how.json {
            let moves = choices.iter().map(|choice| MoveShape {
                text: &choice.text,
                uci: &choice.uci,
                value: choice.outcome.value.to_string(),
                plies: plies(choice.outcome),
            });
            let shape = Shape { fen, value: outcome.value.to_string(), plies: plies(outcome), moves: moves.collect() };
            writeln!(output, "{}", serde_json::to_string(&shape)?)?;
        } else {
            writeln!(output, "{fen}: {}", words(outcome))?;
            for choice in &choices {
                writeln!(output, "  {:12} {}", choice.text, words(choice.outcome))?;
            }
        }
        output.flush()?;
        Ok(())
    }
}

/// Every move with its outcome, the best first; `None` where one is unknown.
fn choices<V: Variant>(tables: &Tables<V>, position: &Position<V>) -> Option<Vec<Choice>> {
    let legal = position.legal_moves();
    let choice = |&mv| {
        let outcome = tables.best(position, &[mv])?;
        Some(Choice { text: write_pdn(position, mv, &legal), uci: write_uci(position, mv), outcome })
    };
    let mut choices: Vec<Choice> = legal.iter().map(choice).collect::<Option<_>>()?;
    choices.sort_by_key(|choice| {
        let plies = i32::from(choice.outcome.distance.unwrap_or(0));
        match choice.outcome.value {
            Value::Win => (0, plies),
            Value::Draw => (1, 0),
            Value::Loss => (2, -plies),
        }
    });
    Some(choices)
}

/// The distance as it is told: a draw has none.
fn plies(outcome: Outcome) -> Option<u8> {
    outcome.distance.filter(|_| outcome.value != Value::Draw)
}

fn words(outcome: Outcome) -> String {
    match plies(outcome) {
        Some(1) => format!("{} in 1 ply", outcome.value),
        Some(plies) => format!("{} in {plies} plies", outcome.value),
        None => outcome.value.to_string(),
    }
}

/// A position as JSON.
#[derive(Serialize)]
struct Shape<'a> {
    fen: String,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u8>,
    moves: Vec<MoveShape<'a>>,
}

/// A move as JSON.
#[derive(Serialize)]
struct MoveShape<'a> {
    text: &'a str,
    uci: &'a str,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u8>,
}
