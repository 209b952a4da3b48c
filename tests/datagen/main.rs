//! Files of games of the engine against itself: the same whatever the threads, parts and interruptions; and refused with
//! a reason when they are damaged or foreign.

mod damage;
mod merging;
mod resuming;
#[path = "../scratch/mod.rs"]
mod scratch;
mod shell;
mod tampering;

use damier::eval::Net;
use damier::learn::{DataFile, DataHeader, DataWriter, Equipment, Plan, Player, SelfPlay, Shard, generate};
use damier::position::Position;
use damier::rules::{Color, Turkish, Variant, VariantId, VariantTask};
use damier::search::{Control, Score};
use damier::tables::{EMBEDDED_BYTES, embedded};
use scratch::Scratch;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So few nodes that a game takes a millisecond or two.
const NODES: u64 = 60;

fn plan() -> Plan {
    Plan { seed: 20_261_207, nodes: NODES, random_plies: 2..=9 }
}

fn equipment<V: Variant>() -> Equipment<V> {
    Equipment { tables: Arc::new(embedded(EMBEDDED_BYTES)), net: Net::embedded() }
}

fn header<V: Variant>(games: u64, shard: &str) -> DataHeader {
    DataHeader::new::<V>(&plan(), &equipment(), games, shard.parse::<Shard>().unwrap())
}

/// Plays the games of a header that are missing in a file.
fn play<V: Variant>(path: &Path, header: &DataHeader, threads: usize) {
    let mut writer = DataWriter::open::<V>(path, header).unwrap_or_else(|refusal| panic!("{refusal}"));
    generate(&plan(), &equipment::<V>(), &mut writer, threads, &Control::default(), &mut |_| {}).unwrap();
    assert!(writer.is_complete());
}

/// A file of so many games of Turkish draughts, and its bytes.
fn sound(scratch: &Scratch, games: u64) -> (PathBuf, Vec<u8>) {
    let path = scratch.0.join("sound.games");
    play::<Turkish>(&path, &header::<Turkish>(games, "1/1"), 2);
    let bytes = std::fs::read(&path).unwrap();
    (path, bytes)
}

/// All games of a file.
fn games<V: Variant>(file: &DataFile) -> Vec<SelfPlay<V>> {
    (0..file.blocks()).flat_map(|block| file.read_block::<V>(block).unwrap()).collect()
}

/// What a game holds, so that it can be compared.
type Content<V> = (Option<Color>, u32, Vec<(Position<V>, Score)>);

fn content<V: Variant>(game: &SelfPlay<V>) -> Content<V> {
    (game.winner, game.plies, game.samples.iter().map(|sample| (sample.position, sample.score)).collect())
}

/// The bytes where blocks begin, and where the last one ends.
fn bounds(bytes: &[u8]) -> Vec<usize> {
    let mut bounds = vec![128];
    while let Some(packed) = bytes.get(bounds[bounds.len() - 1] + 20..).and_then(|rest| rest.first_chunk()) {
        bounds.push(bounds[bounds.len() - 1] + 32 + u32::from_le_bytes(*packed) as usize);
    }
    assert_eq!(bounds.last(), Some(&bytes.len()));
    bounds
}

/// Plays a run by one thread, by three and one after the other without a file.
struct Threads;

impl VariantTask for Threads {
    type Output = ();

    fn run<V: Variant>(self) {
        const GAMES: u64 = 70;
        let scratch = Scratch::new(&format!("threads-{}", V::RULES.name));
        let [one, three] = ["one", "three"].map(|name| scratch.0.join(name));
        let header = header::<V>(GAMES, "1/1");
        play::<V>(&one, &header, 1);
        play::<V>(&three, &header, 3);
        assert!(std::fs::read(&one).unwrap() == std::fs::read(&three).unwrap(), "{}", V::RULES.name);

        let file = DataFile::open::<V>(&one).unwrap();
        assert!(file.is_complete());
        assert_eq!(file.header(), &header);
        let found = games::<V>(&file);
        let player = Player::new(&plan(), equipment::<V>()).unwrap();
        // Backwards: no game depends on those before.
        for number in (0..GAMES).rev() {
            let expected = player.play(number, &Control::default()).unwrap();
            assert_eq!(content(&found[number as usize]), content(&expected), "{} game {number}", V::RULES.name);
        }
        assert_eq!((file.games(), found.len()), (GAMES, GAMES as usize));
        assert_eq!(file.samples(), found.iter().map(|game| game.samples.len() as u64).sum::<u64>());
        assert_eq!((file.blocks(), file.first_game_of(1), file.first_game_of(2)), (3, 32, 64));
        assert_eq!((0..3).map(|block| file.samples_in(block)).sum::<u64>(), file.samples());
        // A position is kept when nobody can capture, and once in a game.
        for game in &found {
            assert!(game.samples.iter().all(|it| !it.position.can_capture() && !it.position.is_threatened()));
            let mut keys: Vec<u64> = game.samples.iter().map(|it| it.position.key().0).collect();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), game.samples.len());
        }
    }
}

#[test]
fn threads_and_order_change_nothing() {
    for variant in VariantId::ALL {
        variant.run(Threads);
    }
}

#[test]
fn blocks_have_fewer_games_where_each_takes_longer() {
    let per_block = |nodes| {
        let plan = Plan { nodes, ..plan() };
        DataHeader::new::<Turkish>(&plan, &equipment(), 100, Shard::WHOLE).games_per_block
    };
    assert_eq!([1, 700, 2_000, 20_000, 1_000_000, u64::MAX].map(per_block), [32, 32, 32, 3, 1, 1]);
}

#[test]
fn a_game_that_is_told_to_stop_leaves_nothing() {
    let control = Control::default();
    control.stop();
    let player = Player::new(&plan(), equipment::<Turkish>()).unwrap();
    assert!(player.play(0, &control).is_none());
    let scratch = Scratch::new("stopped");
    let path = scratch.0.join("x");
    let mut writer = DataWriter::open::<Turkish>(&path, &header::<Turkish>(40, "1/1")).unwrap();
    generate(&plan(), &equipment::<Turkish>(), &mut writer, 2, &control, &mut |_| {}).unwrap();
    assert_eq!((writer.games(), writer.bytes()), (0, 128));
}
