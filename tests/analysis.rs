//! What players and analysts expect of a search: several lines, several threads, the results behind the scores, weaker
//! play.

mod client;

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use client::{Client, PATIENCE, field};

fn number(line: &str, word: &str) -> i64 {
    field(line, word).unwrap_or_else(|| panic!("no {word} in '{line}'")).parse().unwrap()
}

/// A score in hundredths of a man, wins and losses beyond all others.
fn score(line: &str) -> i64 {
    match (field(line, "cp"), field(line, "mate")) {
        (Some(value), _) => value.parse().unwrap(),
        (None, Some(moves)) => match moves.parse::<i64>().unwrap() {
            moves if moves > 0 => 1_000_000 - moves,
            moves => -1_000_000 - moves,
        },
        (None, None) => panic!("no score in '{line}'"),
    }
}

/// Lines of thought as sets of `count`; fails unless each set is whole, in order and of one iteration.
fn whole_sets(lines: &[String], count: usize) -> Vec<Vec<String>> {
    let lines: Vec<&String> = lines.iter().filter(|line| line.contains(" multipv ")).collect();
    assert_eq!(lines.len() % count, 0, "{lines:?}");
    let sets: Vec<Vec<String>> =
        lines.chunks(count).map(|set| set.iter().map(|&line| line.clone()).collect()).collect();
    for set in &sets {
        for (at, line) in set.iter().enumerate() {
            assert_eq!(number(line, "multipv"), at as i64 + 1, "{set:?}");
            assert_eq!(field(line, "depth"), field(&set[0], "depth"), "{set:?}");
        }
        assert!(set.windows(2).all(|pair| score(&pair[0]) >= score(&pair[1])), "{set:?}");
        let firsts: HashSet<_> = set.iter().map(|line| field(line, "pv")).collect();
        assert_eq!(firsts.len(), count, "{set:?}");
    }
    sets
}

#[test]
fn lines_come_in_whole_sets_best_first_however_the_search_ends() {
    let mut client = Client::start();
    client.send("setoption name MultiPV value 4");
    for (round, nodes) in [1, 2, 7, 20, 100, 1_000, 5_000, 20_000].into_iter().enumerate() {
        client.send(&format!("ucinewgame\nposition startpos moves a3a4\ngo nodes {nodes}"));
        let lines = client.until("bestmove");
        let sets = whole_sets(&lines, 4);
        let last = sets.last().unwrap();
        assert_eq!(number(&last[0], "nodes"), nodes, "round {round}");
        assert_eq!(field(lines.last().unwrap(), "bestmove"), field(&last[0], "pv"));
    }
    for round in 0..20 {
        client.send("ucinewgame\ngo infinite");
        let mut lines = client.until("info depth 1 ");
        thread::sleep(Duration::from_millis(7 * round));
        client.send("stop");
        lines.extend(client.until("bestmove"));
        let sets = whole_sets(&lines, 4);
        assert_eq!(field(lines.last().unwrap(), "bestmove"), field(&sets.last().unwrap()[0], "pv"));
    }
}

#[test]
fn there_are_as_many_lines_as_moves() {
    let mut client = Client::start();
    client.send("setoption name MultiPV value 500\ngo depth 3");
    whole_sets(&client.until("bestmove"), 8);
    client.send("go depth 3 searchmoves h3h4 c3c4 a3a4");
    let sets = whole_sets(&client.until("bestmove"), 3);
    let named: HashSet<_> = sets[0].iter().map(|line| field(line, "pv").unwrap().to_owned()).collect();
    assert_eq!(named, HashSet::from(["h3h4", "c3c4", "a3a4"].map(str::to_owned)));
}

#[test]
fn a_win_in_so_many_moves_ends_the_search() {
    let mut client = Client::start();
    // The king takes two and the last one is caught.
    client.send("position fen W:WKa1,Kh1:Bd5\ngo mate 5");
    let lines = client.until("bestmove");
    let moves = number(&lines[lines.len() - 2], "mate");
    assert!((1..=5).contains(&moves), "{lines:?}");
}

#[test]
fn chances_come_with_the_score_when_asked_for() {
    let mut client = Client::start();
    client.send("go depth 4");
    assert!(client.until("bestmove").iter().all(|line| !line.contains(" wdl ")));
    client.send("setoption name UCI_ShowWDL value true\ngo depth 4");
    for line in client.until("bestmove").iter().filter(|line| line.contains(" pv ")) {
        let (_, chances) = line.split_once(" wdl ").unwrap();
        let sum: i64 = chances.split(' ').take(3).map(|chance| chance.parse::<i64>().unwrap()).sum();
        assert_eq!(sum, 1_000, "{line}");
    }
    client.send("position fen W:W:Bh7\ngo depth 1");
    assert_eq!(client.next_line().unwrap(), "info string game over: no pieces");
    assert_eq!(client.next_line().unwrap(), "info depth 0 score mate 0 wdl 0 0 1000");
}

/// After three seconds and not before: the move that is being looked at, and scores that are only bounds.
#[test]
fn a_long_search_tells_where_it_is() {
    let mut client = Client::start();
    let begun = Instant::now();
    client.send("setoption name Hash value 16\ngo infinite");
    let mut early = Vec::new();
    while !early.last().is_some_and(|line: &String| line.contains(" currmove ")) {
        assert!(begun.elapsed() < PATIENCE, "{early:?}");
        early.extend(client.next_line());
    }
    assert!(begun.elapsed() >= Duration::from_secs(3));
    let has_bound = |line: &String| line.contains("lowerbound") || line.contains("upperbound");
    assert!(!early.iter().any(has_bound), "{early:?}");
    let current = early.last().unwrap();
    assert!(number(current, "currmovenumber") >= 1 && number(current, "depth") > 5, "{current}");
    client.send("stop");
    client.until("bestmove");
}

#[test]
fn two_threads_keep_the_limits_and_leave_nothing_behind() {
    let mut client = Client::start();
    client.send("setoption name Threads value 2\nisready");
    client.until("readyok");
    for nodes in [1, 100, 10_000, 200_000] {
        client.send(&format!("ucinewgame\ngo nodes {nodes}"));
        let lines = client.until("bestmove");
        let counted = number(&lines[lines.len() - 2], "nodes");
        // Each thread looks at the sum every thousand nodes or so.
        assert!((nodes..=nodes + 4_096).contains(&counted), "{counted} instead of {nodes}");
    }
    let begun = Instant::now();
    client.ask("go movetime 200", "bestmove");
    assert!(begun.elapsed() < Duration::from_millis(1_500), "{:?}", begun.elapsed());
    client.send("go infinite");
    client.until("info depth 3 ");
    let (_, time) = client.ask("stop", "bestmove");
    assert!(time < Duration::from_secs(1), "{time:?}");
    // Back to one thread and an empty table, everything is as at the start.
    let mut answers = Vec::new();
    for settings in ["Threads value 1", "Threads value 3", "Hash value 1", "Threads value 1", "Hash value 64"] {
        client.send(&format!("setoption name {settings}\ngo depth 3"));
        client.until("bestmove");
        if settings.ends_with("s value 1") {
            client.send("setoption name Hash value 64\nucinewgame\nposition startpos moves c3c4\ngo nodes 30000");
            let lines = client.until("bestmove");
            let without_time = |line: &String| line.split(" nps ").next().unwrap().to_owned();
            let pv = |line: &String| line.split_once(" pv ").map(|(_, pv)| pv.to_owned());
            answers.push(lines.iter().map(|line| (without_time(line), pv(line))).collect::<Vec<_>>());
        }
    }
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn the_rating_matters_only_when_strength_is_limited() {
    let mut client = Client::start();
    let depth = |client: &mut Client| {
        client.send("ucinewgame\nposition startpos\ngo nodes 20000");
        let lines = client.until("bestmove");
        let thoughts = lines.iter().filter(|line| line.contains(" pv ")).count();
        (number(&lines[lines.len() - 2], "depth"), thoughts)
    };
    let full = depth(&mut client);
    client.send("setoption name UCI_Elo value 600");
    assert_eq!(depth(&mut client), full);
    client.send("setoption name UCI_LimitStrength value true");
    let (weak, thoughts) = depth(&mut client);
    assert!(weak <= 2 && thoughts == 1, "depth {weak}, {thoughts} lines");
    client.send("setoption name UCI_LimitStrength value false");
    assert_eq!(depth(&mut client), full);
}

#[test]
fn the_time_of_a_ponder_counts_from_the_expected_move() {
    let mut client = Client::start();
    client.send("go ponder movetime 400");
    client.expect_silence(Duration::from_millis(700));
    let (_, time) = client.ask("ponderhit", "bestmove");
    // Less the overhead of 10 ms; the whole time was gone before the clock began to run.
    assert!((Duration::from_millis(300)..Duration::from_secs(3)).contains(&time), "{time:?}");
    client.send("go ponder wtime 4000 btime 4000");
    client.expect_silence(Duration::from_millis(500));
    let (_, time) = client.ask("ponderhit", "bestmove");
    assert!(time < Duration::from_secs(3), "{time:?}");
}
