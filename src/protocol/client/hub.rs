//! What a client of Hub says, and what the answers mean.

use std::fmt::Write;
use std::time::Duration;

use super::{Allowance, Introduction, Opinion, Report};
use crate::options::Numbering;
use crate::position::{Move, Position};
use crate::protocol::hub_text::{arguments, quoted, read_move, value, variant_names, write_position};
use crate::rules::{Color, Variant, VariantId};

pub(super) const HELLO: &str = "hub\n";
pub(super) const HELLO_DONE: &str = "wait";
pub(super) const READY: &str = "ready";
pub(super) const NEW_GAME: &str = "new-game\nping\n";
pub(super) const PONG: &str = "pong";

/// A score beyond this, in men, announces the end of the game.
const DECIDED: f64 = 90.0;
/// The score of a game that is won now, in men; each ply until then takes a hundredth.
const WON: f64 = 100.0;

/// What the engine said of itself, and the lines that set its parameters and make it ready.
pub(super) fn introduce(lines: &[String], variant: VariantId, options: &[(String, String)]) -> Introduction {
    let lines: Vec<Vec<(String, String)>> = lines.iter().map(|line| arguments(line)).collect();
    let of_kind =
        |kind: &'static str| lines.iter().filter(move |line| line.first().is_some_and(|(name, _)| name == kind));
    let parameter = |wanted: &str| of_kind("param").find(|line| value(line, "name") == Some(wanted));
    let name = of_kind("id").find_map(|line| value(line, "name")).unwrap_or("?").to_owned();
    let mut remarks = Vec::new();
    let mut settings = String::new();
    let mut set = |name: &str, value: &str| {
        let _ = writeln!(settings, "set-param name={} value={}", quoted(name), quoted(value));
    };
    if let Some(line) = parameter("variant") {
        let offered: Vec<&str> = value(line, "values").unwrap_or_default().split_whitespace().collect();
        let mut names = variant_names().filter(|&(_, id)| id == variant).map(|(name, _)| name);
        match names.find(|name| offered.contains(name)) {
            Some(name) => set("variant", name),
            None => remarks.push(format!("it does not offer the ruleset {variant}")),
        }
    }
    for (name, wanted) in options {
        // Whoever sets an option for engines of both dialects writes it in one way.
        let mut declared = of_kind("param").filter_map(|line| value(line, "name"));
        let own = declared.find(|own| own.eq_ignore_ascii_case(name));
        if own.is_none() {
            remarks.push(format!("it has no parameter '{name}'"));
        }
        set(own.unwrap_or(name), wanted);
    }
    settings.push_str("init\n");
    Introduction { name, settings, remarks }
}

/// What the engine said when it refused a parameter.
pub(super) fn refusal(line: &str) -> Option<String> {
    let arguments = arguments(line);
    let is_error = arguments.first().is_some_and(|(name, _)| name == "error");
    is_error.then(|| value(&arguments, "message").unwrap_or("error").to_owned())
}

/// The lines that set up a game and ask `side`, which is to move, for a move.
pub(super) fn question<V: Variant>(
    start: &Position<V>,
    moves: &[String],
    side: Color,
    allowance: &Allowance,
) -> String {
    let mut text = format!("pos pos={}", write_position(start));
    if !moves.is_empty() {
        let _ = write!(text, " moves=\"{}\"", moves.join(" "));
    }
    text.push('\n');
    if let Some(clocks) = allowance.clocks {
        let clock = clocks[side.index()];
        text.push_str("level");
        if let Some(moves) = clock.moves_to_go {
            let _ = write!(text, " moves={moves}");
        }
        // An engine credits the increment before its move; we did after the last one.
        let left = clock.left.as_secs_f64() - clock.increment.as_secs_f64();
        let _ = write!(text, " time={}", (left * 1e6).round() / 1e6);
        if clock.increment > Duration::ZERO {
            let _ = write!(text, " inc={}", clock.increment.as_secs_f64());
        }
        text.push('\n');
    }
    if let Some(time) = allowance.move_time {
        let _ = writeln!(text, "level move-time={}", time.as_secs_f64());
    }
    if let Some(depth) = allowance.depth {
        let _ = writeln!(text, "level depth={depth}");
    }
    if let Some(nodes) = allowance.nodes {
        let _ = writeln!(text, "level nodes={nodes}");
    }
    text.push_str("go think\n");
    text
}

pub(super) fn is_answer(line: &str) -> bool {
    line.split_whitespace().next() == Some("done")
}

/// Whether a line tells a score.
pub(super) fn is_report(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("info") && words.any(|word| word.starts_with("score"))
}

/// What a line with a score tells.
pub(super) fn read_report(line: &str) -> Report {
    let line = arguments(line);
    let whole = |name: &str| value(&line, name).and_then(|value| value.parse().ok());
    let score = value(&line, "score").and_then(|value| value.parse::<f64>().ok()).filter(|score| score.is_finite());
    Report {
        opinion: score.map(opinion),
        depth: whole("depth"),
        nodes: value(&line, "nodes").and_then(|value| value.parse().ok()),
    }
}

/// A score in men, where a won game counts 100 less a hundredth for every ply until its end.
fn opinion(men: f64) -> Opinion {
    if men.abs() <= DECIDED {
        return Opinion::Score((men * 100.0).round() as i32);
    }
    let plies = ((WON - men.abs()) * 100.0).round().max(0.0) as i32;
    let moves = (plies + 1) / 2;
    Opinion::Mate(if men > 0.0 { moves } else { -moves })
}

/// The move of a `done` line, or why it is none.
pub(super) fn read_answer<V: Variant>(position: &Position<V>, line: &str) -> Result<Move, String> {
    let line = arguments(line);
    read_move(position, value(&line, "move").unwrap_or_default(), Numbering::Client)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::Turkish;
    use crate::search::Clock;

    #[test]
    fn an_introduction_is_understood() {
        let lines = [
            "id name=Stub version=1",
            "param name=variant value=normal type=enum values=\"normal frisian\"",
            "param name=tt-size value=24 type=int min=16 max=30",
        ];
        let lines = lines.map(str::to_owned);
        let options = [("TT-size".to_owned(), "20".to_owned()), ("book file".to_owned(), String::new())];
        let found = introduce(&lines, VariantId::International, &options);
        assert_eq!(found.name, "Stub");
        assert_eq!(
            found.settings,
            "set-param name=variant value=normal\nset-param name=tt-size value=20\nset-param name=\"book file\" value=\"\"\ninit\n"
        );
        assert_eq!(found.remarks, ["it has no parameter 'book file'"]);
        assert_eq!(introduce(&lines, VariantId::Turkish, &[]).remarks, ["it does not offer the ruleset turkish"]);
        assert_eq!(refusal("error message=\"it is damaged\"").as_deref(), Some("it is damaged"));
        assert_eq!(refusal("ready"), None);
    }

    #[test]
    fn a_question_has_the_clock_before_the_increment() {
        let clock = |millis| Clock {
            left: Duration::from_millis(millis),
            increment: Duration::from_millis(100),
            moves_to_go: Some(7),
        };
        let allowance = Allowance { clocks: Some([clock(1_000), clock(50)]), depth: Some(3), ..Allowance::default() };
        let start = Position::<Turkish>::start();
        let lines = |side, moves: &[String]| {
            let text = question(&start, moves, side, &allowance);
            text.split_once('\n').unwrap().1.to_owned()
        };
        assert_eq!(lines(Color::White, &[]), "level moves=7 time=0.9 inc=0.1\nlevel depth=3\ngo think\n");
        let moves = ["17-25".to_owned()];
        assert_eq!(lines(Color::Black, &moves), "level moves=7 time=-0.05 inc=0.1\nlevel depth=3\ngo think\n");
        assert!(question(&start, &moves, Color::Black, &allowance).contains(" moves=\"17-25\"\n"));
    }

    #[test]
    fn reports_and_answers_are_read() {
        let report =
            read_report("info depth=14 mean-depth=9.1 score=-0.35 nodes=1200 time=0.5 nps=2.4 pv=\"17-25 41-33\"");
        assert_eq!(report, Report { opinion: Some(Opinion::Score(-35)), depth: Some(14), nodes: Some(1_200) });
        assert_eq!(read_report("info score=99.95").opinion, Some(Opinion::Mate(3)));
        assert_eq!(read_report("info score=-99.96").opinion, Some(Opinion::Mate(-2)));
        let start = Position::<Turkish>::start();
        assert!(read_answer(&start, "done move=17-25 ponder=41-33").is_ok());
        assert!(read_answer(&start, "done").is_err());
    }
}
