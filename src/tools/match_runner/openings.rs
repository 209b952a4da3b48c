//! Where games start: positions from a file, or random moves.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::plan::OpeningSource;
use crate::game::Game;
use crate::notation::{FenError, read_fen};
use crate::position::{Move, Position};
use crate::rules::Variant;
use crate::tools::random_opening::random_opening;

/// The openings of a match, in the order in which they are played.
pub enum Openings<V> {
    /// From a file, in a shuffled order.
    List(Vec<Position<V>>),
    /// Random moves.
    Random {
        /// How many plies.
        plies: u32,
        /// The seed that, with the opening's number, decides them.
        seed: u64,
    },
}

/// Where one game starts: a position, and moves that are already made.
#[derive(Clone, Debug)]
pub struct Opening<V> {
    /// The position.
    pub start: Position<V>,
    /// The moves from there.
    pub moves: Vec<Move>,
}

impl<V: Variant> Openings<V> {
    /// Reads or prepares the openings.
    ///
    /// # Errors
    /// When the file cannot be read, has no positions or one that cannot be played from.
    pub fn new(source: &OpeningSource, seed: u64) -> Result<Openings<V>, OpeningError> {
        match source {
            OpeningSource::Random { plies } => Ok(Openings::Random { plies: *plies, seed }),
            OpeningSource::File(path) => {
                let text = fs::read_to_string(path).map_err(|error| OpeningError::Unreadable(path.clone(), error))?;
                let mut list = parse(path, &text)?;
                list.shuffle(&mut StdRng::seed_from_u64(seed));
                Ok(Openings::List(list))
            }
        }
    }

    /// How many different openings there are, `None` when nobody knows.
    pub fn count(&self) -> Option<usize> {
        match self {
            Openings::List(list) => Some(list.len()),
            Openings::Random { .. } => None,
        }
    }

    /// The opening of a number, from 0; a list begins again after its end.
    pub fn get(&self, number: u32) -> Opening<V> {
        match self {
            Openings::List(list) => Opening { start: list[number as usize % list.len()], moves: Vec::new() },
            Openings::Random { plies, seed } => {
                let game = random_opening::<V>(*plies, *seed, number.into());
                let moves = game.map_or(Vec::new(), |game| game.moves().to_vec());
                Opening { start: Position::start(), moves }
            }
        }
    }
}

fn parse<V: Variant>(path: &Path, text: &str) -> Result<Vec<Position<V>>, OpeningError> {
    let mut list = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let fen = line.split('#').next().unwrap_or_default().trim();
        if fen.is_empty() {
            continue;
        }
        let fault = |fault| OpeningError::Line { path: path.to_owned(), line: at + 1, fault };
        let position = read_fen(fen).map_err(|error| fault(LineFault::Fen(Box::new(error))))?;
        if Game::<V>::new(position).verdict().is_some() {
            return Err(fault(LineFault::GameOver));
        }
        list.push(position);
    }
    if list.is_empty() { Err(OpeningError::Empty(path.to_owned())) } else { Ok(list) }
}

/// Why there are no openings.
#[derive(Debug)]
pub enum OpeningError {
    /// The file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// There is no position in it.
    Empty(PathBuf),
    /// A line is not good for an opening.
    Line {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineFault,
    },
}

/// What is wrong with a line of openings.
#[derive(Debug)]
pub enum LineFault {
    /// It is no position.
    Fen(Box<FenError>),
    /// The game is over there.
    GameOver,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Unreadable(path, error) => {
                write!(f, "cannot read the openings in {}: {error}", path.display())
            }
            OpeningError::Empty(path) => write!(f, "there are no openings in {}", path.display()),
            OpeningError::Line { path, line, fault: LineFault::Fen(error) } => {
                write!(f, "{}, line {line}: {error}", path.display())
            }
            OpeningError::Line { path, line, fault: LineFault::GameOver } => {
                write!(f, "{}, line {line}: the game is over in this position", path.display())
            }
        }
    }
}

impl std::error::Error for OpeningError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::write_fen;
    use crate::rules::Turkish;

    #[test]
    fn a_list_has_comments_and_begins_again() {
        let text = "# two positions\nW:Wa2,b2:Bh7,g7 # the first\n\nB:Wa2:Bh7,g6\n";
        let list = Openings::<Turkish>::List(parse(Path::new("x"), text).unwrap());
        assert_eq!(list.count(), Some(2));
        assert_eq!(write_fen(&list.get(0).start), "W:Wa2,b2:Bg7,h7");
        assert_eq!(write_fen(&list.get(1).start), "B:Wa2:Bg6,h7");
        assert_eq!(list.get(2).start, list.get(0).start);
    }

    #[test]
    fn bad_lines_are_named() {
        let error = |text| parse::<Turkish>(Path::new("x"), text).unwrap_err().to_string();
        assert!(error("\nW:Wa9:Bh7").starts_with("x, line 2: bad FEN 'W:Wa9:Bh7'"), "{}", error("\nW:Wa9:Bh7"));
        assert_eq!(error("W:Wa2:Bh7"), "x, line 1: the game is over in this position");
        assert_eq!(error("# none\n"), "there are no openings in x");
    }
}
