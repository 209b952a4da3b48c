//! Our UCI-style dialect; `protocol.md` describes it to its users.

use std::fmt::Write;
use std::time::Duration;

use super::{Command, LONGEST_REMARK, Protocol, Reply, Request, shorten};
use crate::engine::{Answer, Count, CurrentMove, Display, Go, Line, MoveView, per_second};
use crate::eval::Wdl;
use crate::options::{self, Options, number};
use crate::search::{Accuracy, Clock};

/// The name and version, as `uci` and `--version` say them.
const NAME: &str = concat!("damier ", env!("CARGO_PKG_VERSION"));

/// A game is won in at most this many moves, as far as anybody asks.
const MOST_MOVES: i64 = 1_000;

/// What `help` says.
const HELP: &[&str] = &[
    "uci, isready, ucinewgame, setoption name N value V, quit: as in UCI",
    "position startpos|fen F [moves m m ...]: set up a position; a move names every square it visits, d4xd6xf6",
    "go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N] [mate N]",
    "go ... [infinite] [ponder] [searchmoves m m ...]: think; without a limit until stop",
    "go perft N: count the leaves of the tree of legal moves",
    "stop, ponderhit: steer the search that runs",
    "d: show the position, its legal moves and the result; eval: show the evaluation; bench: measure the search",
    "the file protocol.md tells more",
];

/// The UCI-style dialect.
#[derive(Default)]
pub struct Uci;

impl Protocol for Uci {
    fn read(&mut self, line: &str) -> Request {
        let mut words = line.split_whitespace();
        let Some(name) = words.next().filter(|name| !name.starts_with('#')) else { return Request::default() };
        let words: Vec<&str> = words.collect();
        let only = |command| Request { remarks: Vec::new(), command: Some(command) };
        match name {
            "uci" => only(Command::Greet),
            "isready" => only(Command::Prepare),
            "setoption" => only(read_option(line, &words)),
            "ucinewgame" => only(Command::NewGame),
            "position" => read_position(&words),
            "go" => read_go(&words),
            "stop" => only(Command::Stop),
            "ponderhit" => only(Command::PonderHit),
            "quit" => only(Command::Quit),
            "d" => only(Command::Display),
            "eval" => only(Command::Evaluate),
            "bench" => only(Command::Bench),
            "help" => only(Command::Help),
            // Commands of UCI that mean nothing to this engine.
            "debug" | "register" | "copyprotection" => Request::default(),
            _ => remark(format!("unknown command '{}', try help", shorten(line.trim(), 60))),
        }
    }

    fn write(&self, reply: &Reply, options: &Options) -> String {
        match reply {
            Reply::Greeting => greeting(),
            Reply::Ready | Reply::Pong => "readyok\n".to_owned(),
            Reply::Line(line) => info(line, options.show_wdl),
            Reply::Current(CurrentMove { depth, mv, number }) => {
                format!("info depth {depth} currmove {} currmovenumber {number}\n", mv.uci)
            }
            Reply::Answer(answer) => best_move(answer),
            Reply::Error(text) | Reply::Remark(text) => info_string(text),
            Reply::Display(display) => board(display),
            Reply::Evaluation(side, score) => info_string(&format!("evaluation: {score} for {side}, who is to move")),
            Reply::Count(count) => leaves(count),
            Reply::BenchEntry(entry) => info_string(&format!(
                "bench {}/{} {} {} nodes {}",
                entry.number, entry.of, entry.variant, entry.fen, entry.nodes
            )),
            Reply::BenchTotal(total) => {
                format!("{} nodes {} nps\n", total.nodes, per_second(total.nodes, total.time))
            }
            Reply::Help => HELP.iter().copied().map(info_string).collect(),
        }
    }
}

fn remark(text: String) -> Request {
    Request { remarks: vec![text], command: None }
}

/// `setoption name N [value V]`: both may hold blanks, and those of a value are kept, for it may be a path.
fn read_option(line: &str, words: &[&str]) -> Command {
    let name_at = words.iter().position(|&word| word == "name");
    let value_at = words.iter().position(|&word| word == "value");
    let end = value_at.unwrap_or(words.len());
    let name = name_at.filter(|&at| at < end).map_or(String::new(), |at| words[at + 1..end].join(" "));
    // The command itself is a word of the line, and so is `value`.
    let value = value_at.map(|at| after_words(line, at + 2).to_owned());
    Command::SetOption { name, value }
}

/// What follows so many words.
fn after_words(line: &str, count: usize) -> &str {
    let after = (0..count).fold(line, |rest, _| {
        let rest = rest.trim_start();
        rest.find(char::is_whitespace).map_or("", |end| &rest[end..])
    });
    after.trim()
}

/// `position startpos|fen F [moves m m …]`.
fn read_position(words: &[&str]) -> Request {
    let moves_at = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
    let fen = match start.split_first() {
        Some((&"startpos", _)) => None,
        Some((&"fen", fen)) => Some(fen.join(" ")),
        Some((word, _)) => {
            let word = shorten(word, 60);
            return remark(format!("position: expected 'startpos' or 'fen' but found '{word}', the position stands"));
        }
        None => return remark("position: expected 'startpos' or 'fen', the position stands".to_owned()),
    };
    let moves = moves.iter().skip(1).map(|&word| word.to_owned()).collect();
    Request { remarks: Vec::new(), command: Some(Command::Position { fen, moves }) }
}

/// The words that begin a part of `go`.
const GO_WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// `go …`. A limit whose number cannot be read becomes the least there is: a client must get its answer.
fn read_go(words: &[&str]) -> Request {
    let mut go = Go::default();
    let mut clocks: Option<[Clock; 2]> = None;
    let mut moves_to_go = None;
    let mut perft = None;
    let mut remarks = Vec::new();
    let mut rest = words.iter().copied().peekable();
    while let Some(word) = rest.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(mv) = rest.next_if(|word| !GO_WORDS.contains(word)) {
                    go.moves.push(mv.to_owned());
                }
            }
            _ if GO_WORDS.contains(&word) => {
                let text = rest.next_if(|word| !GO_WORDS.contains(word));
                let value = text.and_then(number).unwrap_or_else(|| {
                    let found = text.map_or("nothing".to_owned(), |text| format!("'{}'", shorten(text, 60)));
                    remarks.push(format!("go: expected a number after '{word}' but found {found}, taken as 0"));
                    0
                });
                let small = |least: i64, most: i64| value.clamp(least, most) as u32;
                match word {
                    "depth" => go.depth = Some(small(1, 1_000)),
                    "nodes" => go.nodes = Some(value.max(0).unsigned_abs()),
                    "mate" => go.mate = Some(small(1, MOST_MOVES)),
                    "movetime" => go.movetime = Some(millis(value)),
                    "movestogo" => moves_to_go = (value > 0).then(|| small(1, MOST_MOVES)),
                    "perft" => perft = text.and_then(number).map(|_| small(0, 1_000)),
                    _ => {
                        let [white, black] = clocks.get_or_insert_default();
                        match word {
                            "wtime" => white.left = millis(value),
                            "btime" => black.left = millis(value),
                            "winc" => white.increment = millis(value),
                            _ => black.increment = millis(value),
                        }
                    }
                }
            }
            _ => {}
        }
    }
    if let Some(depth) = perft {
        return Request { remarks, command: Some(Command::Perft(depth)) };
    }
    if words.contains(&"perft") {
        return Request { remarks, command: None };
    }
    go.clocks = clocks.map(|clocks| clocks.map(|clock| Clock { moves_to_go, ..clock }));
    Request { remarks, command: Some(Command::Go(go)) }
}

/// Milliseconds as clients send them: a clock may already be negative, and none runs for more than a year.
fn millis(value: i64) -> Duration {
    Duration::from_millis(value.clamp(0, 365 * 24 * 3_600_000).unsigned_abs())
}

fn greeting() -> String {
    let mut text = format!("id name {NAME}\nid author the damier authors\n");
    for spec in options::TABLE {
        let _ = writeln!(text, "option name {} type {}", spec.name, spec.kind);
    }
    text + "uciok\n"
}

fn info(line: &Line, show_wdl: bool) -> String {
    let mut score = line.score.to_string();
    score += match line.accuracy {
        Accuracy::Exact => "",
        Accuracy::AtLeast => " lowerbound",
        Accuracy::AtMost => " upperbound",
    };
    if show_wdl {
        let Wdl { win, draw, loss } = line.wdl;
        let _ = write!(score, " wdl {win} {draw} {loss}");
    }
    if line.depth == 0 {
        return format!("info depth 0 score {score}\n");
    }
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {score} nodes {} nps {} hashfull {} tbhits {} time {}",
        line.depth,
        line.seldepth,
        line.multipv,
        line.nodes,
        line.nps(),
        line.hashfull,
        line.table_hits,
        line.time.as_millis()
    );
    if !line.pv.is_empty() {
        text += " pv";
        for mv in &line.pv {
            text.push(' ');
            text += &mv.uci;
        }
    }
    text + "\n"
}

fn best_move(answer: &Answer) -> String {
    let best = answer.best.as_ref().map_or("(none)", |mv: &MoveView| &mv.uci);
    let ponder = answer.ponder.as_ref().map_or(String::new(), |mv| format!(" ponder {}", mv.uci));
    format!("bestmove {best}{ponder}\n")
}

fn info_string(text: &str) -> String {
    format!("info string {}\n", shorten(text, LONGEST_REMARK))
}

fn board(display: &Display) -> String {
    let Display { picture, fen, moves, result } = display;
    let picture = picture.trim_end_matches('\n');
    format!("{picture}\nfen: {fen}\nmoves: {}\nresult: {result}\n", moves.join(" "))
}

fn leaves(count: &Count) -> String {
    let mut text = String::new();
    for (mv, leaves) in &count.moves {
        let _ = writeln!(text, "{}: {leaves}", mv.uci);
    }
    let _ = writeln!(text, "Nodes searched: {}", count.total);
    text
}

#[cfg(test)]
#[allow(clippy::panic, clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Command) {
        assert_eq!(Uci.read(line), Request { remarks: Vec::new(), command: Some(expected) });
    }

    #[track_caller]
    fn check_remark(line: &str, expected: &str) {
        let request = Uci.read(line);
        assert!(request.remarks.iter().any(|remark| remark.contains(expected)), "{request:?}");
    }

    fn option(name: &str, value: Option<&str>) -> Command {
        Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
    }

    fn position(fen: Option<&str>, moves: &[&str]) -> Command {
        Command::Position { fen: fen.map(str::to_owned), moves: moves.iter().map(|&mv| mv.to_owned()).collect() }
    }

    #[test]
    fn plain_commands() {
        check("uci", Command::Greet);
        check(" \tisready\t", Command::Prepare);
        check("go perft 5", Command::Perft(5));
        check("go perft 5 junk", Command::Perft(5));
        check("quit now", Command::Quit);
        for line in ["", "  ", "# stop", "debug on", "register later"] {
            assert_eq!(Uci.read(line), Request::default());
        }
        check_remark("hello world", "unknown command 'hello world', try help");
        check_remark(&"7".repeat(10_000), "7…', try help");
        check_remark("go perft", "expected a number after 'perft' but found nothing");
    }

    #[test]
    fn options_are_split_at_name_and_value() {
        check("setoption name Hash value 32", option("Hash", Some("32")));
        check("setoption name  Move   Overhead  value  50", option("Move Overhead", Some("50")));
        check("setoption name BookFile value my books/dama 1.bin", option("BookFile", Some("my books/dama 1.bin")));
        check(" setoption\tname X value  a  b \t", option("X", Some("a  b")));
        check("setoption name Clear Hash", option("Clear Hash", None));
        check("setoption name Hash value", option("Hash", Some("")));
        check("setoption name", option("", None));
        check("setoption", option("", None));
        check("setoption value 3", option("", Some("3")));
        check("setoption value 3 name Hash", option("", Some("3 name Hash")));
    }

    #[test]
    fn positions_begin_with_startpos_or_fen() {
        check("position startpos", position(None, &[]));
        check("position startpos moves", position(None, &[]));
        check("position startpos moves a3a4 a6a5", position(None, &["a3a4", "a6a5"]));
        check("position fen W:WK a1:Bb2 moves a1a2", position(Some("W:WK a1:Bb2"), &["a1a2"]));
        check("position fen", position(Some(""), &[]));
        check_remark("position", "expected 'startpos' or 'fen', the position stands");
        check_remark("position blah", "but found 'blah'");
    }

    #[track_caller]
    fn check_go(line: &str, expected: Go) {
        check(line, Command::Go(expected));
    }

    #[test]
    fn limits_of_a_search() {
        let ms = Duration::from_millis;
        let clock = |left, increment, moves_to_go| Clock { left: ms(left), increment: ms(increment), moves_to_go };
        check_go("go", Go::default());
        check_go("go junk depth 5 junk", Go { depth: Some(5), ..Go::default() });
        check_go("go depth -3", Go { depth: Some(1), ..Go::default() });
        check_go("go depth 99999999999999999999", Go { depth: Some(1_000), ..Go::default() });
        check_go("go nodes 1000 movetime 7", Go { nodes: Some(1_000), movetime: Some(ms(7)), ..Go::default() });
        check_go("go ponder infinite mate 3", Go { ponder: true, infinite: true, mate: Some(3), ..Go::default() });
        let moves = vec!["h3h4".to_owned(), "c3c4".to_owned()];
        check_go("go searchmoves h3h4 c3c4 depth 4", Go { depth: Some(4), moves, ..Go::default() });
        let clocks = Some([clock(60_000, 1_000, Some(40)), clock(50_000, 2_000, Some(40))]);
        let line = "go wtime 60000 btime 50000 winc 1000 binc 2000 movestogo 40";
        check_go(line, Go { clocks, ..Go::default() });
        let clocks = Some([clock(0, 0, None), clock(0, 0, None)]);
        check_go("go wtime -5 btime -170671 winc 0 binc 0", Go { clocks, ..Go::default() });
    }

    #[test]
    fn a_limit_that_cannot_be_read_is_the_least() {
        for line in ["go depth", "go depth x"] {
            check_remark(line, "expected a number after 'depth' but found");
            assert_eq!(Uci.read(line).command, Some(Command::Go(Go { depth: Some(1), ..Go::default() })));
        }
    }

    #[test]
    fn remarks_are_one_short_line() {
        let text = Uci.write(&Reply::Remark(format!("a\nb{}", "c".repeat(1_000))), &Options::default());
        assert!(text.starts_with("info string a bccc"));
        assert_eq!(text.matches('\n').count(), 1);
        assert!(text.chars().count() < 520);
    }
}
