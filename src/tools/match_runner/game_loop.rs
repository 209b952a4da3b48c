//! One game between two engines, and its referee.
//!
//! Who moves, what is legal, when a game is over and why: all that is asked of the game itself. What the engines
//! think of the result does not count, except for the adjudication that the plan allows.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::adjudication::{Referee, Ruling};
use super::openings::Opening;
use super::plan::{Plan, Player};
use super::time_control::RunningClock;
use crate::game::Game;
use crate::position::{Reason, Verdict};
use crate::protocol::client::{Allowance, Client, Failure, Report};
use crate::rules::{Color, Variant};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Verdict),
    /// By adjudication.
    Ruled(Ruling),
    /// This side made no legal move in time.
    Failed(Color, Failure),
}

impl Ending {
    /// Who won, `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Ending::Rules(verdict) => verdict.winner,
            Ending::Ruled(Ruling::Lost(loser)) => Some(!*loser),
            Ending::Ruled(Ruling::Drawn | Ruling::TooLong) => None,
            Ending::Failed(loser, _) => Some(!*loser),
        }
    }

    /// The verdict that a game can hold.
    fn verdict(&self) -> Verdict {
        let reason = match self {
            Ending::Rules(verdict) => verdict.reason,
            Ending::Ruled(Ruling::Lost(_)) => Reason::Resignation,
            Ending::Ruled(Ruling::Drawn | Ruling::TooLong) => Reason::Agreement,
            Ending::Failed(_, Failure::Late(_)) => Reason::Time,
            Ending::Failed(..) => Reason::Forfeit,
        };
        Verdict { winner: self.winner(), reason }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rules(Verdict { winner: Some(winner), reason }) => write!(f, "{winner} wins: {reason}"),
            Ending::Rules(Verdict { winner: None, reason }) => write!(f, "Draw: {reason}"),
            Ending::Ruled(Ruling::Lost(loser)) => write!(f, "{} wins: adjudication", !*loser),
            Ending::Ruled(Ruling::Drawn) => f.write_str("Draw: adjudication"),
            Ending::Ruled(Ruling::TooLong) => f.write_str("Draw: adjudication of a long game"),
            Ending::Failed(loser, Failure::Late(elapsed)) => {
                write!(f, "{loser} loses on time, after {} ms", elapsed.as_millis())
            }
            Ending::Failed(loser, failure) => write!(f, "{loser} loses: it {failure}"),
        }
    }
}

/// What is known about a move beside the move.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// What the engine reported.
    pub report: Report,
    /// How long it took.
    pub elapsed: Duration,
}

/// A finished game.
pub struct Record<V> {
    /// The moves and the result.
    pub game: Game<V>,
    /// How many of the moves belong to the opening; the others have notes.
    pub opening_plies: usize,
    /// A note for each move after the opening.
    pub notes: Vec<Note>,
    /// How it ended.
    pub ending: Ending,
}

/// Plays a game. `clients` and `players` are White's and Black's.
///
/// # Errors
/// When the interrupt flag was set before the end.
pub fn play<V: Variant>(
    plan: &Plan,
    opening: &Opening<V>,
    clients: [&mut Client; 2],
    players: [&Player; 2],
    interrupt: &AtomicBool,
) -> Result<Record<V>, Interrupted> {
    let mut game = Game::new(opening.start);
    if let Some(plies) = plan.no_progress_plies {
        game.set_arbiter_plies(plies);
    }
    for &mv in &opening.moves {
        game.play(mv);
    }
    let mut clocks = players.map(|player| player.control.map(RunningClock::new));
    let mut referee = Referee::new(plan.adjudication);
    let mut notes = Vec::new();
    let ending = loop {
        if let Some(verdict) = game.verdict() {
            break Ending::Rules(verdict);
        }
        let side = game.position().side_to_move();
        let at = side.index();
        let allowance = allowance(players[at], clocks, at);
        let thought = match clients[at].think(&game, &allowance, interrupt) {
            Ok(thought) => thought,
            Err(Failure::Interrupted) => return Err(Interrupted),
            Err(failure) => break Ending::Failed(side, failure),
        };
        if let Some(clock) = &mut clocks[at] {
            clock.made_move(thought.elapsed);
        }
        game.play(thought.mv);
        notes.push(Note { report: thought.report, elapsed: thought.elapsed });
        // The rules come first: a won game is won whatever the players thought of it.
        if game.verdict().is_none()
            && let Some(ruling) = referee.hear(side, thought.report.opinion)
        {
            break Ending::Ruled(ruling);
        }
    };
    game.declare(ending.verdict());
    Ok(Record { game, opening_plies: opening.moves.len(), notes, ending })
}

/// The game was not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// What a player may use for its move. A side without a clock of its own shows the other's: nobody else knows its time.
fn allowance(player: &Player, clocks: [Option<RunningClock>; 2], at: usize) -> Allowance {
    let readings = clocks.map(|clock| clock.map(|clock| clock.reading()));
    let clocks = readings[at].map(|own| {
        let mut both = [own; 2];
        both[1 - at] = readings[1 - at].unwrap_or(own);
        both
    });
    Allowance { clocks, move_time: player.move_time, depth: player.depth, nodes: player.nodes, margin: player.margin }
}
