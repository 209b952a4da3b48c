//! `damier match`: engines against each other.
//!
//! Every opening is played twice with sides swapped. The runner is the referee: it judges legality, repetition, draws
//! and clocks itself, and a crash, a hang, an illegal move or an overrun clock is a loss with its reason.
//!
//! - [`plan`]: what is to be played; [`MatchArguments`] makes it from the words of the command line;
//! - [`openings`], [`pairing`]: where games start, who plays whom;
//! - [`game_loop`], [`adjudication`], [`time_control`]: one game;
//! - [`crew`]: the threads that play; [`course`]: the one that keeps the score;
//! - [`stats`], [`sprt`], [`faults`]: what the results say;
//! - [`output`], [`game_file`], [`state`]: how and where they are written.

pub mod adjudication;
pub mod course;
pub mod crew;
pub mod faults;
pub mod game_file;
pub mod game_loop;
pub mod openings;
pub mod output;
pub mod pairing;
pub mod plan;
pub mod sprt;
pub mod state;
pub mod stats;
pub mod time_control;

mod arguments;

pub use arguments::{MatchArguments, UsageError};

use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;

use crate::protocol::client::{Children, Failure};
use crate::rules::{Variant, VariantTask};
use crate::tools::pdn_file::PdnFile;
use course::Course;
use crew::Shared;
use openings::{OpeningError, Openings};
use pairing::Schedule;
use plan::Plan;
use state::{StateError, StateFile, stored_seed};

/// Plays a match and writes its course and result.
///
/// # Errors
/// When the openings cannot be read, an engine cannot be started, or one broke off in a match that does not recover.
pub fn run(plan: &Plan, output: &mut dyn Write) -> Result<(), MatchError> {
    plan.variant.run(Task { plan, output })
}

struct Task<'a> {
    plan: &'a Plan,
    output: &'a mut dyn Write,
}

impl VariantTask for Task<'_> {
    type Output = Result<(), MatchError>;

    fn run<V: Variant>(self) -> Result<(), MatchError> {
        run_variant::<V>(self.plan, self.output)
    }
}

/// Why a match was not played to its end.
#[derive(Debug)]
pub enum MatchError {
    /// There are no openings.
    Openings(OpeningError),
    /// The output cannot be written; a broken pipe among others.
    Output(io::Error),
    /// The file of this name cannot be written.
    File(String, io::Error),
    /// The match cannot go on from its state file.
    State(StateError),
    /// This player cannot play.
    Unable(String, Failure),
    /// Ctrl-C cannot be caught.
    Signal(ctrlc::Error),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Openings(error) => error.fmt(f),
            MatchError::Output(error) => write!(f, "cannot write the output: {error}"),
            MatchError::File(name, error) => write!(f, "cannot write to {name}: {error}"),
            MatchError::State(error) => error.fmt(f),
            MatchError::Unable(name, failure) => write!(f, "engine '{name}' {failure}"),
            MatchError::Signal(error) => write!(f, "cannot catch Ctrl-C: {error}"),
        }
    }
}

impl std::error::Error for MatchError {}

fn run_variant<V: Variant>(plan: &Plan, output: &mut dyn Write) -> Result<(), MatchError> {
    let stored = plan.state.as_deref().map_or(Ok(None), stored_seed).map_err(MatchError::State)?;
    let seed = plan.seed.or(stored).unwrap_or_else(|| rand::random::<u32>().into());
    let openings = Openings::<V>::new(&plan.openings, seed).map_err(MatchError::Openings)?;
    let schedule = Schedule::new(plan);
    let state = plan.state.as_deref().map(|path| StateFile::open(path, plan, seed));
    let state = state.transpose().map_err(MatchError::State)?;
    let games = plan.pdn.as_deref().map(PdnFile::open).transpose();
    let games = games.map_err(|error| MatchError::file(plan.pdn.as_deref(), error))?;
    let done: HashSet<u32> = state.iter().flat_map(|(_, entries)| entries).map(|entry| entry.game.get() - 1).collect();
    let children = Arc::new(Children::default());
    let interrupt = Arc::new(AtomicBool::new(false));
    catch_interrupts(&children, &interrupt).map_err(MatchError::Signal)?;
    let shared = Shared {
        plan,
        schedule: &schedule,
        openings: &openings,
        waiting: Mutex::new((0..schedule.game_count()).rev().filter(|number| !done.contains(number)).collect()),
        children: &children,
        interrupt: &interrupt,
    };
    let mut course = Course::new(plan, &schedule, output, games, state)?;
    course.say(&format!("Seed: {seed}\n"))?;
    if let Some(count) = openings.count()
        && (count as u64) < u64::from(plan.skip) + u64::from(plan.rounds)
    {
        course.say(&format!("Warning: {} rounds but {count} openings, which begin again\n", plan.rounds))?;
    }
    if course.is_decided() {
        return course.close(false);
    }
    let (result, interrupted) = thread::scope(|scope| {
        let (sender, news) = channel();
        for _ in 0..plan.concurrency {
            let (shared, sender) = (&shared, sender.clone());
            scope.spawn(move || shared.work(&sender));
        }
        drop(sender);
        let result = course.follow::<V>(&news);
        // Whatever ended the match, the games that still run are not waited for.
        let interrupted = interrupt.swap(true, Ordering::Relaxed);
        (result, interrupted)
    });
    course.close(interrupted)?;
    result
}

/// The first Ctrl-C ends the match, the second kills the engines at once.
fn catch_interrupts(children: &Arc<Children>, interrupt: &Arc<AtomicBool>) -> Result<(), ctrlc::Error> {
    let (children, interrupt) = (children.clone(), interrupt.clone());
    ctrlc::set_handler(move || {
        if interrupt.swap(true, Ordering::Relaxed) {
            children.kill_all();
        }
    })
}
