//! The table of positions searched before.
//!
//! A slot is 16 bytes: the position's key xored with the data, and the data. A slot torn by two threads that write at
//! once then fails its check [R. Hyatt, T. Mann, A lock-less transposition table implementation for parallel search,
//! 2002], so that no lock and no `unsafe` is needed. Four slots make a bucket of 64 bytes, one cache line; a
//! position may stand in any of its bucket's slots. A new result replaces the slot of the same position, else the
//! slot that is worth least: the one of the oldest search, and of those the shallowest.
//!
//! The data, from the low bits: move hint (16), score (16), depth (8), bound (2), generation (6), unused (16).

use std::fmt;
use std::hint;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::Score;
use crate::position::{Key, Move};

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// Nothing: only the move is of use.
    None,
    /// It is at most the stored score.
    Upper,
    /// It is at least the stored score.
    Lower,
    /// It is the stored score.
    Exact,
}

impl Bound {
    fn from_bits(bits: u64) -> Bound {
        [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][bits as usize & 3]
    }
}

/// A move as the table remembers it: both squares and a fold of what is taken. It is only a hint, to be found again
/// among the legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hint(u16);

impl Hint {
    /// No move.
    pub(super) const NONE: Hint = Hint(0);

    pub(super) fn of(mv: Move) -> Hint {
        let fold = mv.captured().0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
        Hint((mv.from().index() as u16) | (mv.to().index() as u16) << 6 | (fold as u16) << 12)
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) hint: Hint,
    pub(super) score: Score,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

/// The check and the data.
type Slot = [AtomicU64; 2];

/// Slots in a bucket.
const BUCKET: usize = 4;

const _: () = assert!(size_of::<Slot>() == 16 && BUCKET * size_of::<Slot>() == 64);

/// The transposition table. Threads share it freely.
pub struct Table {
    slots: Vec<Slot>,
    /// The first slot that begins a cache line.
    first: usize,
    buckets: usize,
    /// The number of the present search, modulo 64.
    generation: AtomicU8,
}

/// The error of a table that the machine has no memory for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableError {
    /// The size that was asked for, in MiB.
    pub mib: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MiB", self.mib)
    }
}

impl std::error::Error for TableError {}

/// Slots in a page of memory, the smallest piece that a system gives out.
const PAGE: usize = 4096 / size_of::<Slot>();
/// How many pages of a table are taken from the system at once: 1 GiB. A table for which there is no memory after all is
/// more likely beyond.
const OCCUPIED_PAGES: usize = (1 << 30) / 4096;

/// Makes the system give out the memory now. Zeroed pages come unwritten, and each that is first written in a search
/// stops all its threads for a moment: with 256 MiB a search of 3 s is slower by a fifth, and by a third with two
/// threads.
fn occupy(slots: &mut Vec<Slot>) {
    // The compiler knows that there are zeros already and would leave the writes out.
    for [check, _] in hint::black_box(slots).iter_mut().step_by(PAGE).take(OCCUPIED_PAGES) {
        *check.get_mut() = 0;
    }
}

impl Table {
    /// An empty table of `mib` MiB, at least 1.
    ///
    /// # Errors
    /// When the machine does not give that much memory.
    pub fn new(mib: usize) -> Result<Table, TableError> {
        let error = TableError { mib };
        let bytes = mib.max(1).checked_mul(1 << 20).ok_or(error)?;
        let buckets = bytes / (BUCKET * size_of::<Slot>());
        // The bucket more lets the others begin with a cache line.
        let mut slots: Vec<Slot> = bytemuck::try_zeroed_vec((buckets + 1) * BUCKET).map_err(|()| error)?;
        occupy(&mut slots);
        let first = slots.as_ptr().align_offset(64).min(BUCKET);
        Ok(Table { slots, first, buckets, generation: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in self.slots.iter().flatten() {
            // A word that is 0 already may belong to a page the system has not even given out.
            if word.load(Ordering::Relaxed) != 0 {
                word.store(0, Ordering::Relaxed);
            }
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: what earlier ones left may be replaced first.
    pub(super) fn begin_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// How many of the first thousand slots hold results of the present search.
    pub(super) fn permille_full(&self) -> u32 {
        let generation = self.generation();
        let data = self.slots[self.first..].iter().take(1000).map(|[_, data]| data.load(Ordering::Relaxed));
        data.filter(|&data| data != 0 && generation_of(data) == generation).count() as u32
    }

    fn generation(&self) -> u64 {
        u64::from(self.generation.load(Ordering::Relaxed) & 63)
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &[Slot] {
        // The high half of the product spreads the keys over any number of buckets.
        let at = ((u128::from(key.0) * self.buckets as u128) >> 64) as usize;
        &self.slots[self.first + at * BUCKET..][..BUCKET]
    }

    /// Asks the memory for the bucket of a position soon to be looked up, where the processor has a word for that.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: Key) {
        let bucket = self.bucket(key);
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(&bucket[0]);
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
    }

    /// What is known about the position with this key, as seen from `ply` plies below the root.
    #[inline]
    pub(super) fn load(&self, key: Key, ply: u32) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data != key.0 || data == 0 {
                return None;
            }
            Some(Entry {
                hint: Hint(data as u16),
                score: from_stored((data >> 16) as i16, ply),
                depth: i32::from((data >> 32) as u8),
                bound: Bound::from_bits(data >> 40),
            })
        })
    }

    /// Keeps what was found out about the position with this key, `ply` plies below the root.
    #[inline]
    pub(super) fn store(&self, key: Key, ply: u32, entry: Entry) {
        let generation = self.generation();
        let bucket = self.bucket(key);
        let mut chosen = &bucket[0];
        let mut least = i32::MAX;
        let mut hint = entry.hint;
        for slot in bucket {
            let [check, data] = slot;
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key.0 {
                chosen = slot;
                if hint == Hint::NONE {
                    hint = Hint(data as u16);
                }
                break;
            }
            let age = (generation.wrapping_sub(generation_of(data)) & 63) as i32;
            let worth = i32::from((data >> 32) as u8) - 8 * age;
            if worth < least {
                least = worth;
                chosen = slot;
            }
        }
        let data = u64::from(hint.0)
            | u64::from(to_stored(entry.score, ply) as u16) << 16
            | u64::from(entry.depth.clamp(0, 255) as u8) << 32
            | (entry.bound as u64) << 40
            | generation << 42;
        chosen[0].store(key.0 ^ data, Ordering::Relaxed);
        chosen[1].store(data, Ordering::Relaxed);
    }
}

fn generation_of(data: u64) -> u64 {
    data >> 42 & 63
}

/// A win with a distance is stored with that from the position, not from the root.
fn to_stored(score: Score, ply: u32) -> i16 {
    let distance = if score.has_distance() { ply as i32 * score.value().signum() } else { 0 };
    (score.value() + distance) as i16
}

fn from_stored(stored: i16, ply: u32) -> Score {
    let score = Score::from_value(i32::from(stored));
    let distance = if score.has_distance() { ply as i32 * score.value().signum() } else { 0 };
    score - distance
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score) -> Entry {
        Entry { hint: Hint(1234), score, depth: 17, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_loaded() {
        let table = Table::new(1).unwrap();
        for score in [Score::DRAW, Score::centimen(-345), Score::won_in(9), Score::lost_in(12)] {
            table.store(Key(77), 5, entry(score));
            let loaded = table.load(Key(77), 5).unwrap();
            assert_eq!((loaded.hint, loaded.score), (Hint(1234), score));
            assert_eq!((loaded.depth, loaded.bound), (17, Bound::Lower));
        }
        assert!(table.load(Key(78), 5).is_none());
        table.clear();
        assert!(table.load(Key(77), 5).is_none());
    }

    #[test]
    fn a_win_keeps_its_distance_from_the_position() {
        let table = Table::new(1).unwrap();
        table.store(Key(1), 4, entry(Score::won_in(10)));
        assert_eq!(table.load(Key(1), 0).unwrap().score, Score::won_in(6));
        table.store(Key(2), 4, entry(Score::table_lost(9)));
        assert_eq!(table.load(Key(2), 1).unwrap().score, Score::table_lost(6));
        let near = Score::centimen(80).as_still_to_win();
        table.store(Key(3), 4, entry(near));
        assert_eq!(table.load(Key(3), 0).unwrap().score, near);
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_slot() {
        let table = Table::new(1).unwrap();
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 5)] {
            table.store(Key(key), 0, Entry { depth, ..entry(Score::DRAW) });
        }
        assert!(table.load(Key(2), 0).is_none());
        assert!([1, 3, 4, 5].iter().all(|&key| table.load(Key(key), 0).is_some()));
    }

    #[test]
    fn a_size_no_machine_has_is_an_error() {
        assert_eq!(Table::new(usize::MAX).err(), Some(TableError { mib: usize::MAX }));
    }
}
