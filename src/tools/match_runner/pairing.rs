//! Who plays whom, when, and with which side: the order of the games, and the pairs they make.

use std::collections::HashMap;

use super::plan::Plan;
use super::stats::Tally;
use crate::rules::Color;

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number, from 0.
    pub number: u32,
    /// The round, from 0: all games of a round start from the same opening.
    pub round: u32,
    /// The two players, the one of the lower number first.
    pub players: [usize; 2],
    /// Who plays White.
    pub white: usize,
}

impl Job {
    /// The player of a color.
    pub fn player(&self, color: Color) -> usize {
        match color {
            Color::White => self.white,
            Color::Black => self.players[0] + self.players[1] - self.white,
        }
    }
}

/// All games of a match in order: round by round, and in each every couple twice, with sides swapped.
#[derive(Clone, Debug)]
pub struct Schedule {
    couples: Vec<[usize; 2]>,
    rounds: u32,
}

impl Schedule {
    /// The schedule of a plan.
    pub fn new(plan: &Plan) -> Schedule {
        let players = plan.players.len();
        let firsts = if plan.gauntlet { 1 } else { players };
        let couples = (0..firsts).flat_map(|first| (first + 1..players).map(move |second| [first, second])).collect();
        Schedule { couples, rounds: plan.rounds }
    }

    /// Everybody who plays somebody.
    pub fn couples(&self) -> &[[usize; 2]] {
        &self.couples
    }

    /// How many games there are.
    pub fn game_count(&self) -> u32 {
        self.rounds * 2 * self.couples.len() as u32
    }

    /// The game of a number.
    pub fn job(&self, number: u32) -> Job {
        let per_round = 2 * self.couples.len() as u32;
        let (round, within) = (number / per_round, number % per_round);
        let players = self.couples[within as usize / 2];
        // The first of a pair goes to the first player's White in even rounds, so that a match broken off is fair too.
        let swapped = (within + round) % 2 == 1;
        Job { number, round, players, white: players[usize::from(swapped)] }
    }
}

/// The score of every couple.
#[derive(Clone, Debug)]
pub struct Scores {
    tallies: HashMap<[usize; 2], Tally>,
    /// The first finished game of pairs that are not complete, in half points of the first player.
    half_pairs: HashMap<(u32, [usize; 2]), u8>,
}

impl Scores {
    /// Nothing played yet.
    pub fn new(schedule: &Schedule) -> Scores {
        let tallies = schedule.couples.iter().map(|&couple| (couple, Tally::default())).collect();
        Scores { tallies, half_pairs: HashMap::new() }
    }

    /// Counts a finished game; `winner` is `None` for a draw. Returns whether it completed a pair.
    pub fn add(&mut self, job: &Job, winner: Option<Color>) -> bool {
        let half_points = match winner {
            None => 1,
            Some(color) if job.player(color) == job.players[0] => 2,
            Some(_) => 0,
        };
        let tally = self.tallies.entry(job.players).or_default();
        tally.add_game(half_points);
        match self.half_pairs.remove(&(job.round, job.players)) {
            Some(other) => {
                tally.add_pair([other, half_points]);
                true
            }
            None => {
                self.half_pairs.insert((job.round, job.players), half_points);
                false
            }
        }
    }

    /// The score of a couple.
    pub fn tally(&self, couple: [usize; 2]) -> Tally {
        self.tallies.get(&couple).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(couples: &[[usize; 2]]) -> Schedule {
        Schedule { couples: couples.to_vec(), rounds: 3 }
    }

    #[test]
    fn every_opening_is_played_twice_with_sides_swapped() {
        let schedule = schedule(&[[0, 1], [0, 2], [1, 2]]);
        assert_eq!(schedule.game_count(), 18);
        for number in (0..18).step_by(2) {
            let [first, second] = [number, number + 1].map(|number| schedule.job(number));
            assert_eq!((first.round, first.players), (second.round, second.players));
            assert_eq!(first.round, number / 6);
            assert_eq!(first.player(Color::White), second.player(Color::Black));
            assert_eq!(first.player(Color::Black), second.player(Color::White));
        }
    }

    #[test]
    fn games_make_pairs_whatever_their_order() {
        let schedule = schedule(&[[0, 1]]);
        let mut scores = Scores::new(&schedule);
        // The first player wins its game with White in round 1, then both of round 2, and draws in round 1.
        assert!(!scores.add(&schedule.job(0), Some(Color::White)));
        assert!(!scores.add(&schedule.job(2), Some(Color::Black)));
        assert!(scores.add(&schedule.job(3), Some(Color::White)));
        assert!(scores.add(&schedule.job(1), None));
        let tally = scores.tally([0, 1]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (3, 1, 0));
        assert_eq!(tally.pairs, [0, 0, 0, 1, 1]);
    }
}
