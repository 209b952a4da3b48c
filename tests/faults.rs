//! What the world does to a process: readers and parents that die, signals, full disks, files that cannot be used.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

const DAMIER: &str = env!("CARGO_BIN_EXE_damier");

/// How long anything may take that should be done at once; users expect a fifth of it, and tests share the machine.
const SOON: Duration = Duration::from_secs(5);

const INTERRUPT: i32 = 2;
const TERMINATE: i32 = 15;

/// A directory of a test's own.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("damier-faults-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Place(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// A file that can be run.
    fn script(&self, name: &str, text: &str) -> String {
        let path = self.file(name);
        fs::write(&path, text).unwrap();
        assert!(Command::new("chmod").args(["+x", &path]).status().unwrap().success());
        path
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn damier(arguments: &[&str]) -> Command {
    let mut command = Command::new(DAMIER);
    command.args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Writes `input`, ends it, and waits for the process.
fn run(mut command: Command, input: &str) -> Output {
    let mut process = command.spawn().unwrap();
    // A process that has ended already need not read.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    process.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn signal(process: &Child, number: i32) {
    let pid = process.id().to_string();
    assert!(Command::new("kill").args([&format!("-{number}"), &pid]).status().unwrap().success());
}

/// Reads `from` to its end and returns what it held; fails when that does not come soon.
#[track_caller]
fn read_soon(mut from: impl Read + Send + 'static) -> String {
    let (sender, result) = channel();
    spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        let _ = sender.send(text(&bytes));
    });
    result.recv_timeout(SOON).expect("the process still runs")
}

/// Starts a process and waits until it has said a line that begins with `start`.
fn start(arguments: &[&str], input: &str, start: &str) -> Child {
    let mut process = damier(arguments).spawn().unwrap();
    process.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
    // Byte by byte, so that nothing is lost in a buffer.
    let mut output = BufReader::with_capacity(1, process.stdout.as_mut().unwrap());
    wait_for(&mut output, start);
    process
}

/// Reads lines up to the first that begins with `start`.
fn wait_for(output: &mut impl BufRead, start: &str) {
    let mut line = String::new();
    while !line.starts_with(start) || line.is_empty() {
        line.clear();
        assert_ne!(output.read_line(&mut line).unwrap(), 0, "the output ended before '{start}'");
    }
}

/// The parent is a shell that holds both pipes of the engine, and is killed. Standard error is the one pipe left: it
/// ends when the engine does.
#[test]
fn the_engine_goes_when_its_parent_is_killed() {
    const PARENT: &str = r#"
        mkfifo "$1/in" "$1/out"
        "$2" <"$1/in" >"$1/out" &
        exec 3>"$1/in" 4<"$1/out"
        printf '%s\n' "$3" isready >&3
        while read -r line <&4; do [ "$line" = readyok ] && echo ready; done"#;
    for go in ["", "go infinite", "go ponder wtime 1 btime 1", "go movetime 100000", "go depth 2\ngo infinite\nd"] {
        let place = Place::new(&format!("parent-{}", go.len()));
        let mut parent = Command::new("sh")
            .args(["-c", PARENT, "sh", &place.file(""), DAMIER, go])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for(&mut BufReader::new(parent.stdout.take().unwrap()), "ready");
        parent.kill().unwrap();
        parent.wait().unwrap();
        assert_eq!(read_soon(parent.stderr.take().unwrap()), "", "{go}");
    }
}

#[test]
fn the_engine_goes_when_nobody_reads() {
    for (input, word) in [
        ("go infinite\n", ""),
        ("go movetime 100000\n", ""),
        ("bench\n", ""),
        // A search that is over and waits has nothing to say until it is asked.
        ("go ponder depth 1\n", "isready\n"),
        ("isready\n", "isready\n"),
    ] {
        let mut process = start(&[], input, "");
        drop(process.stdout.take());
        let mut stdin = process.stdin.take().unwrap();
        stdin.write_all(word.as_bytes()).unwrap();
        assert_eq!(read_soon(process.stderr.take().unwrap()), "", "{input}");
        assert_eq!(process.wait().unwrap().code(), Some(0), "{input}");
    }
}

/// In a conversation a signal is the end, and says nothing: whoever sends one does not wait for a move.
#[test]
fn a_signal_ends_a_conversation_at_once() {
    for number in [INTERRUPT, TERMINATE] {
        for input in ["isready\n", "go infinite\n", "setoption name Threads value 2\ngo movetime 100000\n"] {
            let mut process = start(&[], input, "");
            signal(&process, number);
            assert_eq!(read_soon(process.stderr.take().unwrap()), "", "{input}");
            assert_eq!(process.wait().unwrap().signal(), Some(number), "{input}");
        }
    }
}

/// Tools that have something to keep do so, whichever signal ends them.
#[test]
fn a_signal_to_a_tool_keeps_what_it_has() {
    for number in [INTERRUPT, TERMINATE] {
        let mut process = start(&["analyse", "--movetime", "100000", "--json"], "", "{");
        signal(&process, number);
        let said = read_soon(process.stdout.take().unwrap());
        assert!(said.lines().last().unwrap().starts_with("{\"bestmove\":\""), "{said}");
        assert_eq!(read_soon(process.stderr.take().unwrap()), "");
        assert_eq!(process.wait().unwrap().code(), Some(0));

        let place = Place::new(&format!("play-{number}"));
        let file = place.file("game.pdn");
        let mut process = start(&["play", "--movetime", "100000", "--pdn", &file], "a3a4\n", "You play a3-a4.");
        signal(&process, number);
        read_soon(process.stdout.take().unwrap());
        assert_eq!(process.wait().unwrap().code(), Some(0));
        assert!(fs::read_to_string(&file).unwrap().contains("\n1. a3-a4 "));
    }
}

/// The words for a match between two of this engine that leave their process numbers in a file.
#[cfg(target_os = "linux")]
fn long_match(place: &Place) -> Vec<String> {
    let engine =
        place.script("engine", &format!("#!/bin/sh\necho $$ >>\"{}\"\nexec \"{DAMIER}\"\n", place.file("pids")));
    let words = format!("match --engine cmd={engine} name=a --engine cmd={engine} name=b --each st=100 --games 2");
    words.split(' ').map(str::to_owned).collect()
}

/// Whether a process runs; one that has ended and that nobody has asked after does not.
#[cfg(target_os = "linux")]
fn is_running(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['Z', 'X']))
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_leaves_no_engine_behind_however_it_ends() {
    for number in [INTERRUPT, TERMINATE, 9] {
        let place = Place::new(&format!("match-{number}"));
        let pids = || fs::read_to_string(place.file("pids")).unwrap_or_default();
        let arguments = long_match(&place);
        let mut process = damier(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        wait_for(&mut output, "Started game 1");
        sleep(Duration::from_millis(200));
        assert!(pids().lines().any(is_running), "no engine has been started");
        signal(&process, number);
        let said = read_soon(output);
        process.wait().unwrap();
        assert_eq!(said.contains("Interrupted after 0 of 2 games"), number != 9, "{said}");
        let end = Instant::now() + SOON;
        while let Some(pid) = pids().lines().find(|pid| is_running(pid)) {
            assert!(Instant::now() < end, "engine {pid} still runs after signal {number}");
            sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn an_interrupted_match_keeps_its_games() {
    let place = Place::new("kept");
    let file = place.file("games.pdn");
    let words =
        format!("match --engine cmd={DAMIER} name=a --engine cmd={DAMIER} name=b --each nodes=200 --games 10000");
    let words: Vec<&str> = words.split(' ').chain(["--pdn", &file]).collect();
    let mut process = damier(&words).spawn().unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    wait_for(&mut output, "Finished game 3");
    signal(&process, INTERRUPT);
    let said = read_soon(output);
    assert_eq!(process.wait().unwrap().code(), Some(0));
    let finished = 3 + said.matches("Finished game ").count();
    assert!(said.contains(&format!("Interrupted after {finished} of 10000 games")), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap().matches("[Result ").count(), finished);
}

/// Checks that a file is refused before anything else happens, with its name.
#[track_caller]
fn check_refused(arguments: &[&str], file: &str) {
    let output = run(damier(arguments), "go depth 1\n");
    let complaint = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""), "{arguments:?}: {complaint}");
    assert!(complaint.starts_with("error: ") && complaint.contains(file), "{arguments:?}: {complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let place = Place::new("files");
    let (directory, missing, binary) = (place.file(""), place.file("no/such/file"), place.file("binary"));
    fs::write(&binary, b"W:Wa2\xff\xfe:Bd6\n\0\n").unwrap();
    let words = format!("match --engine cmd={DAMIER} name=a --engine cmd={DAMIER} name=b --each nodes=1 --games 2");
    let words: Vec<&str> = words.split(' ').collect();
    for file in [&directory, &missing] {
        check_refused(&["--log", file], file);
        check_refused(&["play", "--pdn", file], file);
        for option in ["--pdn", "--state", "--openings"] {
            check_refused(&[&words[..], &[option, file]].concat(), file);
        }
    }
    check_refused(&[&words[..], &["--openings", &binary]].concat(), &binary);
    check_refused(&[&words[..], &["--state", &binary]].concat(), &binary);
    fs::write(&binary, "").unwrap();
    check_refused(&[&words[..], &["--openings", &binary]].concat(), &binary);
}

/// The device can be opened, and refuses every byte.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_what_cannot_go_on_without_it() {
    check_refused(&["--log", "/dev/full"], "/dev/full");
    let words = format!("match --engine cmd={DAMIER} name=a --engine cmd={DAMIER} name=b --each nodes=9 --games 2");
    let words: Vec<&str> = words.split(' ').chain(["--pdn", "/dev/full"]).collect();
    let output = run(damier(&words), "");
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{complaint}");
    assert!(complaint.starts_with("error: ") && complaint.contains("/dev/full"), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(!text(&output.stdout).contains("Finished match"), "{}", text(&output.stdout));
}

/// A disk that fills later: the system lets the process write a few hundred bytes to a file, and no more.
#[test]
fn a_disk_that_fills_up_later_is_told_once() {
    let place = Place::new("full");
    let file = place.file("log");
    let mut command = Command::new("sh");
    // The signal that goes with the limit would end the process, where a full disk only fails.
    command.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" --log \"$1\"", DAMIER, &file]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = run(command, &format!("{}go depth 3\n", "help\n".repeat(9)));
    let said = text(&output.stdout);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    assert_eq!(said.matches("info string the log cannot be written and ends here: ").count(), 1, "{said}");
    assert_eq!(said.matches("info string uci, isready").count(), 9, "{said}");
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
    assert!(fs::metadata(&file).unwrap().len() >= 500);
}
