//! The words of PDN: tags, moves, comments and marks.
//!
//! Lines that begin with `%`, and whatever follows a `%` outside of comments and tags, are skipped as blanks are.

use std::io::Read;

use super::super::quote::shorten;
use super::fault::{Flaw, PdnFault, Place};
use super::record::PdnResult;
use super::source::Source;

/// The longest game, in characters; whatever is longer is no game. Memory is bounded by it.
pub(super) const LONGEST_GAME: u64 = 1 << 19;
/// The longest word, in characters; the longest move has fewer.
pub(super) const LONGEST_WORD: usize = 200;
/// The longest position set up within a game, in characters.
const LONGEST_SET_UP: usize = 2000;

/// A word of PDN.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// The bracket of a tag; the rest of it is for [`Lexer::tag`].
    Bracket,
    /// A whole tag. The lexer never finds one by itself, but it may be [put back](Lexer::put_back).
    Tag { name: String, value: String, value_place: Place },
    /// A move number with its dots.
    Number,
    /// Dots on their own, in place of a move.
    Dots,
    /// What should be a move.
    Move(String),
    /// An unknown move.
    Pass,
    /// Marks of a move's strength; `*` stands there alone.
    Strength(String),
    /// A numeric annotation glyph.
    Glyph(u16),
    /// A comment, with single blanks.
    Comment(String),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A position set up within the game, without the slashes.
    SetUp(String),
    /// A result, which ends the game.
    Result(PdnResult),
    /// The end of the file.
    End,
}

/// A word and where it stands.
#[derive(Debug)]
pub(super) struct Spanned {
    pub token: Token,
    pub place: Place,
    /// Whether it is the first on its line.
    pub first: bool,
    /// Whether an empty line stands before it.
    pub gap: bool,
}

/// Cuts an input into words.
pub(super) struct Lexer<R> {
    source: Source<R>,
    /// A word that was put back.
    waiting: Option<Spanned>,
    /// The last word was a move or a mark, and no blank has followed.
    glued: bool,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(input: R) -> Lexer<R> {
        Lexer { source: Source::new(input), waiting: None, glued: false }
    }

    /// How many characters were read so far.
    pub(super) fn count(&self) -> u64 {
        self.source.count()
    }

    /// Why the input broke off and seemed to end, once.
    pub(super) fn failure(&mut self) -> Option<Flaw> {
        let reason = self.source.failure.take()?.to_string();
        Some(Flaw::new(self.source.place(), PdnFault::Input(reason)))
    }

    /// Puts a word back, to be the next one.
    pub(super) fn put_back(&mut self, word: Spanned) {
        self.waiting = Some(word);
    }

    /// Skips what is left of the line.
    pub(super) fn skip_line(&mut self) {
        while self.source.peek().is_some_and(|next| next != '\n') {
            self.source.next();
        }
    }

    /// The next word. Something is read in any case, so asking again after a fault leads on.
    pub(super) fn next(&mut self) -> Result<Spanned, Flaw> {
        if let Some(word) = self.waiting.take() {
            return Ok(word);
        }
        let glued = self.glued;
        let (blank, gap) = self.skip_blanks();
        self.glued = false;
        let (place, first) = (self.source.place(), self.source.is_line_fresh());
        let token = match self.source.peek() {
            None => Token::End,
            Some(next) if next.is_alphanumeric() => self.word()?,
            Some(next) => {
                self.source.next();
                self.sign(next, place, glued && !blank)?
            }
        };
        self.glued |= matches!(token, Token::Strength(_));
        Ok(Spanned { token, place, first, gap })
    }

    /// Skips blanks and lines of `%`: whether there were any, and whether an empty line was among them.
    fn skip_blanks(&mut self) -> (bool, bool) {
        let (mut any, mut ends, mut gap) = (false, 0, false);
        while let Some(next) = self.source.peek() {
            match next {
                '\n' => ends += 1,
                '%' => {
                    self.skip_line();
                    (any, ends) = (true, 0);
                    continue;
                }
                // Old systems end a file with Control-Z, and files put together have order marks in the middle.
                '\u{1a}' | '\u{feff}' => {}
                other if other.is_whitespace() => {}
                _ => break,
            }
            gap |= ends == 2;
            any = true;
            self.source.next();
        }
        (any, gap)
    }

    /// The word that a sign begins, which was just read.
    fn sign(&mut self, sign: char, place: Place, glued: bool) -> Result<Token, Flaw> {
        let flaw = |fault| Err(Flaw::new(place, fault));
        match sign {
            '{' => self.comment(place),
            '/' => self.set_up(place),
            '[' if self.source.peek().is_some_and(char::is_alphabetic) => Ok(Token::Bracket),
            '[' => flaw(PdnFault::Tag("the name of a tag after the bracket", self.on_line())),
            '(' => self.opening(place),
            ')' => Ok(Token::Close),
            '*' if glued => Ok(Token::Strength("*".to_owned())),
            '*' => Ok(Token::Result(PdnResult::Unknown)),
            '!' | '?' => Ok(Token::Strength(self.marks(sign))),
            '$' => self.glyph(place),
            '.' => {
                let mut dots = 1;
                while self.source.peek() == Some('.') {
                    self.source.next();
                    dots += 1;
                }
                if dots >= 3 { Ok(Token::Dots) } else { flaw(PdnFault::Unexpected('.')) }
            }
            '-' => {
                if self.source.peek() == Some('-') {
                    self.source.next();
                }
                Ok(Token::Pass)
            }
            _ => flaw(PdnFault::Unexpected(sign)),
        }
    }

    /// A variation, or marks in parentheses: `(?)`.
    fn opening(&mut self, place: Place) -> Result<Token, Flaw> {
        let Some(first @ ('!' | '?' | '*')) = self.source.peek() else { return Ok(Token::Open) };
        self.source.next();
        let marks = if first == '*' { "*".to_owned() } else { self.marks(first) };
        if self.source.peek() != Some(')') {
            return Err(Flaw::new(place, PdnFault::Unclosed("mark in parentheses")));
        }
        self.source.next();
        Ok(Token::Strength(marks))
    }

    /// The marks that go on after the first.
    fn marks(&mut self, first: char) -> String {
        let mut marks = String::from(first);
        self.take_while(&mut marks, |next| matches!(next, '!' | '?'));
        marks
    }

    fn glyph(&mut self, place: Place) -> Result<Token, Flaw> {
        let mut digits = String::new();
        self.take_while(&mut digits, |next| next.is_ascii_digit());
        let bad = || Flaw::new(place, PdnFault::Glyph(shorten(&format!("${digits}"))));
        digits.parse().map(Token::Glyph).map_err(|_| bad())
    }

    /// A comment, whose brace was just read. Braces do not nest.
    ///
    /// A brace that somebody forgot would swallow games up to the end of the next comment: so where a line begins like
    /// a tag and then another comment, the file, or all patience ends, the comment is taken to be open, and reading
    /// goes on at that line.
    fn comment(&mut self, place: Place) -> Result<Token, Flaw> {
        let mut text = String::new();
        let mut tag: Option<(usize, Place)> = None;
        while text.len() as u64 <= LONGEST_GAME {
            let (at, first) = (self.source.place(), self.source.is_line_fresh());
            let Some(next) = self.source.next() else { break };
            if next == '}' {
                return Ok(Token::Comment(plain(&text)));
            }
            if next == '[' && first && tag.is_none() && self.source.peek().is_some_and(char::is_alphabetic) {
                tag = Some((text.len(), at));
            }
            text.push(next);
            if next == '{' && tag.is_some() {
                break;
            }
        }
        if let Some((length, begun)) = tag {
            self.source.give_back(text.split_off(length), begun);
        }
        Err(Flaw::new(place, PdnFault::Unclosed("comment")))
    }

    /// A position set up within the game, whose slash was just read.
    fn set_up(&mut self, place: Place) -> Result<Token, Flaw> {
        let mut text = String::new();
        self.take_while(&mut text, |next| !matches!(next, '/' | '[' | '{' | '('));
        if self.source.peek() != Some('/') {
            return Err(Flaw::new(place, PdnFault::Unclosed("set-up")));
        }
        self.source.next();
        Ok(Token::SetUp(plain(&text)))
    }

    /// A move number, a move or a result. Blanks around the separators of a move are left out.
    fn word(&mut self) -> Result<Token, Flaw> {
        let place = self.source.place();
        let mut text = String::new();
        self.take_while(&mut text, |next| next.is_ascii_digit());
        if !text.is_empty() && self.source.peek() == Some('.') {
            while self.source.peek() == Some('.') {
                self.source.next();
            }
            return Ok(Token::Number);
        }
        loop {
            self.take_while(&mut text, is_of_move);
            if text == "1" && self.source.peek() == Some('/') {
                self.take_while(&mut text, |next| next.is_ascii_digit() || matches!(next, '/' | '-'));
            }
            if text.chars().count() >= LONGEST_WORD {
                return Err(Flaw::new(place, PdnFault::LongWord(shorten(&text))));
            }
            self.glued = true;
            if !self.source.peek().is_some_and(char::is_whitespace) {
                break;
            }
            self.skip_blanks();
            self.glued = false;
            // What a separator follows goes on; a hyphen is one only behind a lone square, else an unknown move.
            let open = text.ends_with(is_separator);
            let alone = text.len() <= 3 && !text.contains(is_separator);
            let goes_on = |next: &char| {
                if open { next.is_alphanumeric() } else { is_separator(*next) && (alone || *next != '-') }
            };
            let Some(next) = self.source.peek().filter(goes_on) else { break };
            text.push(next);
            self.source.next();
        }
        Ok(PdnResult::read(&text).map_or(Token::Move(text), Token::Result))
    }

    /// The rest of a tag whose bracket was read: its name, its value, and where the value stands.
    pub(super) fn tag(&mut self) -> Result<(String, String, Place), Flaw> {
        let mut name = String::new();
        self.take_while(&mut name, |next| next.is_alphanumeric() || next == '_');
        self.skip_blanks_of_line();
        let place = self.source.place();
        if self.source.peek() != Some('"') {
            let fault = PdnFault::Tag("a quotation mark before the value of the tag", self.on_line());
            return Err(Flaw::new(place, fault));
        }
        self.source.next();
        let value = self.string()?;
        self.skip_blanks_of_line();
        if self.source.peek() != Some(']') {
            let fault = PdnFault::Tag("a bracket after the value of the tag", self.on_line());
            return Err(Flaw::new(self.source.place(), fault));
        }
        self.source.next();
        Ok((name, value, place))
    }

    /// The rest of a string, without what escapes a character.
    fn string(&mut self) -> Result<String, Flaw> {
        let mut text = String::new();
        while let Some(next) = self.on_line() {
            if text.len() as u64 > LONGEST_GAME {
                return Err(Flaw::new(self.source.place(), PdnFault::LongGame));
            }
            self.source.next();
            match next {
                '"' => return Ok(text),
                '\\' if matches!(self.source.peek(), Some('"' | '\\')) => text.extend(self.source.next()),
                control if control.is_control() => text.push(' '),
                other => text.push(other),
            }
        }
        let fault = PdnFault::Tag("a quotation mark after the value of the tag", None);
        Err(Flaw::new(self.source.place(), fault))
    }

    /// The next character, unless the line ends.
    fn on_line(&mut self) -> Option<char> {
        self.source.peek().filter(|&next| next != '\n')
    }

    fn skip_blanks_of_line(&mut self) {
        while self.on_line().is_some_and(char::is_whitespace) {
            self.source.next();
        }
    }

    /// Adds what is wanted to a text, up to a length that is too long for any word.
    fn take_while(&mut self, text: &mut String, wanted: impl Fn(char) -> bool) {
        let mut count = text.chars().count();
        while count < LONGEST_SET_UP && self.source.peek().is_some_and(&wanted) {
            text.extend(self.source.next());
            count += 1;
        }
    }
}

/// Whether a character can be part of a move, or at least ends no word.
fn is_of_move(next: char) -> bool {
    !(next.is_whitespace()
        || matches!(next, '{' | '}' | '(' | ')' | '[' | ']' | '"' | '$' | ';' | '%' | '!' | '?' | '*' | '/'))
}

fn is_separator(next: char) -> bool {
    matches!(next, '-' | 'x' | 'X' | ':' | '×')
}

/// A text in which all blanks, ends of lines and control characters are single blanks.
fn plain(text: &str) -> String {
    let words = text.split(|next: char| next.is_whitespace() || next.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
