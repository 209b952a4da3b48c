//! Small endings, played with the tables that the program carries: what is won is won, what is drawn is held.

#[path = "../client/mod.rs"]
mod client;
mod folder;
mod games;
#[path = "../scratch/mod.rs"]
mod scratch;
mod search;

use damier::tables::Value;
use games::{Counted, play_all};

/// Plays decided and drawn positions of every class against itself and fails on the first that ends otherwise.
fn check(positions: usize, nodes: u64) {
    for (name, value) in [("won", Value::Win), ("drawn", Value::Draw)] {
        let Counted { games, plies, failures } = play_all(value, positions, nodes);
        println!("{name}: {games} games, {plies} plies");
        assert!(failures.is_empty(), "{} of {games} {name} positions: {failures:#?}", failures.len());
    }
}

/// The longest win of every class, by the list that the tables were summed up in.
#[test]
fn the_longest_wins_are_won() {
    let list = include_str!("../../positions/endings/turkish.md");
    let examples: Vec<&str> = list.lines().filter_map(|line| line.split('`').nth(3)).collect();
    assert_eq!(examples.len(), 41);
    for fen in examples {
        assert_eq!(games::result(fen, 2_000), "1-0", "{fen}");
    }
}

#[test]
fn some_endings_end_as_they_must() {
    check(10, 1_000);
}

#[test]
#[ignore = "takes ten minutes, and wants a release build and two free cores"]
fn a_thousand_endings_of_every_class_end_as_they_must() {
    check(1_000, 5_000);
}
