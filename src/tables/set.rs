//! The tables that are at hand, asked about positions.

use std::sync::{Mutex, PoisonError};

use super::cache::BlockCache;
use super::class::Class;
use super::file::TableFile;
use super::folder::Folder;
use super::index::Index;
use super::packed::Packed;
use super::refusal::Refusal;
use super::value::{Outcome, Value};
use super::view::View;
use crate::position::{Move, Position};
use crate::rules::Variant;

/// Tables of one ruleset.
pub struct Tables<V> {
    /// By the key of the class.
    entries: Vec<Option<Entry<V>>>,
    cache: BlockCache,
    largest: usize,
    /// What was found wrong with files while they were read, and not been told yet.
    faults: Mutex<Vec<Refusal>>,
}

struct Entry<V> {
    index: Index<V>,
    content: Content,
}

enum Content {
    /// All of it in memory.
    Whole(Packed),
    /// Read block by block.
    Blocks(TableFile),
}

impl<V: Variant> Tables<V> {
    /// No tables, and a cache of at most so many bytes for the blocks of those that are added as files.
    pub fn new(cache_bytes: usize) -> Tables<V> {
        let entries = std::iter::repeat_with(|| None).take(Class::KEYS).collect();
        Tables { entries, cache: BlockCache::new(cache_bytes), largest: 0, faults: Mutex::default() }
    }

    /// Adds a table that stays in its file and is read block by block. It takes the place of one of the same class.
    ///
    /// # Errors
    /// When it has not as many slots as its class.
    pub fn add(&mut self, file: TableFile) -> Result<(), Refusal> {
        let index = Index::new(file.class());
        check_size(&index, &file)?;
        self.insert(index, Content::Blocks(file));
        Ok(())
    }

    /// Adds a table that lies in memory as a whole.
    pub(super) fn add_whole(&mut self, class: Class, packed: Packed) {
        self.insert(Index::new(class), Content::Whole(packed));
    }

    /// Adds the tables of these classes that are not here yet, each as a whole in memory.
    ///
    /// # Errors
    /// When one is missing or refused.
    pub(super) fn load(&mut self, folder: &Folder<V>, classes: &[Class]) -> Result<(), Refusal> {
        for &class in classes {
            if !self.has(class) {
                let file = folder.open(class)?;
                let index = Index::new(class);
                check_size(&index, &file)?;
                self.insert(index, Content::Whole(file.whole()?));
            }
        }
        Ok(())
    }

    /// Throws out the tables of other classes.
    pub(super) fn keep(&mut self, is_needed: impl Fn(Class) -> bool) {
        for entry in &mut self.entries {
            if entry.as_ref().is_some_and(|entry| !is_needed(entry.index.class())) {
                *entry = None;
            }
        }
        self.largest = self.entries.iter().flatten().map(|entry| entry.index.class().pieces()).max().unwrap_or(0);
    }

    fn insert(&mut self, index: Index<V>, content: Content) {
        let class = index.class();
        self.largest = self.largest.max(class.pieces());
        self.entries[class.key()] = Some(Entry { index, content });
    }

    /// How many slots the table of a class has.
    pub fn slots(class: Class) -> u64 {
        Index::<V>::new(class).size()
    }

    /// The position of a slot, White to move; `None` for a slot without one.
    pub fn position_at(class: Class, slot: u64) -> Option<Position<V>> {
        Index::<V>::new(class).view(slot)?.position()
    }

    /// The position of a slot, White to move, and how many it stands for with its mirror image; `None` for a slot
    /// without one or a class without a table.
    pub fn position(&self, class: Class, slot: u64) -> Option<(Position<V>, u64)> {
        let view = self.entries[class.key()].as_ref()?.index.view(slot)?;
        Some((view.position()?, view.weight::<V>()))
    }

    /// Whether there is a table of the class.
    pub fn has(&self, class: Class) -> bool {
        self.entries[class.key()].is_some()
    }

    /// Whether there is a table of the class that tells how long wins take.
    pub fn has_distances(&self, class: Class) -> bool {
        self.entries[class.key()].as_ref().is_some_and(|entry| match &entry.content {
            Content::Whole(packed) => !packed.distances.is_empty(),
            Content::Blocks(file) => file.has_distances(),
        })
    }

    /// How many classes there are tables of.
    pub fn count(&self) -> usize {
        self.entries.iter().flatten().count()
    }

    /// The pieces of the largest class that there is a table of, 0 without any.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// The outcome of a position by the rules that need no history: repetitions and counters are left out. `None` where
    /// no table covers it, or the table's file is damaged there.
    ///
    /// Where the side to move must capture, the captures are played out; everything else is one look. A position with more
    /// pieces than the largest table is not covered, whatever can be captured.
    pub fn outcome(&self, position: &Position<V>) -> Option<Outcome> {
        if let Some(outcome) = decided(position) {
            return Some(outcome);
        }
        // Captures on a full board would be played out for ever.
        if self.is_too_large(position) {
            return None;
        }
        if position.can_capture() {
            return self.best(position, &position.legal_moves());
        }
        self.probe(position)
    }

    /// Whether a position has more pieces than the largest table.
    fn is_too_large(&self, position: &Position<V>) -> bool {
        position.count_pieces() as usize > self.largest
    }

    /// The outcome of the best of some moves; `None` where that of one is unknown.
    pub fn best(&self, position: &Position<V>, moves: &[Move]) -> Option<Outcome> {
        let mut best: Option<Outcome> = None;
        for &mv in moves {
            let outcome = self.outcome(&position.play(mv))?.before();
            best = Some(best.map_or(outcome, |best| best.better(outcome)));
        }
        best
    }

    /// The move that wins soonest or loses latest; `None` where the game is over or drawn, or a distance is not known.
    pub fn fastest(&self, position: &Position<V>) -> Option<Move> {
        if self.is_too_large(position) || decided(position).is_some() {
            return None;
        }
        let mut choice: Option<(Move, Outcome)> = None;
        for mv in position.legal_moves() {
            let outcome = self.outcome(&position.play(mv))?.before();
            let is_better = |best: Outcome| best.better(outcome) == outcome && best != outcome;
            if choice.is_none_or(|(_, best)| is_better(best)) {
                choice = Some((mv, outcome));
            }
            choice.and_then(|(_, best)| best.distance)?;
        }
        choice.filter(|(_, best)| best.value != Value::Draw).map(|(mv, _)| mv)
    }

    /// What a table holds of a position where the side to move can capture nothing and no rule has decided. `None` as
    /// for [`Tables::outcome`].
    #[inline]
    pub fn probe(&self, position: &Position<V>) -> Option<Outcome> {
        let view = View::of(position);
        let entry = self.entries[Class::of(&view)?.key()].as_ref()?;
        let slot = entry.index.slot(&view)?;
        match &entry.content {
            Content::Whole(packed) => packed.outcome(slot),
            Content::Blocks(file) => file.outcome(slot, &self.cache).unwrap_or_else(|refusal| self.note(refusal)),
        }
    }

    #[cold]
    fn note<T>(&self, refusal: Refusal) -> Option<T> {
        log::warn!("{refusal}");
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(refusal);
        None
    }

    /// What was found wrong with files while positions were looked up, since this was asked last.
    pub fn take_faults(&self) -> Vec<Refusal> {
        std::mem::take(&mut self.faults.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn check_size<V: Variant>(index: &Index<V>, file: &TableFile) -> Result<(), Refusal> {
    if index.size() == file.slots() { Ok(()) } else { Err(file.refuse_size(index.size())) }
}

/// The outcome of a position that is over: a rule decides it, or a side has nothing left.
pub(super) fn decided<V: Variant>(position: &Position<V>) -> Option<Outcome> {
    let own = position.side_to_move();
    if position.pieces(own).is_empty() {
        return Some(Outcome::LOST);
    }
    // Two pieces and no more is what the rules about pieces speak of; the counters are for those who have a history.
    if position.count_pieces() > 2 {
        return None;
    }
    position.verdict(0).map(|verdict| match verdict.winner {
        None => Outcome::DRAW,
        Some(winner) if winner == own => Outcome::WON,
        Some(_) => Outcome::LOST,
    })
}
