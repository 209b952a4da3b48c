//! What a search makes of the tables, seen through the protocol.

use crate::client::{Client, field, quit};

/// The last line of thought and the answer.
pub fn think(client: &mut Client, lines: &str) -> (String, String) {
    client.send(lines);
    let mut said = client.until("bestmove ");
    let answer = said.pop().unwrap();
    let thought = said.into_iter().rev().find(|line| line.starts_with("info depth ")).unwrap();
    (thought, answer)
}

#[test]
fn a_win_with_a_known_distance_needs_no_search() {
    let mut client = Client::start();
    // King and man win in 12 moves, which are 23 plies; no search of that depth takes so few nodes.
    let (line, answer) = think(&mut client, "position fen W:WKa2,c4:BKd6\ngo mate 12");
    assert!(line.contains(" multipv 1 score mate 12 nodes "), "{line}");
    let pv: Vec<&str> = line.split(" pv ").nth(1).unwrap().split(' ').collect();
    assert_eq!(pv.len(), 23, "{line}");
    assert!(field(&line, "nodes").unwrap().parse::<u64>().unwrap() < 100, "{line}");
    assert_eq!(answer, format!("bestmove {} ponder {}", pv[0], pv[1]));
    // The line is legal to its end, where nothing is left of the other side.
    client.send(&format!("position fen W:WKa2,c4:BKd6 moves {}\nd", pv.join(" ")));
    assert_eq!(client.until("result:").pop().unwrap(), "result: 1-0 (no pieces)");

    // A move later there are 22 plies left, for a loser who plays on.
    let (line, _) = think(&mut client, &format!("position fen W:WKa2,c4:BKd6 moves {}\ngo depth 30", pv[0]));
    assert!(line.contains(" score mate -11 "), "{line}");
    quit(client);
}

#[test]
fn several_lines_are_told_with_what_each_is_worth() {
    let mut client = Client::start();
    client.send("setoption name MultiPV value 30\nposition fen W:WKa2,Kc4:BKd6\ngo depth 10");
    let lines: Vec<String> =
        client.until("bestmove ").into_iter().filter(|line| line.starts_with("info depth 1 ")).collect();
    let worth = |line: &String| match (field(line, "mate"), field(line, "cp")) {
        (Some(moves), None) => match moves.parse::<i64>().unwrap() {
            moves if moves > 0 => 1_000 - moves,
            moves => -1_000 - moves,
        },
        (None, Some(value)) => value.parse().unwrap(),
        _ => panic!("no score in '{line}'"),
    };
    let worths: Vec<i64> = lines.iter().map(worth).collect();
    assert!(worths.is_sorted_by(|a, b| a >= b), "{lines:#?}");
    assert!(worths.contains(&0), "{lines:#?}");
    assert_eq!((worths[0], *worths.last().unwrap()), (995, -999), "{lines:#?}");
    quit(client);
}

#[test]
fn the_shortest_win_is_left_where_it_would_be_drawn_by_repetition() {
    let mut client = Client::start();
    let game = "position fen W:WKa2,Kc1:BKd8 moves a2a1 d8d7 a1a2 d7d8 c1c4 d8d6";
    // What wins in five moves is met by a reply after which the position stands for the third time.
    client.send(&format!("{game} c4c1 d6d8\nd"));
    assert_eq!(client.until("result:").pop().unwrap(), "result: 1/2-1/2 (third repetition)");
    let (line, answer) = think(&mut client, &format!("{game}\ngo depth 20"));
    assert!(!answer.starts_with("bestmove c4c1 "), "{answer}");
    assert!(field(&line, "mate").is_some_and(|moves| !moves.starts_with('-')), "{line}");

    // The only winning move leads to a position that has stood once, which is no harm.
    let (_, answer) = think(&mut client, "position fen B:WKe8,b5:BKe1 moves e1d1 e8e5 d1e1\ngo depth 12");
    assert!(answer.starts_with("bestmove e5e8"), "{answer}");
    quit(client);
}

#[test]
fn a_drawn_ending_is_held_with_several_lines_as_well() {
    let mut client = Client::start();
    client.send("setoption name MultiPV value 2");
    // One of the moves that lose repeats a position, which a search that knows no tables would like.
    let (_, answer) = think(&mut client, "position fen B:WKg2,b4:BKf1,Kh7 moves f1f5 g2g8 f5f1\ngo depth 8");
    client.send("setoption name MultiPV value 1");
    let (_, only) = think(&mut client, "position fen B:WKg2,b4:BKf1,Kh7 moves f1f5 g2g8 f5f1\ngo depth 8");
    let first = |answer: &str| answer.split(' ').nth(1).unwrap().to_owned();
    assert_ne!((first(&answer).as_str(), first(&only).as_str()), ("g8g2", "g8g2"));
    for answer in [answer, only] {
        let mv = first(&answer);
        let after = format!("position fen B:WKg2,b4:BKf1,Kh7 moves f1f5 g2g8 f5f1 {mv}\ngo depth 4");
        let (line, _) = think(&mut client, &after);
        assert!(line.contains(" score cp 0 "), "{mv}: {line}");
    }
    quit(client);
}

#[test]
fn a_search_that_is_stopped_at_once_tells_what_is_known() {
    let mut client = Client::start();
    client.send("setoption name MultiPV value 40\nposition fen W:WKa2,c4,b3:BKd6\ngo nodes 20");
    let lines = client.until("bestmove ");
    let scores: Vec<i64> =
        lines.iter().filter_map(|line| field(line, "cp")).map(|value| value.parse().unwrap()).collect();
    assert!(
        scores.is_sorted_by(|a, b| a >= b) && scores.iter().all(|&score| score == 0 || score.abs() > 25_000),
        "{lines:#?}"
    );
    quit(client);
}

#[test]
fn a_win_that_was_found_is_not_looked_for_for_ever() {
    let mut client = Client::start();
    // Known to be won after two plies, and nothing comes nearer than that.
    let (line, _) = think(&mut client, "position fen W:WKg1,b3:Bc6,Kc7\ngo depth 200");
    let depth: u32 = field(&line, "depth").unwrap().parse().unwrap();
    assert!((8..20).contains(&depth) && line.contains(" score cp 27998 "), "{line}");
    quit(client);
}

#[test]
fn a_drawn_ending_is_told_as_one() {
    let mut client = Client::start();
    client.send("setoption name UCI_ShowWDL value true");
    let (line, _) = think(&mut client, "position fen W:WKa2,Kc4:BKd6,Kh7\ngo depth 9");
    assert!(line.contains("depth 9 ") && line.contains(" score cp 0 wdl 0 1000 0 "), "{line}");
    quit(client);
}

#[test]
fn hits_are_told_where_there_are_tables_and_somebody_who_knows_them() {
    let hits = |setup: &str| {
        let mut client = Client::start();
        let (line, _) = think(&mut client, &format!("{setup}\ngo depth 5"));
        quit(client);
        field(&line, "tbhits").unwrap().parse::<u64>().unwrap()
    };
    let ending = "position fen W:WKa2,Kc4:BKd6,h7";
    assert!(hits(ending) > 0);
    assert!(hits(&format!("setoption name Threads value 2\n{ending}")) > 0);
    assert_eq!(hits("position startpos"), 0);
    assert_eq!(hits(&format!("setoption name UCI_LimitStrength value true\n{ending}")), 0);
    // The relatives have other rules, and so they have other endings.
    for relative in ["turkish-position", "turkish-backward"] {
        assert_eq!(hits(&format!("setoption name UCI_Variant value {relative}\n{ending}")), 0, "{relative}");
    }
}

#[test]
fn a_win_that_comes_too_late_is_none() {
    let mut client = Client::start();
    // Two kings need nine plies. The eighth is a capture: one of them is given, and the other takes back.
    let game = "position fen W:WKa2,Kc4:BKd6\ngo depth 12";
    let (line, _) = think(&mut client, &format!("setoption name NoProgressPlies value 8\n{game}"));
    assert!(line.contains(" score mate 5 "), "{line}");
    let (line, _) = think(&mut client, &format!("setoption name NoProgressPlies value 7\n{game}"));
    assert!(line.contains(" score cp 0 ") && line.split(" pv ").nth(1).unwrap().split(' ').count() <= 12, "{line}");
    quit(client);
}

#[test]
fn small_endings_stay_within_their_memory() {
    let mut client = Client::start();
    client.send("setoption name Hash value 16\nsetoption name Threads value 2");
    // Every kind of ending that the program knows, and so nearly every block of its tables.
    let sides = ["K", "M", "KK", "KM", "MM", "KKK", "KKM", "KMM", "MMM"];
    let pieces = |side: &str, squares: [&str; 3]| {
        let square =
            |(piece, square): (char, &str)| if piece == 'K' { format!("K{square}") } else { square.to_owned() };
        side.chars().zip(squares).map(square).collect::<Vec<_>>().join(",")
    };
    for white in sides {
        for black in sides.iter().filter(|black| white.len() + black.len() <= 4) {
            let (white, black) = (pieces(white, ["b2", "d3", "f3"]), pieces(black, ["g7", "e6", "c6"]));
            think(&mut client, &format!("position fen W:W{white}:B{black}\ngo nodes 20000"));
        }
    }
    if let Some(resident) = client.resident_kib() {
        assert!(resident >> 10 <= 16 + 40, "{} MiB", resident >> 10);
    }
    quit(client);
}
