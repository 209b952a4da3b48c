//! Games as text: Portable Draughts Notation 3.0, read and written.
//!
//! The standard is that of <https://pdn.fmjd.org>. A [`PdnReader`] goes through a file this way:
//!
//! - `source`: bytes to characters and their places;
//! - `lex`: characters to words;
//! - `header`: tags to a ruleset and a start;
//! - `body`: moves, each checked in its position, to a tree;
//! - `read`: game by game, and on after a bad one.
//!
//! What comes out is a [`PdnRecord`]: `record` has its parts, and `clock` the times in its comments. `fault` is what
//! can be wrong. `write` goes the other way.

mod body;
mod clock;
mod fault;
mod header;
mod lex;
mod read;
mod record;
mod source;
mod write;

pub use fault::{Oddity, PdnError, PdnFault, PdnWarning, Place};
pub use read::PdnReader;
pub use record::{Action, ClockKind, ClockTime, Note, PdnLine, PdnRecord, PdnResult, Placement, Step};
pub use write::{PdnGame, numbered_moves};
