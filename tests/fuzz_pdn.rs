//! Damaged files of games: whatever comes, the reader ends, stays within the file, and yields legal moves only.
//!
//! A few seconds in the ordinary run. `DAMIER_FUZZ_SECONDS=600 cargo test --release --test fuzz_pdn` goes on for
//! longer, and `DAMIER_FUZZ_SEED` repeats a run.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use damier::notation::{Action, Note, PdnLine, PdnReader, Placement};
use damier::rules::{Variant, VariantId, VariantTask};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// What a file is made of, and what it is damaged with.
const WORDS: &[&[u8]] = &[
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b"\"",
    b"/",
    b"*",
    b"%",
    b";",
    b"$",
    b"$7",
    b"$99999",
    b"!",
    b"?",
    b"(!)",
    b"(*",
    b"-",
    b"--",
    b"...",
    b"1.",
    b"1...",
    b"1-0",
    b"2-0",
    b"1-1",
    b"1-10",
    b"0-0",
    b"1/2-1/2",
    b"1/",
    b"\\",
    b"\\\"",
    b"\n",
    b"\r\n",
    b"\r",
    b"\n\n",
    b" ",
    b"\t",
    b"\0",
    b"\x1a",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xe9",
    b"\xc3\xa9",
    b"\xf0",
    b"\n[Event \"x\"]\n",
    b"[GameType \"30\"]",
    b"[GameType \"20,W,10,10,N2,0\"]",
    b"[GameType \"21\"]",
    b"[Variant \"american\"]",
    b"[FEN \"W:Wa2:Bb7\"]",
    b"[FEN \"?:WKa1,b2:BKh8\"]",
    b"/FEN \"W:WKa1:BKh8\"/",
    b"/FEN \"B::\"/",
    b"a3-a4",
    b"h6-h5",
    b"a3",
    b"x",
    b":",
    b"32-28",
    b"19-23",
    b"28x19",
    b"3228",
    b"01-07",
    b"c3-d4",
    b"11-15",
    b"{[%clk 1:00:00]}",
    b"{[%clock w0:00:10 B9:99:99]}",
];

fn corpus() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pdn");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// A file of the corpus with some damage, or words in a row.
fn damaged(random: &mut StdRng, corpus: &[Vec<u8>]) -> Vec<u8> {
    if random.random_range(0..4) == 0 {
        let count = random.random_range(0..60);
        let blank = |random: &mut StdRng| if random.random() { b" ".as_slice() } else { b"" };
        return (0..count).flat_map(|_| [*WORDS.choose(random).unwrap(), blank(random)].concat()).collect();
    }
    let mut bytes = corpus.choose(random).unwrap().clone();
    for _ in 0..random.random_range(1..=12) {
        let span = |random: &mut StdRng, length: usize| {
            let from = random.random_range(0..=length);
            (from, (from + random.random_range(0..80)).min(length))
        };
        let (from, to) = span(random, bytes.len());
        match random.random_range(0..8) {
            0 if from < bytes.len() => bytes[from] ^= 1 << random.random_range(0..8),
            1 if from < bytes.len() => bytes[from] = random.random(),
            2 => bytes.truncate(from),
            3 => drop(bytes.drain(from..to)),
            4 => {
                let again = bytes[from..to].to_vec();
                bytes.splice(from..from, again);
            }
            5 => {
                let other = corpus.choose(random).unwrap();
                let (start, end) = span(random, other.len());
                bytes.splice(from..to, other[start..end].iter().copied());
            }
            _ => drop(bytes.splice(from..from, WORDS.choose(random).unwrap().iter().copied())),
        }
    }
    bytes
}

/// Plays every line again, with the moves looked up among the legal ones.
struct Replay<'a>(&'a PdnLine);

impl VariantTask for Replay<'_> {
    type Output = ();

    fn run<V: Variant>(self) {
        let mut position = self.0.start.position::<V>().unwrap();
        replay_notes::<V>(&self.0.notes, self.0.start);
        for step in &self.0.steps {
            if let Action::Move(mv) = &step.action {
                assert!(position.legal_moves().contains(mv));
            }
            let next = step.action.apply(&position).unwrap();
            let fork = if matches!(step.action, Action::SetUp(_)) { next } else { position };
            replay_notes::<V>(&step.notes, Placement::of(&fork));
            position = next;
        }
    }
}

fn replay_notes<V: Variant>(notes: &[Note], fork: Placement) {
    for note in notes {
        match note {
            Note::Variation(line) => {
                assert_eq!(line.start, fork);
                Replay(line).run::<V>();
            }
            Note::Comment(text) => assert!(!text.is_empty() && !text.contains('}')),
            Note::Strength(marks) => assert!(!marks.is_empty()),
            Note::Glyph(_) => {}
        }
        note.clocks();
    }
}

/// Reads the games of an input and checks all that must hold: how many were good and bad.
fn check(bytes: &[u8], variant: VariantId) -> (u64, u64) {
    let lines = 1 + bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() as u64;
    let within = |place: damier::notation::Place| {
        (1..=lines).contains(&place.line) && (1..=bytes.len() as u64 + 1).contains(&place.column)
    };
    let (mut good, mut bad, mut last) = (0, 0, 0);
    for game in PdnReader::new(bytes, variant) {
        let number = match game {
            Ok(record) => {
                good += 1;
                assert!(within(record.place));
                assert!(record.warnings.iter().all(|warning| within(warning.place)));
                record.variant.run(Replay(&record.line));
                check_writing(&record);
                record.number
            }
            Err(error) => {
                bad += 1;
                assert!(within(error.place), "{error}");
                let text = error.to_string();
                assert!(text.len() < 2000 && !text.contains(char::is_control), "{text}");
                error.game
            }
        };
        assert_eq!(number, last + 1);
        last = number;
        // Every game has at least a byte of its own.
        assert!(number <= bytes.len() as u64 + 1, "the reader does not end");
    }
    (good, bad)
}

/// What is written for a game is read as that game, but for the braces in its comments.
fn check_writing(record: &damier::notation::PdnRecord) {
    let text = record.write().unwrap();
    let mut games = PdnReader::new(text.as_bytes(), record.variant);
    let Some(again) = games.next() else {
        // Without tags, moves and comments nothing is left to be written but a result.
        assert!(record.line.steps.is_empty() && record.tags.is_empty(), "{text}");
        return;
    };
    let again = again.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.line.steps.len(), record.line.steps.len(), "{text}");
    assert_eq!((again.variant, again.result()), (record.variant, record.result()), "{text}");
    assert_eq!(again.write().unwrap(), text);
    assert!(games.next().is_none(), "{text}");
}

#[test]
fn pdn() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let seed = number("DAMIER_FUZZ_SEED").unwrap_or_else(rand::random);
    let time = Duration::from_secs(number("DAMIER_FUZZ_SECONDS").unwrap_or(4));
    println!("seed {seed}");
    let corpus = corpus();
    let begun = Instant::now();
    let (mut inputs, mut good, mut bad) = (0, 0, 0);
    while begun.elapsed() < time {
        // Each input has a seed of its own, so that one that fails can be made again at once.
        let own_seed = seed.wrapping_add(inputs);
        let mut random = StdRng::seed_from_u64(own_seed);
        let bytes = damaged(&mut random, &corpus);
        let variant = *VariantId::ALL.choose(&mut random).unwrap();
        let started = Instant::now();
        let result = std::panic::catch_unwind(|| check(&bytes, variant));
        let Ok((more_good, more_bad)) = result else {
            panic!("DAMIER_FUZZ_SEED={own_seed} fails, {variant}:\n{}", bytes.escape_ascii());
        };
        assert!(started.elapsed() < Duration::from_secs(20), "DAMIER_FUZZ_SEED={own_seed} takes too long");
        (inputs, good, bad) = (inputs + 1, good + more_good, bad + more_bad);
    }
    println!("{inputs} inputs, {good} good games, {bad} bad ones");
    // Damage must leave some games whole and spoil others, or nothing is tried.
    assert!(inputs > 20 && good > inputs / 4 && bad > inputs / 4);
}
