//! `damier tables …` as a person runs it.

use super::Scratch;
use std::process::{Command, Output};

fn run(scratch: &Scratch, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("tables").args(arguments).arg("--dir").arg(&scratch.0);
    command.output().unwrap()
}

#[track_caller]
fn lines(output: &Output) -> Vec<String> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[track_caller]
fn check_failure(output: &Output, code: i32, reason: &str) {
    assert_eq!(output.status.code(), Some(code));
    let message = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(message.contains(reason), "{message}");
}

#[test]
fn tables_are_built_taken_up_again_verified_and_summed_up() {
    let scratch = Scratch::new("shell");
    let arguments = ["build", "--pieces", "2", "--distances"];
    let built = lines(&run(&scratch, &arguments));
    assert!(built[0].starts_with("KvK "), "{built:?}");
    assert!(built[3].starts_with("3 pairs of classes, 6168 slots in "), "{built:?}");
    assert!(built[4].contains("slots of 3 pieces take "), "{built:?}");

    // What was interrupted is taken up: here the class of which one file is missing.
    std::fs::remove_file(scratch.0.join("turkish/MvK.table")).unwrap();
    let again = lines(&run(&scratch, &arguments));
    assert_eq!(again[0], "2 of 3 pairs of classes are there already");
    assert!(again[1].starts_with("KvM MvK "), "{again:?}");

    let verified = lines(&run(&scratch, &["verify", "--pieces", "2"]));
    assert_eq!(verified.len(), 5);
    assert!(verified[0].starts_with("KvK") && verified[0].ends_with("values and distances right"), "{verified:?}");

    let results = lines(&run(&scratch, &["results", "--pieces", "2"]));
    assert!(results.iter().any(|line| line.starts_with("| `KvM` | 3024 | ")), "{results:?}");

    // A class alone, with what it needs.
    let only = lines(&run(&scratch, &["build", "--only", "KKvK", "--distances"]));
    assert!(only[1].starts_with("KKvK KvKK "), "{only:?}");
    check_failure(&run(&scratch, &["verify", "--pieces", "3"]), 1, ".table': No such file");

    // A file that is not what was written.
    let file = scratch.0.join("turkish/KKvK.table");
    let mut bytes = std::fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    check_failure(&run(&scratch, &["verify", "--only", "KKvK"]), 1, "is damaged");
}

#[test]
fn a_position_and_its_moves_are_told() {
    let scratch = Scratch::new("probe");
    lines(&run(&scratch, &["build", "--only", "KKvK", "--distances"]));
    let fen = "W:WKa1,Kb2:BKh8";
    let told = lines(&run(&scratch, &["probe", fen]));
    assert!(told[0].starts_with("W:WKa1,Kb2:BKh8: win in "), "{told:?}");
    assert!(told[1].contains(" win in "), "{told:?}");
    let json = lines(&run(&scratch, &["probe", "--fen", fen, "--json"]));
    let json: serde_json::Value = serde_json::from_str(&json[0]).unwrap();
    let text = |name: &str| json[name].as_str().unwrap();
    assert_eq!((text("fen"), text("value")), (fen, "win"));
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len() + 1, told.len());
    // The best move is first, and what it leads to is one ply nearer.
    let best = &moves[0];
    assert_eq!((best["value"].as_str(), best["plies"].as_u64()), (Some("win"), json["plies"].as_u64()));
    assert!(best["uci"].is_string() && best["text"].is_string());

    check_failure(&run(&scratch, &["probe", "W:Wa2,b2:BKh8"]), 1, "covers W:Wa2,b2:BKh8");
    check_failure(&run(&scratch, &["probe", "nonsense"]), 1, "nonsense");
    check_failure(&run(&scratch, &["probe"]), 2, "FEN");
    check_failure(&run(&scratch, &["pack", "x.bin"]), 1, "cannot use ");
    check_failure(&run(&scratch, &["build", "--only", "KvKvK"]), 2, "'KvKvK' is no class");
    check_failure(&run(&scratch, &["build", "--pieces", "6"]), 2, "6");
    check_failure(&run(&scratch, &["build", "-v", "international", "--pieces", "5"]), 1, "up to 4 pieces");
}

/// Without a folder the program's own tables answer: four pieces without distances, three with them.
#[test]
fn the_program_has_tables_of_turkish_in_it() {
    let probe = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_damier")).args(["tables", "probe"]).args(arguments).output().unwrap()
    };
    let check = |fen, expected: &str| assert_eq!(lines(&probe(&[fen]))[0], format!("{fen}: {expected}"));
    check("W:WKa1,Kb2:BKh8", "win in 9 plies");
    check("B:WKc2,Kd2:BKa8", "loss in 16 plies");
    check("W:WKa1,Kc1:BKd6,Kd7", "win");
    check("W:WKa1,Kb1:BKg7,Kh8", "draw");
    check_failure(&probe(&["W:WKa1,Kb1:BKh8,Kg7,Ke4"]), 1, "no table in the program covers ");
    check_failure(&probe(&["W:WKa1,Kb1:BKh8", "-v", "turkish-position"]), 1, "no table in the program covers ");
}
