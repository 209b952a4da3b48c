//! The dialect that the client's first line asks for.

use super::{Hub, Protocol, Reply, Request, Uci};
use crate::options::Options;

/// Hub when the first line is `hub`, the UCI-style dialect otherwise.
pub struct Choice {
    dialect: Box<dyn Protocol>,
    is_made: bool,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice { dialect: Box::new(Uci), is_made: false }
    }
}

impl Protocol for Choice {
    fn read(&mut self, line: &str) -> Request {
        // Neither an empty line nor a comment says anything about the dialect.
        let word = line.split_whitespace().next().filter(|word| !word.starts_with('#'));
        if !self.is_made && word == Some("hub") {
            self.dialect = Box::new(Hub::default());
        }
        self.is_made |= word.is_some();
        self.dialect.read(line)
    }

    fn write(&self, reply: &Reply, options: &Options) -> String {
        self.dialect.write(reply, options)
    }

    fn lines_end_searches(&self) -> bool {
        self.dialect.lines_end_searches()
    }

    fn quits_with_input(&self) -> bool {
        self.dialect.quits_with_input()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_decides() {
        let check = |lines: &[&str], expected: &str| {
            let mut choice = Choice::default();
            lines.iter().for_each(|line| drop(choice.read(line)));
            assert_eq!(choice.write(&Reply::Ready, &Options::default()), expected, "{lines:?}");
        };
        check(&["hub"], "ready\n");
        check(&["", "# a comment", "\thub 2"], "ready\n");
        check(&["uci", "hub"], "readyok\n");
        check(&["hub", "uci"], "ready\n");
        check(&[], "readyok\n");
    }
}
