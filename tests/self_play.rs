//! Whole games against itself with a short clock: no illegal move, no crash, no loss on time. The runner referees.
//! Run by `cargo test --release --test self_play -- --ignored`.

use damier::rules::VariantId;
use std::process::Command;

/// Games a ruleset; seven rulesets make 210.
const GAMES: u32 = 30;

#[test]
#[ignore = "takes ten minutes, and wants a release build and two free cores"]
fn games_at_one_second_and_ten_milliseconds_a_move_end_by_rule() {
    for id in VariantId::ALL {
        let engine = concat!("cmd=", env!("CARGO_BIN_EXE_damier"));
        let output = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["match", "--variant", id.name(), "--seed", "2026"])
            .args(["--engine", engine, "name=one", "--engine", engine, "name=other"])
            .args(["--each", "tc=1+0.01", "option.Hash=16"])
            .args(["--games", &GAMES.to_string(), "--concurrency", "2"])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{id}: {text}");
        assert!(text.contains(&format!("Games: {GAMES},")), "{id}: {text}");
        let faulty: Vec<&str> =
            text.lines().filter(|line| line.contains(" loses") || line.contains("Faults")).collect();
        assert!(faulty.is_empty(), "{id}: {faulty:#?}");
        println!("{id}: {GAMES} games, every one ended by rule");
    }
}
