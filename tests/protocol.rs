//! The protocol from outside: transcripts of whole conversations, and what must happen in time.

mod client;

use std::time::{Duration, Instant};

use client::{Client, PATIENCE, assert_within, transcript};

#[test]
fn transcripts() {
    transcript::play_all("tests/transcripts", &[]);
}

#[test]
fn nothing_is_said_unasked() {
    let mut client = Client::start();
    client.expect_silence(Duration::from_millis(500));
    client.end_input();
    assert!(client.expect_end().is_empty());
}

#[test]
fn a_ping_is_answered_during_a_search() {
    let mut client = Client::start();
    client.send("setoption name MultiPV value 5\ngo infinite");
    client.until("info depth 5");
    for _ in 0..200 {
        // Within 100 ms.
        let (_, time) = client.ask("isready", "readyok");
        assert_within(time, 1_000);
    }
    let (_, time) = client.ask("stop", "bestmove");
    assert_within(time, 1_000);
    client.send("quit");
    client.expect_end();
}

#[test]
fn every_line_begins_with_a_known_word() {
    let mut client = Client::start();
    client.send("uci\nsetoption name MultiPV value 3\nisready\nhelp\njunk\neval\nposition blah\ngo depth 7");
    for line in client.until("bestmove") {
        let word = line.split(' ').next().unwrap();
        assert!(["id", "option", "uciok", "readyok", "info", "bestmove"].contains(&word), "{line}");
        let fields = ["info depth ", "info string ", "id name ", "id author ", "option name ", "bestmove "];
        assert!(!line.contains(' ') || fields.iter().any(|field| line.starts_with(field)), "{line}");
    }
    client.send("quit");
    client.expect_end();
}

#[test]
fn quit_ends_a_search_with_its_move() {
    let begun = Instant::now();
    let mut client = Client::start();
    client.send("go infinite\nquit");
    let lines = client.expect_end();
    // Within 200 ms.
    assert_within(begun.elapsed(), 2_000);
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{lines:?}");
}

#[test]
fn the_end_of_the_input_ends_an_infinite_search() {
    for line in ["go infinite", "go ponder wtime 1000 btime 1000", "go", "go mate 3", "go infinite\ngo ponder"] {
        let begun = Instant::now();
        let mut client = Client::start();
        client.send(line);
        client.end_input();
        let lines = client.expect_end();
        assert_within(begun.elapsed(), 3_000);
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{line}: {lines:?}");
    }
}

#[test]
fn the_end_of_the_input_waits_for_a_bounded_search() {
    let mut client = Client::start();
    client.send_bytes(b"go depth 6\nposition startpos moves a3a4\ngo nodes 3000\nd");
    client.end_input();
    let lines = client.expect_end();
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2);
    assert_eq!(lines.last().unwrap(), "result: * (in progress)");
}

#[test]
fn a_stop_belongs_to_the_search_before_it() {
    for go in ["go infinite\nstop\n", "go depth 2\nstop\n", "go ponder movetime 5\nponderhit\n"] {
        let mut client = Client::start();
        client.send(go.repeat(1_000).trim_end());
        client.end_input();
        let lines = client.expect_end();
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1_000, "{go}");
    }
}

#[test]
fn a_stop_while_idle_does_not_touch_the_next_search() {
    let mut client = Client::start();
    client.send("stop\nponderhit\nstop\ngo depth 5");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")), "{lines:?}");
}

#[test]
fn a_stop_ends_the_search_that_waits_and_would_not_end_by_itself() {
    let mut client = Client::start();
    client.send("go movetime 5000\ngo infinite\nstop");
    client.until("bestmove");
    client.until("bestmove");
    client.send("quit");
    assert!(client.expect_end().is_empty());
}

#[test]
fn positions_change_right_after_a_stop() {
    let mut client = Client::start();
    let lists = ["", "a3a4", "h3h4 a6a5", "c3c4 c6c5", "a3a4 h6h5 b3b4"];
    for round in 0..200 {
        let moves = lists[round % lists.len()];
        client.send(&format!("position startpos moves {moves}\nd"));
        let lines = client.until("result:");
        let legal = lines.iter().find_map(|line| line.strip_prefix("moves: ")).unwrap().replace(['-', 'x'], "");
        client.send(&format!("position startpos\ngo infinite\nstop\nposition startpos moves {moves}\ngo depth 2"));
        client.until("bestmove");
        let best = client.until("bestmove").pop().unwrap();
        let best = best.split(' ').nth(1).unwrap();
        // A capture's text names the squares between as well.
        let ends = |mv: &str| [&mv[..2], &mv[mv.len() - 2..]].concat();
        assert!(legal.split(' ').any(|mv| ends(mv) == ends(best)), "{best} after {moves}");
    }
}

#[test]
fn clocks_that_ran_out_are_answered_at_once() {
    let mut client = Client::start();
    client.ask("isready", "readyok");
    let lines = [
        "go wtime -5 btime -170671 winc 0 binc 0",
        "go wtime 0 btime 0",
        "go movetime 0",
        "go movetime 1",
        "go btime 100",
    ];
    for line in lines {
        // Within 50 ms.
        let (best, time) = client.ask(line, "bestmove");
        assert_within(time, 500);
        assert_ne!(best, "bestmove (none)");
    }
}

#[test]
fn a_clock_is_not_overrun() {
    let mut client = Client::start();
    client.ask("isready", "readyok");
    for _ in 0..5 {
        let (_, time) = client.ask("go wtime 300 btime 300 movestogo 1", "bestmove");
        assert_within(time, 600);
        let (_, time) = client.ask("go movetime 100", "bestmove");
        assert!(time >= Duration::from_millis(60), "it took only {time:?}");
        assert_within(time, 500);
    }
}

#[test]
fn an_infinite_search_that_has_seen_all_waits_without_computing() {
    let mut client = Client::start();
    // A lone man walks to its crown and wins; a blocked side has no move at all.
    for position in ["position fen W:Wa2:Bh7,h6", "position fen W:W:Bh7"] {
        for go in ["go infinite", "go ponder wtime 1 btime 1", "go depth 1 infinite", "go ponder depth 1"] {
            client.send(&format!("{position}\n{go}"));
            client.expect_silence_after_loss(Duration::from_millis(300));
            client.ask("stop", "bestmove");
        }
    }
    client.send("position startpos\ngo ponder depth 2");
    client.until("info depth 2 ");
    let before = client.processor_time();
    client.expect_silence(Duration::from_millis(500));
    if let (Some(before), Some(after)) = (before, client.processor_time()) {
        assert!(after - before <= 20, "it computed for {} ms while it waited", 10 * (after - before));
    }
    let (_, time) = client.ask("ponderhit", "bestmove");
    assert_within(time, 1_000);
}

#[test]
fn nodes_are_exact_and_do_not_stick() {
    let mut client = Client::start();
    let mut best = Vec::new();
    for _ in 0..2 {
        client.send("ucinewgame\ngo nodes 1000");
        let lines = client.until("bestmove");
        let last = &lines[lines.len() - 2];
        assert!(last.contains(" nodes 1000 "), "{last}");
        best.extend(lines.last().cloned());
    }
    assert_eq!(best[0], best[1]);
    client.send("go depth 6");
    assert!(client.until("bestmove").iter().any(|line| line.starts_with("info depth 6 ")));
}

#[test]
fn the_move_is_the_first_of_the_last_line_and_the_expected_one_the_second() {
    let mut client = Client::start();
    for go in ["go depth 6", "go nodes 2345", "go movetime 50", "go depth 4 searchmoves h3h4 c3c4"] {
        client.send(&format!("ucinewgame\n{go}"));
        let lines = client.until("bestmove");
        let pv = lines.iter().rev().find_map(|line| line.split_once(" pv ")).unwrap().1;
        let mut pv = pv.split(' ');
        let best = format!("bestmove {}", pv.next().unwrap());
        let ponder = pv.next().map_or(String::new(), |mv| format!(" ponder {mv}"));
        assert_eq!(lines.last().unwrap(), &format!("{best}{ponder}"), "{go}");
    }
}

#[test]
fn every_line_of_thought_can_be_played() {
    let mut client = Client::start();
    for variant in ["turkish", "international", "english"] {
        client.send(&format!("setoption name UCI_Variant value {variant}\nposition startpos\ngo depth 7"));
        let lines = client.until("bestmove");
        for pv in lines.iter().filter_map(|line| line.split_once(" pv ")) {
            client.send(&format!("position startpos moves {}\nisready", pv.1));
            assert_eq!(client.next_line().as_deref(), Some("readyok"), "{variant}: {}", pv.1);
        }
    }
}

#[test]
fn perft_obeys_stop_and_sends_no_move() {
    let mut client = Client::start();
    client.send("go perft 30");
    client.expect_silence(Duration::from_millis(100));
    let (_, time) = client.ask("isready", "readyok");
    assert_within(time, 1_000);
    client.send("stop\nisready");
    assert_eq!(client.next_line().as_deref(), Some("readyok"));
    client.send("go perft 3");
    assert_eq!(client.until("Nodes searched").last().unwrap(), "Nodes searched: 708");
    client.send("go perft 30\nquit");
    assert!(client.expect_end().is_empty());
}

#[test]
fn odd_bytes_do_no_harm() {
    let mut client = Client::start();
    client.send_bytes(b"\r\n\r\r\n\xff\xfe\0junk\nposition\tfen   W:WKa1:Bh8  \r\rgo\tdepth\t1\r\n");
    assert!(client.next_word().unwrap().starts_with("info string unknown command"));
    assert!(client.next_word().unwrap().starts_with("info string game over: one piece each"));
    client.until("bestmove a1");
    client.send(&format!("position fen {}", "1".repeat(10_000)));
    let said = client.next_word().unwrap();
    assert!(said.starts_with("info string bad FEN '1111") && said.len() < 600, "{said}");
    client.send(&"x ".repeat(100_000));
    assert!(client.next_word().unwrap().starts_with("info string unknown command"));
    client.send_bytes(b"isready");
    client.end_input();
    assert_eq!(client.expect_end(), ["readyok"]);
}

#[test]
fn a_long_game_is_read() {
    let mut client = Client::start();
    let moves = "a2a3 b7a7 a3a2 a7b7 ".repeat(2_000);
    client.send(&format!("setoption name NoProgressPlies value 0\nposition fen W:WKa2,Kb1:BKb7,Kc8 moves {moves}\nd"));
    let (line, time) = client.ask("isready", "readyok");
    assert_eq!(line, "readyok");
    assert!(time < PATIENCE);
}

impl Client {
    /// Silence, apart from the one line that says that there is no move.
    #[track_caller]
    fn expect_silence_after_loss(&mut self, time: Duration) {
        self.send("isready");
        let lines = self.until("readyok");
        let expected = |line: &String| line.starts_with("info ") || line == "readyok";
        assert!(lines.iter().all(expected), "{lines:?}");
        let end = Instant::now() + time;
        while let Some(line) = self.line_before(end) {
            assert!(line.starts_with("info "), "'{line}' was said too early");
        }
    }
}
