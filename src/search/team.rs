//! Several threads on one position: lazy SMP.
//!
//! Every thread runs the whole search by itself and all share the table, so that what one finds the others need not
//! search [D. Homan, T. Romstad and others, talkchess 2013 and later]. No thread waits for another and none is told what
//! to do; helpers leave some depths out, so that some are ahead of the leader and fill the table with what it will ask
//! for. The leader alone reports and watches the clock, and when it is done everybody goes home.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Builder};

use super::limits::{Control, Limits, Outcome, Report};
use super::table::Table;
use super::time::Timer;
use super::worker::Worker;
use super::{Info, Root};
use crate::rules::Variant;

/// The name of a thread that searches, so that a log or a debugger tells it apart; those of its helpers begin with it.
pub const THREAD_NAME: &str = "search";
/// How much stack such a thread needs: a search is at most some hundreds of plies deep, but its frames are large in
/// debug builds.
pub const STACK_BYTES: usize = 32 << 20;

/// What the threads of one search know of each other.
pub(super) struct Team {
    counts: Vec<Published>,
    dismissed: AtomicBool,
}

/// What threads have done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counts {
    /// Moves made.
    pub(super) nodes: u64,
    /// Positions that an endgame table knew.
    pub(super) table_hits: u64,
}

/// What a thread has published, on a cache line of its own so that no thread slows another.
#[derive(Default)]
#[repr(align(64))]
struct Published {
    nodes: AtomicU64,
    table_hits: AtomicU64,
}

impl Team {
    /// For `threads` threads, at least one.
    pub(super) fn new(threads: usize) -> Team {
        let counts = (0..threads.max(1)).map(|_| Published::default()).collect();
        Team { counts, dismissed: AtomicBool::new(false) }
    }

    /// The place of a thread, 0 for the one that leads.
    pub(super) fn seat(&self, number: usize) -> Seat<'_> {
        debug_assert!(number < self.counts.len());
        Seat { team: self, number }
    }
}

/// A thread's place in the team.
#[derive(Clone, Copy)]
pub(super) struct Seat<'a> {
    team: &'a Team,
    number: usize,
}

impl Seat<'_> {
    /// Whether this thread reports and decides.
    pub(super) fn leads(self) -> bool {
        self.number == 0
    }

    /// Whether the leader is done, and with it the search.
    pub(super) fn is_dismissed(self) -> bool {
        self.team.dismissed.load(Ordering::Relaxed)
    }

    /// Tells the others what this thread has done, and returns the sum over all.
    pub(super) fn publish(self, own: Counts) -> Counts {
        let counts = &self.team.counts;
        counts[self.number].nodes.store(own.nodes, Ordering::Relaxed);
        counts[self.number].table_hits.store(own.table_hits, Ordering::Relaxed);
        Counts {
            nodes: counts.iter().map(|count| count.nodes.load(Ordering::Relaxed)).sum(),
            table_hits: counts.iter().map(|count| count.table_hits.load(Ordering::Relaxed)).sum(),
        }
    }

    /// Whether this thread passes over an iteration: helpers search every second depth, every third and so on, each
    /// pair of them in its own step.
    pub(super) fn skips(self, depth: u32) -> bool {
        let Some(helper) = (self.number as u32).checked_sub(1) else { return false };
        let (step, phase) = (helper / 2 + 1, helper % 2);
        (depth + phase * step) / step % 2 == 1
    }
}

/// Sends everybody home, also when the leader breaks down.
struct Dismissal<'a>(&'a Team);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.dismissed.store(true, Ordering::Relaxed);
    }
}

/// Searches with as many threads as the limits say.
pub(super) fn think<V: Variant>(
    root: &Root<V>,
    limits: &Limits,
    table: &Table,
    control: &Control,
    report: &mut dyn FnMut(Report),
) -> Outcome {
    // The client's clock runs while threads are made.
    let timer = Timer::new(limits.time);
    table.begin_search();
    let team = Team::new(limits.threads);
    let team = &team;
    thread::scope(|scope| {
        let mut remark = None;
        let mut helpers = Vec::new();
        for number in 1..limits.threads {
            let work = move || {
                let timer = Timer::new(limits.time);
                Worker::new(root, limits, table, control, &mut |_| {}, team.seat(number), timer).help()
            };
            let name = format!("{THREAD_NAME}-{number}");
            match Builder::new().name(name).stack_size(STACK_BYTES).spawn_scoped(scope, work) {
                Ok(helper) => helpers.push(helper),
                Err(error) => {
                    remark = Some(format!("searching with {number} of {} threads: {error}", limits.threads));
                    break;
                }
            }
        }
        let mut outcome = {
            let _dismissal = Dismissal(team);
            Worker::new(root, limits, table, control, &mut *report, team.seat(0), timer).think()
        };
        for helper in helpers {
            match helper.join() {
                Ok(found) => adopt(&mut outcome, found, limits, report),
                Err(_) => remark = Some("a helper of the search failed and was left out".to_owned()),
            }
        }
        outcome.remark = outcome.remark.or(remark);
        outcome
    })
}

/// Takes a helper's line over when it has finished a deeper iteration than the one the answer comes from.
fn adopt(outcome: &mut Outcome, found: Option<Info>, limits: &Limits, report: &mut dyn FnMut(Report)) {
    let ([best], Some(found)) = (outcome.lines.as_mut_slice(), found) else { return };
    let is_allowed = limits.depth.is_none_or(|depth| found.depth <= depth);
    if !is_allowed || found.depth <= best.depth || best.score.is_decided() {
        return;
    }
    // The counts are those of the whole team, which the leader knows.
    *best = Info { nodes: best.nodes, table_hits: best.table_hits, time: best.time, hashfull: best.hashfull, ..found };
    (outcome.best, outcome.ponder) = (best.pv.first().copied(), best.pv.get(1).copied());
    report(Report::Line(best.clone()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leader_skips_nothing_and_helpers_half() {
        let team = Team::new(9);
        assert!((1..50).all(|depth| !team.seat(0).skips(depth)));
        for number in 1..9 {
            let skipped = (1..=48).filter(|&depth| team.seat(number).skips(depth)).count();
            assert_eq!(skipped, 24, "helper {number}");
        }
        for pair in [1, 3, 5, 7] {
            let differ = |depth| team.seat(pair).skips(depth) != team.seat(pair + 1).skips(depth);
            assert!((1..50).all(differ), "helpers {pair} and {}", pair + 1);
        }
    }

    #[test]
    fn nodes_are_summed_over_the_team() {
        let team = Team::new(3);
        let counts = |nodes, table_hits| Counts { nodes, table_hits };
        assert_eq!(team.seat(1).publish(counts(5, 0)), counts(5, 0));
        assert_eq!(team.seat(2).publish(counts(7, 2)), counts(12, 2));
        assert_eq!(team.seat(1).publish(counts(6, 1)), counts(13, 3));
    }
}
