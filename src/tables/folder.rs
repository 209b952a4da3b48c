//! Where the tables of a ruleset lie.

use std::fs;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use super::class::Class;
use super::file::TableFile;
use super::refusal::{Fault, Refusal};
use super::set::Tables;
use crate::rules::Variant;

/// How the names of tables end.
const EXTENSION: &str = "table";

/// The folder of a ruleset's tables: `turkish/KMvK.table` and so on, below the one that a person names.
pub struct Folder<V> {
    path: PathBuf,
    rules: PhantomData<V>,
}

impl<V: Variant> Folder<V> {
    /// The folder of the ruleset `V` below `path`; it need not be there.
    pub fn new(path: &Path) -> Folder<V> {
        Folder { path: path.join(V::RULES.name), rules: PhantomData }
    }

    /// Makes the folder if it is missing.
    ///
    /// # Errors
    /// When the system does not allow it.
    pub fn create(&self) -> io::Result<()> {
        fs::create_dir_all(&self.path)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of a class.
    pub fn file(&self, class: Class) -> PathBuf {
        self.path.join(format!("{class}.{EXTENSION}"))
    }

    /// Opens the file of a class.
    ///
    /// # Errors
    /// When it is missing or refused, or holds another class.
    pub fn open(&self, class: Class) -> Result<TableFile, Refusal> {
        let path = self.file(class);
        let file = TableFile::open::<V>(&path)?;
        if file.class() == class {
            return Ok(file);
        }
        Err(Refusal { file: path.display().to_string(), fault: Fault::Class { found: file.class(), expected: class } })
    }

    /// Opens every table in the folder with a cache of at most so many bytes, and says which files are not used and
    /// why. A folder that is missing has no tables.
    pub fn open_all(&self, cache_bytes: usize) -> (Tables<V>, Vec<Refusal>) {
        let mut tables = Tables::new(cache_bytes);
        let found = self.add_to(&mut tables);
        (tables, found.refused)
    }

    /// Adds every table in the folder that tells more than the one that is there already, if any; and says which files
    /// are not used and why.
    pub fn add_to(&self, tables: &mut Tables<V>) -> Found {
        let mut found = Found::default();
        let paths = self.paths().unwrap_or_else(|error| {
            let fault = Fault::Unreadable(error.to_string());
            found.refused.push(Refusal { file: self.path.display().to_string(), fault });
            Vec::new()
        });
        for path in paths {
            let is_known = |file: &TableFile| {
                let class = file.class();
                tables.has(class) && (tables.has_distances(class) || !file.has_distances())
            };
            let added = match TableFile::open::<V>(&path) {
                Ok(file) if is_known(&file) => {
                    found.known += 1;
                    continue;
                }
                opened => opened.and_then(|file| tables.add(file)),
            };
            match added {
                Ok(()) => found.added += 1,
                Err(refusal) => found.refused.push(refusal),
            }
        }
        found
    }

    /// The files that are called as tables are, in the order of their names; none where there is no folder.
    fn paths(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
        // Opening a pipe would wait for somebody to write.
        paths.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION) && path.is_file());
        paths.sort();
        Ok(paths)
    }
}

/// What was found in a folder.
#[derive(Clone, Default, Debug)]
pub struct Found {
    /// How many tables were added.
    pub added: usize,
    /// How many tell no more than those that were there.
    pub known: usize,
    /// The files that are not used, and why.
    pub refused: Vec<Refusal>,
}
