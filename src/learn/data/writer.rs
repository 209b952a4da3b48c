//! A file of games as it grows.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;

use super::block::{HEAD, Head};
use super::file::{DataFile, beginning, open_regular};
use super::header::{DataHeader, HEADER};
use super::refusal::{DataFault, DataRefusal};
use crate::rules::Variant;

/// What a file says of itself; `None` where there is none yet, or a run ended before it wrote its header.
///
/// # Errors
/// When the file cannot be read, is no file of games, or its header is damaged.
pub fn stored_header(path: &Path) -> Result<Option<DataHeader>, DataRefusal> {
    match begun(path).map_err(|fault| DataRefusal::new(path, fault))? {
        Begun::Nothing | Begun::Cut(_) => Ok(None),
        Begun::Header(header) => Ok(Some(*header)),
    }
}

/// How far a run came with the header of its file.
enum Begun {
    Nothing,
    Cut(Vec<u8>),
    Header(Box<DataHeader>),
}

fn begun(path: &Path) -> Result<Begun, DataFault> {
    if matches!(path.metadata(), Err(error) if error.kind() == ErrorKind::NotFound) {
        return Ok(Begun::Nothing);
    }
    let (mut file, length) = open_regular(path)?;
    if length == 0 {
        return Ok(Begun::Nothing);
    }
    let bytes = beginning(&mut file)?;
    match DataHeader::decode(&bytes) {
        Ok(header) => Ok(Begun::Header(Box::new(header))),
        Err(DataFault::ShortHeader(_)) => Ok(Begun::Cut(bytes)),
        Err(fault) => Err(fault),
    }
}

/// A file of games that grows by blocks, in order.
#[derive(Debug)]
pub struct DataWriter {
    file: File,
    header: DataHeader,
    next_game: u64,
    samples: u64,
    bytes: u64,
    cut_bytes: u64,
}

impl DataWriter {
    /// Begins a file, or goes on with the one that is there, once all of it was found sound. What a run left behind that
    /// ended while it wrote is cut off.
    ///
    /// # Errors
    /// When the file cannot be read or written, is no file of games, is damaged, or belongs to another run or part; then
    /// it stays as it is.
    pub fn open<V: Variant>(path: &Path, header: &DataHeader) -> Result<DataWriter, DataRefusal> {
        let refuse = |fault| DataRefusal::new(path, fault);
        match begun(path).map_err(refuse)? {
            Begun::Nothing => Self::begin(path, header).map_err(|error| refuse(unwritable(error))),
            Begun::Cut(bytes) => {
                // Nothing but the beginning of such a header may be thrown away.
                if !header.is_begun_by(&bytes) {
                    return Err(refuse(DataFault::ShortHeader(bytes.len() as u64)));
                }
                Self::begin(path, header).map_err(|error| refuse(unwritable(error)))
            }
            Begun::Header(stored) => {
                let differences = stored.differences_with_part(header);
                if !differences.is_empty() {
                    return Err(refuse(DataFault::OtherRun(differences)));
                }
                let stored = DataFile::open::<V>(path).map_err(|refusal| refuse(refusal.fault.resumable()))?;
                Self::resume(path, &stored)
            }
        }
    }

    fn begin(path: &Path, header: &DataHeader) -> io::Result<DataWriter> {
        let mut file = OpenOptions::new().create(true).write(true).truncate(true).open(path)?;
        file.write_all(&header.encode())?;
        let (next_game, bytes) = (header.first_game, HEADER as u64);
        Ok(DataWriter { file, header: header.clone(), next_game, samples: 0, bytes, cut_bytes: 0 })
    }

    fn resume(path: &Path, stored: &DataFile) -> Result<DataWriter, DataRefusal> {
        let refuse = |fault| DataRefusal::new(path, fault);
        for block in 0..stored.blocks() {
            stored.raw_block(block).map_err(|fault| refuse(fault.resumable()))?;
        }
        let reopen = || -> io::Result<File> {
            let mut file = OpenOptions::new().write(true).open(path)?;
            file.set_len(stored.bytes())?;
            file.seek(SeekFrom::Start(stored.bytes()))?;
            Ok(file)
        };
        Ok(DataWriter {
            file: reopen().map_err(|error| refuse(unwritable(error)))?,
            header: stored.header().clone(),
            next_game: stored.header().first_game + stored.games(),
            samples: stored.samples(),
            bytes: stored.bytes(),
            cut_bytes: stored.cut_bytes(),
        })
    }

    /// What the file says of itself.
    pub fn header(&self) -> &DataHeader {
        &self.header
    }

    /// The number of the first game that is missing, from 0.
    pub fn next_game(&self) -> u64 {
        self.next_game
    }

    /// How many games it holds.
    pub fn games(&self) -> u64 {
        self.next_game - self.header.first_game
    }

    /// How many positions it holds.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many bytes of a half-written block were cut off when it was opened.
    pub fn cut_bytes(&self) -> u64 {
        self.cut_bytes
    }

    /// Whether no game is missing.
    pub fn is_complete(&self) -> bool {
        self.next_game == self.header.end_game
    }

    /// Adds the next block, as [`encode`](super::encode) makes it.
    ///
    /// # Errors
    /// When it cannot be written.
    ///
    /// # Panics
    /// When it is not the next one.
    pub fn append(&mut self, block: &[u8]) -> io::Result<()> {
        let head = block.first_chunk::<HEAD>().and_then(Head::decode).expect("a block has a head");
        let end = self.header.end_of_block(self.next_game);
        assert_eq!((head.first_game, u64::from(head.games)), (self.next_game, end - self.next_game), "the next block");
        self.file.write_all(block)?;
        self.next_game = end;
        self.samples += u64::from(head.samples);
        self.bytes += block.len() as u64;
        Ok(())
    }

    /// Sees to it that what was written outlasts a failure of the machine.
    ///
    /// # Errors
    /// When the system cannot.
    pub fn sync(&mut self) -> io::Result<()> {
        self.file.sync_all()
    }
}

fn unwritable(error: io::Error) -> DataFault {
    DataFault::Unwritable(error.to_string())
}
