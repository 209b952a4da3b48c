//! A file of games, read block by block.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::super::self_play::SelfPlay;
use super::block::{self, HEAD, Head};
use super::header::{DataHeader, HEADER};
use super::refusal::{DataFault, DataRefusal};
use crate::rules::{Variant, VariantId};

/// A file of games that was opened and looks sound: header and heads of blocks are checked on opening, a block's games when
/// they are read. A file that was broken off can be read up to its last whole block.
///
/// Several threads can read from it.
#[derive(Debug)]
pub struct DataFile {
    path: PathBuf,
    file: Mutex<File>,
    header: DataHeader,
    blocks: Vec<Place>,
    samples: u64,
    /// Bytes of the header and of all whole blocks.
    whole_bytes: u64,
    /// Bytes behind them, of a block that was cut.
    cut_bytes: u64,
}

/// Where a block is.
#[derive(Debug)]
struct Place {
    /// The byte where it begins.
    at: u64,
    head: Head,
}

impl DataFile {
    /// Opens a file of games of the ruleset `V`.
    ///
    /// # Errors
    /// When it cannot be read, is no file of games, belongs to another ruleset, or is damaged; see [`DataFault`].
    pub fn open<V: Variant>(path: &Path) -> Result<DataFile, DataRefusal> {
        let refuse = |fault| DataRefusal::new(path, fault);
        let (mut file, length) = open_regular(path).map_err(refuse)?;
        let header = DataHeader::decode(&beginning(&mut file).map_err(refuse)?).map_err(refuse)?;
        header.check_ruleset::<V>().map_err(refuse)?;
        Self::scan(path, file, length, header).map_err(refuse)
    }

    /// Reads the heads of all blocks.
    fn scan(path: &Path, mut file: File, length: u64, header: DataHeader) -> Result<DataFile, DataFault> {
        let (mut blocks, mut samples, mut game) = (Vec::new(), 0, header.first_game);
        let mut at = HEADER as u64;
        while game < header.end_game && length - at >= HEAD as u64 {
            let end = header.end_of_block(game);
            let damaged = |reason| DataFault::Block { first_game: game, end_game: end, at, reason };
            let mut bytes = [0; HEAD];
            file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut bytes)).map_err(unreadable)?;
            let head = Head::decode(&bytes).ok_or_else(|| damaged("its head is not what was written"))?;
            if (head.first_game, u64::from(head.games)) != (game, end - game) {
                return Err(damaged("it is not the block that should be there"));
            }
            let next = at + HEAD as u64 + u64::from(head.packed);
            if next > length {
                break;
            }
            samples += u64::from(head.samples);
            blocks.push(Place { at, head });
            (game, at) = (end, next);
        }
        if game == header.end_game && at < length {
            return Err(DataFault::Long(at));
        }
        let (path, file, cut_bytes) = (path.to_owned(), Mutex::new(file), length - at);
        Ok(DataFile { path, file, header, blocks, samples, whole_bytes: at, cut_bytes })
    }

    /// What the file says of itself.
    pub fn header(&self) -> &DataHeader {
        &self.header
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many whole blocks it has.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The number of the first game of a block, from 0.
    ///
    /// # Panics
    /// When there is no such block.
    pub fn first_game_of(&self, block: usize) -> u64 {
        self.blocks[block].head.first_game
    }

    /// How many positions a block holds.
    ///
    /// # Panics
    /// When there is no such block.
    pub fn samples_in(&self, block: usize) -> u64 {
        self.blocks[block].head.samples.into()
    }

    /// How many games the whole blocks hold.
    pub fn games(&self) -> u64 {
        self.blocks.iter().map(|block| u64::from(block.head.games)).sum()
    }

    /// How many positions the whole blocks hold.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Bytes of the header and the whole blocks.
    pub fn bytes(&self) -> u64 {
        self.whole_bytes
    }

    /// Bytes behind the whole blocks, of one that was cut.
    pub fn cut_bytes(&self) -> u64 {
        self.cut_bytes
    }

    /// Whether it has all games that it should have.
    pub fn is_complete(&self) -> bool {
        self.games() == self.header.games()
    }

    /// The games of a block.
    ///
    /// # Errors
    /// When there is no such block, it cannot be read, or is damaged.
    pub fn read_block<V: Variant>(&self, block: usize) -> Result<Vec<SelfPlay<V>>, DataRefusal> {
        let refuse = |fault| DataRefusal::new(&self.path, fault);
        self.header.check_ruleset::<V>().map_err(refuse)?;
        let place = self.place(block).map_err(refuse)?;
        let bytes = self.bytes_of(place).map_err(refuse)?;
        block::decode(&place.head, &bytes[HEAD..]).map_err(|reason| refuse(self.damaged(place, reason)))
    }

    /// The bytes of a block, head included; its checksum is right.
    ///
    /// # Errors
    /// When there is no such block, it cannot be read, or is damaged.
    pub(super) fn raw_block(&self, block: usize) -> Result<Vec<u8>, DataFault> {
        let place = self.place(block)?;
        let bytes = self.bytes_of(place)?;
        block::check(&place.head, &bytes[HEAD..]).map_err(|reason| self.damaged(place, reason))?;
        Ok(bytes)
    }

    fn place(&self, block: usize) -> Result<&Place, DataFault> {
        self.blocks.get(block).ok_or(DataFault::NoBlock(block))
    }

    fn bytes_of(&self, place: &Place) -> Result<Vec<u8>, DataFault> {
        let mut bytes = vec![0; HEAD + place.head.packed as usize];
        // A reader that panicked left nothing half done: every read begins with a seek.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(place.at)).and_then(|_| file.read_exact(&mut bytes)).map_err(unreadable)?;
        Ok(bytes)
    }

    fn damaged(&self, place: &Place, reason: &'static str) -> DataFault {
        let first_game = place.head.first_game;
        let end_game = first_game + u64::from(place.head.games);
        DataFault::Block { first_game, end_game, at: place.at, reason }
    }
}

/// The ruleset of a file.
///
/// # Errors
/// When the header cannot be read or is damaged, or this program does not know the ruleset.
pub fn ruleset_of(path: &Path) -> Result<VariantId, DataRefusal> {
    let read = || {
        let (mut file, _) = open_regular(path)?;
        let name = DataHeader::decode(&beginning(&mut file)?)?.ruleset;
        name.parse().map_err(|_| DataFault::UnknownRuleset(name))
    };
    read().map_err(|fault| DataRefusal::new(path, fault))
}

/// A file that can be read, and its length. Opening a pipe would wait for somebody to write.
pub(super) fn open_regular(path: &Path) -> Result<(File, u64), DataFault> {
    if !path.metadata().map_err(unreadable)?.is_file() {
        return Err(DataFault::NoFile);
    }
    let file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    Ok((file, length))
}

/// The bytes of the header, or all where there are fewer.
pub(super) fn beginning(file: &mut File) -> Result<Vec<u8>, DataFault> {
    let mut bytes = Vec::new();
    file.take(HEADER as u64).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

pub(super) fn unreadable(error: io::Error) -> DataFault {
    let is_short = error.kind() == ErrorKind::UnexpectedEof;
    DataFault::Unreadable(if is_short { "it became shorter while it was read".to_owned() } else { error.to_string() })
}
