//! Geometry: squares, sets of squares, directions and the three board shapes.
//!
//! Nothing here knows a piece, a color or a rule.

mod bitboard;
mod direction;
mod shape;
mod square;

pub use bitboard::Bitboard;
pub use direction::Direction;
pub(crate) use direction::each_direction;
pub use shape::{Board, DIAGONAL_8, DIAGONAL_10, ORTHOGONAL_8};
pub use square::Square;
