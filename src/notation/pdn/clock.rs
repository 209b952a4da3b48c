//! Clock times in comments: `[%clk 1:55:21]`, `[%clock w0:49:11 B0:12:00]`.

use std::time::Duration;

use super::super::quote::shorten;
use super::record::{ClockKind, ClockTime};
use crate::rules::Color;

/// The clock commands of a comment in their order: the times of each, or its text where they cannot be read. Other
/// commands are none of these.
pub(super) fn clock_times(comment: &str) -> Vec<Result<Vec<ClockTime>, String>> {
    let mut found = Vec::new();
    let mut rest = comment;
    while let Some(at) = rest.find("[%") {
        rest = &rest[at + 2..];
        let Some(end) = rest.find(']') else { break };
        let command = &rest[..end];
        let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        if let Some(kind) = kind(name) {
            found.push(times(kind, value).ok_or_else(|| shorten(&format!("[%{command}]"))));
        }
    }
    found
}

fn kind(name: &str) -> Option<ClockKind> {
    match name {
        "clk" | "clock" => Some(ClockKind::Remaining),
        "mct" => Some(ClockKind::Elapsed),
        "emt" => Some(ClockKind::Move),
        "egt" => Some(ClockKind::Game),
        _ => None,
    }
}

/// One time, or one for each side: a capital says that the clock runs.
fn times(kind: ClockKind, value: &str) -> Option<Vec<ClockTime>> {
    let words: Vec<&str> = value.split_whitespace().collect();
    if words.is_empty() || words.len() > 2 {
        return None;
    }
    let one = |word: &&str| {
        let letter = word.chars().next().filter(char::is_ascii_alphabetic);
        let (color, running) = match letter {
            Some('w') => (Some(Color::White), false),
            Some('W') => (Some(Color::White), true),
            Some('b') => (Some(Color::Black), false),
            Some('B') => (Some(Color::Black), true),
            Some(_) => return None,
            None => (None, false),
        };
        let time = time(&word[usize::from(letter.is_some())..])?;
        Some(ClockTime { kind, color, running, time })
    };
    words.iter().map(one).collect()
}

/// Hours, minutes and seconds, `1:55:21`; some programs add parts of a second.
fn time(text: &str) -> Option<Duration> {
    let mut parts = text.split(':');
    let hours = number(parts.next()?)?;
    let minutes = number(parts.next()?)?;
    let seconds = parts.next()?;
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let whole = number(whole)?;
    let milliseconds = number(&format!("{fraction:0<3}")[..3.max(fraction.len())])?;
    let milliseconds =
        if fraction.len() > 3 { milliseconds / 10u64.pow(fraction.len() as u32 - 3) } else { milliseconds };
    if parts.next().is_some() || minutes > 59 || whole > 59 {
        return None;
    }
    Some(Duration::from_millis(((hours * 60 + minutes) * 60 + whole) * 1000 + milliseconds))
}

/// A number of at most nine digits.
fn number(digits: &str) -> Option<u64> {
    let fits = (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clock times of a comment in short: letter of the kind, whose clock, whether it runs, milliseconds.
    fn check(comment: &str, expected: &str) {
        let one = |time: ClockTime| {
            let whose = time.color.map_or(String::new(), |color| color.letter().to_string());
            let running = if time.running { "+" } else { "" };
            format!("{:?} {whose}{running}{}", time.kind, time.time.as_millis())
        };
        let shown: Vec<String> = clock_times(comment)
            .into_iter()
            .map(|command| match command {
                Ok(times) => times.into_iter().map(one).collect::<Vec<_>>().join(", "),
                Err(text) => format!("bad {text}"),
            })
            .collect();
        assert_eq!(shown.join("; "), expected, "{comment}");
    }

    #[test]
    fn times_of_all_commands() {
        check("[%clk 1:55:21]", "Remaining 6921000");
        check("before [%clock w0:00:10 B0:00:03] after", "Remaining W10000, Remaining B+3000");
        check("[%mct 0:05:00][%emt 0:00:09.56] [%egt 0:0:9.5678]", "Elapsed 300000; Move 9560; Game 9567");
        check("[%clk 1:00:00.5]", "Remaining 3600500");
    }

    #[test]
    fn others_are_left_alone_or_bad() {
        check("[%eval 0.5][%csl R12] [clk 1:00:00] %clk 1:00:00", "");
        check("[%clk 1:00:00", "");
        check("[%clk]", "bad [%clk]");
        check("[%clk 90]", "bad [%clk 90]");
        check("[%clk 0:61:00]", "bad [%clk 0:61:00]");
        check("[%clk x0:01:00]", "bad [%clk x0:01:00]");
        check("[%clk é]", "bad [%clk é]");
        check("[%clk 1:00:00 2:00:00 3:00:00]", "bad [%clk 1:00:00 2:00:00 3:00:00]");
        check("[%clk 9999999999:00:00]", "bad [%clk 9999999999:00:00]");
        check("[%clk 0:00:00.9999999999]", "bad [%clk 0:00:00.9999999999]");
    }
}
