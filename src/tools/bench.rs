//! The bench, run from the shell.

use std::io::Write;
use std::sync::mpsc::channel;

use super::ToolError;
use crate::engine::{Engine, Event, Finished, per_second};

/// Runs the bench: a line for every position, and as the last line `N nodes M nps`.
///
/// # Errors
/// When the output cannot be written or the search fails.
pub fn bench(output: &mut dyn Write) -> Result<(), ToolError> {
    let (events, inbox) = channel();
    let mut engine = Engine::new(events);
    engine.bench();
    for event in inbox {
        match event {
            Event::Bench(entry) => {
                writeln!(output, "{:2}/{} {:10} {} {}", entry.number, entry.of, entry.nodes, entry.variant, entry.fen)?;
                output.flush()?;
            }
            Event::Finished(Finished::Bench(Some(total))) => {
                writeln!(output, "{} nodes {} nps", total.nodes, per_second(total.nodes, total.time))?;
                output.flush()?;
                return Ok(());
            }
            Event::Finished(Finished::Failed(reason)) => return Err(ToolError::Failed(reason)),
            _ => {}
        }
    }
    Err(ToolError::Failed("the bench ended without a result".to_owned()))
}
