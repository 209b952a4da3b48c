//! `damier datagen …` as a person runs it.

use super::{Scratch, games};
use damier::learn::DataFile;
use damier::rules::{Color, English};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::process::{Command, Output};

/// Runs it in the folder of the test.
fn run(scratch: &Scratch, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.current_dir(&scratch.0).arg("datagen").args(arguments.split(' ')).output().unwrap()
}

#[track_caller]
fn lines(output: &Output) -> Vec<String> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[track_caller]
fn check_failure(output: &Output, code: i32, reason: &str) {
    let message = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(message.contains(reason), "{message}");
}

#[test]
fn games_are_made_gone_on_with_joined_and_counted() {
    let scratch = Scratch::new("datagen shell");
    let words = "-v english --games 70 --nodes 60 --seed 9";
    let told = lines(&run(&scratch, &format!("{words} --out whole --threads 2")));
    assert_eq!(told[0], "english, seed 9, 60 nodes a move, 4-12 random plies, games 1 to 70 of 70");
    assert!(told[1].starts_with("70 games, ") && told[1].ends_with(" positions a second"), "{told:?}");
    let whole = std::fs::read(scratch.0.join("whole")).unwrap();

    let told = lines(&run(&scratch, &format!("{words} --out whole")));
    assert!(told[1].starts_with("'whole' is complete: 70 games, "), "{told:?}");
    std::fs::write(scratch.0.join("whole"), &whole[..whole.len() - 1]).unwrap();
    let told = lines(&run(&scratch, &format!("{words} --out whole")));
    assert!(told[1].ends_with(" bytes of a half-written block cut off"), "{told:?}");
    assert!(told[2].starts_with("going on after 64 games, "), "{told:?}");
    assert!(std::fs::read(scratch.0.join("whole")).unwrap() == whole);

    for shard in ["1", "2"] {
        lines(&run(&scratch, &format!("{words} --out part{shard} --shard {shard}/2")));
    }
    let told = lines(&run(&scratch, "merge half part2"));
    assert!(told[1].ends_with("; 32 games are in other parts"), "{told:?}");
    let told = lines(&run(&scratch, "merge both part2 part1"));
    assert!(told[1].starts_with("70 games, ") && told[1].ends_with(" bytes"), "{told:?}");
    assert!(std::fs::read(scratch.0.join("both")).unwrap() == whole);

    check_failure(
        &run(&scratch, "merge both part2 part1"),
        1,
        "cannot use 'both': it cannot be written: it is there already",
    );
    check_failure(&run(&scratch, "merge more part2 part2"), 1, "'part2' and 'part2' overlap");
    check_failure(&run(&scratch, "merge more"), 2, "FILE");
    check_failure(&run(&scratch, &format!("{words} --nodes 61 --out whole")), 2, "--nodes");
    check_failure(
        &run(&scratch, "-v english --games 70 --nodes 61 --out whole"),
        1,
        "another run: nodes 60, expected 61",
    );
    check_failure(
        &run(&scratch, "--games 70 --nodes 60 --out whole"),
        1,
        "another run: ruleset english, expected turkish",
    );
    check_failure(&run(&scratch, "--nodes 60 --out x"), 2, "--games");
    check_failure(&run(&scratch, "--games 1"), 2, "--out");
    check_failure(&run(&scratch, "--games 0 --out x"), 2, "'0'");
    check_failure(&run(&scratch, "--games 1 --nodes 0 --out x"), 2, "'0'");
    check_failure(&run(&scratch, "--games 1 --random-plies 5-4 --out x"), 2, "expected A-B");
    check_failure(&run(&scratch, "--games 1 --shard 3/2 --out x"), 2, "'3/2' is no part");
    check_failure(&run(&scratch, "--games 1 --out ."), 1, "cannot use '.': it is no regular file");
    check_failure(&run(&scratch, "--games 1 --out none/x"), 1, "cannot use 'none/x': it cannot be written: ");
    check_failure(&run(&scratch, "--games 1 --out x --tables none"), 1, "'none', which is no folder");
    check_failure(&run(&scratch, "--games 1 --out x --tables ."), 1, "no endgame tables of turkish are in '.'");
    check_failure(&run(&scratch, "stats none"), 1, "cannot use 'none': ");
    assert!(!scratch.0.join("x").exists() && !scratch.0.join("more").exists());
}

#[test]
fn endgame_tables_of_a_folder_are_used_and_belong_to_the_run() {
    let scratch = Scratch::new("datagen tables");
    super::scratch::build::<English>(&scratch, 2, true);
    let words = "-v english --games 3 --nodes 60 --seed 9 --out x";
    lines(&run(&scratch, &format!("{words} --tables .")));
    assert_eq!(DataFile::open::<English>(&scratch.0.join("x")).unwrap().header().table_count, 4);
    check_failure(&run(&scratch, words), 1, "another run: endgame tables 4 (");
    std::fs::write(scratch.0.join("english/KvK.table"), "no table, but something else").unwrap();
    check_failure(&run(&scratch, &format!("{words} --tables .")), 1, "KvK.table': it ");
}

/// What a file holds, counted without the engine's own statistics.
fn recount(path: &Path) -> Value {
    let file = DataFile::open::<English>(path).unwrap();
    let games = games::<English>(&file);
    let samples: Vec<_> = games.iter().flat_map(|game| &game.samples).collect();
    let won = |winner| games.iter().filter(|game| game.winner == winner).count();
    let plies: u32 = games.iter().map(|game| game.plies).sum();
    let mut pieces = BTreeMap::new();
    for sample in &samples {
        *pieces.entry(sample.position.count_pieces().to_string()).or_insert(0) += 1;
    }
    let distinct: HashSet<u64> = samples.iter().map(|sample| sample.position.key().0).collect();
    let mut scores: Vec<i32> = samples.iter().map(|sample| sample.score.value()).collect();
    scores.sort_unstable();
    let even = scores.iter().filter(|score| score.abs() <= 20).count();
    json!({
        "games": games.len(),
        "results": { "white": won(Some(Color::White)), "draw": won(None), "black": won(Some(Color::Black)) },
        "plies": plies,
        "positions": samples.len(),
        "pieces": pieces,
        "duplicates": samples.len() - distinct.len(),
        "median": scores[scores.len().div_ceil(2) - 1],
        "even": even,
    })
}

#[test]
fn statistics_are_those_of_a_plain_count() {
    let scratch = Scratch::new("datagen stats");
    lines(&run(&scratch, "-v english --games 100 --nodes 60 --seed 3 --random-plies 1-4 --out x"));
    let told = lines(&run(&scratch, "stats --json x"));
    assert_eq!(told.len(), 1);
    let told: Value = serde_json::from_str(&told[0]).unwrap();
    let classes = told["scores"]["classes"].as_array().unwrap();
    let even: Vec<&Value> = classes.iter().filter(|class| class["least"] == -20).collect();
    assert_eq!(even[0]["most"], 20);
    let sum: u64 = classes.iter().map(|class| class["positions"].as_u64().unwrap()).sum();
    assert_eq!(told["positions"], sum);
    let found = json!({
        "games": told["games"],
        "results": told["results"],
        "plies": told["plies"],
        "positions": told["positions"],
        "pieces": told["pieces"],
        "duplicates": told["duplicates"]["found"],
        "median": told["scores"]["percentiles"]["50"],
        "even": even[0]["positions"],
    });
    assert_eq!(found, recount(&scratch.0.join("x")));
    assert!(told["duplicates"]["found"].as_u64().unwrap() > 0);
    assert_eq!((told["complete"].as_bool(), told["seed"].as_u64()), (Some(true), Some(3)));

    let text = lines(&run(&scratch, "stats x"));
    assert!(text[0].starts_with("english, seed 3, "), "{text:?}");
    let row = text.iter().find(|line| line.starts_with("positions ")).unwrap();
    assert!(row.ends_with(&format!(" {sum}")), "{row}");
    // A file that was broken off is counted as far as it goes.
    let bytes = std::fs::read(scratch.0.join("x")).unwrap();
    std::fs::write(scratch.0.join("cut"), &bytes[..bytes.len() - 1]).unwrap();
    let told: Value = serde_json::from_str(&lines(&run(&scratch, "stats cut --json"))[0]).unwrap();
    assert_eq!((told["games"].as_u64(), told["complete"].as_bool()), (Some(96), Some(false)));
    std::fs::write(scratch.0.join("empty"), &bytes[..128]).unwrap();
    let told: Value = serde_json::from_str(&lines(&run(&scratch, "stats empty --json"))[0]).unwrap();
    assert_eq!(told["games"], 0);
    lines(&run(&scratch, "stats empty"));
}
