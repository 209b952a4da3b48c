//! The moves of a game, each checked in its position, and the variations among them.

use std::io::Read;

use super::super::read_move;
use super::clock::clock_times;
use super::fault::{DEEPEST, Flaw, Oddity, PdnFault, PdnWarning, Place};
use super::header::{Header, Setting, read_position};
use super::lex::{LONGEST_GAME, Lexer, Spanned, Token};
use super::record::{Action, Note, PdnLine, PdnResult, Placement, Step};
use crate::position::{Position, Reason};
use crate::rules::{Color, Variant, VariantTask};

/// What stands behind the tags of a game.
pub(super) struct Body {
    pub line: PdnLine,
    pub terminator: Option<PdnResult>,
    pub warnings: Vec<PdnWarning>,
}

/// Reads the moves of a game up to its result, the next tag, or the end of the file.
pub(super) struct ReadBody<'a, R> {
    pub lexer: &'a mut Lexer<R>,
    pub header: &'a Header,
    pub setting: Setting<'a>,
    /// The comments among the tags.
    pub notes: Vec<Note>,
    /// How many characters had been read when the game began.
    pub begun: u64,
}

impl<R: Read> VariantTask for ReadBody<'_, R> {
    type Output = Result<Body, Flaw>;

    fn run<V: Variant>(self) -> Result<Body, Flaw> {
        let ReadBody { lexer, header, setting, notes, begun } = self;
        let (start, warning) = header.start::<V>(setting)?;
        let mut lines = Lines {
            setting,
            stack: Vec::new(),
            innermost: Open::new(start, Place { line: 1, column: 1 }),
            after_number: false,
            warnings: Vec::from_iter(warning),
        };
        lines.innermost.line.notes = notes;
        loop {
            let word = lexer.next()?;
            if lexer.count() - begun > LONGEST_GAME {
                return Err(Flaw::new(word.place, PdnFault::LongGame));
            }
            match word.token {
                Token::End | Token::Bracket | Token::Tag { .. } => {
                    lexer.put_back(word);
                    return lines.finish(header, None);
                }
                Token::Result(result) => return lines.finish(header, Some((result, word.place))),
                _ => lines.add(word)?,
            }
        }
    }
}

/// A line that is not finished.
struct Open<V> {
    line: PdnLine,
    /// The position after its last step.
    position: Position<V>,
    /// The position that a variation here starts from.
    fork: Position<V>,
    /// Where it begins.
    place: Place,
}

impl<V: Variant> Open<V> {
    fn new(start: Position<V>, place: Place) -> Open<V> {
        let line = PdnLine { start: Placement::of(&start), notes: Vec::new(), steps: Vec::new() };
        Open { line, position: start, fork: start, place }
    }

    fn notes(&mut self) -> &mut Vec<Note> {
        match self.line.steps.last_mut() {
            Some(step) => &mut step.notes,
            None => &mut self.line.notes,
        }
    }

    /// Adds a step that leads to `next`.
    fn step(&mut self, action: Action, next: Position<V>) {
        // Another way to play replaces a move, but nothing that is set up.
        self.fork = if matches!(action, Action::SetUp(_)) { next } else { self.position };
        self.position = next;
        self.line.steps.push(Step { action, notes: Vec::new() });
    }
}

/// The line that is read, and those it lies in.
struct Lines<'a, V> {
    setting: Setting<'a>,
    stack: Vec<Open<V>>,
    innermost: Open<V>,
    /// Whether a move number was read last.
    after_number: bool,
    warnings: Vec<PdnWarning>,
}

impl<V: Variant> Lines<'_, V> {
    fn add(&mut self, Spanned { token, place, .. }: Spanned) -> Result<(), Flaw> {
        let line = &mut self.innermost;
        let after_number = std::mem::replace(&mut self.after_number, token == Token::Number);
        match token {
            Token::Move(text) => {
                let assumed = (!self.setting.named).then_some(self.setting.variant);
                let mv = read_move(&line.position, &text)
                    .map_err(|error| Flaw::new(place, PdnFault::Move { error, assumed }))?;
                line.step(Action::Move(mv), line.position.play(mv));
            }
            Token::Pass => line.step(Action::Pass, line.position.passed()),
            // Behind a number, dots stand for the move before, unless there was none.
            Token::Dots if !after_number || line.position.side_to_move() == V::RULES.first_mover => {
                line.step(Action::Pass, line.position.passed());
            }
            Token::SetUp(text) => {
                let position = self.read_set_up(&text, place)?;
                self.innermost.step(Action::SetUp(Box::new(Placement::of(&position))), position);
            }
            Token::Glyph(number) => line.notes().push(Note::Glyph(number)),
            Token::Strength(marks) if marks == "*" => line.notes().push(Note::Glyph(7)),
            Token::Strength(marks) => line.notes().push(Note::Strength(marks)),
            Token::Comment(text) if text.is_empty() => {}
            Token::Comment(text) => {
                let bad = clock_times(&text).into_iter().filter_map(Result::err);
                self.warnings.extend(bad.map(|text| PdnWarning { place, oddity: Oddity::Clock(text) }));
                line.notes().push(Note::Comment(text));
            }
            Token::Open => {
                if self.stack.len() == DEEPEST {
                    return Err(Flaw::new(place, PdnFault::DeepVariation));
                }
                let variation = Open::new(line.fork, place);
                self.stack.push(std::mem::replace(&mut self.innermost, variation));
            }
            Token::Close => {
                let outer = self.stack.pop().ok_or_else(|| Flaw::new(place, PdnFault::Unexpected(')')))?;
                let variation = std::mem::replace(&mut self.innermost, outer).line;
                self.innermost.notes().push(Note::Variation(Box::new(variation)));
            }
            Token::Number | Token::Dots => {}
            // These end a game and do not come here.
            Token::Bracket | Token::Tag { .. } | Token::Result(_) | Token::End => {}
        }
        Ok(())
    }

    /// The position of `FEN "…"`; with no list of pieces but colons, `FEN "B::"`, only the side to move changes.
    fn read_set_up(&self, text: &str, place: Place) -> Result<Position<V>, Flaw> {
        let fen = text.strip_prefix("FEN").unwrap_or(text).trim().trim_matches('"');
        let (position, side) = (self.innermost.position, self.innermost.position.side_to_move());
        match fen {
            "W::" | "B::" => Ok(if fen.starts_with(side.letter()) { position } else { position.passed() }),
            _ => {
                self.setting.check_names::<V>(place)?;
                let (position, _) = read_position(fen).map_err(|error| Flaw::new(place, PdnFault::Fen(error)))?;
                Ok(position)
            }
        }
    }

    fn finish(mut self, header: &Header, terminator: Option<(PdnResult, Place)>) -> Result<Body, Flaw> {
        if !self.stack.is_empty() {
            let begun = self.innermost.place;
            return Err(match terminator {
                Some((_, place)) => Flaw::new(place, PdnFault::ResultInVariation(begun)),
                None => Flaw::new(begun, PdnFault::Unclosed("variation")),
            });
        }
        self.compare_results(header, terminator);
        let terminator = terminator.map(|(result, _)| result);
        Ok(Body { line: self.innermost.line, terminator, warnings: self.warnings })
    }

    /// Warns where the tag, the text behind the moves and the last position disagree.
    fn compare_results(&mut self, header: &Header, terminator: Option<(PdnResult, Place)>) {
        let tag = header.find("Result");
        let is_known = |&(result, _): &(PdnResult, Place)| result != PdnResult::Unknown;
        let of_tag = tag.and_then(|(text, place)| Some((PdnResult::read(text)?, place))).filter(is_known);
        let terminator = terminator.filter(is_known);
        if let (Some((text, _)), Some((of_tag, _)), Some((terminator, place))) = (tag, of_tag, terminator)
            && of_tag != terminator
        {
            self.warnings.push(PdnWarning { place, oddity: Oddity::TwoResults { tag: text.to_owned(), terminator } });
        }
        let Some((result, place)) = terminator.or(of_tag) else { return };
        let Some((expected, reason)) = decided(&self.innermost.position) else { return };
        if result != expected && result != PdnResult::BothLose {
            self.warnings.push(PdnWarning { place, oddity: Oddity::WrongResult { result, expected, reason } });
        }
    }
}

/// The result of a position that is decided whatever went before it: counters may be wrong after a set-up.
fn decided<V: Variant>(position: &Position<V>) -> Option<(PdnResult, Reason)> {
    let side = position.side_to_move();
    let won_by = |color| match color {
        Color::White => PdnResult::WhiteWins,
        Color::Black => PdnResult::BlackWins,
    };
    if position.pieces(side).is_empty() {
        return Some((won_by(!side), Reason::NoPieces));
    }
    if position.count_moves() == 0 {
        return Some((won_by(!side), Reason::Blocked));
    }
    let verdict = position.verdict(0)?;
    let is_certain = matches!(verdict.reason, Reason::OnePieceEach | Reason::KingAgainstMan);
    is_certain.then(|| (verdict.winner.map_or(PdnResult::Draw, won_by), verdict.reason))
}
