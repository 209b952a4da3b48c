//! The loop that all dialects share.
//!
//! One thread reads lines, one thinks, and this one does everything else. All it hears comes over one channel, and all
//! that is said goes through one writer, which is flushed after every reply.
//!
//! # Turns
//! Lines are done in the order they came. While a search runs that will end by itself, lines that cannot run beside it
//! wait, and so do the lines after them; while a search runs that waits for a word of the client, they are refused.
//! Three commands overtake the queue: `stop` and `ponderhit`, which are meant for the search that runs, and `quit`.
//! A `stop` that finds its search already told to stop belongs to a search that still waits, and waits with it.
//!
//! A dialect may want it otherwise: that a line ends the search beside which it cannot be done, and that the end of the
//! input ends everything.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::hub_text::{self, Setup};
use super::input::each_line;
use super::{Command, Protocol, Record, Reply, Request};
use crate::engine::{Answer, Engine, Event, Finished, MoveView, Notice};
use crate::options::{self, Setting};
use crate::rules::VariantId;

/// How long a search may take to end after `quit`. It looks at the stop flag every millisecond or so; whoever waits for
/// the process should not wait longer than this even if it does not.
const QUIT_PATIENCE: Duration = Duration::from_millis(120);

/// Serves standard input and output until the input ends or the client quits.
///
/// # Errors
/// When the output cannot be written, usually because nobody reads it any more.
pub fn run(protocol: &mut dyn Protocol, record: Record) -> io::Result<()> {
    serve(protocol, io::stdin, io::stdout(), record)
}

/// Serves a client until its lines end or it quits.
///
/// `open_input` is called on the thread that reads, which is left to itself when the loop ends: it may wait for a line
/// that never comes.
///
/// # Errors
/// When the output cannot be written.
pub fn serve<R: io::Read>(
    protocol: &mut dyn Protocol,
    open_input: impl FnOnce() -> R + Send + 'static,
    output: impl Write,
    record: Record,
) -> io::Result<()> {
    let (events, inbox) = channel();
    read_input(open_input, events.clone())?;
    let engine = Engine::new(events);
    let turns =
        Turns { protocol, engine, output, record, waiting: VecDeque::new(), input_ended: false, last_best: None };
    turns.run(&inbox)
}

fn read_input<R: io::Read>(open: impl FnOnce() -> R + Send + 'static, events: Sender<Event>) -> io::Result<()> {
    let work = move || {
        let result = each_line(io::BufReader::new(open()), |line| events.send(Event::Input(line)).is_ok());
        if let Err(error) = result {
            log::warn!("reading the input failed: {error}");
        }
        let _ = events.send(Event::EndOfInput);
    };
    thread::Builder::new().name("input".to_owned()).spawn(work).map(drop)
}

/// Whether the loop goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    End,
}

struct Turns<'a, W> {
    protocol: &'a mut dyn Protocol,
    engine: Engine,
    output: W,
    record: Record,
    /// Requests that wait for the search to end, in order.
    waiting: VecDeque<Request>,
    input_ended: bool,
    /// The first move of the last line of the search that runs.
    last_best: Option<MoveView>,
}

impl<W: Write> Turns<'_, W> {
    fn run(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        // The reader and the engine hold senders, so the channel never closes before the loop ends.
        while let Ok(event) = inbox.recv() {
            let flow = match event {
                Event::Input(line) => self.hear(&line)?,
                Event::EndOfInput if self.protocol.quits_with_input() => Flow::End,
                Event::EndOfInput => {
                    self.input_ended = true;
                    self.end_unbounded()?;
                    Flow::On
                }
                Event::Line(line) => {
                    if line.multipv == 1 {
                        self.last_best = line.pv.first().cloned();
                    }
                    self.say(&Reply::Line(line))?;
                    Flow::On
                }
                Event::Current(current) => {
                    self.say(&Reply::Current(current))?;
                    Flow::On
                }
                Event::Bench(entry) => {
                    self.say(&Reply::BenchEntry(entry))?;
                    Flow::On
                }
                Event::Finished(finished) => {
                    let finished = self.engine.finished(finished);
                    self.conclude(finished)?;
                    self.take_turns()?
                }
            };
            if flow == Flow::End {
                return self.quit(inbox);
            }
            if self.input_ended && !self.engine.is_busy() && self.waiting.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes in a line: does it now, puts it in the queue, or lets it overtake the queue.
    fn hear(&mut self, line: &str) -> io::Result<Flow> {
        log::debug!("> {line}");
        let kept = self.record.heard(line);
        self.lament(kept)?;
        let request = self.protocol.read(line);
        match request.command {
            Some(Command::Quit) => return Ok(Flow::End),
            Some(Command::Stop) if self.engine.can_stop() => {
                let finished = self.engine.stop();
                self.conclude(finished)?;
                // A search that waits and will not end by itself is meant as well, or nothing would ever end it.
                let is_open = |waiting: &Request| waiting.command.as_ref().is_some_and(Command::opens_search);
                if self.waiting.iter().any(is_open) {
                    self.waiting.push_back(request);
                }
            }
            Some(Command::PonderHit) if self.engine.is_pondering() => {
                let finished = self.engine.ponder_hit();
                self.conclude(finished)?;
            }
            _ => self.waiting.push_back(request),
        }
        self.take_turns()
    }

    /// Does what waits, in order, as far as it may be done now.
    fn take_turns(&mut self) -> io::Result<Flow> {
        while let Some(request) = self.waiting.front() {
            let must_wait = request.command.as_ref().is_some_and(Command::waits) && self.engine.is_busy();
            if must_wait && self.protocol.lines_end_searches() {
                let finished = self.engine.stop();
                self.conclude(finished)?;
                if self.engine.is_busy() {
                    break;
                }
                continue;
            }
            if must_wait && !self.engine.is_open() {
                break;
            }
            let Some(Request { remarks, command }) = self.waiting.pop_front() else { break };
            if must_wait {
                self.say(&Reply::Error("a search is running, stop it first; the line was ignored".to_owned()))?;
                continue;
            }
            for remark in remarks {
                self.say(&Reply::Error(remark))?;
            }
            if let Some(command) = command
                && self.obey(command)? == Flow::End
            {
                return Ok(Flow::End);
            }
            if self.input_ended {
                self.end_unbounded()?;
            }
        }
        Ok(Flow::On)
    }

    /// Does a command whose turn has come.
    fn obey(&mut self, command: Command) -> io::Result<Flow> {
        match command {
            Command::Greet => self.say(&Reply::Greeting)?,
            Command::Ping => self.say(&Reply::Pong)?,
            Command::Prepare => {
                let notices = self.engine.prepare();
                self.notify(notices)?;
                self.say(&Reply::Ready)?;
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Set(setting) => self.set(setting)?,
            Command::NewGame => self.engine.new_game(),
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves)?,
            Command::HubPosition { variant, position, moves } => {
                self.set_hub_position(variant, position.as_deref(), &moves)?;
            }
            Command::Go(go) => {
                self.last_best = None;
                let notices = self.engine.go(&go);
                self.notify(notices)?;
            }
            Command::Perft(depth) => self.engine.perft(depth),
            Command::Bench => self.engine.bench(),
            Command::Stop => {
                let finished = self.engine.stop();
                self.conclude(finished)?;
            }
            Command::PonderHit => {
                let finished = self.engine.ponder_hit();
                self.conclude(finished)?;
            }
            Command::Quit => return Ok(Flow::End),
            Command::Display => self.say(&Reply::Display(self.engine.session().display()))?,
            Command::Evaluate => {
                let session = self.engine.session();
                self.say(&Reply::Evaluation(session.side_to_move(), session.evaluate()))?;
            }
            Command::Help => self.say(&Reply::Help)?,
        }
        Ok(Flow::On)
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> io::Result<()> {
        match self.engine.set_position(fen, moves) {
            Ok(()) => Ok(()),
            Err(error) => self.say(&Reply::Error(error.to_string())),
        }
    }

    /// Nothing changes unless the position and all moves can be read.
    fn set_hub_position(
        &mut self,
        variant: Option<VariantId>,
        position: Option<&str>,
        moves: &[String],
    ) -> io::Result<()> {
        let (present, numbering) = (self.engine.options().variant, self.engine.options().numbering);
        let variant = variant.unwrap_or(present);
        match hub_text::read_game(variant, position, moves, numbering) {
            Ok(Setup { fen, moves }) => {
                if variant != present {
                    self.set(Setting::Variant(variant))?;
                }
                self.set_position(fen.as_deref(), &moves)
            }
            Err(error) => self.say(&Reply::Error(format!("{error}; the old position stands"))),
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        match options::read(name, value) {
            Ok(accepted) => {
                self.set(accepted.setting)?;
                self.notify(accepted.remark.map(Notice::Remark))
            }
            Err(error) => self.say(&Reply::Error(error.to_string())),
        }
    }

    fn set(&mut self, setting: Setting) -> io::Result<()> {
        let notices = self.engine.set(setting);
        self.notify(notices)
    }

    fn notify(&mut self, notices: impl IntoIterator<Item = Notice>) -> io::Result<()> {
        notices.into_iter().try_for_each(|notice| match notice {
            Notice::Remark(text) => self.say(&Reply::Remark(text)),
            Notice::Error(text) => self.say(&Reply::Error(text)),
        })
    }

    /// Says what came of a piece of work, when it may be said.
    fn conclude(&mut self, finished: Option<Finished>) -> io::Result<()> {
        match finished {
            None | Some(Finished::Perft(None) | Finished::Bench(None)) => Ok(()),
            Some(Finished::Search(answer)) => {
                if let Some(remark) = &answer.remark {
                    self.say(&Reply::Error(remark.clone()))?;
                }
                self.say(&Reply::Answer(answer))
            }
            Some(Finished::Perft(Some(count))) => self.say(&Reply::Count(count)),
            Some(Finished::Bench(Some(total))) => self.say(&Reply::BenchTotal(total)),
            Some(Finished::Failed(reason)) => self.say(&Reply::Error(format!("the work failed: {reason}"))),
        }
    }

    /// After the last line nobody can stop a search any more: one that does not end by itself is ended.
    fn end_unbounded(&mut self) -> io::Result<()> {
        if self.engine.is_bounded() {
            return Ok(());
        }
        let finished = self.engine.stop();
        self.conclude(finished)
    }

    /// Ends what runs, and lets a search answer if it does so in time.
    fn quit(&mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        let finished = self.engine.stop();
        self.conclude(finished)?;
        let deadline = Instant::now() + QUIT_PATIENCE;
        while self.engine.is_busy() {
            match inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Event::Line(line)) => self.say(&Reply::Line(line))?,
                Ok(Event::Finished(finished)) => {
                    let finished = self.engine.finished(finished);
                    self.conclude(finished)?;
                }
                Ok(_) => {}
                Err(_) if self.engine.is_searching() => {
                    let best = self.last_best.take().or_else(|| self.engine.any_move());
                    return self.say(&Reply::Answer(Box::new(Answer { best, ..Answer::default() })));
                }
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        let text = self.protocol.write(reply, self.engine.options());
        if text.is_empty() {
            return Ok(());
        }
        log::debug!("< {}", text.trim_end());
        self.output.write_all(text.as_bytes())?;
        self.output.flush()?;
        let kept = self.record.said(&text);
        self.lament(kept)
    }

    /// Tells the client, once, that its conversation is no longer kept.
    fn lament(&mut self, kept: io::Result<()>) -> io::Result<()> {
        kept.or_else(|error| self.say(&Reply::Error(format!("the log cannot be written and ends here: {error}"))))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{Hub, Uci};
    use super::*;
    use crate::engine::breakdown;

    /// What an engine that breaks down in its work says to lines, up to their end.
    fn check(protocol: &mut dyn Protocol, lines: &[&str], expected: &str) {
        let (events, inbox) = channel();
        for line in lines {
            events.send(Event::Input((*line).to_owned())).unwrap();
        }
        events.send(Event::EndOfInput).unwrap();
        let (engine, mut output) = (breakdown::engine(events, false), Vec::new());
        let (record, waiting) = (Record::none(), VecDeque::new());
        let turns =
            Turns { protocol, engine, output: &mut output, record, waiting, input_ended: false, last_best: None };
        turns.run(&inbox).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), expected);
    }

    #[test]
    fn work_that_breaks_down_is_answered() {
        let failed = "info string the search failed: lost my way\n";
        let position = "position startpos moves a3a4 a6a5";
        check(&mut Uci, &[position, "go depth 3"], &format!("{failed}bestmove a4a6a8\n"));
        check(&mut Uci, &[position, "go infinite"], &format!("{failed}bestmove a4a6a8\n"));
        // What waits for the search is done, and the next one is answered as well.
        check(
            &mut Uci,
            &[position, "go depth 3", "position startpos", "go nodes 5"],
            &format!("{failed}bestmove a4a6a8\n{failed}bestmove a3a4\n"),
        );
        check(
            &mut Hub::default(),
            &["level depth=3", "go think"],
            "error message=\"the search failed: lost my way\"\ndone move=17-25\n",
        );
        check(&mut Uci, &["go perft 3", "isready"], "readyok\ninfo string the work failed: lost my way\n");
    }
}
