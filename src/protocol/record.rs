//! The conversation kept in a file, for whoever must find out afterwards who said what and when.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// A file that gets every line as soon as it is heard or said: `>` from the client, `<` from the engine, each after the
/// seconds since the conversation began.
pub struct Record {
    begun: Instant,
    /// `None` when nothing is kept, or no longer can be.
    file: Option<File>,
}

impl Record {
    /// Keeps nothing.
    pub fn none() -> Record {
        Record { begun: Instant::now(), file: None }
    }

    /// Appends to a file, which is made if there is none.
    ///
    /// # Errors
    /// When the file cannot be opened for writing.
    pub fn open(path: &Path) -> io::Result<Record> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        writeln!(file, "# damier {}, process {}", env!("CARGO_PKG_VERSION"), std::process::id())?;
        Ok(Record { begun: Instant::now(), file: Some(file) })
    }

    /// Keeps lines that came in.
    ///
    /// # Errors
    /// When the file cannot be written. Nothing more is kept then.
    pub(super) fn heard(&mut self, text: &str) -> io::Result<()> {
        self.keep('>', text)
    }

    /// Keeps lines that went out.
    ///
    /// # Errors
    /// As [`Record::heard`].
    pub(super) fn said(&mut self, text: &str) -> io::Result<()> {
        self.keep('<', text)
    }

    fn keep(&mut self, direction: char, text: &str) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let seconds = self.begun.elapsed().as_secs_f64();
        let lines: String = text.lines().map(|line| format!("{seconds:9.3} {direction} {line}\n")).collect();
        // One call a reply: whatever happens to the process afterwards, what was said is in the file.
        let result = file.write_all(lines.as_bytes());
        if result.is_err() {
            self.file = None;
        }
        result
    }
}
