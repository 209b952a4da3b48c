//! `damier play` from outside: games that are piped in.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use damier::rules::{Color, VariantId};

/// A position in which White gives up a man, Black must take it, and White takes the last piece.
const TRAP: &str = "W:Wd4,Kd1:Bd6";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("play").args(arguments).env_remove("RUST_LOG");
    if !arguments.contains(&"--movetime") {
        command.args(["--movetime", "20"]);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], typed: &str) -> Output {
    let mut process = command(arguments).spawn().unwrap();
    // A process that refuses to play does not read.
    let _ = process.stdin.take().unwrap().write_all(typed.as_bytes());
    process.wait_with_output().unwrap()
}

/// What is said when these lines are typed and the input ends; no complaint, and all is well.
#[track_caller]
fn said(arguments: &[&str], typed: &str) -> String {
    let output = run(arguments, typed);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{arguments:?} {typed:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Checks that these texts are said, one after the other.
#[track_caller]
fn check(arguments: &[&str], typed: &str, expected: &[&str]) {
    let said = said(arguments, typed);
    let mut rest = said.as_str();
    for text in expected {
        let at = rest.find(text).unwrap_or_else(|| panic!("'{text}' is missing or out of place in:\n{said}"));
        rest = &rest[at + text.len()..];
    }
}

/// A file of a test's own that is not there yet.
fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("damier-play-{}-{name}.pdn", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn a_game_is_played_to_its_end() {
    let expected = [
        "You play White, damier plays Black at level 4.\nType a move such as d1-a1, or help.\n",
        " 6 | . . . b . . . . |  6",
        "White to move.",
        "You play d4-d5.\ndamier plays d6xd4 and takes d5.\n",
        " 4 | . . . b . . . . |  4",
        "White to move, and must capture.",
        "You play d1xd5 and take d4.\n",
        "1-0, White wins: Black has no piece left.",
    ];
    check(&["--fen", TRAP], "d4-d5\nD1 D5\n", &expected);
}

#[test]
fn every_ruleset_can_be_played_for_either_side() {
    for variant in VariantId::ALL {
        let first = variant.rules().first_mover;
        let greeting = format!("You play {first}, damier plays {} at level 9.", !first);
        check(&["-v", variant.name(), "--level", "9"], "hint\nquit\n", &[&greeting, "best is "]);
        let other = if first == Color::White { "black" } else { "white" };
        let arguments = ["-v", variant.name(), "--color", other];
        check(&arguments, "", &["damier plays ", "to move."]);
    }
}

#[test]
fn the_board_is_seen_from_the_persons_side() {
    let first_row = |arguments: &[&str], typed| said(arguments, typed).lines().nth(3).unwrap().to_owned();
    assert!(first_row(&[], "").starts_with(" 8 |"));
    assert!(first_row(&["--color", "black"], "").starts_with(" 1 |"));
    check(&[], "flip\n", &["a b c d e f g h", "h g f e d c b a"]);
}

#[test]
fn whatever_is_no_move_gets_an_answer_and_does_nothing() {
    let lines = [
        ("castle", "'castle' is neither a move nor a command (type help for the list); 8 legal moves: a3-a4, b3-b4"),
        ("a3a5", "'a3a5': not a legal move; a3 can go to a4; 8 legal moves: a3-a4"),
        ("a1a8", "'a1a8': there is no piece on a1; 8 legal moves: "),
        ("z9z9", "'z9z9': 'z9' is not on the board, its squares are a1 to h8"),
        ("quit now", "'quit' stands alone, and 'now' follows it; nothing was done\n"),
        ("level 10", "'10' is no level, expected a number from 1 to 9"),
        ("back", "There is no move of yours to take back."),
        ("draw", "damier declines: "),
        ("save", "save needs the name of a file, as in save games.pdn"),
        ("", ""),
        ("   ", ""),
        ("moves", "8 legal moves: a3-a4, b3-b4, c3-c4, d3-d4, e3-e4, f3-f4, g3-g4, h3-h4"),
    ];
    let typed: Vec<&str> = lines.iter().map(|(line, _)| *line).collect();
    let expected: Vec<&str> = lines.iter().map(|(_, answer)| *answer).collect();
    check(&[], &typed.join("\r\n"), &expected);
    // Bytes that are no text, and a line without an end.
    let long = format!("{}\n\u{0}\u{1b}[2J\n", "x".repeat(100_000));
    check(&[], &long, &["'xxxxx", "…' is neither a move nor a command"]);
    // Nothing was played.
    assert!(!said(&[], &typed.join("\n")).contains("[Event"));
}

#[test]
fn captures_are_explained() {
    let fen = "W:Wd4,a4:Bd5,e6,f7,a5,Kh8";
    let expected = [
        "White to move, and must capture.",
        "must take as many pieces as can be taken, here 3 pieces:\n  d4xd6xf6xf8  takes d5, e6 and f7\n",
        "'a4xa6': a capture of 3 pieces is compulsory: d4xd6xf6xf8\n",
        "'a4b4': a capture of 3 pieces is compulsory: d4xd6xf6xf8\n",
        "You play d4xf8, take d5, e6 and f7 and get a king.",
    ];
    check(&["--fen", fen], "why\na4xa6\na4b4\nd4d6f6f8\n", &expected);
    check(&[], "why\n", &["White can capture nothing, so every move is free"]);
    check(&["-v", "english", "--fen", "W:W27,15:B23,10"], "why\n", &["any capture may be chosen", "15x6  takes 10"]);
}

#[test]
fn moves_are_taken_back() {
    let start = " 3 | w w w w w w w w |  3";
    check(&[], "a3a4\nback\nmoves\n", &["damier plays ", start, "8 legal moves: a3-a4"]);
    // The first of two moves, with its answer, stays.
    let said = said(&[], "a3a4\nh3h4\nundo\nsave\nquit\n");
    assert!(said.contains("\n1. a3-a4 ") && !said.contains("2. h3-h4"), "{said}");
    // What the engine played first is not the person's to take back.
    check(&["--color", "black"], "back\n", &["damier plays ", "There is no move of yours to take back."]);
    // A game that is over goes on; so does one that was given up, where it stood.
    check(&["--fen", TRAP], "d4d5\nd1d5\nback\nmoves\n", &["1-0, White wins", "must capture", "4 legal moves: d1xd5"]);
    check(
        &[],
        "a3a4\nresign\nback\nsave\n",
        &["0-1, Black wins: White resigns.", " 4 | w . .", "[Result \"*\"]", "1. a3-a4 "],
    );
}

#[test]
fn a_game_that_is_over_takes_no_moves() {
    let over = "The game is over: type new for another, or back to take back a move.";
    let typed = "resign\na3a4\nhint\nresign\ndraw\nnew\na3a4\n";
    let expected = [
        "0-1, Black wins: White resigns.",
        over,
        over,
        over,
        over,
        "You play White",
        "You play a3-a4.",
        "damier plays ",
    ];
    check(&[], typed, &expected);
    check(&["--fen", "W:W:Ba7"], "", &["0-1, Black wins: White has no piece left."]);
}

#[test]
fn the_level_can_be_changed() {
    check(&["--level", "1"], "level\nlevel 9\nlevel\n", &["level 1.", "level is 1.", "level is now 9.", "level is 9."]);
}

#[test]
fn persons_can_play_each_other() {
    let arguments = ["--color", "both", "-v", "international"];
    let expected = [
        "You play both sides.",
        "White plays 32-28.",
        "Black to move.",
        "Black plays 19-23.",
        "White to move, and must capture.",
        "White plays 28x19 and takes 23.",
        "1-1, a draw: agreement.",
        "[White \"Person\"]\n[Black \"Person\"]\n[Result \"1-1\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n\
         1. 32-28 19-23 2. 28x19 {a draw: agreement} 1-1\n",
    ];
    check(&arguments, "32-28\n1923\n28x19\ndraw\n", &expected);
}

#[test]
fn a_draw_is_agreed_late_in_an_even_game() {
    // Kings that go to and fro, each behind a wall of its own men; the game is never repeated thrice.
    let fen = "W:WKa1,a3,b3,c3,d3,e3,f3,g3,h3:BKa8,a6,b6,c6,d6,e6,f6,g6,h6";
    let white = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "h2", "g2", "f2", "e2", "d2", "c2", "b2", "a2"];
    let black = ["a8", "b8", "c8", "d8", "e8", "f8", "g8", "f8", "e8", "d8", "c8", "b8"];
    let step = |walk: &[&str], at: usize| format!("{}{}", walk[at % walk.len()], walk[(at + 1) % walk.len()]);
    let moves: Vec<String> = (0..60).map(|ply| step(if ply % 2 == 0 { &white } else { &black }, ply / 2)).collect();
    let arguments = ["--fen", fen, "--moves", &moves.join(" ")];
    check(&arguments, "draw\n", &["damier agrees.", "1/2-1/2, a draw: agreement."]);
    let short = ["--fen", fen, "--moves", &moves[..58].join(" ")];
    check(&short, "draw\n", &["damier declines: it talks about a draw after 30 moves each."]);
    // With a king more than the person the engine plays on.
    let better = ["--fen", &fen.replace("BKa8", "BKa8,Kh8,Kh7"), "--moves", &moves.join(" ")];
    check(&better, "draw\n", &["damier declines: it thinks that it is better."]);
}

#[test]
fn games_are_added_to_the_file() {
    let path = file("added");
    let name = path.to_str().unwrap();
    check(&["--pdn", name, "--fen", TRAP], "d4d5\nd1d5\n", &["1-0, White wins", "The game is saved in "]);
    let first = fs::read_to_string(&path).unwrap();
    for text in [
        "[Event \"Game at the terminal\"]\n[Date \"",
        "[White \"Person\"]\n[Black \"damier ",
        ", level 4\"]\n[Result \"1-0\"]\n[GameType \"30,W,8,8,A0,0\"]\n[SetUp \"1\"]\n[FEN \"W:WKd1,d4:Bd6\"]\n",
        "1. d4-d5 d6xd4 2. d1xd5 {White wins: Black has no piece left} 1-0\n\n",
    ] {
        assert!(first.contains(text), "{text}\n{first}");
    }
    // A game that is left, or that another follows, is kept too; one in which nothing was played is not.
    said(&["--pdn", name], "a3a4\nnew\nb3b4\nquit\n");
    said(&["--pdn", name], "hint\n");
    let all = fs::read_to_string(&path).unwrap();
    assert!(all.starts_with(&first));
    assert_eq!(all.matches("[Event ").count(), 3, "{all}");
    assert_eq!(all.matches("[Result \"*\"]").count(), 2, "{all}");
    assert!(all.contains("\n1. a3-a4 ") && all.contains("\n1. b3-b4 "), "{all}");
    fs::remove_file(path).unwrap();
}

#[test]
fn a_game_is_saved_where_the_person_says() {
    let path = file("saved");
    let saved = said(&[], &format!("a3a4\nsave {}\nsave /nowhere/at/all.pdn\nquit\n", path.display()));
    assert!(saved.contains("cannot write to /nowhere/at/all.pdn: "), "{saved}");
    // What is on file is not printed when the person leaves.
    assert!(!saved.contains("[Event"), "{saved}");
    assert!(fs::read_to_string(&path).unwrap().contains("\n1. a3-a4 "));
    fs::remove_file(path).unwrap();
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let output = run(&["--pdn", "/nowhere/at/all.pdn"], "a3a4\n");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("error: cannot write to /nowhere/at/all.pdn: "), "{text}");
}

/// This device can be opened, and refuses every byte.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_fails_later_does_not_end_the_game() {
    let output = run(&["--pdn", "/dev/full"], "resign\nback\na3a4\nsave\nnew\nb3b4\nquit\n");
    let (text, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(text.matches("cannot write to /dev/full: ").count() >= 2, "{text}");
    assert!(text.contains("You play b3-b4."), "{text}");
    // The game that cannot be kept is shown at least, and the failure is one.
    assert!(text.contains("\n1. b3-b4 "), "{text}");
    assert!(errors.starts_with("error: cannot write to /dev/full: "), "{errors}");
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_game() {
    let path = file("interrupted");
    let mut process = command(&["--pdn", path.to_str().unwrap(), "--movetime", "60000"]).spawn().unwrap();
    let mut input = process.stdin.take().unwrap();
    input.write_all(b"a3a4\n").unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("You play a3-a4.") {
        line.clear();
        assert_ne!(output.read_line(&mut line).unwrap(), 0);
    }
    // The engine thinks for a minute, and the input stays open.
    let status = Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap();
    assert!(status.success());
    assert_eq!(process.wait().unwrap().code(), Some(0));
    let game = fs::read_to_string(&path).unwrap();
    assert!(game.contains("[Result \"*\"]") && game.ends_with("\n1. a3-a4 *\n\n"), "{game}");
    fs::remove_file(path).unwrap();
}

#[test]
fn wrong_usage_is_refused_before_the_game() {
    for (arguments, code, reason) in [
        (["--level", "10"], 2, "expected a number from 1 to 9"),
        (["--color", "green"], 2, "white, black, both"),
        (["--fen", "blah"], 1, "bad FEN 'blah'"),
        (["--moves", "a1a8"], 1, "move 1 'a1a8': "),
    ] {
        let output = run(&arguments, "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{arguments:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(reason), "{text}");
    }
}
