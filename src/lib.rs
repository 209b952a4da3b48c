//! damier
pub mod board;
pub mod eval;
pub mod game;
pub mod position;
pub mod rules;
pub mod search;
