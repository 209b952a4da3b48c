//! Holding a table against the rules: every value must be the best of what the moves lead to.
//!
//! This goes forward, move by move, where the solver goes back. With distances it is a proof: a lost position with
//! distance 0 is over, and every win is a step nearer to such a one. Without them it only shows that no value
//! contradicts another.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::class::Class;
use super::folder::Folder;
use super::refusal::Refusal;
use super::set::{Tables, decided};
use super::statistics::Statistics;
use super::value::{Outcome, Value};
use crate::position::Position;
use crate::rules::Variant;

/// How many slots a thread takes at once.
const SHARE: u64 = 1 << 14;

/// What the look at one class found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// What was counted anew.
    pub statistics: Statistics,
    /// How many values were derived.
    pub derived: u64,
    /// Whether distances were held against the rules as well.
    pub distances: bool,
}

/// Why a table is not right.
#[derive(Debug)]
pub enum VerifyError {
    /// It, or a table that its moves lead to, is not there or damaged.
    Missing(Refusal),
    /// A slot holds something else than its moves lead to.
    Wrong {
        /// The class, seen by the side to move.
        class: Class,
        /// Where in the class.
        slot: u64,
        /// What the table says.
        found: Option<Outcome>,
        /// What the moves say.
        expected: Outcome,
    },
    /// The counts in the header are not those of the positions.
    Counts(Class),
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |outcome: &Outcome| match outcome.distance {
            Some(plies) if outcome.value != Value::Draw => format!("{} in {plies} plies", outcome.value),
            _ => outcome.value.to_string(),
        };
        match self {
            VerifyError::Missing(refusal) => refusal.fmt(f),
            VerifyError::Wrong { class, slot, found, expected } => {
                let found = found.as_ref().map_or("nothing".to_owned(), text);
                write!(f, "{class}, slot {slot}: the table says {found}, its moves lead to {}", text(expected))
            }
            VerifyError::Counts(class) => write!(f, "{class}: the header's counts are not those of the positions"),
        }
    }
}

impl std::error::Error for VerifyError {}

/// Derives every value of a class from its moves.
///
/// # Errors
/// The first value found wrong; a table that is missing or damaged.
pub fn verify<V: Variant>(
    folder: &Folder<V>,
    class: Class,
    threads: usize,
    watch: &(dyn Fn(u64) + Sync),
) -> Result<Verified, VerifyError> {
    let mut needed = class.sources();
    needed.extend([class, class.swapped()]);
    let mut tables = Tables::new(0);
    tables.load(folder, &needed).map_err(VerifyError::Missing)?;
    let file = folder.open(class).map_err(VerifyError::Missing)?;
    let check = Check { class, tables: &tables, distances: file.has_distances() };
    let next = AtomicU64::new(0);
    let work = || -> Result<(Statistics, u64), VerifyError> {
        let (mut statistics, mut derived) = (Statistics::default(), 0);
        loop {
            let first = next.fetch_add(SHARE, Ordering::Relaxed);
            if first >= file.slots() {
                return Ok((statistics, derived));
            }
            let slots = first..file.slots().min(first + SHARE);
            let count = slots.end - slots.start;
            for slot in slots {
                derived += u64::from(check.slot(slot, &mut statistics).inspect_err(|_| {
                    // Nobody need look further.
                    next.store(file.slots(), Ordering::Relaxed);
                })?);
            }
            watch(count);
        }
    };
    let results = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut results = vec![work()];
        results.extend(others.into_iter().map(|other| other.join().unwrap_or_else(|r| std::panic::resume_unwind(r))));
        results
    });
    let mut verified = Verified { statistics: Statistics::default(), derived: 0, distances: check.distances };
    for result in results {
        let (statistics, derived) = result?;
        verified.statistics.merge(statistics);
        verified.derived += derived;
    }
    if verified.statistics != *file.statistics() {
        return Err(VerifyError::Counts(class));
    }
    Ok(verified)
}

struct Check<'a, V> {
    class: Class,
    tables: &'a Tables<V>,
    distances: bool,
}

impl<V: Variant> Check<'_, V> {
    /// Whether the slot's value was derived: slots that nobody asks for have none.
    fn slot(&self, slot: u64, statistics: &mut Statistics) -> Result<bool, VerifyError> {
        let Some((position, weight)) = self.tables.position(self.class, slot) else { return Ok(false) };
        let is_asked = decided(&position).is_none() && !position.can_capture();
        let expected = self.derive(&position);
        let wrong =
            |found| VerifyError::Wrong { class: self.class, slot, found, expected: expected.unwrap_or(Outcome::DRAW) };
        let Some(mut expected) = expected else { return Err(wrong(None)) };
        if !self.distances {
            expected.distance = if expected.value == Value::Draw { Some(0) } else { None };
        }
        if is_asked {
            let found = self.tables.outcome(&position);
            if found != Some(expected) {
                return Err(wrong(found));
            }
        }
        let quiet = is_asked && !position.is_threatened();
        statistics.add(slot, expected, weight, quiet);
        Ok(is_asked)
    }

    /// What a position's moves, or a rule, make of it; `None` where a table that they lead to has a hole.
    fn derive(&self, position: &Position<V>) -> Option<Outcome> {
        let moves = position.legal_moves();
        match decided(position) {
            Some(outcome) => Some(outcome),
            None if moves.is_empty() => Some(Outcome::LOST),
            None => self.tables.best(position, &moves),
        }
    }
}
