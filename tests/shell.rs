//! The command line from outside: what is printed, exit codes, and pipes that break.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Checks that a command succeeds silently apart from its output, and returns that in lines.
#[track_caller]
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    let (text, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    text.lines().map(str::to_owned).collect()
}

#[track_caller]
fn json(arguments: &[&str]) -> Vec<Value> {
    lines(arguments).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Checks the exit code of a command that fails, and that the reason is given on standard error alone.
#[track_caller]
fn check_failure(arguments: &[&str], code: i32, reason: &str) {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains(reason), "{arguments:?}: {text}");
}

#[test]
fn moves_are_listed_in_pdn() {
    let expected = ["a3-a4", "b3-b4", "c3-c4", "d3-d4", "e3-e4", "f3-f4", "g3-g4", "h3-h4"];
    assert_eq!(lines(&["moves"]), expected);
    assert_eq!(lines(&["moves", "--fen", "W:WKd1:Bd3,d6"]), ["d1xd7", "d1xd8"]);
    assert_eq!(lines(&["moves", "--moves", "a3a4 a6a5"]), ["a4xa8"]);
    assert_eq!(lines(&["moves", "-v", "international", "--fen", "W:W28:B22,23"]), ["28x17", "28x19"]);
    assert_eq!(lines(&["moves", "--variant", "ENGLISH", "--moves", "11-15"]).len(), 7);
    assert!(lines(&["moves", "--fen", "W:W:Ba7"]).is_empty());
}

#[test]
fn moves_are_listed_in_json() {
    let moves = json(&["moves", "--json", "--fen", "W:Wd6,a2:Bd7,Ke8,h5"]);
    assert_eq!(moves.len(), 1);
    let expected = r#"{"from":"d6","to":"f8","captured":["d7","e8"],"path":["d6","d8","f8"],"promotes":true,
        "text":"d6xf8","uci":"d6d8f8"}"#;
    assert_eq!(moves[0], serde_json::from_str::<Value>(expected).unwrap());
    assert_eq!(json(&["moves", "--json"]).len(), 8);
}

#[test]
fn perft_ends_with_the_count() {
    let last = |arguments: &[&str]| lines(arguments).pop().unwrap();
    assert_eq!(last(&["perft", "4"]), "Nodes searched: 7538");
    assert_eq!(last(&["perft", "0"]), "Nodes searched: 1");
    assert_eq!(last(&["perft", "0", "--divide"]), "Nodes searched: 1");
    assert_eq!(
        last(&["perft", "-v", "turkish-backward", "--threads", "2", "--hash", "1", "4"]),
        "Nodes searched: 7550"
    );
    assert_eq!(last(&["perft", "--hash", "0", "--fen", "W:WKd1:Bd3,d6", "1"]), "Nodes searched: 2");
    let divided = lines(&["perft", "--divide", "3"]);
    assert_eq!(divided.len(), 9);
    let sum: u64 = divided[..8].iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(divided[8], format!("Nodes searched: {sum}"));
}

#[test]
fn analysis_is_a_table_or_json() {
    let table = lines(&["analyse", "--depth", "9"]);
    assert_eq!(table[0], " 8 | . . . . . . . . |  8");
    assert!(table[10].starts_with("White to move, W:Wa2,b2,"), "{table:?}");
    let head = table.iter().position(|line| line.starts_with("depth ")).unwrap();
    let depth = |row: &String| row.trim_start().split('/').next().unwrap().parse().unwrap();
    let depths: Vec<u32> = table[head + 1..head + 10].iter().map(depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // No terminal, no limit of width.
    assert!(table.iter().skip(head).any(|row| row.len() > 80), "{table:?}");
    let end = &table[head + 10..];
    assert_eq!((end.len(), end[0].as_str()), (4, ""), "{table:?}");
    assert!(end[1].contains(" nodes in "), "{table:?}");
    assert!(end[2].starts_with("The game is about even; best is ") || end[2].contains(" is slightly better; best is "));
    assert!(end[3].starts_with("best move: "), "{table:?}");

    let objects = json(&["analyze", "--depth", "4", "--multipv", "2", "--json"]);
    let (last, finished) = objects.split_last().unwrap();
    for object in finished {
        assert_eq!(object.as_object().unwrap().len(), 8, "{object}");
        for field in ["depth", "seldepth", "multipv", "nodes", "nps", "time_ms"] {
            assert!(object[field].is_u64(), "{field} in {object}");
        }
        assert!(object["score"]["cp"].is_i64(), "{object}");
        assert!(object["pv"].as_array().is_some_and(|pv| !pv.is_empty()));
    }
    let best = finished.iter().rfind(|object| object["multipv"] == 1).unwrap();
    assert_eq!(last["bestmove"], best["pv"][0]);
    assert!(finished.iter().any(|object| object["multipv"] == 2));
}

#[test]
fn analysis_tells_what_led_to_the_position_and_who_wins() {
    let told = |arguments: &[&str]| lines(&[&["analyse", "--depth", "6"], arguments].concat()).join("\n");
    let moved = told(&["--moves", "a3a4 h6h5 b3b4"]);
    assert!(moved.contains("\nBlack to move, B:W") && moved.contains("\n1. a3-a4 h6-h5 2. b3-b4\n"), "{moved}");
    let won = told(&["--fen", "W:Wa2,b2:Ba3"]);
    assert!(won.contains("\nWhite wins at once with a2xa4.\n"), "{won}");
    let lost = told(&["--fen", "B:WKa2,Ka3:Bd3"]);
    assert!(lost.contains("\nBlack loses in ") && lost.contains(" at best; best is "), "{lost}");
    let drawn = told(&["--fen", "W:WKa1:Bc6"]);
    assert!(drawn.contains("\nThe game is over, a draw: one piece each.\nWhat follows is"), "{drawn}");
    assert!(!drawn.contains("game over:") && drawn.contains("\nbest move: "), "{drawn}");
    let over = told(&["--fen", "W:W:Ba7"]);
    assert!(over.contains("\nThe game is over, Black wins: White has no piece left.\n"), "{over}");
    assert!(over.ends_with("\n\nbest move: none, the game is over"), "{over}");
}

#[test]
fn analysis_shows_several_lines_in_sets() {
    let table = lines(&["analyse", "--depth", "3", "--multipv", "2", "--threads", "1", "--hash", "8"]).join("\n");
    let rows = table.split("  line\n").nth(1).unwrap();
    let sets: Vec<Vec<&str>> = rows.split("\n\n").map(|set| set.lines().collect()).collect();
    // Three iterations, and the end.
    assert_eq!(sets.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 2, 3], "{table}");
    for set in &sets[..3] {
        assert!(set[0].contains("s  1. ") && set[1].contains("s  2. "), "{table}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_analysis_with_what_it_has_found() {
    for (arguments, end) in [
        (&["analyse", "--depth", "100"][..], "best move: "),
        (&["analyse", "--depth", "100", "--json"], "{\"bestmove\":\""),
    ] {
        let mut process = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap()).lines();
        let is_line = |line: &String| line.starts_with("  2/") || line.starts_with("{\"depth\":2");
        assert!(output.by_ref().map(Result::unwrap).any(|line| is_line(&line)));
        let status = Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap();
        assert!(status.success());
        let last = output.map(Result::unwrap).last().unwrap();
        assert!(last.starts_with(end), "{last}");
        assert_eq!(process.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn analysis_keeps_to_its_limits() {
    let objects = json(&["analyse", "--nodes", "500", "--json"]);
    assert_eq!(objects[objects.len() - 2]["nodes"], 500);
    let begun = Instant::now();
    lines(&["analyse", "--movetime", "200"]);
    assert!(begun.elapsed() < Duration::from_secs(3));
    let objects = json(&["analyse", "--json", "--fen", "W:W:Ba7"]);
    assert_eq!(objects[0]["score"]["mate"], 0);
    assert!(objects[1]["bestmove"].is_null());
    let objects = json(&["analyse", "--json", "--depth", "6", "--fen", "W:Wa2,b2:Ba3"]);
    assert!(objects[objects.len() - 2]["score"]["mate"].as_i64().is_some_and(|moves| moves > 0), "{objects:?}");
}

#[test]
fn openings_are_made_again_by_the_command_in_their_header() {
    let made = lines(&["openings", "-v", "english", "--count", "3", "--depth", "4"]);
    let command = made.iter().find_map(|line| line.strip_prefix("# Source: made by `damier ")).unwrap();
    let words: Vec<&str> = command.trim_end_matches('`').split(' ').collect();
    assert_eq!(words[..9], ["openings", "--variant", "english", "--count", "3", "--plies", "8", "--depth", "4"]);
    assert_eq!(words[9..12], ["--margin", "30", "--seed"]);
    assert_eq!(lines(&words), made);
    assert_eq!(made.iter().filter(|line| !line.starts_with('#')).count(), 3);
}

#[test]
fn openings_that_do_not_exist_are_not_waited_for() {
    let output = run(&["openings", "--plies", "0", "--count", "2", "--depth", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("error: 1 found, and 10000 random games in a row brought nothing new"), "{text}");
}

#[test]
fn exit_codes() {
    check_failure(&["moves", "--fen", "blah"], 1, "error: bad FEN 'blah': ");
    check_failure(&["moves", "--moves", "a3a4 a6a5 a4a5"], 1, "error: move 3 'a4a5': a capture of 2 pieces");
    check_failure(&["analyse", "--moves", "a1a8"], 1, "error: move 1 'a1a8': ");
    check_failure(&["perft", "--fen", "W:W:B", "3"], 1, "error: bad FEN ");
    check_failure(&["moves", "-v", "chess"], 2, "unknown ruleset 'chess', expected one of turkish ");
    check_failure(&["perft"], 2, "");
    check_failure(&["perft", "x"], 2, "");
    check_failure(&["nonsense"], 2, "nonsense");
    check_failure(&["moves", "--nonsense"], 2, "--nonsense");
    check_failure(&["analyse", "--depth", "0"], 2, "");
    check_failure(&["analyse", "--threads", "257"], 2, "257");
    check_failure(&["analyse", "--hash", "0"], 2, "");
    check_failure(&["openings", "--plies", "61"], 2, "");
}

#[test]
fn help_and_version() {
    let version = lines(&["--version"]);
    assert_eq!(version.len(), 1);
    assert!(version[0].starts_with(concat!("damier ", env!("CARGO_PKG_VERSION"), " (")), "{version:?}");
    assert!(version[0].ends_with(')'));
    let help = lines(&["--help"]).join("\n");
    for word in ["moves", "perft", "bench", "analyse", "play", "openings", "pdn", "tables"] {
        assert!(help.contains(word), "{word}");
    }
}

/// Reads one line of the output, closes the pipe, and checks that the process ends without a complaint.
#[track_caller]
fn check_broken_pipe(arguments: &[&str], mut stdin: Option<&[u8]>) {
    let mut process = command(arguments);
    process.stdout(Stdio::piped()).stderr(Stdio::piped());
    if stdin.is_some() {
        process.stdin(Stdio::piped());
    }
    let mut process = process.spawn().unwrap();
    // The input stays open: the process has to notice the output.
    let mut input = process.stdin.take();
    if let (Some(input), Some(bytes)) = (&mut input, stdin.take()) {
        std::io::Write::write_all(input, bytes).unwrap();
    }
    let mut line = String::new();
    BufReader::with_capacity(1, process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(!line.is_empty());
    let end = Instant::now() + Duration::from_secs(20);
    let status = loop {
        if let Some(status) = process.try_wait().unwrap() {
            break status;
        }
        if Instant::now() > end {
            process.kill().unwrap();
            panic!("{arguments:?} goes on although nobody reads");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let mut complaints = String::new();
    process.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
    assert_eq!((status.code(), complaints.as_str()), (Some(0), ""), "{arguments:?}");
}

#[test]
fn a_broken_pipe_ends_everything_quietly() {
    check_broken_pipe(&["perft", "5", "--divide"], None);
    check_broken_pipe(&["moves"], None);
    check_broken_pipe(&["bench"], None);
    check_broken_pipe(&["analyse", "--depth", "30"], None);
    check_broken_pipe(&["analyse", "--depth", "30", "--json"], None);
    check_broken_pipe(&["openings", "--depth", "4"], None);
    check_broken_pipe(&["--help"], None);
    check_broken_pipe(&[], Some(b"uci\nisready\ngo infinite\n"));
}
