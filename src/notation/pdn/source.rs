//! The characters of a file, one after the other, and where they stand.
//!
//! Bytes are UTF-8. A byte that is no part of well-formed UTF-8 is read as Latin-1, on its own: so old files are read
//! as they were meant, and files put together from both kinds too. A byte order mark at the beginning is skipped. CR,
//! LF or both end a line.

use std::io::{self, ErrorKind, Read};

use super::fault::Place;

/// How many bytes are asked for at once.
const BLOCK: usize = 64 << 10;
/// The longest character in UTF-8, in bytes.
const LONGEST: usize = 4;

/// The characters of an input. An input that breaks off looks as if it ended; [`Source::failure`] tells.
pub(super) struct Source<R> {
    input: R,
    block: Vec<u8>,
    /// The bytes of the block that are not read yet.
    from: usize,
    to: usize,
    exhausted: bool,
    /// Why the input broke off.
    pub failure: Option<io::Error>,
    /// Text that was given back, to be read before the block.
    again: String,
    again_from: usize,
    /// Where the next character stands.
    place: Place,
    /// Whether only blanks were read from the present line.
    fresh_line: bool,
    /// How many characters were read.
    count: u64,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R) -> Source<R> {
        let place = Place { line: 1, column: 1 };
        let mut source = Source {
            input,
            block: vec![0; BLOCK],
            from: 0,
            to: 0,
            exhausted: false,
            failure: None,
            again: String::new(),
            again_from: 0,
            place,
            fresh_line: true,
            count: 0,
        };
        if source.peek() == Some('\u{feff}') {
            source.next();
            (source.place, source.fresh_line) = (place, true);
        }
        source
    }

    /// Where the next character stands.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Whether nothing but blanks stands before the next character on its line.
    pub(super) fn is_line_fresh(&self) -> bool {
        self.fresh_line
    }

    /// How many characters were read so far; those given back count again.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The next character, which stays where it is. An end of line is `'\n'`.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<char> {
        self.look().map(|(character, _)| character)
    }

    /// Takes the next character.
    #[inline]
    pub(super) fn next(&mut self) -> Option<char> {
        let (character, length) = self.look()?;
        if self.again_from < self.again.len() {
            self.again_from += length;
        } else {
            self.from += length;
        }
        self.count += 1;
        if character == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
            self.fresh_line = true;
        } else {
            self.place.column += 1;
            self.fresh_line &= character.is_whitespace();
        }
        Some(character)
    }

    /// Gives the text back that was read last, and that begins on a fresh line at `place`.
    pub(super) fn give_back(&mut self, mut text: String, place: Place) {
        text.push_str(&self.again[self.again_from..]);
        (self.again, self.again_from) = (text, 0);
        (self.place, self.fresh_line) = (place, true);
    }

    /// The next character and its length in bytes.
    #[inline]
    fn look(&mut self) -> Option<(char, usize)> {
        if self.again_from < self.again.len() {
            return self.again[self.again_from..].chars().next().map(|character| (character, character.len_utf8()));
        }
        if self.to - self.from < LONGEST && !self.exhausted {
            self.fill();
        }
        let bytes = &self.block[self.from..self.to];
        match *bytes {
            [] => None,
            [b'\r', b'\n', ..] => Some(('\n', 2)),
            [b'\r', ..] => Some(('\n', 1)),
            [first, ..] if first.is_ascii() => Some((char::from(first), 1)),
            [first, ..] => Some(decode(bytes).unwrap_or((char::from(first), 1))),
        }
    }

    /// Reads on until the block holds a whole character or the input ends.
    #[cold]
    fn fill(&mut self) {
        self.block.copy_within(self.from..self.to, 0);
        (self.from, self.to) = (0, self.to - self.from);
        while self.to < LONGEST && !self.exhausted {
            match self.input.read(&mut self.block[self.to..]) {
                Ok(0) => self.exhausted = true,
                Ok(count) => self.to += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => (self.exhausted, self.failure) = (true, Some(error)),
            }
        }
    }
}

/// The character of several bytes that UTF-8 begins with, and how many they are.
fn decode(bytes: &[u8]) -> Option<(char, usize)> {
    let length = match bytes.first()? {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let text = str::from_utf8(bytes.get(..length)?).ok()?;
    text.chars().next().map(|character| (character, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An input that hands out its bytes one by one.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some((&first, rest)) = self.0.split_first() else { return Ok(0) };
            (buffer[0], self.0) = (first, rest);
            Ok(1)
        }
    }

    /// The text read, and the place after it.
    fn check(input: &[u8], expected: &str, line: u64, column: u64) {
        let mut fast = Source::new(input);
        let text: String = std::iter::from_fn(|| fast.next()).collect();
        assert_eq!((text.as_str(), fast.place()), (expected, Place { line, column }), "{input:?}");
        let mut slow = Source::new(Slow(input));
        assert_eq!(std::iter::from_fn(|| slow.next()).collect::<String>(), expected, "{input:?}");
    }

    #[test]
    fn lines_end_in_three_ways() {
        check(b"", "", 1, 1);
        check(b"a\nb", "a\nb", 2, 2);
        check(b"a\r\nb\rc\n", "a\nb\nc\n", 4, 1);
        check(b"\r\r\n\n", "\n\n\n", 4, 1);
    }

    #[test]
    fn utf_8_with_latin_1_among_it() {
        check("Ayşe é 高".as_bytes(), "Ayşe é 高", 1, 9);
        check(b"caf\xe9 \xfcber", "café über", 1, 10);
        check(b"\xc3\xa9\xe9\xff", "ééÿ", 1, 4);
        // Cut short, overlong, a surrogate.
        check(b"\xe9\x80", "é\u{80}", 1, 3);
        check(b"\xc0\xaf", "À¯", 1, 3);
        check(b"\xed\xa0\x80", "í\u{a0}\u{80}", 1, 4);
        check(b"\xf0\x9f\x98\x80", "😀", 1, 2);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_beginning_only() {
        check(b"\xef\xbb\xbfa", "a", 1, 2);
        check(b"a\xef\xbb\xbf", "a\u{feff}", 1, 3);
    }

    #[test]
    fn text_can_be_given_back() {
        let mut source = Source::new("ab\ncd".as_bytes());
        let place = source.place();
        let text: String = (0..4).map(|_| source.next().unwrap()).collect();
        source.give_back(text, place);
        assert!(source.is_line_fresh());
        assert_eq!(std::iter::from_fn(|| source.next()).collect::<String>(), "ab\ncd");
        assert_eq!(source.place(), Place { line: 2, column: 3 });
    }

    #[test]
    fn an_input_that_breaks_off_says_so() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let mut source = Source::new(b"a".chain(Broken));
        assert_eq!((source.next(), source.next()), (Some('a'), None));
        assert_eq!(source.failure.unwrap().to_string(), "gone");
    }
}
