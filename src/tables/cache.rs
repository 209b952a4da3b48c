//! Unpacked blocks, kept within a bound.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use super::refusal::Refusal;

/// The place of one block of a table.
pub(super) struct Place {
    state: Mutex<State>,
    /// Whether it was asked for since the cache last looked for something to throw out.
    is_wanted: AtomicBool,
}

enum State {
    /// Only in the file.
    Packed,
    Unpacked(Box<[u8]>),
    /// It could not be read, and is not tried again.
    Damaged,
}

impl Place {
    /// A block that nobody has asked for.
    pub(super) fn new() -> Place {
        Place { state: Mutex::new(State::Packed), is_wanted: AtomicBool::new(false) }
    }
}

/// Which blocks are unpacked. When they are too many, those that nobody has asked for lately are thrown out, the oldest
/// first [F. Corbató, A paging experiment with the Multics system, 1968: the clock].
///
/// Whoever asks for a block that is here meets only those who ask for the same one.
pub(super) struct BlockCache {
    capacity: usize,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    places: VecDeque<(Arc<Place>, usize)>,
    bytes: usize,
}

impl BlockCache {
    /// A cache of at most so many bytes, but at least one block.
    pub(super) fn new(bytes: usize) -> BlockCache {
        BlockCache { capacity: bytes, held: Mutex::new(Held::default()) }
    }

    /// What `look` finds in a block, which is unpacked by `unpack` unless it is here. `None` for one that could not be
    /// read before.
    ///
    /// # Errors
    /// When the block cannot be read or is damaged; once for every block.
    pub(super) fn with<T>(
        &self,
        place: &Arc<Place>,
        unpack: impl FnOnce() -> Result<Vec<u8>, Refusal>,
        look: impl FnOnce(&[u8]) -> T,
    ) -> Result<Option<T>, Refusal> {
        let mut state = locked(&place.state);
        match &*state {
            State::Unpacked(bytes) => {
                if !place.is_wanted.load(Ordering::Relaxed) {
                    place.is_wanted.store(true, Ordering::Relaxed);
                }
                return Ok(Some(look(bytes)));
            }
            State::Damaged => return Ok(None),
            State::Packed => {}
        }
        let bytes = unpack().inspect_err(|_| *state = State::Damaged)?.into_boxed_slice();
        let (found, length) = (look(&bytes), bytes.len());
        *state = State::Unpacked(bytes);
        drop(state);
        self.admit(Arc::clone(place), length);
        Ok(Some(found))
    }

    /// Throws out of those that are unpacked until one more fits, and adds it.
    fn admit(&self, place: Arc<Place>, length: usize) {
        let mut held = locked(&self.held);
        while held.bytes + length > self.capacity
            && let Some((oldest, freed)) = held.places.pop_front()
        {
            if oldest.is_wanted.swap(false, Ordering::Relaxed) {
                held.places.push_back((oldest, freed));
            } else {
                // Nobody who holds a place waits for the cache, so this cannot wait in a circle.
                *locked(&oldest.state) = State::Packed;
                held.bytes -= freed;
            }
        }
        held.bytes += length;
        held.places.push_back((place, length));
    }
}

/// What a lock guards; whoever panicked with it had not begun to change that, or had changed it as a whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use super::super::refusal::Fault;
    use super::*;

    const BLOCK: usize = 100;

    /// Asks for a block; whether it had to be unpacked.
    fn ask(cache: &BlockCache, place: &Arc<Place>, byte: u8) -> bool {
        let mut unpacked = false;
        let unpack = || {
            unpacked = true;
            Ok(vec![byte; BLOCK])
        };
        assert_eq!(cache.with(place, unpack, |block| block[7]), Ok(Some(byte)));
        unpacked
    }

    fn places(count: usize) -> Vec<Arc<Place>> {
        (0..count).map(|_| Arc::new(Place::new())).collect()
    }

    #[test]
    fn a_block_is_unpacked_once_while_it_fits() {
        let (cache, places) = (BlockCache::new(3 * BLOCK), places(3));
        for (place, byte) in places.iter().zip(1..) {
            assert!(ask(&cache, place, byte));
        }
        for (place, byte) in places.iter().zip(1..) {
            assert!(!ask(&cache, place, byte));
        }
    }

    #[test]
    fn the_bound_holds_and_what_is_wanted_stays() {
        let (cache, places) = (BlockCache::new(3 * BLOCK), places(20));
        ask(&cache, &places[0], 0);
        for (place, byte) in places.iter().zip(0..).skip(1) {
            assert!(!ask(&cache, &places[0], 0), "before {byte}");
            assert!(ask(&cache, place, byte));
            let held = locked(&cache.held);
            assert!(held.bytes <= 3 * BLOCK && held.bytes == held.places.len() * BLOCK);
        }
        assert!(ask(&cache, &places[1], 1), "it was thrown out");
    }

    #[test]
    fn threads_find_what_they_ask_for() {
        let (cache, places) = (BlockCache::new(3 * BLOCK), places(10));
        std::thread::scope(|scope| {
            for step in [1, 3, 7, 9] {
                let (cache, places) = (&cache, &places);
                scope.spawn(move || {
                    for at in (0..2_000).map(|round| round * step % 10) {
                        ask(cache, &places[at], at as u8);
                    }
                });
            }
        });
        let held = locked(&cache.held);
        assert!(held.bytes <= 3 * BLOCK && held.bytes == held.places.len() * BLOCK);
    }

    #[test]
    fn at_least_one_block_is_kept() {
        let (cache, places) = (BlockCache::new(0), places(2));
        assert!(ask(&cache, &places[0], 4));
        assert!(!ask(&cache, &places[0], 4));
        assert!(ask(&cache, &places[1], 5));
        assert!(ask(&cache, &places[0], 4));
    }

    #[test]
    fn a_damaged_block_is_tried_once() {
        let (cache, place) = (BlockCache::new(BLOCK), Arc::new(Place::new()));
        let refusal = Refusal { file: "x".to_owned(), fault: Fault::Short };
        let refused = || Err(refusal.clone());
        assert_eq!(cache.with(&place, refused, |_| ()), Err(refusal.clone()));
        assert_eq!(cache.with(&place, || Ok(Vec::new()), |_| ()), Ok(None));
    }
}
