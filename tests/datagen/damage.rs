//! Damaged and foreign files: refused with the reason and the place, and never more than that.

use super::tampering::{fix_block, fix_header, with_stream};
use super::{Scratch, bounds, sound};
use damier::learn::{DataFile, DataRefusal, ruleset_of};
use damier::rules::{International, Turkish, Variant, VariantId};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long to damage files: `DAMIER_FUZZ_SECONDS`, or two seconds.
fn patience() -> Duration {
    let seconds = std::env::var("DAMIER_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(2))
}

/// Reads all of a file, and returns how many positions it has.
fn read<V: Variant>(path: &Path) -> Result<u64, DataRefusal> {
    let file = DataFile::open::<V>(path)?;
    let mut samples = 0;
    for block in 0..file.blocks() {
        let games = file.read_block::<V>(block)?;
        let count: u64 = games.iter().map(|game| game.samples.len() as u64).sum();
        assert_eq!(count, file.samples_in(block));
        for sample in games.iter().flat_map(|game| &game.samples) {
            assert_eq!(sample.position.check(), Ok(()));
            assert!(!sample.score.is_decided());
        }
        samples += count;
    }
    assert_eq!(samples, file.samples());
    Ok(samples)
}

#[test]
fn damage_is_named_with_its_place() {
    let scratch = Scratch::new("damage named");
    let (_, whole) = sound(&scratch, 40);
    let bounds = bounds(&whole);
    let path = scratch.0.join("x");
    let check = |bytes: &[u8], reason: &str| {
        std::fs::write(&path, bytes).unwrap();
        let refusal = read::<Turkish>(&path).expect_err(reason).to_string();
        assert_eq!(refusal, format!("cannot use '{}': {reason}", path.display()));
    };
    let altered = |at: usize, with: &[u8]| {
        let mut bytes = whole.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        bytes
    };
    let flipped = |at: usize| altered(at, &[!whole[at]]);
    let fixed = |mut bytes: Vec<u8>| {
        fix_header(&mut bytes);
        bytes
    };
    check(&[], "it is no file of games");
    check(b"damierXY", "it is no file of games");
    check(b"damier", "it ends within the header, after 6 of 128 bytes");
    check(&whole[..127], "it ends within the header, after 127 of 128 bytes");
    check(&[b'x'; 500], "it is no file of games");
    check(&altered(8, &[2]), "its format has version 2, expected 1");
    (10..128).for_each(|at| check(&flipped(at), "the header is damaged"));
    check(&fixed(altered(12, b"english\0")), "it holds games of 'english', expected 'turkish'");
    check(&fixed(flipped(36)), "it was made when the rules of turkish were different");
    // Numbers that cannot be.
    check(&fixed(altered(88, &[0])), "the header is damaged");
    check(&fixed(altered(100, &[1])), "the header is damaged");
    check(&fixed(altered(108, &[0xff; 8])), "the header is damaged");

    let block = |number: usize, reason: &str| {
        let games = ["1 to 32", "33 to 40"][number];
        format!("the block of games {games} at byte {} is damaged: {reason}", bounds[number])
    };
    for number in 0..2 {
        for at in 0..32 {
            check(&flipped(bounds[number] + at), &block(number, "its head is not what was written"));
        }
        let bytes = (bounds[number] + 32..bounds[number + 1]).step_by(7);
        bytes.for_each(|at| check(&flipped(at), &block(number, "its checksum is another")));
    }
    let mut bytes = flipped(bounds[0] + 60);
    fix_block(&mut bytes, bounds[0], bounds[1]);
    std::fs::write(&path, bytes).unwrap();
    let refusal = read::<Turkish>(&path).unwrap_err().to_string();
    assert!(refusal.contains(&block(0, "it ")), "{refusal}");
    let exchanged = [&whole[..128], &whole[bounds[1]..], &whole[128..bounds[1]]].concat();
    check(&exchanged, &block(0, "it is not the block that should be there"));
    check(&[&whole[..], b"x"].concat(), &format!("it goes on after its last game, at byte {}", whole.len()));

    std::fs::write(&path, &whole).unwrap();
    assert!(read::<Turkish>(&path).unwrap() > 0);
    assert_eq!(ruleset_of(&path), Ok(VariantId::Turkish));
    let refusal = DataFile::open::<International>(&path).unwrap_err().to_string();
    assert!(refusal.ends_with("it holds games of 'turkish', expected 'international'"), "{refusal}");
    let file = DataFile::open::<Turkish>(&path).unwrap();
    assert!(file.read_block::<International>(0).is_err());
    let refusal = file.read_block::<Turkish>(2).err().map(|refusal| refusal.to_string());
    assert!(refusal.is_some_and(|refusal| refusal.ends_with("it has no block 2")));
    std::fs::write(&path, fixed(altered(12, b"chess\0\0"))).unwrap();
    let refusal = ruleset_of(&path).unwrap_err().to_string();
    assert!(refusal.ends_with("it holds games of 'chess', which is no known ruleset"), "{refusal}");
    let refusal = ruleset_of(&scratch.0).unwrap_err().to_string();
    assert!(refusal.ends_with("it is no regular file"), "{refusal}");
    assert!(ruleset_of(&scratch.0.join("none")).is_err());
}

/// Damages a file somehow, mostly so that checksums fit again.
fn damaged(whole: &[u8], bounds: &[usize], rng: &mut StdRng) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..rng.random_range(1..4) {
        match rng.random_range(0..6) {
            0 => bytes.truncate(rng.random_range(0..=bytes.len())),
            1 => bytes.extend((0..rng.random_range(1..60)).map(|_| rng.random::<u8>())),
            2 if bytes.len() >= 128 => {
                let at = rng.random_range(8..124);
                bytes[at] = rng.random();
                fix_header(&mut bytes);
            }
            3 | 4 if bytes.len() >= bounds[1] => {
                let at = rng.random_range(bounds[0]..bounds[1]);
                bytes[at] = rng.random();
                fix_block(&mut bytes, bounds[0], bounds[1]);
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
    let (_, whole) = sound(&scratch, 40);
    let bounds = bounds(&whole);
    let stream = miniz_oxide::inflate::decompress_to_vec(&whole[160..bounds[1]]).unwrap();
    let path = scratch.0.join("x");
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let end = Instant::now() + patience();
    let (mut sound, mut refused) = (0, 0);
    while Instant::now() < end {
        let bytes = match rng.random_range(0..4) {
            0 => (0..rng.random_range(0..2_000)).map(|_| rng.random()).collect(),
            1 => damaged(&whole, &bounds, &mut rng),
            // Behind right checksums, a stream that is not what was written.
            2 => {
                let mut stream = stream.clone();
                let at = rng.random_range(0..stream.len());
                stream[at] = rng.random();
                with_stream(&whole, &stream)
            }
            _ => {
                let mut stream = stream.clone();
                let length = rng.random_range(0..stream.len() + 50);
                stream.resize(length, rng.random());
                with_stream(&whole, &stream)
            }
        };
        std::fs::write(&path, bytes).unwrap();
        let _ = ruleset_of(&path);
        match read::<Turkish>(&path) {
            Ok(_) => sound += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 10 && sound > 0, "{refused} refused, {sound} sound");
}
