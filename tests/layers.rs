//! Dependencies point down only: a room uses those further along the way of a line, and no other.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from top to bottom. Rooms on one line do not use each other.
const LAYERS: &[&[&str]] = &[
    &["main"],
    &["cli"],
    &["tools"],
    &["protocol"],
    &["engine"],
    &["bench", "options"],
    &["learn"],
    &["game"],
    &["search"],
    &["eval", "tables"],
    &["notation"],
    &["position"],
    &["rules"],
    &["board"],
];

fn layer(room: &str) -> Option<usize> {
    LAYERS.iter().position(|rooms| rooms.contains(&room))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The room a file under `src` belongs to.
fn room(file: &Path) -> String {
    let first = file.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// The code without comments and string contents; good enough for this project's own files.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The rooms that a piece of code names by a path from the root: `crate::game`, `crate::{eval, game::Game}`.
fn uses(code: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for root in ["crate::", "damier::"] {
        for (at, _) in code.match_indices(root) {
            let is_whole_word = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
            let rest = &code[at + root.len()..];
            if !is_whole_word {
                continue;
            }
            match rest.strip_prefix('{') {
                None => rooms.push(name(rest)),
                Some(list) => rooms.extend(first_names(list)),
            }
        }
    }
    rooms
}

fn name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The first names of the entries of a list whose opening brace is gone.
fn first_names(list: &str) -> Vec<String> {
    let mut names = Vec::new();
    let (mut depth, mut begins) = (0, true);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            _ if begins && !c.is_whitespace() => {
                names.push(name(&list[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    names
}

#[test]
fn no_room_uses_one_above_or_beside_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut faults = Vec::new();
    for file in files {
        let path = file.strip_prefix(&root).unwrap();
        let from = room(path);
        // The map itself names every room, and the build script is no part of the program.
        if from == "lib" || from == "build" {
            continue;
        }
        let Some(own) = layer(&from) else {
            faults.push(format!("{} is in no known room", path.display()));
            continue;
        };
        for to in uses(&code(&fs::read_to_string(&file).unwrap())) {
            match layer(&to) {
                _ if to == from => {}
                Some(other) if other > own => {}
                Some(_) => faults.push(format!("{} uses {to}, which is not below {from}", path.display())),
                None => faults.push(format!("{} names {to}, which is no known room", path.display())),
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn paths_are_found_in_every_form() {
    let check = |code: &str, expected: &[&str]| assert_eq!(uses(code), expected, "{code}");
    check("use crate::game::Game;", &["game"]);
    check("use crate::{eval, game::{Game, play}, search};", &["eval", "game", "search"]);
    check("fn f() -> crate::rules::Color {}", &["rules"]);
    check("use damier::cli;", &["cli"]);
    check("other_crate::thing; subcrate::thing", &[]);
}
