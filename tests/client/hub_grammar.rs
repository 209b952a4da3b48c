//! What the engine may say in Hub, as `protocol.md` has it.

/// An error has at most 500 characters, and `…` where it was cut.
const LONGEST_ERROR: usize = 501;

/// Whether the engine may say this line.
pub fn is_line(line: &str) -> bool {
    let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
    let Some(words) = words(rest) else { return false };
    let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
    match command {
        _ if line.contains(|at: char| at.is_control()) => false,
        "wait" | "ready" | "pong" => line == command,
        "id" => names == ["name", "version", "author"],
        "param" => names.starts_with(&["name", "value", "type"]),
        "error" => names == ["message"] && words[0].1.chars().count() <= LONGEST_ERROR,
        "done" => match words[..] {
            [("move", mv)] => is_move(mv) || mv == "0-0",
            [("move", mv), ("ponder", answer)] => is_move(mv) && is_move(answer),
            _ => false,
        },
        "info" => {
            let numbers_are_plain = words.iter().all(|&(name, value)| match name {
                "depth" | "nodes" => is_count(value),
                "pv" => value.split(' ').all(is_move),
                _ => value.trim_start_matches('-').split('.').count() == 2 && value.parse::<f64>().is_ok(),
            });
            names == ["depth", "score", "nodes", "time", "nps", "pv"] && numbers_are_plain
        }
        _ => false,
    }
}

/// The names and values of a line: plain, or in quotes when they are empty or hold blanks or `=`.
fn words(mut text: &str) -> Option<Vec<(&str, &str)>> {
    let mut words = Vec::new();
    while !text.is_empty() {
        let (name, rest) = text.split_once('=')?;
        let (value, rest) = match rest.strip_prefix('"') {
            Some(rest) => rest.split_once('"')?,
            None => rest.split_at(rest.find(' ').unwrap_or(rest.len())),
        };
        if name.is_empty() || name.contains([' ', '"']) || !rest.is_empty() && !rest.starts_with(' ') {
            return None;
        }
        words.push((name, value));
        text = rest.strip_prefix(' ').unwrap_or(rest);
    }
    Some(words)
}

/// A step, or a capture with what it takes.
fn is_move(text: &str) -> bool {
    match text.split_once('-') {
        Some((from, to)) => is_count(from) && is_count(to),
        None => text.split('x').count() >= 3 && text.split('x').all(is_count),
    }
}

fn is_count(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
