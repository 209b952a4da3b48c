//! The table of positions searched before.

use std::fmt;

/// The transposition table.
pub struct Table {}

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

impl Table {
    /// An empty table of at most `mib` MiB; at least one bucket.
    ///
    /// # Errors
    /// When the machine does not give that much memory.
    pub fn new(mib: usize) -> Result<Table, TableError> {
        let _ = mib;
        todo!()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        todo!()
    }
}
