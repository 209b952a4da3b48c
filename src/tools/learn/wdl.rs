//! The curves that make chances of scores, fitted to a file of games.

use std::io::Write;
use std::path::Path;

use super::super::ToolError;
use super::told;
use crate::learn::{Chances, DataFile, ruleset_of};
use crate::rules::{Variant, VariantTask};

/// Fits the curves to a file and writes them.
///
/// # Errors
/// When the file is refused or the output cannot be written.
pub fn datagen_wdl(file: &Path, output: &mut dyn Write) -> Result<(), ToolError> {
    ruleset_of(file)?.run(Task { file, output })
}

struct Task<'a> {
    file: &'a Path,
    output: &'a mut dyn Write,
}

impl VariantTask for Task<'_> {
    type Output = Result<(), ToolError>;

    fn run<V: Variant>(self) -> Result<(), ToolError> {
        let Task { file, output } = self;
        let file = DataFile::open::<V>(file)?;
        let chances = Chances::gather::<V>(&file)?;
        if chances.positions() == 0 {
            return Err(ToolError::Failed("the file has no positions to fit curves to".to_owned()));
        }
        let curves = chances.fit();
        writeln!(output, "{}", told(file.header()))?;
        for (name, [full, empty]) in [("half", curves.half), ("slope", curves.slope)] {
            writeln!(output, "{name:<6} {full:>8.1} with all pieces {empty:>8.1} with none")?;
        }
        let (positions, unlikeliness) = (chances.positions(), chances.unlikeliness(curves));
        writeln!(output, "{positions} positions, {unlikeliness:.4} nats a position")?;
        Ok(output.flush()?)
    }
}
