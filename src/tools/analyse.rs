//! Thinking about one position.

use std::io::{IsTerminal, Write, stderr};
use std::sync::mpsc::channel;
use std::time::Duration;

use serde::Serialize;

use super::{Setup, ToolError};
use crate::engine::{Answer, Engine, Event, Finished, Go, Line, MoveView};
use crate::options::Setting;
use crate::search::Score;

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
    /// JSON objects instead of a table.
    pub json: bool,
}

/// A score as JSON.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ScoreShape {
    Cp(i32),
    Mate(i32),
}

impl ScoreShape {
    fn of(score: Score) -> ScoreShape {
        score.mate_in().map_or(ScoreShape::Cp(score.value()), ScoreShape::Mate)
    }
}

/// A line as JSON.
#[derive(Serialize)]
struct LineShape<'a> {
    depth: u32,
    seldepth: u32,
    multipv: usize,
    score: ScoreShape,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    pv: Vec<&'a str>,
}

/// The end as JSON.
#[derive(Serialize)]
struct AnswerShape<'a> {
    bestmove: Option<&'a str>,
    ponder: Option<&'a str>,
}

/// Thinks, and writes every finished line and the best move.
///
/// # Errors
/// When the position is none, the output cannot be written or the search fails.
pub fn analyse(setup: &Setup, how: &Analyse, output: &mut dyn Write) -> Result<(), ToolError> {
    let (events, inbox) = channel();
    let mut engine = Engine::new(events);
    engine.set(Setting::Variant(setup.variant));
    engine.set(Setting::MoveOverhead(Duration::ZERO));
    engine.set_position(setup.fen.as_deref(), &setup.moves)?;
    let unlimited = how.depth.is_none() && how.movetime.is_none() && how.nodes.is_none();
    let go = Go {
        depth: how.depth,
        movetime: if unlimited { Some(DEFAULT_TIME) } else { how.movetime },
        nodes: how.nodes,
        lines: how.lines,
        ..Go::default()
    };
    let mut writer = Writer { json: how.json, lines: how.lines, wrote_head: false, output };
    for remark in engine.go(&go) {
        writer.remark(&remark)?;
    }
    for event in inbox {
        match event {
            Event::Line(line) => writer.line(&line)?,
            Event::Finished(Finished::Search(answer)) => {
                if let Some(reason) = answer.remark {
                    return Err(ToolError::Failed(reason));
                }
                return writer.answer(&answer);
            }
            _ => {}
        }
    }
    Err(ToolError::Failed("the search ended without an answer".to_owned()))
}

struct Writer<'a> {
    json: bool,
    lines: usize,
    wrote_head: bool,
    output: &'a mut dyn Write,
}

impl Writer<'_> {
    fn remark(&mut self, remark: &str) -> Result<(), ToolError> {
        if !self.json {
            writeln!(self.output, "{remark}")?;
        } else if stderr().is_terminal() {
            // Beside JSON only a person is told, and not being able to is no failure.
            let _ = writeln!(stderr(), "{remark}");
        }
        Ok(())
    }

    fn line(&mut self, line: &Line) -> Result<(), ToolError> {
        if self.json {
            let shape = LineShape {
                depth: line.depth,
                seldepth: line.seldepth,
                multipv: line.multipv,
                score: ScoreShape::of(line.score),
                nodes: line.nodes,
                nps: line.nps(),
                time_ms: line.time.as_millis().try_into().unwrap_or(u64::MAX),
                pv: line.pv.iter().map(|mv| mv.uci.as_str()).collect(),
            };
            writeln!(self.output, "{}", serde_json::to_string(&shape)?)?;
        } else {
            if !self.wrote_head {
                writeln!(self.output, "depth   score      nodes    knps    time  line")?;
                self.wrote_head = true;
            }
            let pv: Vec<&str> = line.pv.iter().map(|mv| mv.text.as_str()).collect();
            writeln!(
                self.output,
                "{:>5} {:>7} {:>10} {:>7} {:>6.2}s  {}{}",
                format!("{}/{}", line.depth, line.seldepth),
                score_text(line.score),
                line.nodes,
                line.nps() / 1_000,
                line.time.as_secs_f64(),
                if self.lines > 1 { format!("{}. ", line.multipv) } else { String::new() },
                pv.join(" ")
            )?;
        }
        self.output.flush()?;
        Ok(())
    }

    fn answer(&mut self, answer: &Answer) -> Result<(), ToolError> {
        let text = |mv: &Option<MoveView>, text: fn(&MoveView) -> &String| mv.as_ref().map(text).cloned();
        if self.json {
            let (best, ponder) = (text(&answer.best, |mv| &mv.uci), text(&answer.ponder, |mv| &mv.uci));
            let shape = AnswerShape { bestmove: best.as_deref(), ponder: ponder.as_deref() };
            writeln!(self.output, "{}", serde_json::to_string(&shape)?)?;
        } else {
            let best = text(&answer.best, |mv| &mv.text);
            writeln!(self.output, "best move: {}", best.as_deref().unwrap_or("none, the game is over"))?;
        }
        self.output.flush()?;
        Ok(())
    }
}

/// A score in men, or a win or loss with the winner's moves to it.
fn score_text(score: Score) -> String {
    match score.mate_in() {
        Some(moves) if score > Score::DRAW => format!("win {moves}"),
        Some(moves) => format!("loss {}", -moves),
        None => format!("{:+.2}", f64::from(score.value()) / 100.0),
    }
}
