//! Random lines of Hub, and an own account of how it writes positions and moves.

use damier::board::Square;
use damier::engine::{MoveView, Session, open};
use damier::options::Numbering;
use damier::rules::{Color, VariantId};
use rand::Rng;
use rand::rngs::StdRng;

use super::words::{garble, noise, number, pick, scattered};

/// Words that are a whole line.
const ALONE: &[&str] = &[
    "hub",
    "init",
    "ping",
    "ping",
    "new-game",
    "stop",
    "stop",
    "ponder-hit",
    "quit",
    "uci",
    "isready",
    "# a comment",
    "",
    "pos",
    "go",
    "set-param",
    "level",
    "go think ponder analyze",
];

/// A line for an engine that plays `variant` and numbers squares in one way or the other.
pub fn line(random: &mut StdRng, variant: VariantId) -> String {
    let line = match random.random_range(0..20) {
        0..=4 => pick(random, ALONE).to_owned(),
        5..=8 => position(random, variant),
        9..=12 => format!("go {}", pick(random, &["think", "think", "analyze", "ponder", "", "think junk=1"])),
        13..=15 => level(random),
        16..=18 => parameter(random),
        _ => return noise(random),
    };
    if random.random_bool(0.35) { garble(random, &line) } else { line }
}

fn level(random: &mut StdRng) -> String {
    let mut line = "level".to_owned();
    for _ in 0..random.random_range(1..4) {
        let name = pick(random, &["depth", "nodes", "move-time", "time", "inc", "moves"]);
        line += &match random.random_range(0..6) {
            0 => " infinite".to_owned(),
            1 => format!(" {name}={}", number(random)),
            2 => format!(" depth={}", random.random_range(0..4)),
            3 => format!(" nodes={}", random.random_range(0..2_000)),
            4 => format!(" move-time={:.3}", random.random_range(0.0..0.03)),
            _ => format!(" time={:.2} inc={:.2}", random.random_range(-1.0..0.3), random.random_range(0.0..0.1)),
        };
    }
    line
}

fn parameter(random: &mut StdRng) -> String {
    let name = pick(
        random,
        &[
            "variant",
            "numbering",
            "hash",
            "threads",
            "move-overhead",
            "no-progress-plies",
            "tables-path",
            "eval-file",
            "bb-size",
        ],
    );
    let value = match (name, random.random_range(0..4)) {
        (_, 0) => number(random),
        ("variant", _) => VariantId::ALL[random.random_range(0..VariantId::ALL.len())].name().to_owned(),
        ("numbering", _) => pick(random, &["client", "pos"]).to_owned(),
        ("hash" | "threads", _) => random.random_range(1..4).to_string(),
        (_, 1) => pick(random, &["none", "true", "\"\"", "\"a b\"", "\"", "a=b"]).to_owned(),
        _ => random.random_range(0..99).to_string(),
    };
    format!("set-param name={name} value={value}")
}

/// `pos`, often with moves; the numbers are those of clients, or of the other kind.
fn position(random: &mut StdRng, variant: VariantId) -> String {
    let mut game = open(variant);
    if random.random_bool(0.5) {
        let fen = scattered(random, variant);
        game.set_position(Some(&fen), &[]).unwrap();
    }
    let numbering = if random.random_bool(0.8) { Numbering::Client } else { Numbering::Position };
    let mut line = format!("pos pos={}", write_position(variant, game.as_ref()));
    if random.random_bool(0.3) {
        return line;
    }
    let mut moves = Vec::new();
    for _ in 0..random.random_range(0..15) {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = &legal[random.random_range(0..legal.len())];
        moves.push(write_move(variant, mv, numbering));
        game.play(&mv.uci).unwrap();
    }
    if random.random_bool(0.1) {
        moves.push(garble(random, "17-25"));
    }
    line += &format!(" moves=\"{}\"", moves.join(" "));
    line
}

/// The squares in the order of a position's letters.
fn squares(variant: VariantId) -> Vec<Square> {
    let (board, is_english) = (&variant.rules().board, variant == VariantId::English);
    let mut squares = Vec::new();
    for rank in (0..board.size()).rev() {
        squares.extend((0..board.size()).filter_map(|file| board.at(file, rank)));
    }
    if is_english {
        squares.reverse();
    }
    squares
}

/// The letters of a game's position, from its FEN.
fn write_position(variant: VariantId, game: &dyn Session) -> String {
    let fen = game.display().fen;
    let board = &variant.rules().board;
    let sections: Vec<&str> = fen.split(':').collect();
    let turned = |color: Color| if variant == VariantId::English { !color } else { color };
    let mut text = turned(game.side_to_move()).letter().to_string();
    for square in squares(variant) {
        let (file, rank) = (char::from(b'a' + board.file(square)), board.rank(square) + 1);
        let names = [format!("{file}{rank}"), board.number(square).to_string()];
        let mut letter = 'e';
        for (color, list) in [(Color::White, sections[1]), (Color::Black, sections[2])] {
            for entry in list[1..].split(',') {
                if names.iter().any(|name| name == entry.trim_start_matches('K')) {
                    let capital = turned(color).letter();
                    letter = if entry.starts_with('K') { capital } else { capital.to_ascii_lowercase() };
                }
            }
        }
        text.push(letter);
    }
    text
}

/// The FEN of a position's letters, `None` when they are none.
pub fn read_position(variant: VariantId, text: &str) -> Option<String> {
    let board = &variant.rules().board;
    let (side, letters) = text.split_at_checked(1)?;
    let squares = squares(variant);
    if letters.chars().count() != squares.len() {
        return None;
    }
    let color_of = |letter: char| match (letter.to_ascii_lowercase(), variant == VariantId::English) {
        ('w', false) | ('b', true) => Some('W'),
        ('b', false) | ('w', true) => Some('B'),
        _ => None,
    };
    let mut lists = [('W', Vec::new()), ('B', Vec::new())];
    for (letter, square) in letters.chars().zip(squares) {
        let Some(color) = color_of(letter) else {
            if letter == 'e' {
                continue;
            }
            return None;
        };
        let king = if letter.is_ascii_uppercase() { "K" } else { "" };
        let list = lists.iter_mut().find(|(of, _)| *of == color)?;
        list.1.push(format!("{king}{}", board.number(square)));
    }
    let lists = lists.map(|(color, list)| format!("{color}{}", list.join(",")));
    Some(format!("{}:{}", color_of(side.chars().next()?)?, lists.join(":")))
}

/// The number of a square in a move.
fn square_number(variant: VariantId, square: Square, numbering: Numbering) -> usize {
    let board = &variant.rules().board;
    match numbering {
        Numbering::Position => 1 + squares(variant).iter().position(|&other| other == square).unwrap(),
        Numbering::Client if matches!(variant, VariantId::Brazilian | VariantId::American) => {
            let mut below: Vec<Square> = squares(variant);
            below.sort_by_key(|&square| (board.rank(square), board.file(square)));
            1 + below.iter().position(|&other| other == square).unwrap()
        }
        Numbering::Client => board.number(square).into(),
    }
}

/// A move as Hub writes it, with what is taken in the order of the numbers.
pub fn write_move(variant: VariantId, view: &MoveView, numbering: Numbering) -> String {
    let number = |square| square_number(variant, square, numbering);
    let mut captured: Vec<usize> = view.mv.captured().into_iter().map(number).collect();
    captured.sort_unstable();
    let sign = if captured.is_empty() { "-" } else { "x" };
    let ends = [number(view.mv.from()), number(view.mv.to())];
    ends.iter().chain(&captured).map(usize::to_string).collect::<Vec<_>>().join(sign)
}

/// The numbers of a move's text: its ends, and what is taken in their order.
pub fn numbers(text: &str) -> Option<Vec<usize>> {
    let numbers: Option<Vec<u8>> = text.split(['-', 'x']).map(|part| part.parse().ok()).collect();
    let mut numbers: Vec<usize> = numbers?.into_iter().map(usize::from).collect();
    numbers.get_mut(2..)?.sort_unstable();
    let whole = numbers.len();
    let (ends, mut taken) = (numbers[..2].to_vec(), numbers.split_off(2));
    taken.dedup();
    let numbers = [ends, taken].concat();
    (numbers.len() <= whole).then_some(numbers)
}
