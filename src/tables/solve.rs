//! Solving a class and its swap by retrograde analysis.
//!
//! A first pass looks at every position once. Where the side to move must capture, or a rule decides, the outcome
//! follows from smaller classes and is final. Elsewhere the moves that leave the class, promotions, are looked up,
//! and those that stay are only counted. Then, ply by ply away from the end, every position whose distance is that
//! ply tells the positions that lead to it by a step or slide: a lost one makes them won, a won one takes one from
//! their count, and where the count comes to nothing they are lost. What nobody told anything is drawn.
//!
//! With the outcomes of smaller classes come their distances, so a position can be known to be won in 40 plies long
//! before that ply has its turn; it is told again if there is a faster way. Where distances of smaller classes are
//! unknown they count as 0, and the values come out right all the same.
//!
//! A class of 256 million positions takes two bytes for each slot, and a slot is two mirror images.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};
use std::thread;

use super::class::Class;
use super::index::Index;
use super::packed::{Packed, SLOTS_PER_BYTE, set_value};
use super::set::{Tables, decided};
use super::statistics::Statistics;
use super::unmoves::each_unmove;
use super::value::{Outcome, Value};
use super::view::View;
use crate::position::Position;
use crate::rules::Variant;

/// How many slots a thread takes at once. Blocks of a file hold a multiple, and the slots that repeat the one before
/// begin anew in each, so that files do not depend on the number of threads.
const SHARE: u64 = 1 << 16;

/// What is known of one slot, in 16 bits: the distance in the lowest eight, the value in the next two, and in the upper
/// six how many moves that stay in the class are not known to lose, or one of the constants below.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State(u16);

/// No value yet, and a draw in the end if there never is one; the distance is the least that a loss would have.
const OPEN: u16 = 0;
const WIN: u16 = 1;
const LOSS: u16 = 2;
/// In place of the count: a move that leaves the class holds the draw, so the position cannot be lost.
const SAFE: u16 = 62;
/// In place of the count: no move that stays in the class is legal, so nothing changes the outcome any more.
const FINAL: u16 = 63;

impl State {
    fn new(value: u16, distance: u8, count: u16) -> State {
        State(count << 10 | value << 8 | u16::from(distance))
    }

    fn of(outcome: Outcome, count: u16) -> State {
        let distance = outcome.distance.unwrap_or(0);
        match outcome.value {
            Value::Win => State::new(WIN, distance, count),
            Value::Loss => State::new(LOSS, distance, count),
            Value::Draw => State::new(OPEN, 0, FINAL),
        }
    }

    fn distance(self) -> u8 {
        self.0 as u8
    }

    fn value(self) -> u16 {
        self.0 >> 8 & 3
    }

    fn count(self) -> u16 {
        self.0 >> 10
    }

    fn outcome(self) -> Outcome {
        match self.value() {
            WIN => Outcome { value: Value::Win, distance: Some(self.distance()) },
            LOSS => Outcome { value: Value::Loss, distance: Some(self.distance()) },
            _ => Outcome::DRAW,
        }
    }

    /// After it became known that a move leads to a loss of the other side, `distance` plies from the end from here.
    fn won(self, distance: u8) -> Option<State> {
        let improves = match self.value() {
            OPEN => self.count() != FINAL,
            WIN => self.count() != FINAL && self.distance() > distance,
            _ => false,
        };
        improves.then(|| State::new(WIN, distance, SAFE))
    }

    /// After it became known that `moves` more moves lose, the last of them in `distance` plies from here.
    fn less(self, moves: u16, distance: u8) -> Option<State> {
        let count = self.count();
        if self.value() != OPEN || count == SAFE || count == FINAL {
            return None;
        }
        debug_assert!(count >= moves);
        if count <= moves {
            Some(State::new(LOSS, distance.max(self.distance()), 0))
        } else {
            Some(State::new(OPEN, self.distance(), count - moves))
        }
    }
}

/// One class as solved.
pub(super) struct Solved {
    pub(super) class: Class,
    pub(super) packed: Packed,
    pub(super) statistics: Statistics,
}

/// A win is longer than a table can tell, in plies.
#[derive(Debug)]
pub(super) struct TooLong(pub(super) u8);

/// The longest distance that fits a table: one more must fit the byte.
const LONGEST: u8 = 254;

/// How far the solver is, for whoever watches: slots looked at or told, out of all, in this pass.
pub(super) type Watch<'a> = &'a (dyn Fn(&'static str, u64) + Sync);

/// Solves a class and its swap. `tables` must hold whatever their moves lead to.
pub(super) fn solve<V: Variant>(
    class: Class,
    tables: &Tables<V>,
    threads: usize,
    distances: bool,
    watch: Watch,
) -> Result<Vec<Solved>, TooLong> {
    let sides: Vec<Side<V>> = class.pair().map(Side::new).collect();
    let solver = Solver { sides, tables, threads, distances, farthest: AtomicU8::new(0), watch };
    solver.look_at_all();
    solver.tell_back()?;
    Ok((0..solver.sides.len()).map(|side| solver.result(side)).collect())
}

/// The positions of a pair of classes where one side is to move.
struct Side<V> {
    index: Index<V>,
    states: Vec<AtomicU16>,
}

impl<V: Variant> Side<V> {
    fn new(class: Class) -> Side<V> {
        let index = Index::new(class);
        let states = std::iter::repeat_with(|| AtomicU16::new(0)).take(index.size() as usize).collect();
        Side { index, states }
    }

    fn state(&self, slot: u64) -> State {
        State(self.states[slot as usize].load(Ordering::Relaxed))
    }

    fn set(&self, slot: u64, state: State) {
        self.states[slot as usize].store(state.0, Ordering::Relaxed);
    }
}

struct Solver<'a, V> {
    sides: Vec<Side<V>>,
    tables: &'a Tables<V>,
    threads: usize,
    distances: bool,
    /// The greatest distance any position was given so far.
    farthest: AtomicU8,
    watch: Watch<'a>,
}

impl<V: Variant> Solver<'_, V> {
    /// Does something with every slot of a side, shared out to the threads; the answers come in the order of the
    /// shares.
    fn share<T: Send>(&self, side: usize, work: impl Fn(std::ops::Range<u64>) -> T + Sync) -> Vec<T> {
        let size = self.sides[side].index.size();
        let next = AtomicU64::new(0);
        let run = || {
            let mut answers = Vec::new();
            loop {
                let share = next.fetch_add(1, Ordering::Relaxed);
                let first = share * SHARE;
                if first >= size {
                    return answers;
                }
                answers.push((share, work(first..size.min(first + SHARE))));
            }
        };
        let mut answers: Vec<(u64, T)> = thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(run)).collect();
            let mut answers = run();
            for other in others {
                // A thread that panicked has said why; the answer it owes cannot be made up.
                answers.extend(other.join().unwrap_or_else(|reason| std::panic::resume_unwind(reason)));
            }
            answers
        });
        answers.sort_by_key(|(share, _)| *share);
        answers.into_iter().map(|(_, answer)| answer).collect()
    }

    fn look_at_all(&self) {
        for (at, side) in self.sides.iter().enumerate() {
            self.share(at, |slots| {
                let count = slots.end - slots.start;
                let mut farthest = 0;
                for slot in slots {
                    let state = side.index.view(slot).map_or(State::new(OPEN, 0, FINAL), |view| self.first_look(&view));
                    side.set(slot, state);
                    if state.value() != OPEN {
                        farthest = farthest.max(state.distance());
                    }
                }
                self.farthest.fetch_max(farthest, Ordering::Relaxed);
                (self.watch)("first look", count);
            });
        }
    }

    /// What a position's own moves tell.
    fn first_look(&self, view: &View) -> State {
        let Some(position) = view.position::<V>() else { return State::new(OPEN, 0, FINAL) };
        // Outcomes of smaller classes are all there: see `solve`.
        let there = |outcome: Option<Outcome>| {
            debug_assert!(outcome.is_some(), "{position:?}");
            outcome.unwrap_or(Outcome::DRAW)
        };
        let known = |position: &Position<V>| there(self.tables.outcome(position));
        if let Some(outcome) = decided(&position) {
            return State::of(outcome, FINAL);
        }
        if position.can_capture() {
            return State::of(there(self.tables.best(&position, &position.legal_moves())), FINAL);
        }
        let mut staying = position.count_moves() as u16;
        let mut best: Option<Outcome> = None;
        position.each_promotion(|mv| {
            staying -= 1;
            let outcome = known(&position.play(mv)).before();
            best = Some(best.map_or(outcome, |best| best.better(outcome)));
        });
        let Some(best) = best else {
            return if staying == 0 { State::of(Outcome::LOST, 0) } else { State::new(OPEN, 0, staying) };
        };
        match best.value {
            Value::Win => State::of(best, SAFE),
            Value::Draw => State::new(OPEN, 0, SAFE),
            Value::Loss if staying == 0 => State::of(best, 0),
            Value::Loss => State::new(OPEN, best.distance.unwrap_or(0), staying),
        }
    }

    fn tell_back(&self) -> Result<(), TooLong> {
        let mut distance = 0;
        loop {
            for side in 0..self.sides.len() {
                self.share(side, |slots| self.tell_from(side, slots, distance));
            }
            if distance == self.farthest.load(Ordering::Relaxed) {
                return Ok(());
            }
            if distance == LONGEST - 1 {
                return Err(TooLong(LONGEST));
            }
            distance += 1;
        }
    }

    /// Tells the positions before those of some slots that have this distance.
    fn tell_from(&self, side: usize, slots: std::ops::Range<u64>, distance: u8) {
        let from = &self.sides[side];
        let to = &self.sides[self.sides.len() - 1 - side];
        let mut told = 0;
        for slot in slots {
            let state = from.state(slot);
            if state.distance() != distance || state.value() == OPEN {
                continue;
            }
            let Some(view) = from.index.view(slot) else { continue };
            let is_symmetric = view.is_symmetric::<V>();
            let is_win = state.value() == WIN;
            told += 1;
            each_unmove::<V>(&view.turned::<V>(), |before| {
                // A slot is a position and its image. Where the position after the move is its own image, two moves of
                // one slot lead to it but only one is counted there; where the position before is, one stands for two.
                if is_symmetric && !faces_left::<V>(&before) {
                    return;
                }
                let Some(slot) = to.index.slot(&before) else { return };
                let moves = if before.is_symmetric::<V>() { 2 } else { 1 };
                self.tell(to, slot, distance + 1, if is_win { moves } else { 0 });
            });
        }
        if told > 0 {
            (self.watch)("back", told);
        }
    }

    /// Tells a position that `losing` of its moves lose, or, when that is 0, that one wins.
    fn tell(&self, side: &Side<V>, slot: u64, distance: u8, losing: u16) {
        let change = |bits: u16| {
            let state = State(bits);
            let changed = if losing == 0 { state.won(distance) } else { state.less(losing, distance) };
            changed.map(|state| state.0)
        };
        let cell = &side.states[slot as usize];
        if cell.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change).is_ok() {
            let state = State(cell.load(Ordering::Relaxed));
            if state.value() != OPEN {
                self.farthest.fetch_max(state.distance(), Ordering::Relaxed);
            }
        }
    }

    /// The values of one side as they are written.
    fn result(&self, at: usize) -> Solved {
        let side = &self.sides[at];
        let shares = self.share(at, |slots| self.pack(side, slots));
        let mut packed = Packed { values: Vec::new(), distances: Vec::new() };
        let mut statistics = Statistics::default();
        for (part, counted) in shares {
            packed.values.extend(part.values);
            packed.distances.extend(part.distances);
            statistics.merge(counted);
        }
        Solved { class: side.index.class(), packed, statistics }
    }

    fn pack(&self, side: &Side<V>, slots: std::ops::Range<u64>) -> (Packed, Statistics) {
        let count = slots.end - slots.start;
        let mut values = vec![0; count.div_ceil(SLOTS_PER_BYTE) as usize];
        let mut distances = vec![0; if self.distances { count as usize } else { 0 }];
        let mut statistics = Statistics::default();
        let mut last = (Value::Draw, 0);
        for (at, slot) in slots.enumerate() {
            let state = side.state(slot);
            let Outcome { value, distance } = state.outcome();
            if state.count() != FINAL {
                last.0 = value;
                if value != Value::Draw {
                    last.1 = distance.unwrap_or(0);
                }
            }
            set_value(&mut values, at as u64, last.0);
            if let Some(byte) = distances.get_mut(at) {
                *byte = last.1;
            }
            if let Some((view, position)) = side.index.view(slot).and_then(|view| Some((view, view.position::<V>()?))) {
                let weight = view.weight::<V>();
                let quiet = state.count() != FINAL && !position.is_threatened();
                let outcome = Outcome { value, distance: distance.filter(|_| self.distances) };
                statistics.add(slot, outcome, weight, quiet);
            }
        }
        (Packed { values, distances }, statistics)
    }
}

/// Of a position that is not its own mirror image and its image, whether it is one rather than the other.
fn faces_left<V: Variant>(view: &View) -> bool {
    view.sets <= view.mirrored::<V>().sets
}
