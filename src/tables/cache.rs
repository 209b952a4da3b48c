//! Unpacked blocks, kept within a bound.

use std::sync::Mutex;

use super::file::{BLOCK, TableFile};
use super::refusal::Refusal;

/// Blocks unpacked lately. Each has one place where it can be, found by its number, and throws out what was there: no
/// order need be kept, threads that read different blocks do not meet, and memory stays within the places.
pub(super) struct BlockCache {
    places: Vec<Mutex<Option<Cached>>>,
}

struct Cached {
    /// The table and the block's number in it.
    name: (u64, u64),
    bytes: Vec<u8>,
}

impl BlockCache {
    /// A cache of at most so many bytes, but at least one block.
    pub(super) fn new(bytes: usize) -> BlockCache {
        BlockCache { places: std::iter::repeat_with(|| Mutex::new(None)).take((bytes / BLOCK).max(1)).collect() }
    }

    /// What `look` finds in a block, which is unpacked unless it is here.
    ///
    /// # Errors
    /// When the block cannot be read or is damaged.
    pub(super) fn with<T>(&self, file: &TableFile, block: u64, look: impl FnOnce(&[u8]) -> T) -> Result<T, Refusal> {
        let name = (file.id(), block);
        let place = (file.id().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32).wrapping_add(block);
        let place = &self.places[(place % self.places.len() as u64) as usize];
        // Whoever panicked with the lock has not begun to change what it guards: the block is put there whole.
        let mut cached = place.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match &*cached {
            Some(cached) if cached.name == name => Ok(look(&cached.bytes)),
            _ => {
                let bytes = file.block(block)?;
                let found = look(&bytes);
                *cached = Some(Cached { name, bytes });
                Ok(found)
            }
        }
    }
}
