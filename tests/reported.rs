//! Faults that users of engines like this one have reported, as far as no other test has them already.

mod client;

#[cfg(target_os = "linux")]
use std::{
    io::Write,
    process::{Command, Stdio},
};

use client::uci_grammar::is_line;
use client::{Client, assert_within, quit};

#[test]
fn answers_do_not_stay_in_a_buffer() {
    let mut client = Client::start();
    for (line, answer) in [("uci", "uciok"), ("isready", "readyok"), ("d", "result:"), ("go depth 1", "bestmove ")] {
        // Within a second, the input staying open.
        let (_, time) = client.ask(line, answer);
        assert_within(time, 3_000);
    }
    quit(client);
}

#[test]
fn no_line_is_torn_by_another() {
    let mut client = Client::start();
    client
        .send("setoption name MultiPV value 5\nsetoption name Threads value 2\nsetoption name UCI_ShowWDL value true");
    client.send("go infinite");
    client.until("info depth 3");
    let mut lines = Vec::new();
    for _ in 0..200 {
        client.send("isready\nnonsense\nuci");
        lines.extend(client.until("uciok"));
    }
    client.send("stop");
    lines.extend(client.until("bestmove "));
    let torn: Vec<_> = lines.iter().filter(|line| !is_line(line)).collect();
    assert!(torn.is_empty(), "{torn:?}");
    assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), 200);
    assert!(lines.iter().any(|line| line.contains(" multipv 5 ")));
    quit(client);
}

#[test]
fn a_large_table_is_cleared_before_readyok() {
    let mut client = Client::start();
    let mut search = |first: &str| {
        let (ready, time) = client.ask(&format!("{first}\nisready"), "readyok");
        assert_eq!(ready, "readyok");
        assert_within(time, 10_000);
        client.send("position startpos\ngo nodes 20000");
        let lines = client.until("bestmove ");
        lines.into_iter().map(|line| line.split(" nps ").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // What was searched before would change the next search.
    let first = search("setoption name Hash value 512");
    assert_ne!(search(""), first);
    assert_eq!(search("ucinewgame"), first);
    assert_eq!(search("setoption name Clear Hash"), first);
}

#[test]
fn a_new_game_needs_no_ping() {
    let mut client = Client::start();
    client.send("ucinewgame\nposition startpos moves a3a4 a6a5\ngo depth 4\nucinewgame\nposition startpos\ngo depth 4");
    assert!(client.until("bestmove ").pop().unwrap().starts_with("bestmove a4a6a8"));
    client.until("bestmove ");
    quit(client);
}

/// The table is as large as it was asked to be, and not a multiple of it.
#[test]
fn the_table_takes_the_memory_it_was_given() {
    let mut client = Client::start();
    for mib in [64, 16] {
        client.send(&format!("setoption name Hash value {mib}\ngo nodes 150000"));
        client.until("bestmove ");
        if let Some(resident) = client.resident_kib() {
            let resident = resident >> 10;
            assert!((mib * 3 / 4..mib + 26).contains(&resident), "{resident} MiB for a table of {mib}");
        }
    }
    quit(client);
}

/// What the engine says when it may not have more than so many MiB of address space.
#[cfg(target_os = "linux")]
fn said_with_little_memory(mib: u32, lines: &str) -> Vec<String> {
    let mut process = Command::new("sh")
        .args(["-c", "ulimit -v $1; exec \"$0\"", env!("CARGO_BIN_EXE_damier"), &(mib << 10).to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = process.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""), "{lines}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn without_memory_the_engine_takes_less_and_says_so() {
    let lines =
        "setoption name Hash value 4096\nisready\ngo depth 5\nsetoption name Hash value 8\nisready\ngo depth 5\n";
    let said = said_with_little_memory(1_000, lines);
    assert_eq!(said[0], "info string no memory for a table of 4096 MiB, option 'Hash' is now 512");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{said:?}");
    assert_eq!(said.iter().filter(|line| *line == "readyok").count(), 2, "{said:?}");
    // Every thread needs a stack of 32 MiB.
    let said = said_with_little_memory(1_000, "setoption name Threads value 256\ngo depth 5\nisready\ngo depth 6\n");
    let remark = said.iter().find(|line| line.starts_with("info string ")).unwrap();
    assert!(remark.starts_with("info string searching with ") && remark.contains(" of 256 threads: "), "{remark}");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{said:?}");
}

#[test]
fn positions_that_are_none_leave_the_old_one() {
    let mut client = Client::start();
    let full: Vec<String> = (1..=64).map(|number| format!("K{number}")).collect();
    let rows: Vec<String> = ('a'..='h').flat_map(|file| (1..=9).map(move |rank| format!("K{file}{rank}"))).collect();
    let fens = [
        format!("W:W{},K65:B", full.join(",")),
        format!("W:W{}:BKa1", full.join(",")),
        format!("W:W{}:B", rows.join(",")),
        format!("W:W{}:B", "a2,".repeat(65)),
        "W:Wa2:Bb1".to_owned(),
        "W:W1-65:B".to_owned(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
    ];
    client.send("position fen W:WKa1:Bb2,h7");
    for fen in &fens {
        client.send(&format!("position fen {fen}\nd"));
        let lines = client.until("result:");
        assert!(lines[0].starts_with("info string bad FEN '"), "{fen}: {}", lines[0]);
        assert!(lines.iter().any(|line| line == "fen: W:WKa1:Bh7,b2" || line == "fen: W:WKa1:Bb2,h7"), "{lines:?}");
    }
    quit(client);
}

/// The score of a move that leads to a position for the third time is that of a draw, and only the history tells.
#[test]
fn the_game_so_far_counts() {
    let mut client = Client::start();
    let start = "W:WKa1,Kb1,b3:BKh8";
    let history = "moves a1a2 h8h7 a2a1 h7h8 a1a2 h8h7 b1b2 h7h8";
    let mut score = |position: &str, mv: &str| {
        client.send(&format!("ucinewgame\nposition fen {position}\ngo depth 4 searchmoves {mv}"));
        let lines = client.until("bestmove ");
        let last = lines.iter().rev().find_map(|line| line.split_once(" score ")).unwrap().1.to_owned();
        last.split(' ').take(2).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(score(&format!("{start} {history}"), "b2b1"), "cp 0");
    assert_ne!(score("W:WKa2,Kb2,b3:BKh8", "b2b1"), "cp 0");
    client.send(&format!("position fen {start} {history}\ngo depth 5"));
    let best = client.until("bestmove ").pop().unwrap();
    assert!(!best.starts_with("bestmove b2b1"), "{best}");
}

/// Dozens of kings capture each other here for ever, so that not even the first iteration comes to its end.
#[test]
fn a_storm_of_captures_is_called_off_like_any_search() {
    let white = "K2,K3,K4,K7,K9,K14,K23,K26,K34,K35,K36,K40,K45,K47,K48,K56,K58,K59,K62,K64";
    let black = "K1,K5,K6,K8,K10,K11,K12,K13,K15,K18,K19,K25,K28,K32,K33,K39,K42,K49,K50,K52,K54,K55,K60";
    let mut client = Client::start();
    for threads in [1, 2] {
        client.send(&format!("setoption name Threads value {threads}\nposition fen W:W{white}:B{black}"));
        for go in ["go movetime 50", "go wtime 100 btime 100", "go infinite\nstop", "go depth 3\nstop"] {
            // Within 100 ms.
            let (best, time) = client.ask(go, "bestmove ");
            assert_within(time, 1_000);
            assert_ne!(best, "bestmove (none)", "{go}");
        }
    }
    quit(client);
}
