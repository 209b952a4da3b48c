//! A file that games are added to, and the date they are given.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A file that grows by games.
pub struct PdnFile(File);

impl PdnFile {
    /// Opens the file; games that it holds already stay.
    ///
    /// # Errors
    /// When it cannot be opened for writing.
    pub fn open(path: &Path) -> io::Result<PdnFile> {
        OpenOptions::new().create(true).append(true).open(path).map(PdnFile)
    }

    /// Writes the text of a game, and lets the system have it at once.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, game: &str) -> io::Result<()> {
        self.0.write_all(game.as_bytes())?;
        self.0.flush()
    }
}

/// Today's date in Greenwich, as PDN writes it: `2026.01.31`.
pub fn today() -> String {
    date(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// The date so long after the beginning of 1970.
fn date(since_1970: Duration) -> String {
    let mut days = since_1970.as_secs() / 86_400;
    let mut year = 1970;
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let length = |year| if is_leap(year) { 366 } else { 365 };
    while days >= length(year) {
        days -= length(year);
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let check = |days: u64, expected: &str| assert_eq!(date(Duration::from_secs(days * 86_400 + 86_399)), expected);
        check(0, "1970.01.01");
        check(58, "1970.02.28");
        check(59, "1970.03.01");
        check(364, "1970.12.31");
        // 30 years and 7 leap days; the 60th day of 2000 is the 29th of February.
        check(30 * 365 + 7 + 59, "2000.02.29");
        check(30 * 365 + 7 + 60, "2000.03.01");
    }
}
