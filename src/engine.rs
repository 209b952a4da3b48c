//! The engine: a ruleset, its options, a table, a game, and at most one piece of work that runs on a thread of its own.
//!
//! One door for everybody who wants moves: protocols, tools, tests. The engine knows no protocol and prints nothing;
//! what its thread finds arrives as [`Event`]s on the channel that it was made with.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(test)]
#[allow(clippy::panic, clippy::unwrap_used)]
pub(crate) mod breakdown;
mod endings;
mod session;
mod view;
mod weights;
mod worker;

pub use session::{Session, open};
pub use view::{Answer, CurrentMove, Display, Line, MoveView, Notice, PositionError, Thought, per_second};
pub use worker::{Count, Event, Finished, is_own_thread};

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::Duration;

use crate::bench;
use crate::eval::WeightsRefusal;
use crate::options::{Options, Setting};
use crate::position::PerftLimits;
use crate::rules::Color;
use crate::search::{Budget, Clock, Control, Limits, Strength, Table};

/// What a client asks of a search. All limits apply together; without any the search goes on until told to stop.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Go {
    /// Ends after this iteration.
    pub depth: Option<u32>,
    /// Ends after this many nodes.
    pub nodes: Option<u64>,
    /// Takes this long.
    pub movetime: Option<Duration>,
    /// The clocks of White and Black.
    pub clocks: Option<[Clock; 2]>,
    /// Ends when a win in this many moves is found.
    pub mate: Option<u32>,
    /// The texts of the only moves to consider, empty for all.
    pub moves: Vec<String>,
    /// How many best lines to report; 0 leaves it to the option `MultiPV`.
    pub lines: usize,
    /// No answer before the stop, whatever the limits.
    pub infinite: bool,
    /// Thinks on the opponent's time: no answer before the stop or the expected move.
    pub ponder: bool,
    /// Thinks on even where there is only one move to play.
    pub analyze: bool,
}

impl Go {
    /// Whether a limit is sure to end the search.
    pub fn is_bounded(&self) -> bool {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some() || self.clocks.is_some();
        limited && !self.infinite
    }

    fn budget(&self, side: Color, overhead: Duration) -> Option<Budget> {
        let exact = self.movetime.map(|time| Budget::exactly(time, overhead));
        let clock = self.clocks.map(|clocks| clocks[side.index()].budget(overhead));
        match (exact, clock) {
            (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (budget, None) | (None, budget) => budget,
        }
    }
}

/// What the engine works on.
struct Running {
    control: Arc<Control>,
    thread: Option<JoinHandle<()>>,
    /// Whether it is a search, which owes an answer.
    searching: bool,
    /// No answer may be given before the stop, even when the search is over.
    infinite: bool,
    /// No answer may be given before the stop or the expected move.
    pondering: bool,
    /// Whether it will end by itself (once the expected move is played).
    bounded: bool,
    /// The answer of a search that is over and may not say so yet.
    held: Option<Finished>,
}

/// A draughts engine.
pub struct Engine {
    options: Options,
    session: Box<dyn Session>,
    /// Made when it is first needed: a process that only greets takes no memory.
    table: Option<Arc<Table>>,
    events: Sender<Event>,
    running: Option<Running>,
}

impl Engine {
    /// An engine with the default options that sends its events to `events`.
    pub fn new(events: Sender<Event>) -> Engine {
        let options = Options::default();
        let mut session = open(options.variant);
        session.set_arbiter_plies(options.no_progress_plies);
        Engine { options, session, table: None, events, running: None }
    }

    /// The present values of the options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The game that is looked at.
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// Sets an option; only while nothing runs. Returns what the client should know.
    pub fn set(&mut self, setting: Setting) -> Vec<Notice> {
        debug_assert!(!self.is_busy());
        if let Setting::TablesPath(Some(path)) = &setting
            && !path.is_dir()
        {
            let path = path.display();
            let error = format!("option 'TablesPath' cannot be '{path}', which is no folder; it keeps the old value");
            return vec![Notice::Error(error)];
        }
        if let Setting::EvalFile(file) = setting {
            return self.load_weights(file).unwrap_or_else(|refusal| vec![weights::refused(&refusal)]);
        }
        let hash = self.options.hash;
        self.options.store(setting.clone());
        let mut notices = Vec::new();
        match setting {
            // A table of the new size is made when it is needed, and until then none is held.
            Setting::Hash(mib) if mib != hash => self.table = None,
            Setting::ClearHash => self.clear_table(),
            Setting::Variant(variant) => {
                self.clear_table();
                self.session = open(variant);
                let file = self.options.eval_file.as_deref();
                notices.extend(file.map(|file| weights::carry_over(self.session.as_mut(), file)));
            }
            Setting::TablesPath(_) => {
                // Scores of the old tables may be remembered.
                self.clear_table();
                notices = self.session.load_tables(self.options.tables_path.as_deref());
            }
            _ => {}
        }
        self.session.set_arbiter_plies(self.options.no_progress_plies);
        notices
    }

    /// Judges positions by the weights of a file, or by those of the program; only while nothing runs. Returns what the
    /// client should know.
    ///
    /// # Errors
    /// When the file does not hold weights for the ruleset; those before stand.
    pub fn load_weights(&mut self, file: Option<PathBuf>) -> Result<Vec<Notice>, WeightsRefusal> {
        debug_assert!(!self.is_busy());
        if file.is_none() && self.options.eval_file.is_none() {
            return Ok(Vec::new());
        }
        let checksum = self.session.load_weights(file.as_deref())?;
        // Scores of the old weights may be remembered.
        self.clear_table();
        let notice = weights::used(file.as_deref(), checksum);
        self.options.store(Setting::EvalFile(file));
        Ok(vec![notice])
    }

    /// Forgets what earlier games taught; the position stays.
    pub fn new_game(&mut self) {
        self.clear_table();
    }

    fn clear_table(&self) {
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    /// Makes everything ready for a search, and says what the client should know.
    pub fn prepare(&mut self) -> Vec<Notice> {
        let mut notices = self.ready_endings();
        notices.extend(self.ready_table().map_or_else(Some, |(_, remark)| remark).map(Notice::Remark));
        notices
    }

    /// Opens the endgame tables unless that was done.
    fn ready_endings(&mut self) -> Vec<Notice> {
        if self.session.has_tables() {
            return Vec::new();
        }
        self.session.load_tables(self.options.tables_path.as_deref())
    }

    /// The table; when there is no memory for one of the size wanted, a smaller one and a remark.
    fn ready_table(&mut self) -> Result<(Arc<Table>, Option<String>), String> {
        if let Some(table) = &self.table {
            return Ok((Arc::clone(table), None));
        }
        let wanted = self.options.hash;
        let mut mib = wanted;
        loop {
            match Table::new(mib) {
                Ok(table) => {
                    let table = Arc::new(table);
                    self.table = Some(Arc::clone(&table));
                    self.options.hash = mib;
                    let remark = (mib != wanted)
                        .then(|| format!("no memory for a table of {wanted} MiB, option 'Hash' is now {mib}"));
                    return Ok((table, remark));
                }
                Err(_) if mib > 1 => mib /= 2,
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// Sets up a position; only while nothing runs.
    ///
    /// # Errors
    /// As [`Session::set_position`].
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        debug_assert!(!self.is_busy());
        self.session.set_position(fen, moves)
    }

    /// Starts a search; only while nothing runs. It ends with [`Event::Finished`], in every case. Returns what the
    /// client should know first.
    pub fn go(&mut self, go: &Go) -> Vec<Notice> {
        debug_assert!(!self.is_busy());
        let mut notices = Vec::new();
        let limits = self.limits(go, &mut notices);
        if let Some(verdict) = self.session.verdict() {
            notices.push(Notice::Remark(format!("game over: {}", verdict.reason)));
        }
        let control = Arc::new(Control::new(go.ponder));
        let thread = self.start_search(limits, &control, &mut notices).inspect_err(|reason| {
            notices.push(Notice::Remark(reason.clone()));
            let answer = Answer { best: self.any_move(), ..Answer::default() };
            let _ = self.events.send(Event::Finished(Finished::Search(Box::new(answer))));
        });
        self.running = Some(Running {
            control,
            thread: thread.ok(),
            searching: true,
            infinite: go.infinite || !(go.is_bounded() || go.mate.is_some()),
            pondering: go.ponder,
            bounded: go.is_bounded(),
            held: None,
        });
        notices
    }

    fn limits(&self, go: &Go, notices: &mut Vec<Notice>) -> Limits {
        let (moves, faults) = self.session.read_moves(&go.moves);
        notices.extend(faults.into_iter().map(|fault| Notice::Remark(format!("searchmoves: {fault}"))));
        if moves.is_empty() && !go.moves.is_empty() {
            notices.push(Notice::Remark("searchmoves: no legal move is named, searching all".to_owned()));
        }
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            time: go.budget(self.session.side_to_move(), self.options.move_overhead),
            mate: go.mate,
            moves,
            lines: if go.lines == 0 { self.options.multi_pv } else { go.lines },
            threads: self.options.threads,
            strength: self.options.limit_strength.then(|| Strength { elo: self.options.elo, seed: rand::random() }),
            analyze: go.analyze,
        }
    }

    /// Starts the thread of a search, or says why there can be none.
    fn start_search(
        &mut self,
        limits: Limits,
        control: &Arc<Control>,
        notices: &mut Vec<Notice>,
    ) -> Result<JoinHandle<()>, String> {
        notices.extend(self.ready_endings());
        let (table, remark) = self.ready_table()?;
        notices.extend(remark.map(Notice::Remark));
        let (session, control) = (self.session.duplicate(), Arc::clone(control));
        let work = move |events: &Sender<Event>| {
            let answer = worker::search_safely(session.as_ref(), events, |report| {
                session.search(&limits, &table, &control, report)
            });
            Finished::Search(Box::new(answer))
        };
        worker::spawn(self.events.clone(), work).map_err(|error| format!("no thread for the search: {error}"))
    }

    /// Starts to count the leaves below the position; only while nothing runs. It ends with [`Event::Finished`].
    pub fn perft(&mut self, depth: u32) {
        let session = self.session.duplicate();
        self.work(move |control, _| {
            let limits = PerftLimits { threads: 1, hash: 0, stop: control.stop_flag() };
            let moves = session.perft_divide(depth, limits);
            Finished::Perft(moves.map(|moves| {
                let total = if depth == 0 { 1 } else { moves.iter().map(|(_, leaves)| leaves).sum() };
                Count { moves, total }
            }))
        });
    }

    /// Starts the bench; only while nothing runs. It ends with [`Event::Finished`].
    pub fn bench(&mut self) {
        self.work(|control, events| {
            Finished::Bench(bench::run(control, |entry| {
                let _ = events.send(Event::Bench(entry));
            }))
        });
    }

    fn work(&mut self, work: impl FnOnce(&Control, &Sender<Event>) -> Finished + Send + 'static) {
        debug_assert!(!self.is_busy());
        let control = Arc::new(Control::new(false));
        let steering = Arc::clone(&control);
        let guarded =
            move |events: &Sender<Event>| worker::guard(|| work(&steering, events)).unwrap_or_else(Finished::Failed);
        let thread = worker::spawn(self.events.clone(), guarded)
            .inspect_err(|error| {
                let _ = self.events.send(Event::Finished(Finished::Failed(error.to_string())));
            })
            .ok();
        self.running = Some(Running {
            control,
            thread,
            searching: false,
            infinite: false,
            pondering: false,
            bounded: true,
            held: None,
        });
    }

    /// Whether work runs or waits to be answered.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Whether a search runs, or one that is over waits to be answered.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.searching)
    }

    /// Whether a search waits for a stop or the expected move, and has got neither.
    pub fn is_open(&self) -> bool {
        self.running.as_ref().is_some_and(Running::is_open)
    }

    /// Whether work runs that nobody has told to stop.
    pub fn can_stop(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.control.is_stopped())
    }

    /// Whether a search thinks on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.is_open() && running.pondering)
    }

    /// Whether the work that runs, if any, will end by itself.
    pub fn is_bounded(&self) -> bool {
        self.running.as_ref().is_none_or(|running| running.bounded && !running.is_open())
    }

    /// Ends the work as soon as possible. Returns the answer when it was only held back; otherwise it comes as an event.
    pub fn stop(&mut self) -> Option<Finished> {
        let running = self.running.as_mut()?;
        running.control.stop();
        self.release()
    }

    /// The expected move was played: the clock begins to run. Returns the answer when it was only held back.
    pub fn ponder_hit(&mut self) -> Option<Finished> {
        let running = self.running.as_mut()?;
        running.pondering = false;
        running.control.ponder_hit();
        self.release()
    }

    /// Takes note that the work is over, as its last event said. Returns what may be answered now, if anything.
    pub fn finished(&mut self, finished: Finished) -> Option<Finished> {
        let running = self.running.as_mut()?;
        if let Some(thread) = running.thread.take() {
            // The thread has nothing left to do but to end, and its work cannot panic beyond its guard.
            let _ = thread.join();
        }
        running.held = Some(finished);
        self.release()
    }

    fn release(&mut self) -> Option<Finished> {
        let running = self.running.as_mut()?;
        if running.is_open() {
            return None;
        }
        let finished = running.held.take()?;
        self.running = None;
        Some(finished)
    }

    /// A legal move for a client that cannot wait for the search.
    pub fn any_move(&self) -> Option<MoveView> {
        worker::first_move(self.session.as_ref())
    }
}

impl Running {
    fn is_open(&self) -> bool {
        (self.infinite || self.pondering) && !self.control.is_stopped()
    }
}
