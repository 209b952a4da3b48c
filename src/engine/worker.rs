//! The thread that thinks, and the one channel by which everything reaches whoever serves the engine.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::thread::{Builder, JoinHandle};

use super::session::Session;
use super::view::{Answer, CurrentMove, Line, MoveView, Thought};
use crate::bench;
use crate::search::{STACK_BYTES, THREAD_NAME};

/// Everything that can happen to a loop that serves an engine.
#[derive(Debug)]
pub enum Event {
    /// A line came in.
    Input(String),
    /// No more lines will come in.
    EndOfInput,
    /// The search finished a line of thought.
    Line(Line),
    /// The search has turned to another move.
    Current(CurrentMove),
    /// The bench finished a position.
    Bench(bench::Entry),
    /// The work that was started is over; the last event of each.
    Finished(Finished),
}

/// What came of the work of the thread.
#[derive(Debug)]
pub enum Finished {
    /// A search found its move.
    Search(Box<Answer>),
    /// A count ended, with the leaves below each move; `None` when it was stopped.
    Perft(Option<Count>),
    /// The bench ended; `None` when it was stopped.
    Bench(Option<bench::Total>),
    /// A count or the bench broke down, for this reason.
    Failed(String),
}

/// What perft counted.
#[derive(Clone, Debug)]
pub struct Count {
    /// The leaves below each legal move.
    pub moves: Vec<(MoveView, u64)>,
    /// The leaves in all.
    pub total: u64,
}

/// Whether a thread of this name is one of the engine's, which answers for its panics with a remark and a legal move.
pub fn is_own_thread(name: &str) -> bool {
    name.starts_with(THREAD_NAME)
}

/// Starts `work` on a thread of its own, which ends with the event of what came of it.
///
/// # Errors
/// When the system gives no thread.
pub(super) fn spawn(
    events: Sender<Event>,
    work: impl FnOnce(&Sender<Event>) -> Finished + Send + 'static,
) -> std::io::Result<JoinHandle<()>> {
    Builder::new().name(THREAD_NAME.to_owned()).stack_size(STACK_BYTES).spawn(move || {
        let finished = work(&events);
        // Nobody listens any more only when the process is about to end.
        let _ = events.send(Event::Finished(finished));
    })
}

/// Runs a search so that there is a legal move to play even when it panics: the best of the last finished line, or
/// else the first one.
pub(super) fn search_safely(
    session: &dyn Session,
    events: &Sender<Event>,
    search: impl FnOnce(&mut dyn FnMut(Thought)) -> Answer,
) -> Answer {
    let mut last = None;
    let result = guard(|| {
        search(&mut |thought: Thought| {
            let event = match thought {
                Thought::Line(line) => {
                    if line.multipv == 1 {
                        last = line.pv.first().cloned();
                    }
                    Event::Line(line)
                }
                Thought::Current(current) => Event::Current(current),
            };
            let _ = events.send(event);
        })
    });
    result.unwrap_or_else(|reason| {
        let best = last.or_else(|| first_move(session));
        Answer { best, ponder: None, remark: Some(format!("the search failed: {reason}")), has_failed: true }
    })
}

/// A legal move without any thought.
pub(super) fn first_move(session: &dyn Session) -> Option<MoveView> {
    session.legal_moves().into_iter().next()
}

/// Runs `work` and turns a panic into its message.
pub(super) fn guard<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| message(payload.as_ref()))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("for no stated reason").to_owned()
}

#[cfg(test)]
#[allow(clippy::panic, clippy::unwrap_used)]
mod tests {
    use std::sync::mpsc::channel;

    use super::super::session;
    use super::*;
    use crate::rules::VariantId;

    #[test]
    fn threads_are_known_by_their_names() {
        assert!(["search", "search-1", "search-255"].into_iter().all(is_own_thread));
        assert!(!["main", "input", ""].into_iter().any(is_own_thread));
    }

    #[test]
    fn a_search_that_panics_still_plays_a_legal_move() {
        let session = session::open(VariantId::Turkish);
        let (events, _inbox) = channel();
        let answer = search_safely(session.as_ref(), &events, |_| panic!("lost my way"));
        assert_eq!(answer.best, session.legal_moves().into_iter().next());
        assert_eq!(answer.remark.unwrap(), "the search failed: lost my way");
        assert!(answer.has_failed);
    }
}
