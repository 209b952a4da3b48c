//! `damier train …` as a person runs it.

use super::{SEED, Scratch, trainer, write};
use damier::eval::Net;
use damier::learn::TrainPlan;
use damier::rules::{English, Turkish};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn command(scratch: &Scratch, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.current_dir(&scratch.0).args(arguments.split(' ')).stdin(Stdio::null());
    command
}

fn run(scratch: &Scratch, arguments: &str) -> Output {
    command(scratch, arguments).output().unwrap()
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

fn read(scratch: &Scratch, name: &str) -> Vec<u8> {
    std::fs::read(scratch.0.join(name)).unwrap()
}

fn has(scratch: &Scratch, name: &str) -> bool {
    Path::new(&scratch.0.join(name)).exists()
}

#[test]
fn weights_are_made_with_their_recipe_and_curve() {
    let scratch = Scratch::new("train shell");
    write::<English>(&scratch.0.join("a.games"), 200, SEED, "1/1");
    write::<English>(&scratch.0.join("b.games"), 100, u64::MAX, "1/1");
    let words = "train -v english --data b.games a.games --held-out 5 --epochs 2 --batch 256";
    let told = lines(&run(&scratch, &format!("{words} --out w.bin")));
    assert!(told[0].starts_with("2 files of 300 games: ") && told[0].ends_with(" held out"), "{told:?}");
    assert!(told[1].starts_with("'a.games': 200 games, ") && told[2].starts_with("'b.games': 100 games, "), "{told:?}");
    assert!(told[3].starts_with("epoch  1/2  loss 0.") && told[4].starts_with("epoch  2/2  loss 0."), "{told:?}");
    assert!(!has(&scratch, "w.bin.state"));

    let weights = read(&scratch, "w.bin");
    let checksum = format!("{:08x}", crc32fast::hash(&weights));
    let net = Net::<English>::open(&scratch.0.join("w.bin")).unwrap();
    assert!(told[7].starts_with(&format!("'w.bin': weights {:08x}, ", net.weights().checksum())), "{told:?}");
    assert!(told[7].ends_with(&format!(" {} bytes, CRC-32 {checksum}", weights.len())), "{told:?}");
    let recipe = String::from_utf8(read(&scratch, "w.toml")).unwrap();
    check_recipe(&recipe, &checksum);
    check_picture(&String::from_utf8(read(&scratch, "w.svg")).unwrap());

    check_failure(
        &run(&scratch, &format!("{words} --out w.bin")),
        1,
        "'w.bin' is there already; --force trains it anew",
    );
    lines(&run(&scratch, &format!("{words} --out w.bin --force")));
    assert!(read(&scratch, "w.bin") == weights);
    assert_eq!(String::from_utf8(read(&scratch, "w.toml")).unwrap(), recipe);
}

#[track_caller]
fn check_recipe(recipe: &str, checksum: &str) {
    let table: toml::Table = recipe.parse().unwrap_or_else(|error| panic!("{error}\n{recipe}"));
    let text = |value: &toml::Value| value.as_str().unwrap().to_owned();
    assert_eq!(text(&table["weights"]["crc32"]), checksum);
    assert_eq!(text(&table["weights"]["ruleset"]), "english");
    assert_eq!(table["trainer"]["lambda"].as_float(), Some(0.5));
    let files = table["data"]["file"].as_array().unwrap();
    let names: Vec<String> = files.iter().map(|file| text(&file["name"])).collect();
    assert_eq!(names, ["a.games", "b.games"]);
    assert_eq!(files[0]["seed"].as_integer(), Some(SEED as i64));
    // TOML has no number so large.
    assert_eq!(text(&files[1]["seed"]), u64::MAX.to_string());
    let positions = |name: &str| table["data"][name].as_integer().unwrap();
    let all: i64 = files.iter().map(|file| file["positions"].as_integer().unwrap()).sum();
    assert_eq!(positions("positions_trained_on") + positions("positions_held_out"), all);
    assert!(files.iter().all(|file| file["centimen_per_logit"].as_float() > Some(10.0)));
    assert_eq!(text(&files[0]["weights"]), format!("{:08x}", Net::<English>::embedded().weights().checksum()));
    assert!(table["rounding"]["largest"].as_float() <= table["rounding"]["bound"].as_float());
    assert_eq!(table["epoch"].as_array().unwrap().len(), 2);
    // People take the signs of comments away.
    let matches: String =
        recipe[recipe.find("# [[match]]").unwrap()..].lines().map(|line| line[2..].to_owned() + "\n").collect();
    assert!(matches.parse::<toml::Table>().unwrap()["match"].is_array(), "{matches}");
}

/// Checks that every tag is closed in order, every attribute is quoted, and every point is in the picture.
#[track_caller]
fn check_picture(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1).map(|rest| rest.split_once('>').unwrap().0) {
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!tag.contains("NaN") && !tag.contains("inf"), "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert_eq!(svg.matches("<polyline ").count(), 2);
    for word in ["epoch", "loss", "games trained on", "games held out"] {
        assert!(svg.contains(&format!(">{word}</text>")), "{word}");
    }
    for line in svg.lines().filter(|line| line.starts_with("<circle ")) {
        let numbers: Vec<f64> = line.split('"').filter_map(|text| text.parse().ok()).collect();
        assert!((0.0..=720.0).contains(&numbers[0]) && (0.0..=420.0).contains(&numbers[1]), "{line}");
    }
}

#[test]
fn a_run_that_is_killed_goes_on_by_the_same_words() {
    let scratch = Scratch::new("train killed");
    write::<Turkish>(&scratch.0.join("games"), 600, SEED, "1/1");
    let words = "train --data games --held-out 5 --epochs 6 --batch 256 --out";
    lines(&run(&scratch, &format!("{words} whole")));
    let mut wait = 20;
    loop {
        let mut child = command(&scratch, &format!("{words} w")).stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(wait));
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        wait += 25;
        assert!(wait < 20_000, "no run ends");
    }
    for name in ["w", "w.svg"] {
        assert!(read(&scratch, name) == read(&scratch, &name.replace('w', "whole")), "{name}");
    }
    assert!(!has(&scratch, "w.state"));
    // What a run leaves that is killed before its first epoch ends.
    let plan = TrainPlan { held_out: 5, epochs: 6, batch: 256, ..TrainPlan::default() };
    trainer::<Turkish>(&plan, &[scratch.0.join("games")]).save(&scratch.0.join("other.state")).unwrap();
    let other = format!("{words} other --rate 0.002");
    check_failure(
        &run(&scratch, &other),
        1,
        "belongs to another run: rate '0.004', expected '0.002'; --force drops it",
    );
    lines(&run(&scratch, &format!("{other} --force")));
    assert!(read(&scratch, "other") != read(&scratch, "whole"));
}

#[test]
fn bad_words_are_refused() {
    let scratch = Scratch::new("train words");
    write::<Turkish>(&scratch.0.join("games"), 60, SEED, "1/1");
    let check =
        |words: &str, code, reason: &str| check_failure(&run(&scratch, &format!("train {words}")), code, reason);
    check("--out w", 2, "--data <FILE>");
    check("--data games", 2, "--out <WEIGHTS>");
    check("--data games --out w --lambda 2", 2, "expected a number from 0 to 1");
    check("--data games --out w --rate 0", 2, "expected a number above 0, up to 1");
    check("--data games --out w --batch 0", 2, "0 is not in 1..");
    check("--data games --out w --held-out 1", 2, "1 is not in 2..");
    check("--data games --out w.toml", 1, "a file of this name ending in .toml goes beside them");
    check("--data games --out no/w --held-out 3", 1, "cannot write to no/w.state");
    check("-v english --data games --out w", 1, "it holds games of 'turkish', expected 'english'");
}

#[test]
fn games_and_weights_come_from_nothing_twice() {
    let scratch = Scratch::new("train chain");
    let made = |folder: &str| {
        let folder = Scratch(scratch.0.join(folder));
        std::fs::create_dir_all(&folder.0).unwrap();
        lines(&run(&folder, "datagen -v english --games 240 --nodes 60 --seed 9 --threads 2 --out games"));
        lines(&run(&folder, "train -v english --data games --held-out 5 --epochs 6 --batch 256 --out w"));
        ["games", "w", "w.toml", "w.svg"].map(|name| read(&folder, name))
    };
    let [games, weights, recipe, curve] = made("one");
    assert!(made("two") == [games, weights.clone(), recipe, curve]);
    // The next generation plays with them.
    Net::<English>::from_bytes(&weights).unwrap();
    std::fs::write(scratch.0.join("w"), weights).unwrap();
    lines(&run(&scratch, "datagen -v english --games 20 --nodes 60 --seed 9 --eval-file w --out more"));
}
