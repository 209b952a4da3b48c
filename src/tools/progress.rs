//! The bar that shows how far a tool is, on standard error and only on a terminal.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar, or nothing where nobody would see it.
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar over so many games or positions.
    pub fn new(count: impl Into<u64>) -> Progress {
        Progress::with_template(count.into(), "{pos}/{len} {wide_bar} {msg} [{elapsed}, {eta} left]")
    }

    /// A bar over so many bytes; none over 0, which stands for a length that nobody knows.
    pub fn of_bytes(count: u64) -> Progress {
        Progress::with_template(count, "{bytes}/{total_bytes} {wide_bar} {msg} [{elapsed}, {eta} left]")
    }

    /// A bar over so many small steps, which shows their rate as well.
    pub fn of_steps(count: u64) -> Progress {
        Progress::with_template(count, "{percent} % {wide_bar} {msg} {per_sec} [{elapsed}, {eta} left]")
    }

    fn with_template(length: u64, template: &str) -> Progress {
        if length == 0 || !stderr().is_terminal() {
            return Progress(None);
        }
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress(Some(bar))
    }

    /// The bar with so much finished before it began, which tells nothing of the time that is left.
    pub fn from(self, finished: u64) -> Progress {
        if let Some(bar) = &self.0 {
            bar.set_position(finished);
            bar.reset_eta();
        }
        self
    }

    /// Shows how much is finished, and a message such as the score.
    pub fn show(&self, finished: impl Into<u64>, message: impl FnOnce() -> String) {
        if let Some(bar) = &self.0 {
            bar.set_message(message());
            bar.set_position(finished.into());
        }
    }

    /// Does something with the bar out of the way, such as writing lines to the same terminal.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
