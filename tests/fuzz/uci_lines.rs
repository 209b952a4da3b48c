//! Random lines of the UCI-style dialect.

use damier::engine::open;
use damier::options::TABLE;
use damier::rules::VariantId;
use rand::Rng;
use rand::rngs::StdRng;

use super::words::{fen, garble, move_text, noise, number, pick};

/// Words that are a whole line.
const ALONE: &[&str] = &[
    "uci",
    "isready",
    "isready",
    "ucinewgame",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "help",
    "bench",
    "quit",
    "debug on",
    "register later",
    "# a comment",
    "",
    "hub",
    "position startpos",
    "go perft 1",
];

/// A line for an engine that plays `variant`.
pub fn line(random: &mut StdRng, variant: VariantId) -> String {
    let line = match random.random_range(0..20) {
        0..=5 => pick(random, ALONE).to_owned(),
        6..=9 => position(random, variant),
        10..=14 => go(random, variant),
        15..=18 => option(random),
        _ => return noise(random),
    };
    // A garbled line is mostly an unknown one: whole conversations need many that are not.
    if random.random_bool(0.4) { garble(random, &line) } else { line }
}

fn position(random: &mut StdRng, variant: VariantId) -> String {
    let mut game = open(variant);
    let mut line = "position startpos".to_owned();
    if random.random_bool(0.4) {
        let fen = fen(random, variant);
        // A FEN that is refused leaves the old position, from which the moves of this one are mostly not legal.
        let _ = game.set_position(Some(&fen), &[]);
        line = format!("position fen {fen}");
    }
    if random.random_bool(0.2) {
        return line;
    }
    line += " moves";
    for _ in 0..random.random_range(0..20) {
        let legal = game.legal_moves();
        if legal.is_empty() || random.random_bool(0.03) {
            return line + " " + &move_text(random, game.as_ref());
        }
        let mv = &legal[random.random_range(0..legal.len())];
        line = line + " " + if random.random_bool(0.7) { &mv.uci } else { &mv.text };
        game.play(&mv.uci).unwrap();
    }
    line
}

fn go(random: &mut StdRng, variant: VariantId) -> String {
    let mut line = "go".to_owned();
    for _ in 0..random.random_range(0..4) {
        let word = pick(random, &["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate"]);
        line += &match random.random_range(0..12) {
            0 => " infinite".to_owned(),
            1 => " ponder".to_owned(),
            2 => format!(" searchmoves {}", move_text(random, open(variant).as_ref())),
            3 => format!(" perft {}", random.random_range(0..4)),
            4 | 5 => format!(" {word} {}", number(random)),
            6 | 7 => format!(" nodes {}", random.random_range(0..3_000)),
            8 | 9 => format!(" movetime {}", random.random_range(0..20)),
            10 => format!(" depth {}", random.random_range(0..4)),
            _ => format!(" wtime {} btime {}", random.random_range(-9..300), random.random_range(-9..300)),
        };
    }
    line
}

fn option(random: &mut StdRng) -> String {
    let name = TABLE[random.random_range(0..TABLE.len())].name;
    let value = match (name, random.random_range(0..4)) {
        (_, 0) => number(random),
        (_, 1) => noise(random),
        ("UCI_Variant", _) => VariantId::ALL[random.random_range(0..VariantId::ALL.len())].name().to_owned(),
        ("Threads" | "MultiPV", _) => random.random_range(1..4).to_string(),
        ("Hash", _) => random.random_range(1..9).to_string(),
        ("Clear Hash", _) => return "setoption name Clear Hash".to_owned(),
        _ => pick(random, &["true", "false", "0", "10", "1000"]).to_owned(),
    };
    format!("setoption name {name} value {value}")
}
