//! damier
pub mod board;
pub mod position;
pub mod rules;
