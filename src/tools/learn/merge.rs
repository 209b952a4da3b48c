//! Joining parts of a run.

use std::io::Write;
use std::path::PathBuf;

use super::super::ToolError;
use super::told;
use crate::learn::{merge, ruleset_of};
use crate::rules::{Variant, VariantTask};

/// Which parts to join.
#[derive(Clone, Debug)]
pub struct DatagenMerge {
    /// The new file.
    pub out: PathBuf,
    /// The parts, in any order.
    pub files: Vec<PathBuf>,
}

/// Joins parts and writes what came of it.
///
/// # Errors
/// When a part is refused, parts do not go together, or something cannot be written.
pub fn datagen_merge(how: &DatagenMerge, output: &mut dyn Write) -> Result<(), ToolError> {
    let Some(first) = how.files.first() else { return Err(ToolError::Failed("there is nothing to join".to_owned())) };
    ruleset_of(first)?.run(Task { how, output })
}

struct Task<'a> {
    how: &'a DatagenMerge,
    output: &'a mut dyn Write,
}

impl VariantTask for Task<'_> {
    type Output = Result<(), ToolError>;

    fn run<V: Variant>(self) -> Result<(), ToolError> {
        let Task { how, output } = self;
        let merged = merge::<V>(&how.out, &how.files).map_err(|error| ToolError::Failed(error.to_string()))?;
        let header = &merged.header;
        writeln!(output, "{}", told(header))?;
        let (games, samples, bytes) = (header.games(), merged.samples, merged.bytes);
        let missing = header.total_games - games;
        let remark = if missing > 0 { format!("; {missing} games are in other parts") } else { String::new() };
        writeln!(output, "{games} games, {samples} positions, {bytes} bytes{remark}")?;
        Ok(output.flush()?)
    }
}
