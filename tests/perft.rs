//! Leaf counts and move lists from `positions/`: the fast suite, and the deep one, which is run by
//! `cargo test --release --test perft -- --ignored`.

mod reference;
mod support;

use damier::position::{PerftLimits, perft};
use damier::rules::{Variant, VariantId, VariantTask};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use support::{data, legal_moves, position};

/// The largest count made in an ordinary run, in leaves.
const ORDINARY: u64 = 15_000_000;
/// The largest count of the random positions in an ordinary run; there are thousands.
const ORDINARY_RANDOM: u64 = 100_000;

/// Compares counts from depth 1 on with a position's own, as far as they are at most `limit`, and in three ways: plain,
/// with a table, with two threads.
struct Counts<'a> {
    fen: &'a str,
    expected: &'a str,
    limit: u64,
}

impl VariantTask for Counts<'_> {
    type Output = ();

    fn run<V: Variant>(self) {
        let position = position::<V>(self.fen);
        let stop = AtomicBool::new(false);
        for (depth, expected) in (1..).zip(self.expected.split(' ').map(|count| count.parse::<u64>().unwrap())) {
            if expected > self.limit {
                break;
            }
            for (threads, hash) in [(1, 0), (1, 1), (2, 16)] {
                let counted = perft(&position, depth, PerftLimits { threads, hash, stop: &stop });
                let context = format!("{} {} depth {depth}", V::RULES.name, self.fen);
                assert_eq!(counted, Some(expected), "{context}, {threads} threads, {hash} MiB");
            }
        }
    }
}

fn id(ruleset: &str) -> VariantId {
    ruleset.parse().unwrap()
}

fn start(limit: u64) {
    let lines = data("perft/start.tsv");
    for &variant in VariantId::ALL {
        // The win by position changes no move list.
        let name = variant.name().replace("turkish-position", "turkish");
        let mut counts: Vec<(u32, &str)> = lines
            .iter()
            .filter(|line| line[0] == name)
            .map(|line| (line[1].parse().unwrap(), line[2].as_str()))
            .collect();
        counts.sort_unstable();
        assert!(counts.len() >= 9, "{name}: counts are missing");
        let expected: Vec<&str> = counts.into_iter().map(|(_, count)| count).collect();
        variant.run(Counts { fen: "start", expected: &expected.join(" "), limit });
    }
}

/// Only the merged counts: the others are of conventions that this generator does not have.
fn published(limit: u64) {
    let lines = data("perft/published.tsv");
    let merged: Vec<_> = lines.iter().filter(|line| line[1] == "merged").collect();
    assert!(merged.len() >= 9);
    for line in merged {
        id(&line[0]).run(Counts { fen: &line[2], expected: &line[3], limit });
    }
}

fn random(limit: u64) {
    for &variant in VariantId::ALL {
        let name = variant.name().replace("turkish-position", "turkish");
        let lines = data(&format!("perft/random/{name}.tsv"));
        assert_eq!(lines.len(), 300);
        for line in lines {
            variant.run(Listed { fen: &line[0], moves: &line[2] });
            variant.run(Counts { fen: &line[0], expected: &line[1], limit });
        }
    }
}

/// Compares a list of moves such as `a1-a2 a1xa4xa3` (start, end, captured squares) with a position's own.
struct Listed<'a> {
    fen: &'a str,
    moves: &'a str,
}

impl VariantTask for Listed<'_> {
    type Output = ();

    fn run<V: Variant>(self) {
        let expected: BTreeSet<(u8, u8, Vec<u8>)> = self
            .moves
            .split(' ')
            .map(|text| {
                let mut squares: Vec<u8> = text.split(['-', 'x']).map(number::<V>).collect();
                squares[2..].sort_unstable();
                (squares[0], squares[1], squares[2..].to_vec())
            })
            .collect();
        let moves = legal_moves(&position::<V>(self.fen));
        let moves: BTreeSet<_> = moves.into_iter().map(|mv| (mv.from, mv.to, mv.captured)).collect();
        assert_eq!(moves, expected, "{} {}", V::RULES.name, self.fen);
    }
}

/// The number of a square written in letters or as a number.
fn number<V: Variant>(text: &str) -> u8 {
    text.parse().unwrap_or_else(|_| {
        let [file, rank] = text.as_bytes() else { panic!("not a square: {text}") };
        V::RULES.board.number(V::RULES.board.at(file - b'a', rank - b'1').unwrap())
    })
}

#[test]
fn counts_from_the_start_position() {
    start(ORDINARY);
}

#[test]
fn counts_of_published_positions() {
    published(ORDINARY);
}

#[test]
fn moves_and_counts_of_random_positions() {
    random(ORDINARY_RANDOM);
}

#[test]
#[ignore = "takes minutes"]
fn deep_counts_from_the_start_position() {
    start(u64::MAX);
}

#[test]
#[ignore = "takes minutes"]
fn deep_counts_of_published_positions() {
    published(u64::MAX);
}

#[test]
#[ignore = "takes minutes"]
fn deep_counts_of_random_positions() {
    random(u64::MAX);
}

#[test]
fn examples_have_exactly_the_listed_moves() {
    let examples = data("examples/legal-moves.tsv");
    assert!(examples.len() >= 59);
    for line in examples {
        id(&line[0]).run(Listed { fen: &line[1], moves: &line[2] });
    }
}

/// The data above do not say which moves promote.
struct Promotion {
    fen: &'static str,
    expected: bool,
}

impl VariantTask for Promotion {
    type Output = ();

    fn run<V: Variant>(self) {
        let moves = legal_moves(&position::<V>(self.fen));
        assert_eq!(moves.len(), 1, "{} {}", V::RULES.name, self.fen);
        assert_eq!(moves.first().unwrap().promotes, self.expected, "{} {}", V::RULES.name, self.fen);
    }
}

#[test]
fn a_man_is_crowned_where_its_move_ends() {
    let check = |ruleset, fen, expected| id(ruleset).run(Promotion { fen, expected });
    check("turkish", "W:Wf6,a2:Bf7,Kc8,h5", true);
    check("turkish", "W:Wf6,a2:Bf7,Ke8,c7,h5", true);
    check("turkish-backward", "W:Wd6,a2:Bd7,Ke8,Kf7,h5", false);
    check("international", "W:W15:B9,10", false);
    check("brazilian", "W:W10:B7,8", false);
    check("american", "W:W10:B7,8", true);
    check("english", "W:W10:BK7,8", true);
    check("english", "B:W25:B22", true);
}
