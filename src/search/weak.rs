//! Weaker play, for people: a player who calculates less, overlooks replies and is not too particular.
//!
//! All moves are searched, for as few nodes as a player of that strength would look at. Then he judges them: now and
//! then he does not see what the opponent will answer, and takes the position after his own move at its face; among
//! moves that look nearly alike he picks one by mood. What he never does is give away far more than he must: a move that
//! loses so much against the best is not considered, so that the one saving move is found as people find it, and a
//! forced move is simply played. No move is ever picked without regard to what it is worth.
//!
//! The scale is the engine's own: its differences were measured in matches between the levels (README, "Levels"), its
//! place among ratings of people is a guess.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::limits::{Control, Info, Limits, Outcome, Report};
use super::table::Table;
use super::{Root, team};
use crate::rules::Variant;
use crate::tables::Tables;

/// The ratings that can be asked for.
pub const ELO: RangeInclusive<u32> = HABITS[0].0..=HABITS[HABITS.len() - 1].0;

/// The ratings of the levels that people play against, the weakest first; full strength is beyond the last.
pub const LEVELS: [u32; HABITS.len()] = {
    let mut levels = [0; HABITS.len()];
    let mut at = 0;
    while at < levels.len() {
        levels[at] = HABITS[at].0;
        at += 1;
    }
    levels
};

/// How strong to play, and the seed of moods and oversights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The rating on the engine's own scale; one beyond [`ELO`] is taken as the nearest within.
    pub elo: u32,
    /// The seed.
    pub seed: u64,
}

/// How a player thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Habits {
    /// How many nodes he looks at.
    nodes: f64,
    /// How likely he does not see the answer to one of his moves.
    oversight: f64,
    /// By how much two moves must differ for the better to be clearly preferred, in hundredths of a man.
    mood: f64,
    /// How much he gives away at most, in hundredths of a man.
    gift: f64,
}

/// Short for a row of the table.
const fn row(nodes: f64, oversight: f64, mood: f64, gift: f64) -> Habits {
    Habits { nodes, oversight, mood, gift }
}

/// Habits by rating; between the rows they are mixed.
const HABITS: [(u32, Habits); 8] = [
    (600, row(60.0, 0.45, 60.0, 250.0)),
    (900, row(270.0, 0.21, 32.0, 225.0)),
    (1200, row(750.0, 0.125, 21.0, 200.0)),
    (1500, row(1_400.0, 0.09, 15.0, 200.0)),
    (1800, row(2_900.0, 0.058, 10.4, 180.0)),
    (2100, row(7_100.0, 0.032, 6.8, 150.0)),
    (2400, row(19_000.0, 0.016, 4.2, 130.0)),
    (2700, row(50_000.0, 0.008, 2.8, 100.0)),
];

/// Beyond this a player sees a won or lost game and no difference, in hundredths of a man.
const CLEAR: i32 = 2_000;

impl Habits {
    fn of(elo: u32) -> Habits {
        let elo = elo.clamp(*ELO.start(), *ELO.end());
        let above = HABITS.iter().position(|&(rating, _)| elo <= rating).unwrap_or(0);
        let (rating, habits) = HABITS[above];
        let Some(&(lower_rating, lower)) = above.checked_sub(1).and_then(|below| HABITS.get(below)) else {
            return habits;
        };
        let share = f64::from(elo - lower_rating) / f64::from(rating - lower_rating);
        let mixed = |low: f64, high: f64| low + (high - low) * share;
        Habits {
            // Strength goes with the logarithm of the nodes.
            nodes: mixed(lower.nodes.ln(), habits.nodes.ln()).exp(),
            oversight: mixed(lower.oversight, habits.oversight),
            mood: mixed(lower.mood, habits.mood),
            gift: mixed(lower.gift, habits.gift),
        }
    }

    /// Picks one of the lines, whose first is the best.
    fn choose<'a, V: Variant>(self, root: &Root<V>, lines: &'a [Info], rng: &mut StdRng) -> Option<&'a Info> {
        let held = |value: i32| value.clamp(-CLEAR, CLEAR);
        let best = held(lines.first()?.score.value());
        let mut seen: Vec<(f64, &Info)> = Vec::with_capacity(lines.len());
        for info in lines {
            let score = held(info.score.value());
            if f64::from(best - score) > self.gift {
                continue;
            }
            let is_overlooked = rng.random_bool(self.oversight);
            let value = match info.pv.first() {
                Some(&mv) if is_overlooked => held(-root.net.evaluate(&root.position.play(mv)).value()),
                _ => score,
            };
            seen.push((f64::from(value), info));
        }
        let highest = seen.iter().map(|&(value, _)| value).fold(f64::NEG_INFINITY, f64::max);
        let weight = |value: f64| ((value - highest) / self.mood).exp();
        let total: f64 = seen.iter().map(|&(value, _)| weight(value)).sum();
        let mut left = rng.random_range(0.0..total);
        for &(value, info) in &seen {
            left -= weight(value);
            if left < 0.0 {
                return Some(info);
            }
        }
        seen.last().map(|&(_, info)| info)
    }
}

/// Searches and chooses as a player of that strength would. Only the line of the chosen move is reported, at the end.
pub(super) fn think<V: Variant>(
    root: &Root<V>,
    limits: &Limits,
    strength: Strength,
    table: &Table,
    control: &Control,
    report: &mut dyn FnMut(Report),
) -> Outcome {
    let habits = Habits::of(strength.elo);
    let nodes = (habits.nodes.round() as u64).min(limits.nodes.unwrap_or(u64::MAX));
    let limits = Limits { nodes: Some(nodes), lines: usize::MAX, threads: 1, strength: None, ..limits.clone() };
    // What stronger searches left in the table would be seen too; without memory for another that is no harm.
    let own = Table::new(1);
    // No such player knows an endgame by heart.
    let root = &Root { tables: Arc::new(Tables::new(0)), ..root.clone() };
    let mut outcome = team::think(root, &limits, own.as_ref().unwrap_or(table), control, &mut |_| {});
    let mut rng = StdRng::seed_from_u64(strength.seed);
    if let Some(chosen) = habits.choose(root, &outcome.lines, &mut rng) {
        let info = Info { multipv: 1, ..chosen.clone() };
        report(Report::Line(info.clone()));
        (outcome.best, outcome.ponder) = (info.pv.first().copied(), info.pv.get(1).copied());
        outcome.lines = vec![info];
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{read_fen, write_uci};
    use crate::position::Position;
    use crate::rules::Turkish;

    #[test]
    fn habits_are_mixed_between_the_rows() {
        assert_eq!(Habits::of(0), HABITS[0].1);
        assert_eq!(Habits::of(9_999), Habits::of(*ELO.end()));
        for (elo, habits) in HABITS {
            assert!((Habits::of(elo).nodes / habits.nodes - 1.0).abs() < 1e-9, "{elo}");
            assert!((Habits::of(elo).oversight - habits.oversight).abs() < 1e-9, "{elo}");
        }
        let mut last = Habits::of(600);
        for elo in ELO.skip(1) {
            let habits = Habits::of(elo);
            assert!(
                habits.nodes > last.nodes && habits.oversight <= last.oversight && habits.mood <= last.mood,
                "{elo}"
            );
            last = habits;
        }
    }

    fn chosen(fen: &str, elo: u32, seed: u64) -> String {
        let position: Position<Turkish> = read_fen(fen).unwrap();
        let root = Root::alone(position);
        let limits = Limits { lines: 1, strength: Some(Strength { elo, seed }), ..Limits::default() };
        let table = Table::new(1).unwrap();
        let outcome = super::super::search(&root, &limits, &table, &Control::default(), &mut |_| {});
        write_uci(&position, outcome.best.unwrap())
    }

    /// The second best move loses four men and more against the only good one.
    #[test]
    fn the_one_saving_move_is_always_found() {
        let forced = "W:Wd4:Bd5,h8,g8,f8";
        let step = "B:Wc2,d2,e2,f2,h2,d3,e3,g3,f4,g4,Ka8:Ba4,e5,d6,f6,g6,h6,c7,d7,e7,f7,g7,h7";
        let capture = "B:Wa2,b2,c2,d2,e2,f2,g2,d3,f3,g3,a4,b4,e4,Kb8:BKe1,a6,c6,f6,h6,a7,g7,h7";
        for seed in 0..200 {
            assert_eq!(chosen(forced, 600, seed), "d4d6", "seed {seed}");
            assert_eq!(chosen(step, 600, seed), "e5f5", "seed {seed}");
            assert_eq!(chosen(capture, 600, seed), "e1e3e8a8", "seed {seed}");
        }
    }

    #[test]
    fn the_seed_decides_and_seeds_differ() {
        let start =
            "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7";
        assert_eq!(chosen(start, 600, 5), chosen(start, 600, 5));
        let mut moves: Vec<String> = (0..40).map(|seed| chosen(start, 600, seed)).collect();
        moves.sort();
        moves.dedup();
        assert!(moves.len() > 3, "{moves:?}");
    }
}
