//! Thousands of the same command: every one is answered, and the memory stays as it was.
//!
//! Memory is what the system counts as resident (`VmRSS`), compared with its own level after a warm-up; where the
//! system does not tell, only the answers are checked.

mod client;

use client::Client;

/// How much the memory may grow, in KiB: less than a kilobyte for each repetition, and room for what the allocator and
/// the threads' stacks happen to keep.
const FLAT: u64 = 8 << 10;

/// A client that has a small table, so that a leak is not lost in it.
fn start() -> Client {
    let mut client = Client::start();
    client.ask("setoption name Hash value 4\nisready", "readyok");
    client
}

/// Repeats a round `times` times, a tenth of them before the memory is first measured.
fn check(client: &mut Client, times: usize, mut round: impl FnMut(&mut Client, usize)) {
    for number in 0..times / 10 {
        round(client, number);
    }
    let before = client.resident_kib();
    for number in times / 10..times {
        round(client, number);
    }
    let after = client.resident_kib();
    println!("resident: {before:?} KiB, then {after:?} KiB");
    if let (Some(before), Some(after)) = (before, after) {
        assert!(after < before + FLAT, "the memory grew from {before} to {after} KiB");
    }
}

#[track_caller]
fn end(mut client: Client) {
    client.send("isready");
    assert_eq!(client.next_line().as_deref(), Some("readyok"), "something was said that nobody asked for");
    client.send("quit");
    assert!(client.expect_end().is_empty());
}

#[test]
fn ten_thousand_searches_are_stopped() {
    let mut client = start();
    // Some hundred at once, so that both the queue and the threads are under load.
    const AT_ONCE: usize = 250;
    check(&mut client, 10_000 / AT_ONCE, |client, _| {
        client.send("go infinite\nstop\n".repeat(AT_ONCE).trim_end());
        for _ in 0..AT_ONCE {
            let answer = client.until("bestmove ").pop().unwrap();
            assert_ne!(answer, "bestmove (none)");
        }
    });
    end(client);
}

#[test]
fn a_thousand_games_are_begun() {
    let mut client = start();
    check(&mut client, 1_000, |client, _| {
        client.send("ucinewgame\nposition startpos moves a3a4 a6a5\nisready\ngo nodes 200");
        client.until("readyok");
        client.until("bestmove a4a6a8");
    });
    end(client);
}

#[test]
fn the_table_changes_its_size_five_hundred_times() {
    let mut client = start();
    let sizes = [4, 1, 32, 7, 16, 64, 2];
    check(&mut client, 500, |client, number| {
        client.send(&format!("setoption name Hash value {}\nisready\ngo nodes 300", sizes[number % sizes.len()]));
        client.until("readyok");
        client.until("bestmove ");
        if number % 10 == 9 {
            // The memory is compared with the same table in place, without anything in it.
            client.ask("setoption name Hash value 4\nisready", "readyok");
        }
    });
    end(client);
}

#[test]
fn the_number_of_threads_changes_two_hundred_times() {
    let mut client = start();
    check(&mut client, 200, |client, number| {
        client.send(&format!("setoption name Threads value {}\ngo nodes 500", 1 + number % 5));
        client.until("bestmove ");
    });
    end(client);
}

#[test]
fn a_long_conversation_of_everything_leaves_nothing_behind() {
    let mut client = start();
    check(&mut client, 400, |client, _| {
        client.send("position fen W:WKa1,Kb1:BKg8,Kh8 moves b1b2 g8g7 b2b1 g7g8\nd\neval\ngo perft 2\nhelp\nuci");
        client.until("uciok");
        client.send("nonsense\nposition fen blah\nposition startpos moves a1a8\nsetoption name Nothing value 3");
        client.send("go depth 2 searchmoves a1a8");
        client.until("bestmove ");
    });
    end(client);
}
