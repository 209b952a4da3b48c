//! `damier`, a draughts engine: Turkish draughts first, and the classic, international and American games.
//!
//! # The map of the house
//! A line takes this way, and the rooms lie along it; each uses only those further down:
//!
//! | room | what it does | what is absent from it |
//! |---|---|---|
//! | `main.rs` | arguments, logger, exit code | everything else; nobody else ends the process |
//! | [`cli`] | the words of the command line | work: it calls a tool or the protocol loop |
//! | [`tools`] | what a person runs from the shell: moves, perft, bench, analyse, play, openings, match, pdn, tables, datagen | protocol text |
//! | [`protocol`] | text to commands and replies to text; whose turn it is; the client's side for matches | thought and rules |
//! | [`engine`] | one game, its options and table, one search at a time | output: it sends events |
//! | [`bench`] | fixed positions, and the sum of nodes as the search's signature | options |
//! | [`options`] | the one table of options, and how values are read | whoever acts on them |
//! | [`learn`] | games of the engine against itself as data, and the trainer of the evaluation | output: it returns what it found |
//! | [`game`] | the moves played, repetition, the result and its reason | text |
//! | [`search`] | finds a move | input, output, and the clock outside `time.rs` |
//! | [`eval`] | the score of a quiet position, in integers | the search |
//! | [`tables`] | who wins with few pieces, known for every position: built, kept in files, asked | the search, text |
//! | [`notation`] | text of squares, moves, positions and games, both ways | protocols, and Hub's own form of moves |
//! | [`position`] | where pieces stand, what is legal, what a move does | text, history, scores |
//! | [`rules`] | the law as data, one file a ruleset | code that moves a piece |
//! | [`board`] | squares, sets of squares, directions, the board shapes | pieces, colors, rules |
//!
//! A ruleset is a type that implements [`rules::Variant`]; everything below the engine is generic over it and compiled
//! once for each. Above, [`engine::Session`] is the one door: a ruleset's name goes in and a game comes out that can be
//! asked without knowing which it is. [`engine::Session`] and [`protocol::Protocol`] are the only dynamic traits.
//!
//! # Examples
//! ```
//! use damier::engine::open;
//! use damier::rules::VariantId;
//!
//! let mut game = open(VariantId::Turkish);
//! game.set_position(Some("W:Wd4,h2:Bd5,Kc4,b5"), &[])?;
//! let captures: Vec<String> = game.legal_moves().into_iter().map(|mv| mv.uci).collect();
//! assert_eq!(captures, ["d4b4b6"]);
//! # Ok::<(), damier::engine::PositionError>(())
//! ```

pub mod cli;
pub mod tools;

pub mod protocol;

pub mod engine;

pub mod bench;
pub mod options;

pub mod learn;

pub mod game;
pub mod search;

pub mod eval;
pub mod tables;

pub mod notation;

pub mod position;
pub mod rules;

pub mod board;
