//! Building tables one pair of classes after the other, with no more in memory than one pair needs.

use std::fmt;

use super::class::Class;
use super::file::{encode, write};
use super::folder::Folder;
use super::refusal::Refusal;
use super::set::Tables;
use super::solve::{Solved, TooLong, solve};
use super::statistics::Statistics;
use crate::rules::Variant;

/// How tables are built.
#[derive(Clone, Copy, Debug)]
pub struct BuildPlan {
    /// How many threads share the work.
    pub threads: usize,
    /// Whether to keep how long wins take. The tables of smaller classes must have kept it too.
    pub distances: bool,
}

/// Builds tables in a folder.
pub struct Builder<V> {
    folder: Folder<V>,
    plan: BuildPlan,
    /// What the class at hand needs.
    tables: Tables<V>,
}

/// A class that was built, and what was counted.
pub struct Built {
    /// The class, seen by the side to move.
    pub class: Class,
    /// What was counted.
    pub statistics: Statistics,
    /// How long the file is.
    pub bytes: u64,
}

/// Why a table was not built.
#[derive(Debug)]
pub enum BuildError {
    /// A table that it needs is not there or is damaged.
    Missing(Refusal),
    /// The file of this name cannot be written, for this reason.
    Unwritable(String, String),
    /// A win takes more plies than a table can tell.
    TooLong(Class, u8),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Missing(refusal) => refusal.fmt(f),
            BuildError::Unwritable(file, reason) => write!(f, "cannot write '{file}': {reason}"),
            BuildError::TooLong(class, plies) => {
                write!(f, "a win in {class} takes more than {plies} plies, which is more than a table can tell")
            }
        }
    }
}

impl std::error::Error for BuildError {}

impl<V: Variant> Builder<V> {
    /// Builds in the folder of the ruleset; it must be there.
    pub fn new(folder: Folder<V>, plan: BuildPlan) -> Builder<V> {
        Builder { folder, plan, tables: Tables::new(0) }
    }

    /// The sum of what is looked at to build a class and its swap.
    pub fn slots(class: Class) -> u64 {
        class.pair().map(Tables::<V>::slots).sum()
    }

    /// Whether a class and its swap are there already, with distances where they are asked for.
    pub fn is_built(&self, class: Class) -> bool {
        class.pair().all(|class| {
            self.folder.open(class).is_ok_and(|file| {
                file.slots() == Tables::<V>::slots(class) && (file.has_distances() || !self.plan.distances)
            })
        })
    }

    /// Builds a class and its swap, and writes their files. `watch` hears, from any thread, what is being done and how
    /// many slots more it has been done for.
    ///
    /// # Errors
    /// When a smaller table is missing, a file cannot be written, or a win is too long.
    pub fn build(
        &mut self,
        class: Class,
        watch: &(dyn Fn(&'static str, u64) + Sync),
    ) -> Result<Vec<Built>, BuildError> {
        let needed = class.sources();
        self.tables.keep(|class| needed.contains(&class));
        self.tables.load(&self.folder, &needed).map_err(BuildError::Missing)?;
        let solved = solve(class, &self.tables, self.plan.threads, self.plan.distances, watch)
            .map_err(|TooLong(plies)| BuildError::TooLong(class, plies))?;
        let mut built = Vec::new();
        for Solved { class, packed, statistics } in solved {
            watch("write", 0);
            let bytes = encode::<V>(class, Tables::<V>::slots(class), &packed, &statistics);
            let path = self.folder.file(class);
            write(&path, &bytes)
                .map_err(|error| BuildError::Unwritable(path.display().to_string(), error.to_string()))?;
            self.tables.add_whole(class, packed);
            built.push(Built { class, statistics, bytes: bytes.len() as u64 });
        }
        Ok(built)
    }
}
