//! Endgame tables: who wins with few pieces on the board, known for every position.
//!
//! A table holds one material class, seen by the side to move ([`Class`]): win, draw or loss for each position, and
//! where asked the plies to the end. Tables know neither repetitions nor counters; everything else is as the rules of
//! [`crate::position`] have it. Nothing here searches, and nothing prints.
//!
//! The tables of small `turkish` endings are compiled in ([`embedded`]).
//!
//! The way of a table: the index numbers the positions, the solver finds their values, the file keeps them, and
//! [`Tables`] answers. Of the file, only the blocks that are asked for are read and unpacked, into a cache that is
//! bounded. They are read rather than mapped into memory, because a mapping is unsafe: who shortens the file ends the
//! process.

mod archive;
mod build;
mod cache;
mod class;
mod file;
mod folder;
mod identity;
mod index;
mod packed;
mod refusal;
mod set;
mod solve;
mod statistics;
mod unmoves;
mod value;
mod verify;
mod view;

pub use archive::{EMBEDDED_BYTES, embedded, pack};
pub use build::{BuildError, BuildPlan, Builder, Built};
pub use class::{Class, MOST_PIECES, NoClass};
pub use file::{TableFile, write};
pub use folder::{Folder, Found};
pub use identity::rules_hash;
pub use refusal::{Fault, Refusal};
pub use set::Tables;
pub use statistics::{Counts, Statistics};
pub use value::{Outcome, Value};
pub use verify::{Verified, VerifyError, verify};
