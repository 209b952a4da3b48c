//! Parts of a run, joined.

use super::{Scratch, equipment, header, plan, play, sound};
use damier::learn::{DataFile, DataHeader, DataWriter, Plan, Shard, generate, merge};
use damier::rules::{International, Turkish, Variant};
use damier::search::Control;
use std::path::{Path, PathBuf};

const GAMES: u64 = 130;

/// Makes a part of the run, called like `2-3`.
fn part(scratch: &Scratch, shard: &str) -> PathBuf {
    let path = scratch.0.join(shard.replace('/', "-"));
    play::<Turkish>(&path, &header::<Turkish>(GAMES, shard), 1);
    path
}

#[track_caller]
fn check_refused(scratch: &Scratch, parts: &[&PathBuf], reason: &str) {
    let target = scratch.0.join("refused");
    let parts: Vec<PathBuf> = parts.iter().map(|&path| path.clone()).collect();
    let error = merge::<Turkish>(&target, &parts).unwrap_err().to_string();
    let shown = error.replace(&format!("{}/", scratch.0.display()), "");
    assert_eq!(shown, reason);
    assert!(!target.exists() && !scratch.0.join("refused.unfinished").exists());
}

fn join(scratch: &Scratch, name: &str, parts: &[&PathBuf]) -> PathBuf {
    let target = scratch.0.join(name);
    let parts: Vec<PathBuf> = parts.iter().map(|&path| path.clone()).collect();
    merge::<Turkish>(&target, &parts).unwrap_or_else(|error| panic!("{error}"));
    target
}

#[test]
fn parts_in_any_order_make_the_file_of_one_run() {
    let scratch = Scratch::new("merged");
    let (_, whole) = sound(&scratch, GAMES);
    let [one, two, three] = ["1/3", "2/3", "3/3"].map(|shard| part(&scratch, shard));
    let joined = join(&scratch, "joined", &[&three, &one, &two]);
    assert!(std::fs::read(&joined).unwrap() == whole);
    // Step by step, by way of a part that nobody asked for.
    let later = join(&scratch, "later", &[&two, &three]);
    assert_eq!(DataFile::open::<Turkish>(&later).unwrap().header().first_game, 32);
    let joined = join(&scratch, "again", &[&later, &one]);
    assert!(std::fs::read(&joined).unwrap() == whole);
    // More parts than blocks: some of them are empty, and do no harm.
    let parts: Vec<PathBuf> = (1..=9).map(|number| part(&scratch, &format!("{number}/9"))).collect();
    let joined = join(&scratch, "nine", &parts.iter().collect::<Vec<_>>());
    assert!(std::fs::read(&joined).unwrap() == whole);
}

/// Makes a part of another run.
fn other<V: Variant>(path: &Path, plan: &Plan, games: u64) {
    let shard = "2/2".parse::<Shard>().unwrap();
    let header = DataHeader::new::<V>(plan, &equipment(), games, shard);
    let mut writer = DataWriter::open::<V>(path, &header).unwrap();
    generate(plan, &equipment::<V>(), &mut writer, 1, &Control::default(), &mut |_| {}).unwrap();
}

#[test]
fn what_does_not_go_together_is_refused() {
    let scratch = Scratch::new("refusals");
    let [one, two, three] = ["1/3", "2/3", "3/3"].map(|shard| part(&scratch, shard));
    let half = part(&scratch, "1/2");
    check_refused(&scratch, &[&half, &two], "'1-2' and '2-3' overlap: games 1 to 64 and games 33 to 96");
    check_refused(&scratch, &[&two, &one, &two], "'2-3' and '2-3' overlap: games 33 to 96 and games 33 to 96");
    check_refused(&scratch, &[&three, &one], "'1-3' and '3-3' leave a gap: games 1 to 32 and games 97 to 130");

    let path = scratch.0.join("other");
    let remake = |plan: &Plan, games| {
        let _ = std::fs::remove_file(&path);
        other::<Turkish>(&path, plan, games);
    };
    let check =
        |what| check_refused(&scratch, &[&one, &path], &format!("'1-3' and 'other' are of different runs: {what}"));
    remake(&Plan { nodes: 61, ..plan() }, GAMES);
    check("nodes 60 and 61");
    remake(&Plan { seed: 1, random_plies: 2..=8, ..plan() }, 64);
    check("games 130 and 64; seed 20261207 and 1; random plies 2-9 and 2-8");
    let _ = std::fs::remove_file(&path);
    other::<International>(&path, &plan(), GAMES);
    check_refused(
        &scratch,
        &[&one, &path],
        "cannot use 'other': it holds games of 'international', expected 'turkish'",
    );

    // The engine and the filter, which no plan changes.
    for (at, expected) in [(68, "engine"), (10, "filter"), (76, "weights"), (84, "endgame tables")] {
        let mut bytes = std::fs::read(&two).unwrap();
        bytes[at] ^= 1;
        super::tampering::fix_header(&mut bytes);
        std::fs::write(&path, bytes).unwrap();
        let parts = [one.clone(), path.clone()];
        let error = merge::<Turkish>(&scratch.0.join("refused"), &parts).unwrap_err().to_string();
        assert!(error.contains(&format!("different runs: {expected} ")) && !error.contains("; "), "{error}");
    }

    let bytes = std::fs::read(&two).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    check_refused(&scratch, &[&one, &path], "cannot use 'other': games 65 to 96 are missing");
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    let at = super::bounds(&bytes)[1];
    let reason = format!("the block of games 65 to 96 at byte {at} is damaged: its checksum is another");
    check_refused(&scratch, &[&one, &path], &format!("cannot use 'other': {reason}"));

    // What is there stays.
    let error = merge::<Turkish>(&three, &[one.clone(), two.clone()]).unwrap_err().to_string();
    assert!(error.ends_with("3-3': it cannot be written: it is there already"), "{error}");
    DataFile::open::<Turkish>(&three).unwrap();
}
