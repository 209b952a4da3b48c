//! The terminal, where there is one: its width, and lines on it that are redrawn in place.

use std::borrow::Cow;
use std::io::{IsTerminal, stderr, stdout};
use std::time::Duration;

use console::{Term, truncate_str};
use indicatif::{ProgressBar, ProgressStyle};

/// How often the wheel that shows life turns.
const TURN: Duration = Duration::from_millis(120);

/// What a person sees beside the output proper. It is drawn on standard error, and only on a terminal.
pub struct Screen {
    /// How many characters a line of the output holds, `None` when it is no terminal.
    width: Option<usize>,
    /// The lines that are redrawn, and a status line below them.
    live: Option<ProgressBar>,
}

impl Screen {
    /// A screen with a status line.
    pub fn new() -> Screen {
        let width = stdout().is_terminal().then(|| Term::stdout().size().1.into());
        let live = stderr().is_terminal().then(ProgressBar::new_spinner);
        if let Some(live) = &live {
            live.enable_steady_tick(TURN);
        }
        let screen = Screen { width, live };
        screen.lay_out("{spinner} {prefix}");
        screen
    }

    /// A screen on which nothing is redrawn.
    pub fn still() -> Screen {
        Screen { width: None, live: None }
    }

    fn lay_out(&self, template: &str) {
        if let (Some(live), Ok(style)) = (&self.live, ProgressStyle::with_template(template)) {
            live.set_style(style);
        }
    }

    /// Whether lines can be redrawn where the output goes.
    pub fn can_redraw(&self) -> bool {
        self.width.is_some() && self.live.is_some()
    }

    /// The text as far as it fits on a line of the output's terminal; all of it when the output is no terminal.
    pub fn fit<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.width {
            Some(width) => truncate_str(text, width, "…"),
            None => Cow::Borrowed(text),
        }
    }

    /// Shows what is being done.
    pub fn show_status(&self, status: &str) {
        if let Some(live) = &self.live {
            live.set_prefix(self.fit(status).into_owned());
        }
    }

    /// Shows lines above the status, instead of those shown before.
    pub fn show_lines(&self, lines: &[String]) {
        if let Some(live) = &self.live {
            self.lay_out("{msg}\n{spinner} {prefix}");
            live.set_message(lines.iter().map(|line| self.fit(line)).collect::<Vec<_>>().join("\n"));
        }
    }

    /// Does something with the redrawn lines out of the way, such as writing to the same terminal.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.live {
            Some(live) => live.suspend(work),
            None => work(),
        }
    }

    /// Ctrl-C was pressed: a terminal shows it as `^C` behind the status line, which is as long as the terminal is wide,
    /// and so the cursor is a line further down than the redrawn lines know.
    pub fn interrupted(&self) {
        if self.live.is_some() {
            // Not being able to costs a line that stays.
            let _ = Term::stderr().move_cursor_up(1);
        }
    }

    /// Takes the redrawn lines away.
    pub fn clear(&self) {
        if let Some(live) = &self.live {
            live.finish_and_clear();
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.clear();
    }
}
