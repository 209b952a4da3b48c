//! Files of games of the engine against itself.
//!
//! A file says how its games were played ([`DataHeader`]) and holds them in blocks of a fixed number of games, in the
//! order of their numbers. Everything in it follows from its header, so that a file that was broken off is the beginning
//! of the whole one, and the blocks of parts in a row are those of one run.
//!
//! Games are numbered from 0 here, and from 1 in messages.

mod block;
mod fields;
mod file;
mod header;
mod identity;
mod merge;
mod refusal;
mod shard;
mod statistics;
mod writer;

pub use block::encode;
pub use file::{DataFile, ruleset_of};
pub use header::{DataHeader, Difference};
pub use merge::{MergeError, Merged, merge};
pub use refusal::{DataFault, DataRefusal};
pub use shard::{BadShard, Shard};
pub use statistics::{DataStatistics, PERCENTILES};
pub use writer::{DataWriter, stored_header};
