//! Ctrl-C for tools that listen to events.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use super::ToolError;
use crate::engine::Event;

/// Whether the person has pressed Ctrl-C.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on Ctrl-C no longer ends the process: it arrives among `events` as the end of the input. A process
    /// can ask for this once.
    ///
    /// # Errors
    /// When the system, or an earlier call, does not allow it.
    pub fn catch(events: Sender<Event>) -> Result<Interrupt, ToolError> {
        let pressed = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&pressed);
        ctrlc::set_handler(move || {
            flag.store(true, Ordering::Relaxed);
            // Nobody listens any more only when the process is about to end.
            let _ = events.send(Event::EndOfInput);
        })
        .map_err(|error| ToolError::Failed(format!("cannot catch Ctrl-C: {error}")))?;
        Ok(Interrupt(pressed))
    }

    /// Whether it was pressed.
    pub fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
