//! The threads that play: each takes one game after the other and keeps its engines from game to game.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use super::game_loop::{Ending, Interrupted, Record, play};
use super::openings::Openings;
use super::pairing::{Job, Schedule};
use super::plan::Plan;
use crate::protocol::client::{Children, Client, Failure};
use crate::rules::{Color, Variant};

/// What all threads share.
pub struct Shared<'a, V> {
    /// What is played.
    pub plan: &'a Plan,
    /// In which order.
    pub schedule: &'a Schedule,
    /// From where.
    pub openings: &'a Openings<V>,
    /// The numbers of the games that nobody has taken yet, the next one last.
    pub waiting: Mutex<Vec<u32>>,
    /// The engines that run.
    pub children: &'a Children,
    /// Set when no more is to be played, games that run included.
    pub interrupt: &'a AtomicBool,
}

/// What a thread has to say.
pub enum News<V> {
    /// A game begins.
    Started(Job),
    /// A player is not quite what the plan says.
    Remark(usize, String),
    /// A game is over.
    Finished(Job, Box<Record<V>>),
    /// A player cannot be started.
    Unable(usize, Failure),
}

impl<V: Variant> Shared<'_, V> {
    /// Plays games until there are no more, or the interrupt flag is set.
    pub fn work(&self, news: &Sender<News<V>>) {
        let mut clients = HashMap::new();
        while !self.interrupt.load(Ordering::Relaxed)
            && let Some(job) = self.take_job()
        {
            match self.play_job(job, &mut clients, news) {
                Ok(record) => {
                    if news.send(News::Finished(job, Box::new(record))).is_err() {
                        return;
                    }
                }
                Err(Trouble::Interrupted) => return,
                Err(Trouble::Unable(player, failure)) => {
                    // Nobody listens any more when the match is over.
                    let _ = news.send(News::Unable(player, failure));
                    return;
                }
            }
        }
    }

    fn take_job(&self) -> Option<Job> {
        let number = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
        Some(self.schedule.job(number))
    }

    fn play_job(
        &self,
        job: Job,
        clients: &mut HashMap<usize, Client>,
        news: &Sender<News<V>>,
    ) -> Result<Record<V>, Trouble> {
        let sides = [Color::White, Color::Black].map(|color| job.player(color));
        let mut white = self.ready_client(sides[0], clients, news)?;
        let mut black = self.ready_client(sides[1], clients, news)?;
        let _ = news.send(News::Started(job));
        let opening = self.openings.get(self.plan.skip + job.round);
        let players = sides.map(|player| &self.plan.players[player]);
        let played = play(self.plan, &opening, [&mut white, &mut black], players, self.interrupt);
        let broken = match &played {
            Ok(Record { ending: Ending::Failed(side, failure), .. }) if !failure.leaves_engine_usable() => Some(*side),
            _ => None,
        };
        for (color, client) in [(Color::White, white), (Color::Black, black)] {
            // A client that is not kept ends its engine.
            if broken != Some(color) {
                clients.insert(job.player(color), client);
            }
        }
        played.map_err(|Interrupted| Trouble::Interrupted)
    }

    /// The player's engine, started if it does not run, and ready for a game.
    fn ready_client(
        &self,
        player: usize,
        clients: &mut HashMap<usize, Client>,
        news: &Sender<News<V>>,
    ) -> Result<Client, Trouble> {
        let trouble = |failure| match failure {
            Failure::Interrupted => Trouble::Interrupted,
            failure => Trouble::Unable(player, failure),
        };
        let start = || {
            let launch = &self.plan.players[player].launch;
            Client::start(launch, self.plan.variant, self.children, self.interrupt).map_err(trouble)
        };
        if let Some(mut client) = clients.remove(&player) {
            match client.new_game(self.interrupt) {
                Ok(()) => return Ok(client),
                Err(Failure::Interrupted) => return Err(Trouble::Interrupted),
                Err(failure) if !self.plan.recover => return Err(trouble(failure)),
                Err(failure) => log::warn!("{} {failure}, starting it again", self.plan.players[player].name),
            }
        }
        let mut client = start()?;
        for remark in client.remarks() {
            let _ = news.send(News::Remark(player, remark.clone()));
        }
        client.new_game(self.interrupt).map_err(trouble)?;
        Ok(client)
    }
}

/// Why a game was not played.
enum Trouble {
    Interrupted,
    Unable(usize, Failure),
}
