//! Hub from outside: transcripts of whole conversations, and what must happen in time.

mod client;

use std::time::{Duration, Instant};

use client::{Client, assert_within, transcript};

const TURKISH: &str = "Weeeeeeeebbbbbbbbbbbbbbbbeeeeeeeeeeeeeeeewwwwwwwwwwwwwwwweeeeeeee";

fn hub() -> Client {
    Client::start_with(&["hub"])
}

fn is_done(line: &&String) -> bool {
    line.starts_with("done move=")
}

#[test]
fn transcripts() {
    transcript::play_all("tests/transcripts/hub", &["hub"]);
}

#[test]
fn the_first_line_chooses_hub() {
    let mut client = Client::start();
    client.send_bytes(b"\n  hub\r\n");
    client.until("wait");
    client.send("uci\nping");
    assert_eq!(client.next_line().as_deref(), Some("pong"));
    client.end_input();
    client.expect_end();
    let mut client = Client::start();
    client.send("isready\nhub");
    assert_eq!(client.next_line().as_deref(), Some("readyok"));
    assert!(client.next_line().unwrap().starts_with("info string unknown command 'hub'"));
    client.send("quit");
    client.expect_end();
}

#[test]
fn arguments_of_clients_are_ignored() {
    let mut client = Client::start_with(&["hub", "--threads=4", "-x", "book", "--", "--variant"]);
    client.send("ping");
    assert_eq!(client.next_line().as_deref(), Some("pong"));
    client.end_input();
    assert!(client.expect_end().is_empty());
}

#[test]
fn nothing_is_said_unasked() {
    let mut client = hub();
    client.expect_silence(Duration::from_millis(300));
    client.send("init");
    assert_eq!(client.next_line().as_deref(), Some("ready"));
    client.expect_silence(Duration::from_millis(100));
    client.end_input();
    assert!(client.expect_end().is_empty());
}

#[test]
fn the_end_of_the_input_ends_every_search_at_once() {
    for lines in
        ["level depth=200\ngo think", "level move-time=1000\ngo think\npos", "go ponder", "level time=9999\ngo analyze"]
    {
        let begun = Instant::now();
        let mut client = hub();
        client.send(lines);
        client.end_input();
        let lines = client.expect_end();
        // Within 200 ms.
        assert_within(begun.elapsed(), 2_000);
        assert!(lines.iter().filter(is_done).count() <= 1, "{lines:?}");
    }
}

#[test]
fn quit_ends_a_search_with_its_move() {
    let begun = Instant::now();
    let mut client = hub();
    client.send("go analyze\nquit");
    let lines = client.expect_end();
    assert_within(begun.elapsed(), 2_000);
    assert_eq!(lines.iter().filter(is_done).count(), 1, "{lines:?}");
}

#[test]
fn a_ping_is_answered_during_a_search() {
    let mut client = hub();
    client.send("go analyze");
    client.until("info depth=5");
    for _ in 0..100 {
        let (_, time) = client.ask("ping", "pong");
        assert_within(time, 1_000);
    }
    let (_, time) = client.ask("stop", "done move=");
    assert_within(time, 1_000);
}

#[test]
fn every_search_has_its_answer_however_fast_the_lines_come() {
    for lines in
        ["go analyze\nstop\n", "level depth=2\ngo think\nstop\n", "go ponder\nponder-hit\nstop\n", "go think\n"]
    {
        let mut client = hub();
        client.send(lines.repeat(300).trim_end());
        client.send("stop");
        for _ in 0..300 {
            client.until("done move=");
        }
        client.send("ping");
        assert_eq!(client.next_word().as_deref(), Some("pong"), "{lines}");
        client.end_input();
        assert!(client.expect_end().is_empty());
    }
}

#[test]
fn a_stop_while_idle_does_not_touch_the_next_search() {
    let mut client = hub();
    client.send("stop\nponder-hit\nstop\nlevel depth=5\ngo think");
    let lines = client.until("done move=");
    assert!(lines.iter().any(|line| line.starts_with("info depth=5 ")), "{lines:?}");
}

#[test]
fn clocks_are_kept() {
    let mut client = hub();
    client.ask("init", "ready");
    for level in ["time=-0.8 inc=1", "time=0", "time=-5 inc=1", "move-time=0", "move-time=-1"] {
        let (_, time) = client.ask(&format!("level {level}\ngo think"), "done move=");
        assert_within(time, 700);
    }
    let (_, time) = client.ask("level move-time=0.1\ngo think", "done move=");
    assert!(time >= Duration::from_millis(60), "it took only {time:?}");
    assert_within(time, 500);
}

#[test]
fn only_analysis_thinks_about_a_single_move() {
    let mut client = hub();
    client.ask("init", "ready");
    // After a3-a4 and a6-a5 White must capture, in one way.
    let mut iterations = |go: &str| {
        client.send(&format!("new-game\npos pos={TURKISH} moves=\"17-25 41-33\"\nlevel time=5\ngo {go}"));
        client.until("done move=25x57x33x49").iter().filter(|line| line.starts_with("info ")).count()
    };
    assert_eq!(iterations("think"), 1);
    assert!(iterations("analyze") > 3);
}

/// What clients make of the lines of thought: words `key=value` with one `=` outside and none inside quotes.
#[test]
fn lines_of_thought_can_be_read_by_every_client() {
    let mut client = hub();
    client.ask("init", "ready");
    client.send("level depth=8\ngo think");
    let lines = client.until("done move=");
    assert!(lines.len() >= 9);
    for line in &lines[..lines.len() - 1] {
        let (words, pv) = line.split_once(" pv=\"").unwrap();
        let pv = pv.strip_suffix('"').unwrap();
        assert!(pv.split(' ').all(|mv| mv.split(['-', 'x']).all(|square| square.parse::<u8>().is_ok())), "{line}");
        let mut words = words.split(' ');
        assert_eq!(words.next(), Some("info"));
        let mut names = Vec::new();
        for word in words {
            let (name, value) = word.split_once('=').unwrap();
            names.push(name);
            match name {
                "depth" | "nodes" => drop(value.parse::<u64>().unwrap()),
                _ => assert!(value.parse::<f64>().unwrap().abs() < 100_000.0 && !value.contains('e'), "{line}"),
            }
        }
        assert_eq!(names, ["depth", "score", "nodes", "time", "nps"]);
    }
}

#[test]
fn a_forced_win_is_a_hundred_men_less_a_hundredth_a_ply() {
    let mut client = hub();
    client.ask("init", "ready");
    // White's man on a2 takes the only enemy, on a3.
    let capture = format!("W{}b{}w{}", "e".repeat(40), "e".repeat(7), "e".repeat(15));
    client.send(&format!("pos pos={capture}\nlevel depth=3\ngo think"));
    let lines = client.until("done move=9x25x17");
    assert!(lines.iter().all(|line| !line.starts_with("info") || line.contains(" score=99.99 ")), "{lines:?}");
    // Black's man on a5 can only step to b5, where the king on b1 takes it.
    let lost = format!("B{}b{}w{}w{}W{}", "e".repeat(24), "e".repeat(7), "e".repeat(7), "e".repeat(16), "e".repeat(6));
    client.send(&format!("pos pos={lost}\nlevel depth=3\ngo think"));
    let lines = client.until("done move=33-34");
    assert!(lines[lines.len() - 2].contains(" score=-99.98 "), "{lines:?}");
}
