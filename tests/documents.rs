//! The documents say what the code does.

mod client;

use client::{Client, is_thought};
use damier::options::TABLE;

const PROTOCOL: &str = include_str!("../protocol.md");

/// The lines of `protocol.md` after a heading, up to the next one.
fn section(heading: &str) -> Vec<&'static str> {
    let mut lines = PROTOCOL.lines().skip_while(|line| *line != heading);
    assert!(lines.next().is_some(), "there is no '{heading}'");
    let mut is_code = false;
    lines
        .take_while(|line| {
            is_code ^= line.starts_with("```");
            is_code || !line.starts_with('#')
        })
        .collect()
}

/// The rows of the first table of a section.
fn rows(heading: &str) -> Vec<&'static str> {
    let lines = section(heading);
    let rows = lines.iter().skip_while(|line| !line.starts_with("|---")).skip(1);
    rows.take_while(|line| line.starts_with('|')).copied().collect()
}

/// The first piece of code of a section.
fn code(heading: &str) -> Vec<&'static str> {
    let lines = section(heading);
    let inside = lines.iter().skip_while(|line| !line.starts_with("```")).skip(1);
    inside.take_while(|line| !line.starts_with("```")).copied().collect()
}

#[test]
fn the_table_of_options_is_that_of_the_code() {
    let expected: Vec<String> =
        TABLE.iter().map(|spec| format!("| `{}` | `{}` | {} |", spec.name, spec.kind, spec.help)).collect();
    assert_eq!(rows("## Options"), expected);
}

#[test]
fn the_table_of_parameters_is_that_of_the_code() {
    let mut client = Client::start_with(&["hub"]);
    client.send("hub");
    let declared = client.until("wait");
    let declared = declared.iter().filter_map(|line| line.strip_prefix("param name="));
    let expected: Vec<String> = declared
        .map(|line| line.split_once(' ').unwrap())
        .map(|(name, declaration)| format!("| `{name}` | `{declaration}` |"))
        .collect();
    let rows = rows("### Parameters");
    assert_eq!(rows.len(), expected.len());
    for (row, start) in rows.iter().zip(expected) {
        assert!(row.starts_with(&start), "{row} should begin with {start}");
    }
}

/// What does not change from one run to the next: the words of a line of thought or an answer without their values,
/// any other line whole.
fn shape(line: &str) -> String {
    let is_answer = line.starts_with("bestmove ") || line.starts_with("done ");
    if !is_thought(line) && !is_answer {
        return line.to_owned();
    }
    let before_pv = line.split(" pv").next().unwrap_or(line);
    let names = before_pv.split(' ').map(|word| word.split_once('=').map_or(word, |(name, _)| name));
    let is_name = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    names.filter(is_name).collect::<Vec<_>>().join(" ")
}

/// Plays a conversation of `protocol.md` and checks that it goes as it is told there.
fn replay(heading: &str, arguments: &[&str]) {
    let mut client = Client::start_with(arguments);
    let (mut thought, mut told) = (Vec::new(), Vec::new());
    let mut may_skip = false;
    for line in code(heading) {
        match line.split_at(2.min(line.len())) {
            ("> ", text) => {
                client.send(text);
                may_skip = false;
            }
            ("< ", "…") => may_skip = true,
            ("< ", text) if is_thought(text) => told.push(shape(text)),
            ("< ", text) => loop {
                let said = client.next_line().unwrap();
                if shape(&said) == shape(text) {
                    break;
                }
                if is_thought(&said) {
                    thought.push(shape(&said));
                } else {
                    assert!(may_skip, "{heading}: expected '{text}' but heard '{said}'");
                }
            },
            _ => assert!(line.starts_with('#'), "{heading}: {line}"),
        }
    }
    assert!(client.expect_end().is_empty());
    assert!(told.iter().all(|shape| thought.contains(shape)), "{told:?} {thought:?}");
}

#[test]
fn the_conversations_go_as_they_are_told() {
    replay("### In the UCI-style dialect", &[]);
    replay("### In Hub", &["hub"]);
}

#[test]
fn the_client_shown_is_the_one_that_is_run() {
    let file = include_str!("clients/play_a_game.py");
    assert_eq!(code("### A client that plays a game"), file.lines().collect::<Vec<_>>());
}
