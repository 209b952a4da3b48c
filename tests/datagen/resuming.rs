//! Runs that are ended and go on.

use super::{Scratch, bounds, equipment, header, plan, play, sound};
use damier::learn::{DataFile, DataHeader, DataWriter, Plan, Shard};
use damier::rules::{International, Turkish};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const GAMES: u64 = 70;

#[test]
fn a_file_that_was_cut_anywhere_goes_on_to_the_whole() {
    let scratch = Scratch::new("cut");
    let (_, whole) = sound(&scratch, GAMES);
    let bounds = bounds(&whole);
    let near = |&at: &usize| [at.saturating_sub(1), at, at + 1, at + 31, at + 32, at + 33];
    let mut cuts: Vec<usize> = [0, 7, 8, 43, 50].into_iter().chain(bounds.iter().flat_map(near)).collect();
    cuts.retain(|&cut| cut <= whole.len());
    let (path, header) = (scratch.0.join("x"), header::<Turkish>(GAMES, "1/1"));
    for cut in cuts {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let kept = bounds.iter().filter(|&&bound| bound <= cut).count();
        let games = (kept.saturating_sub(1) as u64 * 32).min(GAMES);
        let reader = DataFile::open::<Turkish>(&path);
        match reader {
            Ok(file) => {
                assert_eq!((file.games(), file.is_complete()), (games, games == GAMES), "{cut}");
                assert_eq!((file.bytes() + file.cut_bytes()) as usize, cut);
            }
            Err(refusal) => {
                assert!(cut < 128);
                let message = refusal.to_string();
                let expected = format!("it ends within the header, after {cut} of 128 bytes");
                assert!(message.ends_with(if cut == 0 { "it is no file of games" } else { &expected }), "{message}");
            }
        }
        let writer = DataWriter::open::<Turkish>(&path, &header).unwrap_or_else(|refusal| panic!("{cut}: {refusal}"));
        assert_eq!(writer.games(), games, "{cut}");
        drop(writer);
        assert!(whole.starts_with(&std::fs::read(&path).unwrap()), "{cut}");
        if cut % 3 == 0 {
            play::<Turkish>(&path, &header, 2);
            assert!(std::fs::read(&path).unwrap() == whole, "{cut}");
        }
    }
}

#[track_caller]
fn check_refused(path: &Path, header: &DataHeader, reason: &str) {
    let before = std::fs::read(path).ok();
    let refusal = DataWriter::open::<Turkish>(path, header).unwrap_err().to_string();
    assert_eq!(refusal, format!("cannot use '{}': {reason}", path.display()));
    assert_eq!(std::fs::read(path).ok(), before);
}

#[test]
fn another_run_is_refused_by_every_difference() {
    let scratch = Scratch::new("another");
    let (path, whole) = sound(&scratch, 40);
    let other = |plan: Plan, games, shard: &str| {
        DataHeader::new::<Turkish>(&plan, &equipment(), games, shard.parse::<Shard>().unwrap())
    };
    let check = |plan, games, shard, reason: &str| {
        check_refused(&path, &other(plan, games, shard), &format!("it belongs to another run: {reason}"));
    };
    check(Plan { nodes: 61, ..plan() }, 40, "1/1", "nodes 60, expected 61");
    check(Plan { seed: 1, ..plan() }, 40, "1/1", "seed 20261207, expected 1");
    check(Plan { random_plies: 2..=2, ..plan() }, 40, "1/1", "random plies 2-9, expected 2-2");
    check(plan(), 40, "2/2", "part games 1 to 40, expected games 33 to 40");
    let all = Plan { seed: 1, nodes: 5_000, random_plies: 0..=1 };
    let reason = "games 40, expected 41; nodes 60, expected 5000; seed 20261207, expected 1; random plies 2-9, \
                  expected 0-1; games a block 32, expected 12; part games 1 to 40, expected games 1 to 41";
    check(all, 41, "1/1", reason);
    let ruleset = DataHeader::new::<International>(&plan(), &equipment(), 40, Shard::WHOLE);
    let refusal = DataWriter::open::<International>(&path, &ruleset).unwrap_err().to_string();
    assert!(refusal.contains("another run: ruleset turkish, expected international; rules "), "{refusal}");

    let good = other(plan(), 40, "1/1");
    std::fs::write(
        &path,
        "a text that somebody would miss, and longer than a header of this format is, which takes 128 \
                           bytes, and one block of it at least",
    )
    .unwrap();
    check_refused(&path, &good, "it is no file of games");
    std::fs::write(&path, "x").unwrap();
    check_refused(&path, &good, "it is no file of games");
    std::fs::write(&path, [&whole[..60], b"xyz"].concat()).unwrap();
    check_refused(&path, &good, "it ends within the header, after 63 of 128 bytes");
    std::fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
    check_refused(&path, &good, &format!("it goes on after its last game, at byte {}", whole.len()));
    check_refused(&scratch.0, &good, "it is no regular file");

    // Damage is told before anything is cut or added.
    let (begin, end) = (bounds(&whole)[0], bounds(&whole)[1]);
    let mut damaged = whole[..end + 40].to_vec();
    damaged[end - 1] ^= 1;
    std::fs::write(&path, damaged).unwrap();
    let hint = |at| format!("once the file is cut to {at} bytes, the run can go on");
    let block = format!("the block of games 1 to 32 at byte {begin} is damaged");
    let reason = format!("{block}: its checksum is another; {}", hint(begin));
    check_refused(&path, &good, &reason);
    // What a machine may leave that failed: a length without the bytes.
    std::fs::write(&path, [&whole[..end], &[0; 100]].concat()).unwrap();
    let block = format!("the block of games 33 to 40 at byte {end} is damaged");
    check_refused(&path, &good, &format!("{block}: its head is not what was written; {}", hint(end)));
}

fn arguments(path: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["datagen", "--games", "500", "--nodes", "60", "--random-plies", "2-9", "--out"]).arg(path);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn begin(path: &Path, threads: &str) -> Child {
    arguments(path).args(["--threads", threads]).spawn().unwrap()
}

#[test]
fn kills_at_any_moment_lose_and_double_nothing() {
    let scratch = Scratch::new("killed");
    let [calm, killed] = ["calm", "killed"].map(|name| scratch.0.join(name));
    assert!(arguments(&calm).args(["--seed", "5"]).status().unwrap().success());
    let expected = std::fs::read(&calm).unwrap();
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut steps = 0;
    for turn in 0..40 {
        let before = std::fs::metadata(&killed).map_or(0, |data| data.len());
        let mut command = arguments(&killed);
        command.args(["--threads", "2"]);
        // Later the seed is that of the file.
        if before < 128 {
            command.args(["--seed", "5"]);
        }
        let mut child = command.spawn().unwrap();
        sleep(Duration::from_millis(rng.random_range(1..90)));
        // SIGKILL.
        let _ = child.kill();
        child.wait().unwrap();
        let bytes = std::fs::read(&killed).unwrap_or_default();
        assert!(expected.starts_with(&bytes), "turn {turn}");
        steps += u32::from(bytes.len() as u64 > before);
        // The last record half written, which a kill seldom hits.
        if bytes.len() > 200 && turn % 4 == 0 {
            std::fs::write(&killed, &bytes[..bytes.len() - rng.random_range(1..60)]).unwrap();
        }
        if bytes.len() == expected.len() {
            break;
        }
    }
    assert!(steps > 0);
    let mut last = arguments(&killed);
    assert!(last.args(["--seed", "5"]).status().unwrap().success());
    assert!(std::fs::read(&killed).unwrap() == expected);
}

#[cfg(unix)]
#[test]
fn control_c_ends_in_order_and_says_how_to_go_on() {
    let scratch = Scratch::new("interrupted");
    let path = scratch.0.join("x");
    let child = begin(&path, "2");
    while std::fs::metadata(&path).map_or(0, |data| data.len()) <= 128 {
        sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    let games: u64 = message.split(' ').nth(3).unwrap().parse().unwrap();
    assert_eq!(
        message,
        format!("error: interrupted after {games} of 500 games; the same command goes on from there\n")
    );
    let file = DataFile::open::<Turkish>(&path).unwrap();
    assert_eq!((file.games(), file.cut_bytes()), (games, 0));
    // The seed, which was random, is known by the file.
    assert!(arguments(&path).status().unwrap().success());
    assert!(DataFile::open::<Turkish>(&path).unwrap().is_complete());
}
