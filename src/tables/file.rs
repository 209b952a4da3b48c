//! The file of one class.
//!
//! A file is a header of 128 bytes, a list of blocks, and the blocks. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `damiertb` |
//! | 8–9, 10–11 | version, 1; flags, 1 where distances are kept |
//! | 12–35, 36–43 | the ruleset's name, filled with zeros; a hash of its constants |
//! | 44–47 | own men, enemy men, own kings, enemy kings |
//! | 48–55 | how many slots the class has |
//! | 56–79, 80–103 | positions won, drawn and lost: all, and quiet ones |
//! | 104–111, 112–113, 114–115 | the slot of the longest win, its plies, 1 if there is one |
//! | 116–119 | bytes of an uncompressed block, 65,536 |
//! | 120–123, 124–127 | CRC-32 of the list of blocks, CRC-32 of the header up to here |
//!
//! The list has eight bytes for each block: its compressed length and the CRC-32 of its compressed bytes. The blocks of
//! values come first, two bits a slot; then, where they are kept, those of distances, a byte a slot. Each is a deflate
//! stream of its own, so that a position is found by unpacking one block.
//!
//! The whole file is not read before it is used: header and list are checked on opening, a block when it is read.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex};

use miniz_oxide::{deflate, inflate};

use super::cache::{BlockCache, Place};
use super::class::Class;
use super::identity::rules_hash;
use super::packed::{Packed, SLOTS_PER_BYTE, value_at};
use super::refusal::{Fault, Refusal};
use super::statistics::{Counts, Statistics};
use super::value::{Outcome, Value};
use crate::rules::Variant;

const MAGIC: &[u8; 8] = b"damiertb";
const VERSION: u16 = 1;
const HEADER: usize = 128;
/// Bytes of the list for each block.
const LISTED: usize = 8;
/// Bytes of an uncompressed block: small enough to unpack at a probe, large enough to compress well.
pub(super) const BLOCK: usize = 1 << 16;
/// How hard to compress, of 10.
const EFFORT: u8 = 9;

/// A table that was opened and looks sound; its blocks are read when they are needed.
pub struct TableFile {
    /// What it is called in messages.
    name: String,
    source: Source,
    class: Class,
    slots: u64,
    statistics: Statistics,
    has_distances: bool,
    blocks: Vec<Block>,
}

struct Block {
    offset: u64,
    length: u32,
    checksum: u32,
    place: Arc<Place>,
}

enum Source {
    File(Mutex<File>),
    Memory(Cow<'static, [u8]>),
}

impl Source {
    fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>, Fault> {
        match self {
            Source::File(file) => {
                let mut bytes = vec![0; length];
                // A reader that panicked left nothing half done: every read begins with a seek.
                let mut file = file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(&mut bytes)).map_err(unreadable)?;
                Ok(bytes)
            }
            Source::Memory(bytes) => {
                let range = usize::try_from(offset).ok().and_then(|first| Some(first..first.checked_add(length)?));
                range.and_then(|range| bytes.get(range)).map(<[u8]>::to_vec).ok_or(Fault::Short)
            }
        }
    }
}

fn unreadable(error: io::Error) -> Fault {
    if error.kind() == io::ErrorKind::UnexpectedEof { Fault::Short } else { Fault::Unreadable(error.to_string()) }
}

impl TableFile {
    /// Opens a table of the ruleset `V`.
    ///
    /// # Errors
    /// When the file cannot be read, is no table, is damaged, or belongs to another ruleset; see [`Fault`].
    pub fn open<V: Variant>(path: &Path) -> Result<TableFile, Refusal> {
        let name = path.display().to_string();
        let open = || -> io::Result<(File, u64)> {
            let file = File::open(path)?;
            let length = file.metadata()?.len();
            Ok((file, length))
        };
        let read = |(file, length): (File, u64)| Self::read::<V>(&name, Source::File(Mutex::new(file)), length);
        open().map_err(unreadable).and_then(read).map_err(|fault| Refusal { file: name.clone(), fault })
    }

    /// Opens a table of the ruleset `V` that lies in memory.
    ///
    /// # Errors
    /// As [`TableFile::open`].
    pub fn from_bytes<V: Variant>(name: &str, bytes: Cow<'static, [u8]>) -> Result<TableFile, Refusal> {
        let length = bytes.len() as u64;
        Self::read::<V>(name, Source::Memory(bytes), length).map_err(|fault| Refusal { file: name.to_owned(), fault })
    }

    fn read<V: Variant>(name: &str, source: Source, length: u64) -> Result<TableFile, Fault> {
        let bytes = source.read(0, HEADER)?;
        let header = Fields(&bytes);
        if bytes[..8] != MAGIC[..] {
            return Err(Fault::NoTable);
        }
        if header.u16(8) != VERSION {
            return Err(Fault::Version(header.u16(8)));
        }
        if header.u32(124) != crc32fast::hash(&bytes[..124]) {
            return Err(Fault::Damaged("the header".to_owned()));
        }
        let ruleset: String =
            bytes[12..36].iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect();
        if ruleset != V::RULES.name {
            return Err(Fault::Ruleset { found: ruleset, expected: V::RULES.name });
        }
        if header.u64(36) != rules_hash::<V>() {
            return Err(Fault::Rules(ruleset));
        }
        let damaged = || Fault::Damaged("the header".to_owned());
        let class = Class::new([bytes[44], bytes[45], bytes[46], bytes[47]]).ok_or_else(damaged)?;
        let has_distances = header.u16(10) & 1 != 0;
        let slots = header.u64(48);
        if header.u32(116) as usize != BLOCK || slots > length.saturating_mul(BLOCK as u64) {
            return Err(damaged());
        }
        let (values, distances) = block_counts(slots, has_distances);
        let list_bytes = (values + distances).saturating_mul(LISTED as u64);
        if list_bytes > length {
            return Err(Fault::Short);
        }
        let list = source.read(HEADER as u64, list_bytes as usize)?;
        if header.u32(120) != crc32fast::hash(&list) {
            return Err(Fault::Damaged("the list of blocks".to_owned()));
        }
        let mut offset = HEADER as u64 + list_bytes;
        let blocks: Vec<Block> = list
            .chunks_exact(LISTED)
            .map(|entry| {
                let (length, checksum) = (Fields(entry).u32(0), Fields(entry).u32(4));
                let block = Block { offset, length, checksum, place: Arc::new(Place::new()) };
                offset += u64::from(block.length);
                block
            })
            .collect();
        if offset != length {
            return Err(if offset > length { Fault::Short } else { Fault::Long });
        }
        let statistics = header.statistics();
        Ok(TableFile { name: name.to_owned(), source, class, slots, statistics, has_distances, blocks })
    }

    /// The class, seen by the side to move.
    pub fn class(&self) -> Class {
        self.class
    }

    /// How many slots the file holds.
    pub fn slots(&self) -> u64 {
        self.slots
    }

    /// Whether it tells how long wins take.
    pub fn has_distances(&self) -> bool {
        self.has_distances
    }

    /// What was counted when it was made.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// What is known of a slot; `None` for bits that stand for nothing, and where a block was found damaged before.
    ///
    /// # Errors
    /// When the block cannot be read or is damaged.
    pub(super) fn outcome(&self, slot: u64, cache: &BlockCache) -> Result<Option<Outcome>, Refusal> {
        let byte = slot / SLOTS_PER_BYTE;
        let within = slot % (BLOCK as u64 * SLOTS_PER_BYTE);
        let value = self.look(byte / BLOCK as u64, cache, |block| value_at(block, within))?;
        let Some(value) = value else { return Ok(None) };
        let distance = match value {
            Value::Draw => Some(0),
            _ if self.has_distances => {
                let block = self.value_blocks() + slot / BLOCK as u64;
                self.look(block, cache, |block| block.get((slot % BLOCK as u64) as usize).copied())?
            }
            _ => None,
        };
        Ok(Some(Outcome { value, distance }))
    }

    /// What `find` finds in a block that the cache keeps.
    #[inline]
    fn look<T>(
        &self,
        number: u64,
        cache: &BlockCache,
        find: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<Option<T>, Refusal> {
        let Some(block) = self.blocks.get(number as usize) else { return Ok(None) };
        Ok(cache.with(&block.place, || self.block(number), find)?.flatten())
    }

    /// All of it, unpacked.
    ///
    /// # Errors
    /// When a block cannot be read or is damaged.
    pub(super) fn whole(&self) -> Result<Packed, Refusal> {
        let unpack = |blocks: std::ops::Range<u64>| -> Result<Vec<u8>, Refusal> {
            let mut bytes = Vec::new();
            for block in blocks {
                bytes.extend(self.block(block)?);
            }
            Ok(bytes)
        };
        let values = self.value_blocks();
        Ok(Packed { values: unpack(0..values)?, distances: unpack(values..self.blocks.len() as u64)? })
    }

    /// The refusal of a file that has not as many slots as its class.
    pub(super) fn refuse_size(&self, expected: u64) -> Refusal {
        Refusal { file: self.name.clone(), fault: Fault::Slots { found: self.slots, expected } }
    }

    fn value_blocks(&self) -> u64 {
        block_counts(self.slots, false).0
    }

    /// A block, unpacked.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub(super) fn block(&self, number: u64) -> Result<Vec<u8>, Refusal> {
        let refuse = |fault| Refusal { file: self.name.clone(), fault };
        let damaged = || refuse(Fault::Damaged(format!("block {number}")));
        let block = self.blocks.get(number as usize).ok_or_else(damaged)?;
        let packed = self.source.read(block.offset, block.length as usize).map_err(refuse)?;
        if crc32fast::hash(&packed) != block.checksum {
            return Err(damaged());
        }
        let values = self.value_blocks();
        let expected = if number < values {
            block_length(self.slots.div_ceil(SLOTS_PER_BYTE), number)
        } else {
            block_length(self.slots, number - values)
        };
        let bytes = inflate::decompress_to_vec_with_limit(&packed, expected).map_err(|_| damaged())?;
        if bytes.len() == expected { Ok(bytes) } else { Err(damaged()) }
    }
}

/// How many blocks of values and of distances so many slots fill.
fn block_counts(slots: u64, has_distances: bool) -> (u64, u64) {
    let blocks = |bytes: u64| bytes.div_ceil(BLOCK as u64);
    (blocks(slots.div_ceil(SLOTS_PER_BYTE)), if has_distances { blocks(slots) } else { 0 })
}

/// The bytes of a block out of `total`.
fn block_length(total: u64, number: u64) -> usize {
    total.saturating_sub(number * BLOCK as u64).min(BLOCK as u64) as usize
}

/// Numbers in bytes.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    /// # Panics
    /// When the bytes end before: callers have read a header, or an entry of the list, as a whole.
    fn array<const N: usize>(&self, at: usize) -> [u8; N] {
        std::array::from_fn(|i| self.0[at + i])
    }

    fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes(self.array(at))
    }

    fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.array(at))
    }

    fn u64(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.array(at))
    }

    fn statistics(&self) -> Statistics {
        let counts = |at| Counts { won: self.u64(at), drawn: self.u64(at + 8), lost: self.u64(at + 16) };
        let longest = (self.u16(114) != 0).then(|| (self.u16(112) as u8, self.u64(104)));
        Statistics { all: counts(56), quiet: counts(80), longest }
    }
}

/// The bytes of a file.
pub(super) fn encode<V: Variant>(class: Class, slots: u64, packed: &Packed, statistics: &Statistics) -> Vec<u8> {
    let mut header = Vec::with_capacity(HEADER);
    header.extend(MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend(u16::from(!packed.distances.is_empty()).to_le_bytes());
    let mut name = V::RULES.name.as_bytes().to_vec();
    name.resize(24, 0);
    header.extend(name);
    header.extend(rules_hash::<V>().to_le_bytes());
    header.extend(class.counts());
    header.extend(slots.to_le_bytes());
    for counts in [statistics.all, statistics.quiet] {
        for count in [counts.won, counts.drawn, counts.lost] {
            header.extend(count.to_le_bytes());
        }
    }
    let (plies, slot) = statistics.longest.unwrap_or_default();
    header.extend(slot.to_le_bytes());
    header.extend(u16::from(plies).to_le_bytes());
    header.extend(u16::from(statistics.longest.is_some()).to_le_bytes());
    header.extend((BLOCK as u32).to_le_bytes());

    let (mut list, mut blocks) = (Vec::new(), Vec::new());
    for block in packed.values.chunks(BLOCK).chain(packed.distances.chunks(BLOCK)) {
        let compressed = deflate::compress_to_vec(block, EFFORT);
        list.extend((compressed.len() as u32).to_le_bytes());
        list.extend(crc32fast::hash(&compressed).to_le_bytes());
        blocks.extend(compressed);
    }
    header.extend(crc32fast::hash(&list).to_le_bytes());
    header.extend(crc32fast::hash(&header).to_le_bytes());
    [header, list, blocks].concat()
}

/// Writes a file so that it is there as a whole or not at all.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, bytes)?;
    fs::rename(&unfinished, path)
}
