//! Finished games as PDN: tags for the players and their time, and a comment on every move.

use std::io;

use super::adjudication::Ruling;
use super::game_loop::{Ending, Note, Record};
use super::pairing::Job;
use super::plan::{Plan, Player};
use crate::notation::PdnGame;
use crate::protocol::client::Failure;
use crate::rules::{Color, Variant};
use crate::tools::pdn_file::{PdnFile, today};

/// Adds a game to the file.
///
/// # Errors
/// When the file cannot be written.
pub fn add<V: Variant>(file: &mut PdnFile, plan: &Plan, job: &Job, record: &Record<V>) -> io::Result<()> {
    file.add(&text(plan, job, record))
}

fn text<V: Variant>(plan: &Plan, job: &Job, record: &Record<V>) -> String {
    let player = |color| &plan.players[job.player(color)];
    let (white, black) = (player(Color::White), player(Color::Black));
    let tags = [
        ("Event", plan.event.clone()),
        ("Date", today()),
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::protocol::client::{Opinion, Report};

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
