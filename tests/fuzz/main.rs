//! Random input for everything that reads text: FEN, moves, the lines of each dialect, whole conversations.
//!
//! Every `cargo test` runs the same few inputs of each target; `harness.rs` says how to run them for longer, and how to
//! repeat an input that failed.

mod conversation;
mod harness;
mod hub_lines;
mod hub_model;
mod uci_lines;
mod uci_model;
mod words;

#[path = "../client/mod.rs"]
mod client;

use std::io::Cursor;

use damier::engine::{PositionError, open};
use damier::notation::{read_fen, read_move, write_federation, write_fen, write_full, write_pdn, write_uci};
use damier::options::{self, Options};
use damier::position::Position;
use damier::protocol::{Command, Hub, Protocol, Record, Reply, Uci, serve};
use damier::rules::{Variant, VariantId, VariantTask};
use rand::Rng;

use client::{hub_grammar, uci_grammar};
use harness::{assert_one_line, fuzz};
use hub_model::{HUB, HubModel};
use uci_model::{UCI, UciModel};

/// More than any message of the library has in characters; what is quoted in it is cut at 60.
const LONGEST_MESSAGE: usize = 1_000;

/// A FEN that is read is a position, and is written and read again as the same one.
struct Fen<'a>(&'a str);

impl VariantTask for Fen<'_> {
    type Output = ();

    fn run<V: Variant>(self) {
        let result = read_fen::<V>(self.0);
        assert_eq!(read_fen::<V>(self.0), result, "the same text is read in two ways");
        match result {
            Ok(position) => {
                assert_eq!(position.check(), Ok(()));
                let written = write_fen(&position);
                let again = read_fen::<V>(&written).unwrap();
                assert_eq!(again, position);
                assert_eq!((again.key(), write_fen(&again)), (position.key(), written));
                assert_eq!(position.legal_moves().len(), position.count_moves() as usize);
            }
            Err(error) => assert_one_line(&error.to_string(), LONGEST_MESSAGE),
        }
    }
}

#[test]
fn fen() {
    fuzz(
        "fen",
        4_000,
        |random| {
            let variant = words::variant(random);
            (variant, words::fen(random, variant))
        },
        |(_, text)| VariantId::ALL.iter().for_each(|variant| variant.run(Fen(text))),
    );
}

/// A text that is read as a move is read as a legal one, which every notation writes so that it is read again.
struct MoveText<'a> {
    fen: &'a str,
    text: &'a str,
}

impl VariantTask for MoveText<'_> {
    type Output = ();

    fn run<V: Variant>(self) {
        let position: Position<V> = read_fen(self.fen).unwrap();
        let result = read_move(&position, self.text);
        assert_eq!(read_move(&position, self.text), result, "the same text is read in two ways");
        match result {
            Ok(mv) => {
                let legal = position.legal_moves();
                assert!(legal.contains(&mv), "{mv:?} is not legal");
                for text in [
                    write_uci(&position, mv),
                    write_pdn(&position, mv, &legal),
                    write_full(&position, mv),
                    write_federation(&position, mv, &legal),
                ] {
                    assert_eq!(read_move(&position, &text), Ok(mv), "written as '{text}'");
                }
                assert_eq!(position.play(mv).check(), Ok(()));
            }
            Err(error) => assert_one_line(&error.to_string(), LONGEST_MESSAGE),
        }
    }
}

#[test]
fn moves() {
    fuzz(
        "moves",
        2_000,
        |random| {
            let variant = words::variant(random);
            let game = words::game(random, variant);
            let texts: Vec<String> = (0..8).map(|_| words::move_text(random, game.as_ref())).collect();
            (variant, game.display().fen, texts)
        },
        |(variant, fen, texts)| texts.iter().for_each(|text| variant.run(MoveText { fen, text })),
    );
}

/// Checks what a dialect makes of a line: always the same, and every message short. What the line holds is then read
/// by those who understand it.
fn check_line(dialect: fn() -> Box<dyn Protocol>, variant: VariantId, line: &str) {
    let request = dialect().read(line);
    assert_eq!(dialect().read(line), request, "the same line is read in two ways");
    for remark in request.remarks {
        let said = dialect().write(&Reply::Error(remark), &Options::default());
        assert_one_line(said.strip_suffix('\n').unwrap(), LONGEST_MESSAGE);
    }
    let mut game = open(variant);
    match request.command {
        Some(Command::Position { fen, moves }) => {
            let before = game.display();
            match game.set_position(fen.as_deref(), &moves) {
                Err(error) => {
                    assert_one_line(&error.to_string(), LONGEST_MESSAGE);
                    match error {
                        PositionError::Fen(_) => assert_eq!(game.display(), before, "a bad FEN changed the position"),
                        PositionError::Move { number, .. } => assert_eq!(game.record().1.len(), number - 1),
                    }
                }
                Ok(()) => assert_eq!(game.record().1.len(), moves.len()),
            }
        }
        Some(Command::SetOption { name, value }) => match options::read(&name, value.as_deref()) {
            Ok(accepted) => accepted.remark.iter().for_each(|remark| assert!(!remark.is_empty())),
            Err(error) => assert!(!error.to_string().is_empty()),
        },
        Some(Command::Go(go)) => {
            let (moves, faults) = game.read_moves(&go.moves);
            let legal = game.legal_moves();
            assert!(moves.iter().all(|mv| legal.iter().any(|view| view.mv == *mv)));
            faults.iter().for_each(|fault| assert_one_line(fault, LONGEST_MESSAGE));
        }
        _ => {}
    }
}

/// What the loop says to lines that start no long work; the input then ends.
fn said(mut dialect: Box<dyn Protocol>, lines: &[String]) -> String {
    let mut output = Vec::new();
    let input = lines.join("\n").into_bytes();
    serve(dialect.as_mut(), || Cursor::new(input), &mut output, Record::none()).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn uci_lines() {
    let dialect: fn() -> Box<dyn Protocol> = || Box::new(Uci);
    fuzz(
        "uci_lines",
        300,
        |random| {
            let variant = words::variant(random);
            let lines: Vec<String> =
                (0..random.random_range(1..60)).map(|_| uci_lines::line(random, variant)).collect();
            (variant, lines)
        },
        |(variant, lines)| {
            lines.iter().for_each(|line| check_line(dialect, *variant, line));
            let start = format!("setoption name UCI_Variant value {variant}\nsetoption name Hash value 1");
            let lines: Vec<String> =
                std::iter::once(start).chain(lines.iter().filter(|line| uci_model::is_quick(line)).cloned()).collect();
            for line in said(dialect(), &lines).lines() {
                assert!(uci_grammar::is_line(line), "'{line}' was said");
            }
        },
    );
}

#[test]
fn hub_lines() {
    let dialect: fn() -> Box<dyn Protocol> = || Box::<Hub>::default();
    fuzz(
        "hub_lines",
        300,
        |random| {
            let variant = words::variant(random);
            let lines: Vec<String> =
                (0..random.random_range(1..60)).map(|_| hub_lines::line(random, variant)).collect();
            (variant, lines)
        },
        |(variant, lines)| {
            lines.iter().for_each(|line| check_line(dialect, *variant, line));
            let start = format!("set-param name=variant value={variant}\nset-param name=hash value=1");
            let lines: Vec<String> =
                std::iter::once(start).chain(lines.iter().filter(|line| hub_model::is_quick(line)).cloned()).collect();
            for line in said(dialect(), &lines).lines() {
                assert!(hub_grammar::is_line(line), "'{line}' was said");
            }
        },
    );
}

#[test]
fn uci_conversations() {
    fuzz("uci_conversations", 60, uci_model::conversation, |talk| talk.hold(&UCI, UciModel::default()));
}

#[test]
fn hub_conversations() {
    fuzz("hub_conversations", 60, hub_model::conversation, |talk| talk.hold(&HUB, HubModel::default()));
}

/// The grammar itself: a rule that lets everything pass would find nothing.
#[test]
fn lines_that_are_none_are_seen() {
    for line in [
        "",
        "readyok readyok",
        "0readyok",
        "bestmove",
        "bestmove a3",
        "bestmove a3a4 ponder",
        "bestmove a3a4 b5b6",
        "info",
        "info depth",
        "info depth 3",
        "info depth 3 seldepth 2 multipv 1 score cp x nodes 1 nps 1 hashfull 0 tbhits 0 time 0",
        "info depth 0 score mate 0 pv",
        "info string",
        "result: 2-0 (x)",
        "id",
        "thread 'search' panicked",
        "a3a4: x",
    ] {
        assert!(!uci_grammar::is_line(line), "{line}");
    }
    for line in [
        "readyok",
        "bestmove 47x38x24 ponder 32-28",
        "bestmove (none)",
        "a3a4: 8",
        "info depth 0 score mate 0",
        "info depth 1 seldepth 2 multipv 1 score cp -8 lowerbound wdl 1 998 1 nodes 15 nps 3 hashfull 0 tbhits 0 time 0 pv h3h4",
        "info depth 18 currmove h3h4 currmovenumber 2",
        "result: * (in progress)",
    ] {
        assert!(uci_grammar::is_line(line), "{line}");
    }
}
