//! The other side of both dialects: starts an engine as a process of its own and asks it for moves.
//!
//! A client knows what to say and what an answer means; whether a move is legal it asks the position, and who wins or
//! whose clock runs is for its caller. Every wait has an end, and every failure says whether the engine broke off, fell
//! silent, took too long or answered nonsense.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod exchange;
mod hub;
mod process;
mod uci;

pub use exchange::{Allowance, Failure, Opinion, Report, Thought};
pub use process::Children;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::hub_text;
use crate::game::Game;
use crate::notation::write_uci;
use crate::options::Numbering;
use crate::rules::{Variant, VariantId};
use process::{Process, Silence};

/// How long an engine may take to introduce itself and to get ready.
const START_PATIENCE: Duration = Duration::from_secs(10);
/// How long an engine may take to forget a game: clearing a large table takes its time.
const NEW_GAME_PATIENCE: Duration = Duration::from_secs(60);
/// How long an engine may say nothing at all in a search that no time limits.
const SILENCE_PATIENCE: Duration = Duration::from_secs(60);
/// How long an engine may take to answer `stop` once its time is over, before it counts as hanging.
const STOP_PATIENCE: Duration = Duration::from_secs(2);

/// The language an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Our UCI-style dialect.
    Uci,
    /// Hub, version 2.
    Hub,
}

/// How to start an engine.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The directory it runs in, `None` for ours.
    pub directory: Option<PathBuf>,
    /// What it speaks.
    pub dialect: Dialect,
    /// Options to set before the first game, by name.
    pub options: Vec<(String, String)>,
}

/// What an engine says of itself, and what it is told in return.
struct Introduction {
    /// Its name.
    name: String,
    /// Lines that set its options.
    settings: String,
    /// What is odd about it.
    remarks: Vec<String>,
}

/// An engine that runs and can be asked for moves. Dropping it asks it to leave, and kills it when it does not.
pub struct Client {
    process: Process,
    dialect: Dialect,
    /// The name it gave itself.
    name: String,
    /// What was odd about its introduction.
    remarks: Vec<String>,
    /// The moves of the present game in the dialect's text, as far as they were sent.
    sent: Vec<String>,
}

impl Client {
    /// Starts an engine, sets its options and the ruleset and waits until it is ready.
    ///
    /// # Errors
    /// When the program cannot be started, breaks off or does not answer in time, or when `interrupt` is set.
    pub fn start(
        launch: &Launch,
        variant: VariantId,
        children: &Children,
        interrupt: &AtomicBool,
    ) -> Result<Client, Failure> {
        let process = Process::spawn(launch, children)
            .map_err(|error| Failure::Start(format!("'{}': {error}", launch.command.display())))?;
        let mut client =
            Client { process, dialect: launch.dialect, name: String::new(), remarks: Vec::new(), sent: Vec::new() };
        let greeted = client.greet(launch, variant, interrupt);
        greeted.map_err(|failure| match failure {
            Failure::Interrupted => failure,
            Failure::Stalled => Failure::Start(format!("no answer in {} s", START_PATIENCE.as_secs())),
            other => Failure::Start(other.to_string()),
        })?;
        Ok(client)
    }

    fn greet(&mut self, launch: &Launch, variant: VariantId, interrupt: &AtomicBool) -> Result<(), Failure> {
        let (hello, last) = match self.dialect {
            Dialect::Uci => (uci::HELLO, uci::HELLO_DONE),
            Dialect::Hub => (hub::HELLO, hub::HELLO_DONE),
        };
        self.send(hello)?;
        let introduction = self.listen(last, START_PATIENCE, interrupt)?;
        let introduction = match self.dialect {
            Dialect::Uci => uci::introduce(&introduction, variant, &launch.options),
            Dialect::Hub => hub::introduce(&introduction, variant, &launch.options),
        };
        self.send(&introduction.settings)?;
        self.name = introduction.name;
        self.remarks = introduction.remarks;
        let ready = match self.dialect {
            Dialect::Uci => uci::READY,
            Dialect::Hub => hub::READY,
        };
        let heard = self.listen(ready, START_PATIENCE, interrupt)?;
        // An option that was refused would let the engine play as another than the one that was meant.
        let refusal = match self.dialect {
            Dialect::Uci => uci::refusal,
            Dialect::Hub => hub::refusal,
        };
        self.remarks.extend(heard.iter().filter_map(|line| refusal(line)));
        Ok(())
    }

    /// The name the engine gave itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What was odd about its introduction: options it does not have, or refused.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Tells the engine that another game begins, and waits until it is ready for it.
    ///
    /// # Errors
    /// When it breaks off or does not answer.
    pub fn new_game(&mut self, interrupt: &AtomicBool) -> Result<(), Failure> {
        self.sent.clear();
        let (text, answer) = match self.dialect {
            Dialect::Uci => (uci::NEW_GAME, uci::READY),
            Dialect::Hub => (hub::NEW_GAME, hub::PONG),
        };
        self.send(text)?;
        self.listen(answer, NEW_GAME_PATIENCE, interrupt).map(drop)
    }

    /// Asks for a move in the position that `game` stands in, which must not be over.
    ///
    /// # Errors
    /// When no legal move comes in time, and when `interrupt` is set.
    pub fn think<V: Variant>(
        &mut self,
        game: &Game<V>,
        allowance: &Allowance,
        interrupt: &AtomicBool,
    ) -> Result<Thought, Failure> {
        let question = self.question(game, allowance);
        self.process.forget_lines();
        let asked = Instant::now();
        self.send(&question)?;
        let time = allowance.time_for(game.position().side_to_move());
        let mut report = None;
        let (at, answer) = self.answer(asked, time, &mut report, interrupt)?;
        let elapsed = at.saturating_duration_since(asked);
        if time.is_some_and(|time| elapsed > time) {
            return Err(Failure::Late(elapsed));
        }
        let (mv, report) = match self.dialect {
            Dialect::Uci => (uci::read_answer(game.position(), &answer), report.as_deref().map(uci::read_report)),
            Dialect::Hub => (hub::read_answer(game.position(), &answer), report.as_deref().map(hub::read_report)),
        };
        Ok(Thought { mv: mv.map_err(Failure::Illegal)?, elapsed, report: report.unwrap_or_default() })
    }

    /// The lines that set up a game and ask for a move.
    fn question<V: Variant>(&mut self, game: &Game<V>, allowance: &Allowance) -> String {
        let (positions, moves) = (game.positions(), game.moves());
        self.sent.truncate(moves.len());
        for at in self.sent.len()..moves.len() {
            self.sent.push(match self.dialect {
                Dialect::Uci => write_uci(&positions[at], moves[at]),
                Dialect::Hub => hub_text::write_move::<V>(moves[at], Numbering::Client),
            });
        }
        match self.dialect {
            Dialect::Uci => uci::question(&positions[0], &self.sent, allowance),
            Dialect::Hub => hub::question(&positions[0], &self.sent, game.position().side_to_move(), allowance),
        }
    }

    /// Waits for the line with the move. `report` becomes the last line that told a score.
    fn answer(
        &mut self,
        asked: Instant,
        time: Option<Duration>,
        report: &mut Option<String>,
        interrupt: &AtomicBool,
    ) -> Result<(Instant, String), Failure> {
        let dialect = self.dialect;
        let is_answer = |line: &str| match dialect {
            Dialect::Uci => uci::is_answer(line),
            Dialect::Hub => hub::is_answer(line),
        };
        let is_report = |line: &str| match dialect {
            Dialect::Uci => uci::is_report(line),
            Dialect::Hub => hub::is_report(line),
        };
        let mut deadline = time.map(|time| asked + time);
        let mut stopped = false;
        loop {
            let until = deadline.unwrap_or_else(|| Instant::now() + SILENCE_PATIENCE);
            // A line that came too late and is no answer does not put off the end.
            let is_over = match self.process.next_line(until, interrupt) {
                Ok(line) if is_answer(&line.text) => return Ok((line.at, line.text)),
                Ok(line) if line.at > until => true,
                Ok(line) => {
                    if is_report(&line.text) {
                        *report = Some(line.text);
                    }
                    false
                }
                Err(Silence::Over) => true,
                Err(silence) => return Err(self.failure(silence)),
            };
            if is_over && stopped {
                return Err(Failure::Stalled);
            }
            if is_over {
                stopped = true;
                deadline = Some(Instant::now() + STOP_PATIENCE);
                self.send("stop\n")?;
            }
        }
    }

    /// Writes whole lines.
    fn send(&mut self, text: &str) -> Result<(), Failure> {
        if self.process.write(text).is_err() { Err(self.failure(Silence::Closed)) } else { Ok(()) }
    }

    /// Collects lines until one begins with the word `last`.
    fn listen(&mut self, last: &str, patience: Duration, interrupt: &AtomicBool) -> Result<Vec<String>, Failure> {
        let until = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            match self.process.next_line(until, interrupt) {
                Ok(line) if line.text.split_whitespace().next() == Some(last) => return Ok(lines),
                Ok(line) => lines.push(line.text),
                Err(silence) => return Err(self.failure(silence)),
            }
        }
    }

    fn failure(&self, silence: Silence) -> Failure {
        match silence {
            Silence::Over => Failure::Stalled,
            Silence::Interrupted => Failure::Interrupted,
            Silence::Closed => Failure::Disconnected(self.process.last_words()),
        }
    }
}

/// Whether a flag is set.
fn is_set(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}
