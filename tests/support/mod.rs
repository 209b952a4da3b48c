//! What several tests need: the data files, and the way from the reference's positions and moves to the engine's.
// Every test binary compiles this module and uses its own part of it.
#![allow(dead_code)]

use crate::reference;
use damier::board::Bitboard;
use damier::position::{Move, Position};
use damier::rules::{Color, Variant};
use std::collections::BTreeSet;

/// The lines of a data file below `positions/`, cut at tabs, without comments.
pub fn data(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/positions/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// A move as the reference names it.
pub fn named<V: Variant>(mv: &Move) -> reference::Move {
    let number = |square| V::RULES.board.number(square);
    let mut captured: Vec<u8> = mv.captured().into_iter().map(number).collect();
    captured.sort_unstable();
    reference::Move { from: number(mv.from()), to: number(mv.to()), captured, promotes: mv.promotes() }
}

/// The legal moves as the reference names them; a move listed twice fails.
pub fn legal_moves<V: Variant>(position: &Position<V>) -> BTreeSet<reference::Move> {
    let list = position.legal_moves();
    let moves: BTreeSet<reference::Move> = list.iter().map(named::<V>).collect();
    assert_eq!(moves.len(), list.len(), "a move is listed twice: {position:?}");
    moves
}

/// A position from the data, read by the reference's FEN reader and carried over square by square, so that no reader
/// of the engine takes part. `start` is the start position.
pub fn position<V: Variant>(fen: &str) -> Position<V> {
    if fen == "start" {
        return Position::start();
    }
    let numbered = reference::Position::from_fen(V::RULES.name, fen).to_fen();
    let mut colors = [Bitboard::EMPTY; 2];
    let mut kings = Bitboard::EMPTY;
    let mut parts = numbered.split(':');
    let side = if parts.next() == Some("W") { Color::White } else { Color::Black };
    for (color, part) in parts.enumerate() {
        for text in part[1..].split(',').filter(|text| !text.is_empty()) {
            let number = text.trim_start_matches('K').parse().unwrap();
            let square = Bitboard::of(V::RULES.board.square(number).unwrap());
            colors[color] |= square;
            if text.starts_with('K') {
                kings |= square;
            }
        }
    }
    Position::new(colors[0], colors[1], kings, side).unwrap()
}
