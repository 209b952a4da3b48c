//! What a client of the UCI-style dialect says, and what the answers mean.

use std::fmt::Write;

use super::{Allowance, Introduction, Opinion, Report};
use crate::notation::{read_move, write_fen};
use crate::position::{Move, Position};
use crate::rules::{Variant, VariantId};

pub(super) const HELLO: &str = "uci\n";
pub(super) const HELLO_DONE: &str = "uciok";
pub(super) const READY: &str = "readyok";
pub(super) const NEW_GAME: &str = "ucinewgame\nisready\n";

/// What the engine said of itself, and the lines that set its options and ask whether it is ready.
pub(super) fn introduce(lines: &[String], variant: VariantId, options: &[(String, String)]) -> Introduction {
    let name = lines.iter().find_map(|line| line.strip_prefix("id name ")).unwrap_or("?").trim().to_owned();
    let is_offered = |name: &str| {
        let offered = lines.iter().filter_map(|line| line.strip_prefix("option name "));
        offered.filter_map(|rest| rest.split(" type ").next()).any(|word| word.trim().eq_ignore_ascii_case(name))
    };
    let mut remarks = Vec::new();
    let mut settings = String::new();
    if is_offered("UCI_Variant") {
        let _ = writeln!(settings, "setoption name UCI_Variant value {variant}");
    }
    for (name, value) in options {
        if !is_offered(name) {
            remarks.push(format!("it has no option '{name}'"));
        }
        let _ = if value.is_empty() {
            writeln!(settings, "setoption name {name}")
        } else {
            writeln!(settings, "setoption name {name} value {value}")
        };
    }
    settings.push_str("isready\n");
    Introduction { name, settings, remarks }
}

/// What the engine said when it refused an option: the dialect has remarks alone, of which the others are not told.
pub(super) fn refusal(line: &str) -> Option<String> {
    let remark = line.strip_prefix("info string ")?;
    remark.contains("cannot").then(|| remark.to_owned())
}

/// The lines that set up a game and ask for a move.
pub(super) fn question<V: Variant>(start: &Position<V>, moves: &[String], allowance: &Allowance) -> String {
    let mut text = if *start == Position::start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", write_fen(start))
    };
    if !moves.is_empty() {
        let _ = write!(text, " moves {}", moves.join(" "));
    }
    text.push_str("\ngo");
    if let Some(clocks) = allowance.clocks {
        let [white, black] = clocks;
        let _ = write!(
            text,
            " wtime {} btime {} winc {} binc {}",
            white.left.as_millis(),
            black.left.as_millis(),
            white.increment.as_millis(),
            black.increment.as_millis()
        );
        let side = if moves.len().is_multiple_of(2) { start.side_to_move() } else { !start.side_to_move() };
        if let Some(moves) = clocks[side.index()].moves_to_go {
            let _ = write!(text, " movestogo {moves}");
        }
    }
    if let Some(time) = allowance.move_time {
        let _ = write!(text, " movetime {}", time.as_millis());
    }
    if let Some(depth) = allowance.depth {
        let _ = write!(text, " depth {depth}");
    }
    if let Some(nodes) = allowance.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    text.push('\n');
    text
}

pub(super) fn is_answer(line: &str) -> bool {
    line.split_whitespace().next() == Some("bestmove")
}

/// Whether a line tells the score of the best line.
pub(super) fn is_report(line: &str) -> bool {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return false;
    }
    let mut has_score = false;
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" => break,
            "multipv" if words.next() != Some("1") => return false,
            "score" => has_score = true,
            _ => {}
        }
    }
    has_score
}

/// What a line with a score tells.
pub(super) fn read_report(line: &str) -> Report {
    let mut report = Report::default();
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" => break,
            "depth" => report.depth = words.next().and_then(|word| word.parse().ok()),
            "nodes" => report.nodes = words.next().and_then(|word| word.parse().ok()),
            "cp" => report.opinion = words.next().and_then(|word| word.parse().ok()).map(Opinion::Score),
            "mate" => report.opinion = words.next().and_then(|word| word.parse().ok()).map(Opinion::Mate),
            _ => {}
        }
    }
    report
}

/// The move of a `bestmove` line, or why it is none.
pub(super) fn read_answer<V: Variant>(position: &Position<V>, line: &str) -> Result<Move, String> {
    let text = line.split_whitespace().nth(1).unwrap_or_default();
    read_move(position, text).map_err(|error| error.to_string())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::Turkish;
    use crate::search::Clock;
    use std::time::Duration;

    #[test]
    fn an_introduction_is_understood() {
        let lines = [
            "id name Stub 1",
            "option name Hash type spin default 64 min 1 max 1024",
            "option name Clear Hash type button",
            "option name UCI_Variant type combo default turkish var turkish",
        ];
        let options = [("hash", "16"), ("Clear Hash", ""), ("Book", "a b.bin")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let found = introduce(&lines.map(str::to_owned), VariantId::Turkish, &options);
        assert_eq!(found.name, "Stub 1");
        assert_eq!(
            found.settings,
            "setoption name UCI_Variant value turkish\nsetoption name hash value 16\n\
             setoption name Clear Hash\nsetoption name Book value a b.bin\nisready\n"
        );
        assert_eq!(found.remarks, ["it has no option 'Book'"]);
    }

    #[test]
    fn a_refused_option_is_told_from_other_remarks() {
        let line = "info string option 'EvalFile' cannot be 'x': it ends too early; it keeps the old value";
        assert_eq!(refusal(line).as_deref(), line.strip_prefix("info string "));
        assert_eq!(refusal("info string 9 endgame tables read"), None);
        assert_eq!(refusal("readyok"), None);
    }

    #[test]
    fn a_question_tells_history_and_limits() {
        let clock = |left, moves_to_go| Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(10),
            moves_to_go,
        };
        let clocks = Some([clock(1_000, Some(3)), clock(900, Some(4))]);
        let start = Position::<Turkish>::start();
        let allowance = Allowance { clocks, nodes: Some(5), ..Allowance::default() };
        assert_eq!(
            question(&start, &["a3a4".to_owned()], &allowance),
            "position startpos moves a3a4\ngo wtime 1000 btime 900 winc 10 binc 10 movestogo 4 nodes 5\n"
        );
        let fen = "B:Wa2,Kc4:Bd6";
        let position = crate::notation::read_fen::<Turkish>(fen).unwrap();
        let allowance = Allowance { move_time: Some(Duration::from_millis(10)), ..Allowance::default() };
        assert_eq!(question(&position, &[], &allowance), format!("position fen {fen}\ngo movetime 10\n"));
    }

    #[test]
    fn reports_are_told_from_other_lines() {
        assert!(is_report("info depth 3 score cp 12 pv a3a4"));
        assert!(is_report("info multipv 1 score mate 2"));
        assert!(!is_report("info multipv 2 score cp 5"));
        assert!(!is_report("info string score cp 5"));
        assert!(!is_report("info nodes 5"));
        let report = read_report("info depth 3 seldepth 9 score cp -12 nodes 77 pv a3a4");
        assert_eq!(report, Report { opinion: Some(Opinion::Score(-12)), depth: Some(3), nodes: Some(77) });
        assert_eq!(read_report("info score mate -2").opinion, Some(Opinion::Mate(-2)));
    }

    #[test]
    fn answers_must_be_legal() {
        let start = Position::<Turkish>::start();
        assert!(read_answer(&start, "bestmove a3a4 ponder a6a5").is_ok());
        for line in ["bestmove", "bestmove (none)", "bestmove a3a5"] {
            assert!(read_answer(&start, line).is_err(), "{line}");
        }
    }
}
