//! Finished games as PDN, one after the other at the end of a file.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::adjudication::Ruling;
use super::game_loop::{Ending, Note, Record};
use super::pairing::Job;
use super::plan::{Plan, Player};
use crate::notation::PdnGame;
use crate::protocol::client::Failure;
use crate::rules::{Color, Variant};

/// A file that grows by games.
pub struct GameFile(File);

impl GameFile {
    /// Opens the file; games that it holds already stay.
    ///
    /// # Errors
    /// When it cannot be opened for writing.
    pub fn open(path: &Path) -> io::Result<GameFile> {
        OpenOptions::new().create(true).append(true).open(path).map(GameFile)
    }

    /// Writes a game, and lets the system have it at once.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add<V: Variant>(&mut self, plan: &Plan, job: &Job, record: &Record<V>) -> io::Result<()> {
        self.0.write_all(text(plan, job, record, SystemTime::now()).as_bytes())?;
        self.0.flush()
    }
}

fn text<V: Variant>(plan: &Plan, job: &Job, record: &Record<V>, now: SystemTime) -> String {
    let player = |color| &plan.players[job.player(color)];
    let (white, black) = (player(Color::White), player(Color::Black));
    let tags = [
        ("Event", plan.event.clone()),
        ("Date", date(now.duration_since(UNIX_EPOCH).unwrap_or_default())),
        ("Round", format!("{}.{}", job.round + 1, job.number % 2 + 1)),
        ("White", white.name.clone()),
        ("Black", black.name.clone()),
    ];
    let mut more_tags = time_controls(white, black);
    more_tags.push(("Termination", termination(&record.ending).to_owned()));
    let mut comments = vec![String::new(); record.opening_plies];
    comments.extend(record.notes.iter().map(comment));
    PdnGame {
        tags: &tags,
        more_tags: &more_tags,
        start: record.game.positions()[0],
        moves: record.game.moves(),
        comments: &comments,
        remark: &record.ending.to_string(),
        result: record.game.result_text(),
    }
    .write()
}

fn time_controls(white: &Player, black: &Player) -> Vec<(&'static str, String)> {
    let (first, second) = (white.limits_text(), black.limits_text());
    if first == second {
        vec![("TimeControl", first)]
    } else {
        vec![("WhiteTimeControl", first), ("BlackTimeControl", second)]
    }
}

/// How the game ended, in the words that the tag has for chess.
fn termination(ending: &Ending) -> &'static str {
    match ending {
        Ending::Rules(_) => "normal",
        Ending::Ruled(Ruling::Lost(_) | Ruling::Drawn | Ruling::TooLong) => "adjudication",
        Ending::Failed(_, Failure::Late(_)) => "time forfeit",
        Ending::Failed(_, Failure::Illegal(_)) => "rules infraction",
        Ending::Failed(..) => "abandoned",
    }
}

/// Score, depth and time of a move: `+0.35/14 0.52s`.
fn comment(note: &Note) -> String {
    let seconds = note.elapsed.as_secs_f64();
    let depth = note.report.depth.map_or(String::new(), |depth| format!("/{depth}"));
    match note.report.opinion {
        Some(opinion) => format!("{opinion}{depth} {seconds:.3}s"),
        None => format!("{seconds:.3}s"),
    }
}

/// The date so long after the beginning of 1970, in Greenwich: `2026.01.31`.
fn date(since_1970: Duration) -> String {
    let mut days = since_1970.as_secs() / 86_400;
    let mut year = 1970;
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let length = |year| if is_leap(year) { 366 } else { 365 };
    while days >= length(year) {
        days -= length(year);
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::client::{Opinion, Report};

    #[test]
    fn dates() {
        let check = |days: u64, expected: &str| assert_eq!(date(Duration::from_secs(days * 86_400 + 86_399)), expected);
        check(0, "1970.01.01");
        check(58, "1970.02.28");
        check(59, "1970.03.01");
        check(364, "1970.12.31");
        // 30 years and 7 leap days; the 60th day of 2000 is the 29th of February.
        check(30 * 365 + 7 + 59, "2000.02.29");
        check(30 * 365 + 7 + 60, "2000.03.01");
    }

    #[test]
    fn comments_tell_what_is_known() {
        let note = |opinion, depth| Note {
            report: Report { opinion, depth, nodes: None },
            elapsed: Duration::from_millis(520),
        };
        assert_eq!(comment(&note(Some(Opinion::Score(35)), Some(14))), "+0.35/14 0.520s");
        assert_eq!(comment(&note(Some(Opinion::Mate(-5)), None)), "-M5 0.520s");
        assert_eq!(comment(&note(None, Some(3))), "0.520s");
    }
}
