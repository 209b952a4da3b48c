//! The score on the screen, in the form that people know from other match runners.

use std::fmt::Write;

use super::faults::Faults;
use super::pairing::{Schedule, Scores};
use super::plan::{OpeningSource, Plan};
use super::sprt::Decision;
use super::stats::{Estimate, Tally};

/// The line between reports.
const RULE: &str = "--------------------------------------------------\n";

/// The score of every couple.
///
/// What players did wrong follows, if there is anything.
pub fn report(plan: &Plan, schedule: &Schedule, scores: &Scores, faults: &[Faults]) -> String {
    let mut text = String::from(RULE);
    for &couple in schedule.couples() {
        let tally = scores.tally(couple);
        if tally.games() > 0 {
            text.push_str(&couple_report(plan, couple, &tally));
            text.push_str(RULE);
        }
    }
    let guilty: Vec<_> = plan.players.iter().zip(faults).filter(|(_, faults)| faults.any()).collect();
    for (player, faults) in &guilty {
        let _ = writeln!(text, "Faults of {}: {faults}", player.name);
    }
    if !guilty.is_empty() {
        text.push_str(RULE);
    }
    text
}

/// The score of the first couple in one line, for the progress bar.
pub fn short_report(plan: &Plan, schedule: &Schedule, scores: &Scores) -> String {
    let Some(&couple) = schedule.couples().first() else { return String::new() };
    let tally = scores.tally(couple);
    let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let Some(estimate) = tally.estimate() {
        let _ = write!(text, ", Elo {:.1} +/- {:.1}", estimate.elo, estimate.elo_error);
    }
    if let Some(sprt) = &plan.sprt {
        let _ = write!(text, ", LLR {:.2} ({:.2}, {:.2})", sprt.llr(&tally), sprt.lower(), sprt.upper());
    }
    text
}

fn couple_report(plan: &Plan, couple: [usize; 2], tally: &Tally) -> String {
    let [first, second] = couple.map(|player| &plan.players[player]);
    let mut text = format!("Results of {} vs {} ({}):\n", first.name, second.name, conditions(plan, couple));
    if let Some(estimate) = tally.estimate() {
        let Estimate { elo, elo_error, normalized_elo, normalized_error, superiority, .. } = estimate;
        let _ = writeln!(
            text,
            "Elo: {elo:.2} +/- {elo_error:.2}, nElo: {normalized_elo:.2} +/- {normalized_error:.2}\n\
             LOS: {:.2} %, DrawRatio: {:.2} %, PairsRatio: {:.2}",
            100.0 * superiority,
            100.0 * tally.draw_ratio(),
            tally.pairs_ratio()
        );
    }
    let points = tally.points();
    let _ = writeln!(
        text,
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {points:.1} ({:.2} %)",
        tally.games(),
        tally.wins,
        tally.losses,
        tally.draws,
        100.0 * points / tally.games() as f64
    );
    let _ = writeln!(text, "Ptnml(0-2): {:?}, WL/DD Ratio: {:.2}", tally.pairs, tally.won_and_lost_ratio());
    if let Some(sprt) = &plan.sprt {
        let llr = sprt.llr(tally);
        let bound = if llr < 0.0 { -sprt.lower() } else { sprt.upper() };
        let _ = writeln!(
            text,
            "LLR: {llr:.2} ({:.1}%) ({:.2}, {:.2}) [{:.2}, {:.2}]",
            100.0 * llr / bound,
            sprt.lower(),
            sprt.upper(),
            sprt.elo0,
            sprt.elo1
        );
    }
    text
}

/// The decision of the test as the last line has it.
pub fn decision(plan: &Plan, decision: Decision) -> String {
    let accepted = match decision {
        Decision::AcceptH0 => "H0",
        Decision::AcceptH1 => "H1",
    };
    match &plan.sprt {
        Some(sprt) => format!("SPRT ([{:.2}, {:.2}]) completed - {accepted} was accepted\n", sprt.elo0, sprt.elo1),
        None => String::new(),
    }
}

/// Under which conditions a couple plays.
fn conditions(plan: &Plan, couple: [usize; 2]) -> String {
    let [first, second] = couple.map(|player| plan.players[player].limits_text());
    let limits = if first == second { first } else { format!("{first} - {second}") };
    let openings = match &plan.openings {
        OpeningSource::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
        OpeningSource::Random { plies } => format!("{plies} random plies"),
    };
    format!("{limits}, {}, {openings}", plan.variant)
}
