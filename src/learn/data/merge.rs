//! Parts of a run, joined.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::file::DataFile;
use super::header::DataHeader;
use super::refusal::{DataFault, DataRefusal, numbers};
use crate::rules::Variant;

/// What was joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// What the new file says of itself.
    pub header: DataHeader,
    /// How many positions it holds.
    pub samples: u64,
    /// How many bytes it has.
    pub bytes: u64,
}

/// Joins complete parts of one run, named in any order, in a new file. When they are all of its parts, the file equals
/// that of a run that was never divided. It is there as a whole or not at all.
///
/// # Errors
/// When a part is refused, not complete, of another run, overlaps the one before or leaves a gap; when the new file is
/// there already or cannot be written.
///
/// # Panics
/// When there are no parts.
pub fn merge<V: Variant>(target: &Path, parts: &[PathBuf]) -> Result<Merged, MergeError> {
    let refuse_target = |reason: String| MergeError::Refused(DataRefusal::new(target, DataFault::Unwritable(reason)));
    if target.symlink_metadata().is_ok() {
        return Err(refuse_target("it is there already".to_owned()));
    }
    let mut files = parts.iter().map(|path| DataFile::open::<V>(path)).collect::<Result<Vec<_>, _>>()?;
    files.sort_by_key(|file| (file.header().first_game, file.header().end_game));
    check(&files)?;
    let header = DataHeader {
        first_game: files[0].header().first_game,
        end_game: files[files.len() - 1].header().end_game,
        ..files[0].header().clone()
    };
    let unfinished = unfinished(target);
    let written = write(&unfinished, &header, &files)
        .and_then(|bytes| fs::rename(&unfinished, target).map(|()| bytes).map_err(Trouble::from));
    match written {
        Ok(bytes) => Ok(Merged { header, samples: files.iter().map(DataFile::samples).sum(), bytes }),
        Err(trouble) => {
            // What is half done is of no use to anybody, and whether it can be removed changes nothing.
            let _ = fs::remove_file(&unfinished);
            Err(match trouble {
                Trouble::Part(refusal) => refusal.into(),
                Trouble::Target(error) => refuse_target(error.to_string()),
            })
        }
    }
}

/// Checks that files are complete and follow one another.
fn check(files: &[DataFile]) -> Result<(), MergeError> {
    for file in files {
        let header = file.header();
        if !file.is_complete() {
            let fault = DataFault::Incomplete(header.first_game + file.games(), header.end_game);
            return Err(DataRefusal::new(file.path(), fault).into());
        }
        let differences = files[0].header().differences(header);
        if !differences.is_empty() {
            let told = differences.iter().map(|it| format!("{} {} and {}", it.what, it.found, it.expected));
            return Err(MergeError::pair(
                &files[0],
                file,
                "are of different runs",
                told.collect::<Vec<_>>().join("; "),
            ));
        }
    }
    for pair in files.windows(2) {
        let [before, after] = [pair[0].header(), pair[1].header()];
        if after.first_game != before.end_game {
            let reason = if after.first_game < before.end_game { "overlap" } else { "leave a gap" };
            let part = |header: &DataHeader| numbers(header.first_game, header.end_game);
            return Err(MergeError::pair(&pair[0], &pair[1], reason, format!("{} and {}", part(before), part(after))));
        }
    }
    Ok(())
}

enum Trouble {
    Part(DataRefusal),
    Target(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Target(error)
    }
}

fn write(path: &Path, header: &DataHeader, files: &[DataFile]) -> Result<u64, Trouble> {
    let mut output = BufWriter::new(File::create(path)?);
    let mut bytes = header.encode();
    output.write_all(&bytes)?;
    let mut length = bytes.len() as u64;
    for file in files {
        for block in 0..file.blocks() {
            bytes = file.raw_block(block).map_err(|fault| Trouble::Part(DataRefusal::new(file.path(), fault)))?;
            output.write_all(&bytes)?;
            length += bytes.len() as u64;
        }
    }
    output.flush()?;
    output.get_ref().sync_all()?;
    Ok(length)
}

/// The name of a file until it is finished.
fn unfinished(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".unfinished");
    name.into()
}

/// Why parts were not joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MergeError {
    /// This file is refused.
    Refused(DataRefusal),
    /// Two files do not go together.
    Pair {
        /// The files' names.
        files: [String; 2],
        /// What is wrong with them.
        reason: &'static str,
        /// What the first and the second have.
        details: String,
    },
}

impl MergeError {
    fn pair(one: &DataFile, other: &DataFile, reason: &'static str, details: String) -> MergeError {
        let files = [one, other].map(|file| file.path().display().to_string());
        MergeError::Pair { files, reason, details }
    }
}

impl From<DataRefusal> for MergeError {
    fn from(refusal: DataRefusal) -> MergeError {
        MergeError::Refused(refusal)
    }
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::Refused(refusal) => refusal.fmt(f),
            MergeError::Pair { files: [one, other], reason, details } => {
                write!(f, "'{one}' and '{other}' {reason}: {details}")
            }
        }
    }
}

impl std::error::Error for MergeError {}
