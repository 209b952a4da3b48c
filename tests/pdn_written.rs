//! Games that are written as PDN are read back.

use std::fs;
use std::path::Path;

use damier::notation::{Action, Note, PdnLine, PdnReader, PdnRecord, PdnResult, Place, Placement, Step};
use damier::position::Position;
use damier::rules::{Variant, VariantId, VariantTask};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// The games of a text, all of which must be good; their places and warnings are dropped.
#[track_caller]
fn read(text: &str) -> Vec<PdnRecord> {
    let plain = |record| PdnRecord { number: 1, place: Place { line: 1, column: 1 }, warnings: Vec::new(), ..record };
    let games = PdnReader::new(text.as_bytes(), VariantId::Turkish);
    games.map(|game| plain(game.unwrap_or_else(|error| panic!("{error}\n{text}")))).collect()
}

/// Random games with everything a game can hold are the same when they are written and read again.
#[test]
fn written_games_are_read_back() {
    let seed = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    for &variant in VariantId::ALL {
        for _ in 0..60 {
            variant.run(RoundTrip(&mut random));
        }
    }
}

/// The good games of the test files are the same when they are written and read again, but for added tags.
#[test]
fn games_of_files_are_read_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pdn");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        for record in PdnReader::new(&bytes[..], VariantId::Turkish).filter_map(Result::ok) {
            let written = record.write().unwrap();
            let again = read(&written).remove(0);
            assert_eq!((&again.line, again.terminator), (&record.line, record.terminator), "{written}");
            assert_eq!((again.variant, again.result()), (record.variant, record.result()), "{written}");
            let others = |(name, _): &&(String, String)| name != "GameType";
            let tags = |record: &PdnRecord| record.tags.iter().filter(others).cloned().collect::<Vec<_>>();
            assert_eq!(tags(&again)[..tags(&record).len()], tags(&record), "{written}");
            count += 1;
        }
    }
    assert!(count > 20, "{count} games only");
}

struct RoundTrip<'a>(&'a mut StdRng);

impl VariantTask for RoundTrip<'_> {
    type Output = ();

    fn run<V: Variant>(self) {
        let random = self.0;
        let mut start = Position::<V>::start();
        for _ in 0..random.random_range(0..3) * 15 {
            let legal = start.legal_moves();
            if legal.is_empty() {
                break;
            }
            start = start.play(legal[random.random_range(0..legal.len())]);
        }
        let start = Placement::of(&start);
        let variant = V::RULES.name.parse().unwrap();
        let mut tags = vec![("White".to_owned(), text(random)), ("Round".to_owned(), text(random))];
        let results =
            [PdnResult::WhiteWins, PdnResult::BlackWins, PdnResult::Draw, PdnResult::BothLose, PdnResult::Unknown];
        let terminator = Some(results[random.random_range(0..results.len())]);
        let mut line = PdnLine { start, notes: notes::<V>(random, start, 0), steps: Vec::new() };
        play::<V>(random, &mut line, 80, 0);
        // A game needs something to be a game.
        tags.push(("Event".to_owned(), "x".to_owned()));
        let place = Place { line: 1, column: 1 };
        let record = PdnRecord { number: 1, place, variant, tags, line, terminator, warnings: Vec::new() };
        let written = record.write().unwrap();
        assert!(written.lines().all(|line| line.starts_with('[') || line.len() < 400), "{written}");
        let [again] = &read(&written)[..] else { panic!("not one game:\n{written}") };
        let expected = (&record.line, record.terminator, variant);
        assert_eq!((&again.line, again.terminator, again.variant), expected, "{written}");
        assert_eq!(again.tags[..record.tags.len()], record.tags, "{written}");
        assert_eq!(again.write().unwrap(), written);
    }
}

/// Adds random steps to a line; variations have fewer of them.
fn play<V: Variant>(random: &mut StdRng, line: &mut PdnLine, longest: usize, depth: usize) {
    let mut position = line.start.position::<V>().unwrap();
    for _ in 0..random.random_range(0..=longest) {
        let legal = position.legal_moves();
        let action = match random.random_range(0..40) {
            0 => Action::Pass,
            1 => Action::SetUp(Box::new(line.start)),
            _ if legal.is_empty() => break,
            _ => Action::Move(legal[random.random_range(0..legal.len())]),
        };
        let next = action.apply(&position).unwrap();
        let fork = if matches!(action, Action::SetUp(_)) { next } else { position };
        line.steps.push(Step { action, notes: notes::<V>(random, Placement::of(&fork), depth) });
        position = next;
    }
}

fn notes<V: Variant>(random: &mut StdRng, start: Placement, depth: usize) -> Vec<Note> {
    let mut notes = Vec::new();
    while random.random_range(0..5) == 0 {
        notes.push(match random.random_range(0..4) {
            0 => Note::Comment(text(random)),
            1 => Note::Glyph(random.random_range(0..200)),
            2 => Note::Strength(["!", "?", "!?", "??"][random.random_range(0..4)].to_owned()),
            _ if depth < 3 => {
                let mut line = PdnLine { start, notes: Vec::new(), steps: Vec::new() };
                line.notes = self::notes::<V>(random, start, depth + 1);
                play::<V>(random, &mut line, 6, depth + 1);
                Note::Variation(Box::new(line))
            }
            _ => continue,
        });
    }
    notes
}

/// Words that look like everything but a brace, with single blanks.
fn text(random: &mut StdRng) -> String {
    let words =
        ["1-0", "[Event", "\"x\"]", "%", "*", "\\", "é", "高", "(", ")", "$1", "a3-a4", "1.", "/", ";", "[%clk"];
    let count = random.random_range(1..12);
    (0..count).map(|_| words[random.random_range(0..words.len())]).collect::<Vec<_>>().join(" ")
}

#[test]
fn squares_have_the_names_that_the_game_type_says() {
    let text = "[GameType \"20,W,10,10,N1,0\"]\n1. 32-28 /FEN \"W::\"/ 1. 37-32 *";
    let record = PdnReader::new(text.as_bytes(), VariantId::Turkish).next().unwrap().unwrap();
    let written = record.write().unwrap();
    assert!(written.starts_with("[GameType \"20,W,10,10,N2,0\"]\n"), "{written}");
    assert_eq!(read(&written)[0].line, record.line);
}

#[test]
fn the_ruleset_is_written_where_no_tag_names_it() {
    let text = "[GameType \"\"]\n[Variant \"?\"]\n1. a3-a4 *";
    let record = PdnReader::new(text.as_bytes(), VariantId::TurkishBackward).next().unwrap().unwrap();
    assert_eq!(read(&record.write().unwrap())[0].variant, VariantId::TurkishBackward);
}
