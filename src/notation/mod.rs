//! Text of squares, moves, positions and games, read and written.
//!
//! - [`squares`](write_square): `d4` and `32`, and the order in which squares are listed;
//! - [`routes`](route): the way a capture takes, rebuilt from the pieces it takes;
//! - [`moves`](write_uci): the three ways to write a move;
//! - [`reading`](read_move): every way to read one, and [`refusal`](MoveFault) why a text was refused;
//! - [`fen`](read_fen): positions;
//! - [`pdn`](PdnReader): whole games, with their comments and variations;
//! - [`picture`](picture()): the board drawn for people.
//!
//! Errors are values that quote what was read. Nothing here knows a protocol's commands, Hub's own form of moves
//! included, and nothing plays or judges a move.

mod fen;
mod moves;
mod pdn;
mod picture;
mod quote;
mod reading;
mod refusal;
mod routes;
mod squares;

pub use fen::{FenError, FenFault, read_fen, write_fen};
pub use moves::{write_federation, write_full, write_pdn, write_uci};
pub use pdn::{
    Action, ClockKind, ClockTime, Note, Oddity, PdnError, PdnFault, PdnGame, PdnLine, PdnReader, PdnRecord, PdnResult,
    PdnWarning, Place, Placement, Step, numbered_moves,
};
pub use picture::{picture, picture_for};
pub use reading::read_move;
pub use refusal::{Listing, MoveError, MoveFault};
pub use routes::{capture_order, pdn_route, route, visits};
pub use squares::{SquareError, board_order, read_square, squares_in_order, write_square};
