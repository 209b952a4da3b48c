//! Games as text: Portable Draughts Notation 3.0.

mod write;

pub use write::PdnGame;
