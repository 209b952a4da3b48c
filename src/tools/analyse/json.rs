//! The analysis as JSON, one object a line.

use serde::Serialize;

use crate::engine::{Answer, Line};
use crate::search::Score;

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

/// A finished line as an object.
///
/// # Errors
/// When it has no form in JSON, which no line lacks.
pub fn line(line: &Line) -> serde_json::Result<String> {
    serde_json::to_string(&LineShape {
        depth: line.depth,
        seldepth: line.seldepth,
        multipv: line.multipv,
        score: ScoreShape::of(line.score),
        nodes: line.nodes,
        nps: line.nps(),
        time_ms: line.time.as_millis().try_into().unwrap_or(u64::MAX),
        pv: line.pv.iter().map(|mv| mv.uci.as_str()).collect(),
    })
}

/// The best move as an object.
///
/// # Errors
/// As [`line`].
pub fn answer(answer: &Answer) -> serde_json::Result<String> {
    serde_json::to_string(&AnswerShape {
        bestmove: answer.best.as_ref().map(|mv| mv.uci.as_str()),
        ponder: answer.ponder.as_ref().map(|mv| mv.uci.as_str()),
    })
}
