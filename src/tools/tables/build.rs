//! Building the tables of a ruleset, class by class.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::super::progress::Progress;
use super::{ToolError, classes, duration, shown};
use crate::rules::{Variant, VariantId, VariantTask};
use crate::tables::{BuildPlan, Builder, Class, Folder, MOST_PIECES};

/// Which tables to build, and how.
#[derive(Clone, Debug)]
pub struct TablesBuild {
    /// The ruleset.
    pub variant: VariantId,
    /// Up to how many pieces.
    pub pieces: usize,
    /// This class and those it leads to, instead of all.
    pub only: Option<Class>,
    /// How many threads share the work.
    pub threads: usize,
    /// Whether to keep how long wins take.
    pub distances: bool,
    /// Below which folder the ruleset's own lies.
    pub dir: PathBuf,
}

/// Builds what is not there yet, and writes a line for each class. An interrupted run goes on with the class that it
/// was at: files are written as a whole.
///
/// # Errors
/// When a file cannot be written or read, or a win is too long for a table.
pub fn tables_build(how: &TablesBuild, output: &mut dyn Write) -> Result<(), ToolError> {
    how.variant.run(Task { how, output })
}

struct Task<'a> {
    how: &'a TablesBuild,
    output: &'a mut dyn Write,
}

impl VariantTask for Task<'_> {
    type Output = Result<(), ToolError>;

    fn run<V: Variant>(self) -> Result<(), ToolError> {
        let Task { how, output } = self;
        let list = classes::<V>(how.pieces, how.only)?;
        let folder = Folder::<V>::new(&how.dir);
        folder.create().map_err(|error| ToolError::File(shown(folder.path()), error))?;
        let plan = BuildPlan { threads: how.threads, distances: how.distances };
        let mut builder = Builder::new(folder, plan);
        let missing: Vec<Class> = list.iter().copied().filter(|&class| !builder.is_built(class)).collect();
        if missing.len() < list.len() {
            writeln!(output, "{} of {} pairs of classes are there already", list.len() - missing.len(), list.len())?;
        }

        // Every slot is looked at once, and told from once at most.
        let work = |class: Class| 2 * Builder::<V>::slots(class);
        let progress = Progress::of_steps(missing.iter().map(|&class| work(class)).sum());
        let begun = Instant::now();
        let (mut slots, mut bytes) = (0, 0);
        for &class in &missing {
            let started = Instant::now();
            let (finished, done) = (2 * slots, AtomicU64::new(0));
            let watch = |what: &'static str, count: u64| {
                let done = done.fetch_add(count, Ordering::Relaxed) + count;
                progress.show(finished + done, || format!("{class} {what}"));
            };
            let built = builder.build(class, &watch).map_err(|error| ToolError::Failed(error.to_string()))?;
            let class_slots = Builder::<V>::slots(class);
            slots += class_slots;
            let size: u64 = built.iter().map(|built| built.bytes).sum();
            bytes += size;
            let name = class.pair().map(|class| class.to_string()).collect::<Vec<_>>().join(" ");
            let seconds = started.elapsed().as_secs_f64();
            progress.aside(|| {
                writeln!(output, "{name:15} {class_slots:>12} slots {seconds:>8.1} s {size:>10} bytes")
                    .and_then(|()| output.flush())
            })?;
        }
        drop(progress);
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(output, "{} pairs of classes, {slots} slots in {}, {bytes} bytes", missing.len(), duration(seconds))?;
        if let Some(next) = estimate::<V>(how, slots as f64 / seconds).filter(|_| slots > 0) {
            writeln!(output, "{next}")?;
        }
        output.flush()?;
        Ok(())
    }
}

/// How long one piece more would take at this rate of slots a second; `None` where no table holds so many.
fn estimate<V: Variant>(how: &TablesBuild, rate: f64) -> Option<String> {
    let pieces = how.pieces + 1;
    if how.only.is_some() || pieces > MOST_PIECES {
        return None;
    }
    let more = Class::pairs(pieces).into_iter().filter(|class| class.pieces() == pieces);
    let slots: u64 = more.map(Builder::<V>::slots).sum();
    let time = duration(slots as f64 / rate);
    Some(format!("{rate:.0} slots a second; at this rate the {slots} slots of {pieces} pieces take {time}"))
}
