//! The score sheet: the game as PDN, and the files it is kept in.

use std::io;
use std::path::{Path, PathBuf};

use super::command::quoted;
use super::opponent::Level;
use crate::engine::Session;
use crate::rules::Color;
use crate::tools::pdn_file::{PdnFile, today};
use crate::tools::{ToolError, words};

/// Where games are kept, and whether the present one is.
pub struct Sheet<'a> {
    /// The file of the command line.
    file: Option<(&'a Path, PdnFile)>,
    is_kept: bool,
}

impl<'a> Sheet<'a> {
    /// A sheet whose games are added to this file, if any.
    ///
    /// # Errors
    /// When the file cannot be opened for writing.
    pub fn open(path: Option<&'a Path>) -> Result<Sheet<'a>, ToolError> {
        let file = path.map(|path| PdnFile::open(path).map(|file| (path, file)).map_err(|error| fault(path, error)));
        Ok(Sheet { file: file.transpose()?, is_kept: false })
    }

    /// Notes that the game is no longer the one that was kept.
    pub fn change(&mut self) {
        self.is_kept = false;
    }

    /// Whether the game as it stands is on file.
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Adds the game to the file of the command line, and returns what to tell; `None` without such a file, or when the
    /// game is there already.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&mut self, game: &str) -> Result<Option<String>, ToolError> {
        match &mut self.file {
            Some((path, file)) if !self.is_kept => {
                file.add(game).map_err(|error| fault(path, error))?;
                self.is_kept = true;
                Ok(Some(saved(path)))
            }
            _ => Ok(None),
        }
    }

    /// Adds the game to the file of this name, or to the one of the command line, and returns what to tell.
    ///
    /// # Errors
    /// When the file cannot be written, or there is no name.
    pub fn save(&mut self, name: Option<&str>, game: &str) -> Result<String, ToolError> {
        let path = match (name, &self.file) {
            (Some(name), _) => PathBuf::from(name),
            (None, Some((path, _))) => path.to_path_buf(),
            (None, None) => {
                return Err(ToolError::Failed("save needs the name of a file, as in save games.pdn".to_owned()));
            }
        };
        PdnFile::open(&path).and_then(|mut file| file.add(game)).map_err(|error| fault(&path, error))?;
        // Where the command line names a file, the game is missing there until it has been added to that one.
        self.is_kept |= self.file.as_ref().is_none_or(|(own, _)| *own == path);
        Ok(saved(&path))
    }
}

/// The game as PDN; `engine` is whom the engine plays for, if it does, and how well.
pub fn pdn(session: &dyn Session, engine: Option<(Color, Level)>) -> String {
    let player = |color| match engine {
        Some((own, level)) if own == color => format!("damier {}, level {level}", env!("CARGO_PKG_VERSION")),
        _ => "Person".to_owned(),
    };
    let tags = [
        ("Event", "Game at the terminal".to_owned()),
        ("Date", today()),
        ("White", player(Color::White)),
        ("Black", player(Color::Black)),
    ];
    session.pdn(&tags, &session.verdict().map_or(String::new(), words::ending))
}

fn fault(path: &Path, error: io::Error) -> ToolError {
    ToolError::File(quoted(&path.display().to_string()), error)
}

fn saved(path: &Path) -> String {
    format!("The game is saved in {}.", quoted(&path.display().to_string()))
}
