//! What the tables of a ruleset come to, class by class, as Markdown.

use std::io::Write;
use std::path::PathBuf;

use super::{ToolError, classes};
use crate::notation::write_fen;
use crate::rules::{Variant, VariantId, VariantTask};
use crate::tables::{Class, Counts, Folder, Tables};

/// Which tables to sum up.
#[derive(Clone, Debug)]
pub struct TablesResults {
    /// The ruleset.
    pub variant: VariantId,
    /// Up to how many pieces.
    pub pieces: usize,
    /// Below which folder the ruleset's own lies.
    pub dir: PathBuf,
}

/// Writes a table of what each class comes to.
///
/// # Errors
/// When a table is missing or the output cannot be written.
pub fn tables_results(how: &TablesResults, output: &mut dyn Write) -> Result<(), ToolError> {
    how.variant.run(Task { how, output })
}

struct Task<'a> {
    how: &'a TablesResults,
    output: &'a mut dyn Write,
}

impl VariantTask for Task<'_> {
    type Output = Result<(), ToolError>;

    fn run<V: Variant>(self) -> Result<(), ToolError> {
        let Task { how: TablesResults { variant, pieces, dir }, output } = self;
        writeln!(
            output,
            "# Small endings of `{variant}`\n\n\
             Every position with up to {pieces} pieces, both sides playing their best; neither repetitions nor move\n\
             counters are known here. Made by `damier tables build --variant {variant} --pieces {pieces} --distances`\n\
             and `damier tables results --variant {variant} --pieces {pieces}`.\n\n\
             A class names the side to move first: `KMvK` is king and man to move against a king. *Quiet* positions are\n\
             those where neither side can capture and no rule has decided. Percentages are what the side to move makes\n\
             of them. The longest win is in plies of both sides until the game is over; in the example White is to move.\n\n\
             | class | positions | all: won | drawn | lost | quiet | quiet: won | drawn | lost | longest win \
             | example |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|"
        )?;
        let folder = Folder::<V>::new(dir);
        for class in classes::<V>(*pieces, None)?.into_iter().flat_map(Class::pair) {
            let file = folder.open(class).map_err(|refusal| ToolError::Failed(refusal.to_string()))?;
            let statistics = file.statistics();
            let longest = statistics.longest.map_or(("".to_owned(), "".to_owned()), |(plies, slot)| {
                (plies.to_string(), example::<V>(class, slot).unwrap_or_default())
            });
            let row = [
                format!("`{class}`"),
                statistics.all.total().to_string(),
                shares(&statistics.all),
                statistics.quiet.total().to_string(),
                shares(&statistics.quiet),
                longest.0,
                longest.1,
            ];
            writeln!(output, "| {} |", row.join(" | "))?;
        }
        output.flush()?;
        Ok(())
    }
}

/// The position of a slot, if it is one.
fn example<V: Variant>(class: Class, slot: u64) -> Option<String> {
    Tables::<V>::position_at(class, slot).map(|position| format!("`{}`", write_fen(&position)))
}

/// Won, drawn and lost in percent, as three cells.
fn shares(counts: &Counts) -> String {
    let share = |count: u64| {
        if counts.total() == 0 {
            return "–".to_owned();
        }
        let percent = 100.0 * count as f64 / counts.total() as f64;
        // What happens is never shown as 0, and what does not always happen never as 100.
        match (count, percent) {
            (0, _) => "0".to_owned(),
            (_, p) if p < 0.005 => "< 0.01".to_owned(),
            (count, p) if p >= 99.995 && count < counts.total() => "> 99.99".to_owned(),
            (_, p) => format!("{p:.2}"),
        }
    };
    [counts.won, counts.drawn, counts.lost].map(share).join(" | ")
}
