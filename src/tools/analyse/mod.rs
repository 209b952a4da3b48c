//! Thinking about one position.
//!
//! - [`report`]: the course of it for people: the board, a table that grows, the verdict;
//! - [`json`]: the same for programs.

mod json;
mod report;

use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::interrupt::Interrupt;
use super::{Setup, ToolError, name_tables, name_weights};
use crate::engine::{Answer, Engine, Event, Finished, Go, Line};
use crate::options::Setting;
use crate::search::Accuracy;
use report::Report;

/// How long to think when no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// How to think.
#[derive(Clone, Debug)]
pub struct Analyse {
    /// How deep, in plies.
    pub depth: Option<u32>,
    /// How long.
    pub movetime: Option<Duration>,
    /// For how many nodes.
    pub nodes: Option<u64>,
    /// How many best moves to show.
    pub lines: usize,
    /// How many threads search.
    pub threads: usize,
    /// The size of the table in MiB.
    pub hash: usize,
    /// The folder of more endgame tables than the program holds.
    pub tables: Option<PathBuf>,
    /// The file of the evaluation's weights, instead of those of the program.
    pub eval_file: Option<PathBuf>,
    /// JSON objects instead of a table.
    pub json: bool,
}

/// Thinks, and writes the position, every finished line, the verdict and the best move. Ctrl-C ends the thought, and
/// what it has found by then is told.
///
/// # Errors
/// When the position is none, the tables or the weights cannot be used, the output cannot be written or the search
/// fails.
pub fn analyse(setup: &Setup, how: &Analyse, output: &mut dyn Write) -> Result<(), ToolError> {
    let (events, inbox) = channel();
    let mut engine = Engine::new(events.clone());
    engine.set(Setting::Variant(setup.variant));
    engine.set(Setting::MoveOverhead(Duration::ZERO));
    engine.set(Setting::Threads(how.threads));
    engine.set(Setting::Hash(how.hash));
    let mut notices = match &how.tables {
        Some(folder) => name_tables(&mut engine, folder)?,
        None => Vec::new(),
    };
    if let Some(file) = &how.eval_file {
        notices.extend(name_weights(&mut engine, file)?);
    }
    engine.set_position(setup.fen.as_deref(), &setup.moves)?;
    Interrupt::catch(events)?;
    let unlimited = how.depth.is_none() && how.movetime.is_none() && how.nodes.is_none();
    let go = Go {
        depth: how.depth,
        movetime: if unlimited { Some(DEFAULT_TIME) } else { how.movetime },
        nodes: how.nodes,
        lines: how.lines,
        ..Go::default()
    };
    let mut writer = if how.json {
        Writer::Json(output)
    } else {
        let lines = how.lines.min(engine.session().legal_moves().len());
        Writer::Report(Report::open(engine.session(), lines, output)?)
    };
    notices.extend(engine.go(&go));
    for notice in notices {
        writer.remark(&notice.to_string())?;
    }
    for event in inbox {
        match event {
            // A bound says nothing that the line after it will not say better.
            Event::Line(line) if line.accuracy != Accuracy::Exact => {}
            Event::Line(line) => writer.line(line)?,
            // Ctrl-C. The answer comes as an event, as it does from every search with a limit.
            Event::EndOfInput => {
                drop(engine.stop());
                writer.interrupted();
            }
            Event::Finished(Finished::Search(answer)) => {
                match &answer.remark {
                    Some(reason) if answer.has_failed => return Err(ToolError::Failed(reason.clone())),
                    Some(remark) => writer.remark(remark)?,
                    None => {}
                }
                return writer.answer(&answer);
            }
            _ => {}
        }
    }
    Err(ToolError::Failed("the search ended without an answer".to_owned()))
}

/// For whom the analysis is written.
enum Writer<'a> {
    Json(&'a mut dyn Write),
    Report(Report<'a>),
}

impl Writer<'_> {
    fn remark(&mut self, remark: &str) -> Result<(), ToolError> {
        match self {
            Writer::Json(_) => {
                if stderr().is_terminal() {
                    // Beside JSON only a person is told, and not being able to is no failure.
                    let _ = writeln!(stderr(), "{remark}");
                }
            }
            Writer::Report(report) => report.remark(remark)?,
        }
        Ok(())
    }

    fn line(&mut self, line: Line) -> Result<(), ToolError> {
        match self {
            Writer::Json(output) => write_json(*output, &json::line(&line)?),
            Writer::Report(report) => Ok(report.line(line)?),
        }
    }

    fn interrupted(&self) {
        if let Writer::Report(report) = self {
            report.interrupted();
        }
    }

    fn answer(&mut self, answer: &Answer) -> Result<(), ToolError> {
        match self {
            Writer::Json(output) => write_json(*output, &json::answer(answer)?),
            Writer::Report(report) => Ok(report.answer(answer)?),
        }
    }
}

fn write_json(output: &mut dyn Write, object: &str) -> Result<(), ToolError> {
    writeln!(output, "{object}")?;
    output.flush()?;
    Ok(())
}
