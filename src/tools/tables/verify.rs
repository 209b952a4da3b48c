//! Holding the tables of a ruleset against its rules.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::super::progress::Progress;
use super::{ToolError, classes, duration};
use crate::rules::{Variant, VariantId, VariantTask};
use crate::tables::{Builder, Class, Folder, Tables, verify};

/// Which tables to verify.
#[derive(Clone, Debug)]
pub struct TablesVerify {
    /// The ruleset.
    pub variant: VariantId,
    /// Up to how many pieces.
    pub pieces: usize,
    /// This class and its swap, instead of all.
    pub only: Option<Class>,
    /// How many threads share the work.
    pub threads: usize,
    /// Below which folder the ruleset's own lies.
    pub dir: PathBuf,
}

/// Derives every value from those that its position's moves lead to, and writes a line for each class.
///
/// # Errors
/// The first value found wrong, a table that is missing or damaged, or an output that cannot be written.
pub fn tables_verify(how: &TablesVerify, output: &mut dyn Write) -> Result<(), ToolError> {
    how.variant.run(Task { how, output })
}

struct Task<'a> {
    how: &'a TablesVerify,
    output: &'a mut dyn Write,
}

impl VariantTask for Task<'_> {
    type Output = Result<(), ToolError>;

    fn run<V: Variant>(self) -> Result<(), ToolError> {
        let Task { how, output } = self;
        let mut list = classes::<V>(how.pieces, how.only)?;
        if let Some(only) = how.only {
            list.retain(|&class| class == only.listed());
        }
        let folder = Folder::<V>::new(&how.dir);
        let progress = Progress::of_steps(list.iter().map(|&class| Builder::<V>::slots(class)).sum());
        let begun = Instant::now();
        let (mut finished, mut derived, mut unproven) = (0, 0, 0);
        for class in list.into_iter().flat_map(Class::pair) {
            let done = AtomicU64::new(0);
            let watch = |count: u64| {
                let done = done.fetch_add(count, Ordering::Relaxed) + count;
                progress.show(finished + done, || class.to_string());
            };
            let verified = verify(&folder, class, how.threads, &watch);
            let verified = verified.map_err(|error| ToolError::Failed(error.to_string()))?;
            finished += Tables::<V>::slots(class);
            derived += verified.derived;
            unproven += u32::from(!verified.distances);
            let what = if verified.distances { "values and distances" } else { "values" };
            progress.aside(|| {
                writeln!(output, "{class:8} {:>12} {what} right", verified.derived).and_then(|()| output.flush())
            })?;
        }
        drop(progress);
        writeln!(output, "{derived} values right, in {}", duration(begun.elapsed().as_secs_f64()))?;
        if unproven > 0 {
            writeln!(output, "without distances, {unproven} classes are free of contradictions but not proven")?;
        }
        output.flush()?;
        Ok(())
    }
}
