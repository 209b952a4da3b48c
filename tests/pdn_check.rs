//! `damier pdn check` from outside: what it prints, its exit code, and the memory it takes.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use damier::notation::write_full;
use damier::position::Position;
use damier::rules::Turkish;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::Value;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["pdn", "check"]).args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pdn"));
    command
}

fn texts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_command_says_what_a_file_holds() {
    let (code, text, errors) = texts(&command(&["turkish.pdn", "eight_by_eight.pdn"]).output().unwrap());
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let expected = "\
turkish.pdn: 6 games, all good
  rulesets: 5 turkish, 1 turkish-backward
  results: 2 White won, 1 Black won, 2 drawn, 1 lost by both
  contents: 15 plies, 4 comments (2 with clock times), 4 marks, 4 variations, 2 set-ups
eight_by_eight.pdn:21:6: game 5: warning: the FEN does not say who is to move, Black is taken
eight_by_eight.pdn: 5 games, all good, 1 warning
";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn the_command_fails_when_something_is_bad() {
    let (code, text, errors) = texts(&command(&["bad.pdn", "none.pdn", "turkish.pdn", "."]).output().unwrap());
    assert_eq!(code, Some(1));
    assert!(text.starts_with("bad.pdn:15:38: game 1: 'b6-b4': "), "{text}");
    assert!(
        text.contains("\nbad.pdn: 15 games, 11 bad\n") && text.contains("\nturkish.pdn: 6 games, all good\n"),
        "{text}"
    );
    let start =
        "error: cannot read 'none.pdn': No such file or directory (os error 2); cannot read '.': Is a directory";
    assert!(errors.starts_with(start) && errors.ends_with("; 11 of 21 games bad\n"), "{errors}");
    let (code, ..) = texts(&command(&[]).output().unwrap());
    assert_eq!(code, Some(2));
}

#[test]
fn the_command_writes_json() {
    let output = command(&["--json", "bad.pdn", "international.pdn", "none.pdn"]).output().unwrap();
    let (code, text, _) = texts(&output);
    assert_eq!(code, Some(1));
    let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = r#"{"file":"bad.pdn","line":15,"column":38,"game":1,"severity":"error","message":
        "'b6-b4': a capture of 1 piece is compulsory: a6xa4 (without a GameType, it is read as turkish)"}"#;
    assert_eq!(objects[0], serde_json::from_str::<Value>(first).unwrap());
    let sums: Vec<&Value> = objects.iter().filter(|object| object["games"].is_u64()).collect();
    assert_eq!((&sums[0]["games"], &sums[0]["bad"]), (&15.into(), &11.into()));
    assert_eq!((&sums[1]["rulesets"]["international"], &sums[1]["warnings"]), (&7.into(), &1.into()));
    assert_eq!((&sums[1]["results"]["draws"], &sums[1]["plies"]), (&1.into(), &33.into()));
    assert!(sums[2]["broken"].as_str().unwrap().contains("No such file"));
}

#[test]
fn the_command_reads_standard_input() {
    let mut process = command(&["-", "-v", "english"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    process.stdin.take().unwrap().write_all(b"1. 11-15 23-19 1-0\n\n1. 11-15").unwrap();
    let (code, text, _) = texts(&process.wait_with_output().unwrap());
    assert_eq!(code, Some(0));
    assert!(text.starts_with("-: 2 games, all good\n  rulesets: 2 english\n"), "{text}");
}

/// A file that is removed in the end.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Checks a file of about so many bytes, made of `unit` over and over, and returns the greatest memory that it took,
/// in KiB, and the exit code.
fn greatest_memory(name: &str, begin: &str, unit: &str, bytes: usize) -> (u64, Option<i32>) {
    let path = std::env::temp_dir().join(format!("damier-pdn-{}-{name}", std::process::id()));
    let file = Temporary(path.clone());
    let mut writer = BufWriter::new(File::create(&path).unwrap());
    writer.write_all(begin.as_bytes()).unwrap();
    for _ in 0..bytes / unit.len() {
        writer.write_all(unit.as_bytes()).unwrap();
    }
    writer.into_inner().unwrap();
    // GNU time is not everywhere, and the status of a process is gone with it: so it is asked while it runs.
    let mut process = command(&[path.to_str().unwrap()]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", process.id());
    let mut greatest = 0;
    let code = loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok());
        greatest = greatest.max(peak.unwrap_or(0));
        if let Some(status) = process.try_wait().unwrap() {
            break status.code();
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    };
    drop(file);
    println!("{name}: {greatest} KiB");
    (greatest, code)
}

/// A Turkish game with all that a game has, and good moves up to the end.
fn long_game() -> String {
    let mut text = "[Event \"Memory\"]\n[GameType \"30\"]\n\n".to_owned();
    let mut position = Position::<Turkish>::start();
    let mut random = StdRng::seed_from_u64(7);
    for ply in 0..60 {
        let legal = position.legal_moves();
        let Some(mv) = legal.get(random.random_range(0..legal.len().max(1))).copied() else { break };
        text += &format!("{} {{[%clk 0:10:00] a comment on ply {ply}}} $1 ", write_full(&position, mv));
        position = position.play(mv);
    }
    text + "1/2-1/2\n\n"
}

/// The greatest memory that checking a file may take, in KiB.
const MEMORY: u64 = 30 << 10;

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_flat() {
    let game = long_game();
    let (small, code) = greatest_memory("small", "", &game, 100_000);
    assert_eq!(code, Some(0));
    let (large, code) = greatest_memory("large", "", &game, 12 << 20);
    assert_eq!(code, Some(0));
    assert!(large < MEMORY && large < small + (4 << 10), "{small} KiB for a small file, {large} KiB for a large one");
    // Nothing in these ever ends.
    for (begin, unit) in
        [("1. a3-a4 {", "words "), ("1. ", "a"), ("[A \"", "x"), ("1. a3-a4 ", "(b3-b4)"), ("", "[A \"x\"]")]
    {
        let (memory, code) = greatest_memory("endless", begin, unit, 12 << 20);
        assert_eq!(code, Some(1), "{begin}{unit}");
        assert!(memory < MEMORY * 4 / 3, "{begin}{unit}: {memory} KiB");
    }
}

/// `cargo test --release --test pdn_check -- --ignored`
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes a minute: a file of 200 MB"]
fn memory_stays_flat_over_200_mb() {
    let begun = std::time::Instant::now();
    let (memory, code) = greatest_memory("200 MB", "", &long_game(), 200_000_000);
    println!("{:.0} MB a second", 200.0 / begun.elapsed().as_secs_f64());
    assert_eq!(code, Some(0));
    assert!(memory < MEMORY, "{memory} KiB");
    let (memory, _) = greatest_memory("200 MB of a comment", "1. a3-a4 {", "words ", 200_000_000);
    assert!(memory < MEMORY, "{memory} KiB");
}
