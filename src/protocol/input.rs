//! Lines from a stream of bytes.

use std::io::{self, BufRead};

/// The longest line that is kept, in bytes. A game of ten thousand moves needs a twentieth of it; the rest of a longer
/// line is dropped, so that a stream without line ends cannot fill the memory.
const LONGEST_LINE: usize = 1 << 20;

/// Calls `each` with every line of `input` that is not empty, until the input ends or `each` returns `false`.
///
/// CR and LF, in any mix, end a line, and so does the end of the input. Bytes that are not UTF-8 are replaced.
///
/// # Errors
/// When reading fails.
pub(super) fn each_line(mut input: impl BufRead, mut each: impl FnMut(String) -> bool) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = chunk.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        let text = &chunk[..end.unwrap_or(chunk.len())];
        let room = LONGEST_LINE - line.len();
        line.extend_from_slice(&text[..text.len().min(room)]);
        let is_last = chunk.is_empty();
        let used = text.len() + usize::from(end.is_some());
        input.consume(used);
        if (end.is_some() || is_last) && !line.is_empty() {
            let complete = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            if !each(complete) {
                return Ok(());
            }
        }
        if is_last {
            return Ok(());
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &[u8], expected: &[&str]) {
        // A buffer of three bytes, so that lines are torn.
        let reader = io::BufReader::with_capacity(3, input);
        let mut lines = Vec::new();
        each_line(reader, |line| {
            lines.push(line);
            true
        })
        .unwrap();
        assert_eq!(lines, expected);
    }

    #[test]
    fn any_line_end_will_do() {
        check(b"", &[]);
        check(b"\n\r\n\r", &[]);
        check(b"uci\nisready\n", &["uci", "isready"]);
        check(b"uci\r\nisready\rquit", &["uci", "isready", "quit"]);
        check(b"a\tb\n\xffc\n", &["a\tb", "\u{fffd}c"]);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut lengths = Vec::new();
        let input = [vec![b'x'; LONGEST_LINE + 5], b"\nquit\n".to_vec()].concat();
        each_line(&input[..], |line| {
            lengths.push(line.len());
            true
        })
        .unwrap();
        assert_eq!(lengths, [LONGEST_LINE, 4]);
    }
}
