//! Damaged and foreign files: each is refused with a reason, or answers as the sound one does.

use super::{Scratch, build, open};
use damier::position::Position;
use damier::rules::Turkish;
use damier::tables::{Class, TableFile, Tables};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::time::{Duration, Instant};

/// How long to damage files: `DAMIER_FUZZ_SECONDS`, or two seconds.
fn patience() -> Duration {
    let seconds = std::env::var("DAMIER_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(2))
}

#[track_caller]
fn check_refused(bytes: &[u8], reason: &str) {
    let refusal = TableFile::from_bytes::<Turkish>("x", bytes.to_vec().into()).err().expect("a refusal");
    assert_eq!(refusal.to_string(), format!("cannot use 'x': {reason}"));
}

/// The file with other bytes from `at` on, and the checksum of the header as it must be.
fn altered(bytes: &[u8], at: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + with.len()].copy_from_slice(with);
    let checksum = crc32fast::hash(&bytes[..124]);
    bytes[124..128].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn damage_is_named() {
    let scratch = Scratch::new("named");
    let folder = build::<Turkish>(&scratch, 2, true);
    let bytes = std::fs::read(folder.file("KvK".parse().unwrap())).unwrap();
    check_refused(&[], "it ends too early");
    check_refused(&bytes[..100], "it ends too early");
    check_refused(&bytes[..bytes.len() - 1], "it ends too early");
    check_refused(&[&bytes[..], b"x"].concat(), "it goes on after its end");
    check_refused(&[b'x'; 500], "it is no endgame table");
    check_refused(&altered(&bytes, 8, &[2]), "its format has version 2, expected 1");
    check_refused(&[&bytes[..60], &[!bytes[60]], &bytes[61..]].concat(), "the header is damaged");
    check_refused(&altered(&bytes, 12, b"english\0"), "it is a table of 'english', expected 'turkish'");
    check_refused(&altered(&bytes, 36, &[!bytes[36]]), "it was made when the rules of turkish were different");
    check_refused(&altered(&bytes, 44, &[0, 0, 2, 0]), "the header is damaged");
    check_refused(&altered(&bytes, 48, &[0xff; 8]), "the header is damaged");
    check_refused(&[&bytes[..128], &[!bytes[128]], &bytes[129..]].concat(), "the list of blocks is damaged");

    // The file of one class under the name of another.
    let [king, man]: [Class; 2] = ["KvM", "MvK"].map(|name| name.parse().unwrap());
    std::fs::copy(folder.file(king), folder.file(man)).unwrap();
    let refusal = folder.open(man).err().expect("a refusal").to_string();
    assert!(refusal.ends_with("MvK.table': it is a table of KvM, expected MvK"), "{refusal}");

    // The class of another size.
    let file = TableFile::from_bytes::<Turkish>("x", altered(&bytes, 44, &[1, 1, 0, 0]).into()).unwrap();
    let refusal = Tables::<Turkish>::new(0).add(file).unwrap_err().to_string();
    assert_eq!(refusal, "cannot use 'x': it has 2016 slots, expected 1128");
}

/// Damages a file somehow.
fn damaged(bytes: &[u8], rng: &mut StdRng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..rng.random_range(1..4) {
        match rng.random_range(0..5) {
            0 => bytes.truncate(rng.random_range(0..=bytes.len())),
            1 => bytes.extend((0..rng.random_range(1..20)).map(|_| rng.random::<u8>())),
            2 if bytes.len() >= 128 => {
                let at = rng.random_range(8..124);
                bytes = altered(&bytes, at, &[rng.random()]);
            }
            3 if bytes.len() >= 136 => {
                // A list and a header that agree with each other but not with the blocks.
                let at = rng.random_range(128..136);
                bytes[at] = rng.random();
                let list = crc32fast::hash(&bytes[128..bytes.len().min(144)]);
                bytes = altered(&bytes, 120, &list.to_le_bytes());
            }
            _ if !bytes.is_empty() => {
                let at = rng.random_range(0..bytes.len());
                bytes[at] ^= 1 << rng.random_range(0..8);
            }
            _ => {}
        }
    }
    bytes
}

#[test]
fn no_damage_does_more_than_a_refusal() {
    let scratch = Scratch::new("damage");
    let folder = build::<Turkish>(&scratch, 3, true);
    let class: Class = "KKvK".parse().unwrap();
    let sound = std::fs::read(folder.file(class)).unwrap();
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let whole = open(&folder);
    let positions: Vec<Position<Turkish>> = (0..200)
        .filter_map(|_| Tables::position_at(class, rng.random_range(0..Tables::<Turkish>::slots(class))))
        .filter(|position| !position.can_capture())
        .collect();
    assert!(positions.len() > 50);
    let end = Instant::now() + patience();
    let (mut refused, mut silent) = (0, 0);
    while Instant::now() < end {
        let bytes = damaged(&sound, &mut rng);
        let is_sound = bytes[128.min(bytes.len())..] == sound[128..];
        let mut tables = Tables::<Turkish>::new(1 << 17);
        let added = TableFile::from_bytes::<Turkish>("x", bytes.into()).and_then(|file| tables.add(file));
        if added.is_err() {
            refused += 1;
            continue;
        }
        for position in &positions {
            match tables.outcome(position) {
                None => silent += 1,
                // A header may lie about counts and flags unnoticed if its checksum was made to fit; values do not.
                found if is_sound => {
                    let expected = whole.outcome(position);
                    assert_eq!(found.map(|found| found.value), expected.map(|expected| expected.value));
                }
                _ => {}
            }
        }
    }
    assert!(refused > 0 && silent > 0, "{refused} refused, {silent} silent");
}
