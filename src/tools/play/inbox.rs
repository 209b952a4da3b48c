//! What reaches a game: the lines that a person types, and what engines find.

use std::collections::VecDeque;
use std::io::{self, BufRead, stdin};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::engine::{Engine, Event, Finished, Go, Line, MoveView};
use crate::search::Accuracy;
use crate::tools::ToolError;
use crate::tools::interrupt::Interrupt;

/// What an engine found.
pub struct Thought {
    /// The move to play.
    pub best: MoveView,
    /// The last line with its score, `None` when the search broke down before its first.
    pub line: Option<Line>,
}

/// The one place where a game waits.
pub struct Inbox {
    events: Receiver<Event>,
    /// Lines that came while an engine thought.
    waiting: VecDeque<String>,
    /// Whether no more lines will come.
    is_closed: bool,
    interrupt: Interrupt,
}

impl Inbox {
    /// Listens to standard input, to Ctrl-C and to the engines that send their events to the sender returned.
    ///
    /// # Errors
    /// When Ctrl-C cannot be caught, or the system gives no thread.
    pub fn open() -> Result<(Inbox, Sender<Event>), ToolError> {
        let (sender, events) = channel();
        let interrupt = Interrupt::catch(sender.clone())?;
        let typed = sender.clone();
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || pass_on(stdin().lock(), &typed))
            .map_err(|error| ToolError::Failed(format!("no thread for the input: {error}")))?;
        Ok((Inbox { events, waiting: VecDeque::new(), is_closed: false, interrupt }, sender))
    }

    /// The next line, `None` when no more will come, or when Ctrl-C was pressed.
    pub fn next_line(&mut self) -> Option<String> {
        loop {
            if self.interrupt.is_pressed() {
                return None;
            }
            if let Some(line) = self.waiting.pop_front() {
                return Some(line);
            }
            if self.is_closed {
                return None;
            }
            match self.events.recv() {
                Ok(Event::Input(line)) => self.waiting.push_back(line),
                Ok(Event::EndOfInput) | Err(_) => self.is_closed = true,
                Ok(_) => {}
            }
        }
    }

    /// Waits for the engine's thought; lines that come in the meantime are kept. `None` when Ctrl-C came first, or there
    /// is no legal move.
    ///
    /// # Errors
    /// When the engine does not answer.
    pub fn think(&mut self, engine: &mut Engine, go: &Go) -> Result<Option<Thought>, ToolError> {
        for notice in engine.go(go) {
            log::info!("{notice}");
        }
        let mut last = None;
        loop {
            match self.events.recv() {
                Ok(Event::Input(line)) => self.waiting.push_back(line),
                // The engine still owes its answer.
                Ok(Event::EndOfInput) if self.interrupt.is_pressed() => drop(engine.stop()),
                Ok(Event::EndOfInput) => self.is_closed = true,
                Ok(Event::Line(line)) if line.multipv == 1 && line.accuracy == Accuracy::Exact => last = Some(line),
                Ok(Event::Finished(finished)) => {
                    let Some(Finished::Search(answer)) = engine.finished(finished) else { continue };
                    if let Some(remark) = answer.remark {
                        log::error!("{remark}");
                    }
                    let is_wanted = !self.interrupt.is_pressed();
                    return Ok(answer.best.filter(|_| is_wanted).map(|best| Thought { best, line: last }));
                }
                Ok(_) => {}
                Err(_) => return Err(ToolError::Failed("the engine is gone without an answer".to_owned())),
            }
        }
    }
}

/// Sends every line, and then that there are no more. Bytes that are not UTF-8 are replaced.
fn pass_on(mut input: impl BufRead, events: &Sender<Event>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => break,
            Ok(_) => {
                if events.send(Event::Input(String::from_utf8_lossy(&line).trim().to_owned())).is_err() {
                    return;
                }
            }
        }
    }
    let _ = events.send(Event::EndOfInput);
}
