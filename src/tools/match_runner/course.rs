//! A match as it goes on: hears of games, keeps the score, writes it down and knows when it is decided.

use std::collections::HashSet;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::sync::mpsc::Receiver;

use super::MatchError;
use super::crew::News;
use super::faults::{FaultKind, Faults};
use super::game_file;
use super::game_loop::{Ending, Record};
use super::output;
use super::pairing::{Job, Schedule, Scores};
use super::plan::Plan;
use super::sprt::Decision;
use super::state::{Entry, GameResult, StateFile};
use crate::protocol::client::Failure;
use crate::rules::{Color, Variant};
use crate::tools::pdn_file::PdnFile;
use crate::tools::progress::Progress;

/// The course of a match.
pub struct Course<'a> {
    plan: &'a Plan,
    schedule: &'a Schedule,
    output: &'a mut dyn Write,
    games: Option<PdnFile>,
    state: Option<StateFile>,
    progress: Progress,
    scores: Scores,
    faults: Vec<Faults>,
    finished: u32,
    decision: Option<Decision>,
    /// Remarks that were passed on; every thread starts the same engines.
    remarks: HashSet<(usize, String)>,
}

impl<'a> Course<'a> {
    /// A match that begins, or goes on after the games that the state file held.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn new(
        plan: &'a Plan,
        schedule: &'a Schedule,
        output: &'a mut dyn Write,
        games: Option<PdnFile>,
        state: Option<(StateFile, Vec<Entry>)>,
    ) -> Result<Course<'a>, MatchError> {
        let (state, earlier) = state.map_or((None, Vec::new()), |(file, entries)| (Some(file), entries));
        let mut course = Course {
            plan,
            schedule,
            output,
            games,
            state,
            progress: Progress::new(schedule.game_count()),
            scores: Scores::new(schedule),
            faults: vec![Faults::default(); plan.players.len()],
            finished: 0,
            decision: None,
            remarks: HashSet::new(),
        };
        for entry in &earlier {
            course.count(&schedule.job(entry.game.get() - 1), entry.result.winner(), entry.fault);
        }
        if !earlier.is_empty() {
            course.say(&format!("Going on after {} games\n", earlier.len()))?;
        }
        Ok(course)
    }

    /// Whether the test has decided.
    pub fn is_decided(&self) -> bool {
        self.decision.is_some()
    }

    /// Writes text to the output at once.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn say(&mut self, text: &str) -> Result<(), MatchError> {
        let output = &mut self.output;
        self.progress
            .aside(|| output.write_all(text.as_bytes()).and_then(|()| output.flush()))
            .map_err(MatchError::Output)
    }

    /// Follows the games until there are no more, or the match is decided.
    ///
    /// # Errors
    /// When something cannot be written, or a player cannot go on.
    pub fn follow<V: Variant>(&mut self, news: &Receiver<News<V>>) -> Result<(), MatchError> {
        for item in news {
            match item {
                News::Started(job) => self.started(&job)?,
                News::Remark(player, remark) => self.remark(player, remark)?,
                News::Finished(job, record) => {
                    self.finished(&job, &record)?;
                    if self.is_decided() {
                        return Ok(());
                    }
                    if let Ending::Failed(side, failure) = &record.ending
                        && !failure.leaves_engine_usable()
                        && !self.plan.recover
                    {
                        return Err(self.unable(job.player(*side), failure.clone()));
                    }
                }
                News::Unable(player, failure) => return Err(self.unable(player, failure)),
            }
        }
        Ok(())
    }

    fn unable(&self, player: usize, failure: Failure) -> MatchError {
        MatchError::Unable(self.plan.players[player].name.clone(), failure)
    }

    fn names(&self, job: &Job) -> String {
        let name = |color| &self.plan.players[job.player(color)].name;
        format!("{} vs {}", name(Color::White), name(Color::Black))
    }

    fn started(&mut self, job: &Job) -> Result<(), MatchError> {
        if self.plan.quiet {
            return Ok(());
        }
        let (number, total, names) = (job.number + 1, self.schedule.game_count(), self.names(job));
        self.say(&format!("Started game {number} of {total} ({names})\n"))
    }

    fn remark(&mut self, player: usize, remark: String) -> Result<(), MatchError> {
        let line = format!("Warning: {}: {remark}\n", self.plan.players[player].name);
        if self.remarks.insert((player, remark)) { self.say(&line) } else { Ok(()) }
    }

    fn finished<V: Variant>(&mut self, job: &Job, record: &Record<V>) -> Result<(), MatchError> {
        let winner = record.ending.winner();
        let fault = match &record.ending {
            Ending::Failed(_, failure) => Some(FaultKind::of(failure)),
            _ => None,
        };
        // The game comes before the state: a game that is counted is on file.
        if let Some(games) = &mut self.games {
            game_file::add(games, self.plan, job, record)
                .map_err(|error| MatchError::file(self.plan.pdn.as_deref(), error))?;
        }
        if let Some(state) = &mut self.state {
            let entry =
                Entry { game: NonZeroU32::MIN.saturating_add(job.number), result: GameResult::of(winner), fault };
            state.add(&entry).map_err(|error| MatchError::file(self.plan.state.as_deref(), error))?;
        }
        self.count(job, winner, fault);
        if !self.plan.quiet {
            let (number, names, result) = (job.number + 1, self.names(job), record.game.result_text());
            self.say(&format!("Finished game {number} ({names}): {result} {{{}}}\n", record.ending))?;
        }
        let score = || output::short_report(self.plan, self.schedule, &self.scores);
        self.progress.show(self.finished, score);
        // The last report comes at the end.
        let is_last = self.is_decided() || self.finished >= self.schedule.game_count();
        if self.finished.is_multiple_of(self.plan.report_interval) && !is_last {
            self.report()?;
        }
        Ok(())
    }

    /// Counts a game, and looks whether it decides the match.
    fn count(&mut self, job: &Job, winner: Option<Color>, fault: Option<FaultKind>) {
        self.finished += 1;
        if let (Some(winner), Some(fault)) = (winner, fault) {
            self.faults[job.player(!winner)].add(fault);
        }
        let is_pair = self.scores.add(job, winner);
        // Games that were under way when the test decided do not undo its decision.
        if is_pair
            && self.decision.is_none()
            && let Some(sprt) = &self.plan.sprt
        {
            self.decision = sprt.decision(&self.scores.tally(job.players));
        }
    }

    fn report(&mut self) -> Result<(), MatchError> {
        self.say(&output::report(self.plan, self.schedule, &self.scores, &self.faults))
    }

    /// Prints the final score, and why it is final.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn close(&mut self, interrupted: bool) -> Result<(), MatchError> {
        self.report()?;
        match self.decision {
            Some(decision) => self.say(&output::decision(self.plan, decision)),
            None if interrupted => {
                let (finished, total) = (self.finished, self.schedule.game_count());
                self.say(&format!("Interrupted after {finished} of {total} games\n"))
            }
            None => Ok(()),
        }
    }
}

impl MatchError {
    /// A file of the match cannot be written.
    pub(super) fn file(path: Option<&std::path::Path>, error: io::Error) -> MatchError {
        MatchError::File(path.unwrap_or(std::path::Path::new("")).display().to_string(), error)
    }
}
