//! One game after the other.

use std::io::Read;

use super::body::{Body, ReadBody};
use super::fault::{Flaw, PdnError, PdnFault, Place};
use super::header::Header;
use super::lex::{LONGEST_GAME, Lexer, Spanned, Token};
use super::record::{Note, PdnRecord};
use crate::rules::VariantId;

/// Reads the games of a PDN file, each with all its moves checked. Only one game at a time is in memory, and none of
/// more than 2^19 characters, so a file may be of any size.
///
/// Games that name their ruleset by no tag, `Variant` or `GameType`, are of the one given. Everything the standard's
/// reading grammar has is read, and what old files have besides: blanks in moves, moves without separators, results
/// of both styles, `*` for forced moves, `-` for unknown ones. Move numbers are not compared with anything.
///
/// A game that is bad yields an error, and the next one is found: behind the result, or at the next line that begins
/// with a tag. After an error of the input itself nothing more comes.
///
/// # Examples
/// ```
/// use damier::notation::PdnReader;
/// use damier::rules::VariantId;
///
/// let file = "[GameType \"30\"]\n1. a3-a4 h6-h5 {a comment} (1... g6-g5) 1/2-1/2\n\n1. a3-a5 1-0\n1. b3-b4 *";
/// let mut games = PdnReader::new(file.as_bytes(), VariantId::Turkish);
/// let first = games.next().unwrap()?;
/// assert_eq!((first.variant, first.line.steps.len()), (VariantId::Turkish, 2));
/// let error = games.next().unwrap().unwrap_err();
/// let reason = "4:4: game 2: 'a3-a5': not a legal move; a3 can go to a4 (without a GameType, it is read as turkish)";
/// assert_eq!(error.to_string(), reason);
/// assert_eq!(games.next().unwrap()?.number, 3);
/// assert!(games.next().is_none());
/// # Ok::<(), damier::notation::PdnError>(())
/// ```
pub struct PdnReader<R> {
    lexer: Lexer<R>,
    default: VariantId,
    /// How many games were found, good or bad.
    games: u64,
    /// Whether the tags of a game are being read.
    in_header: bool,
    ended: bool,
}

impl<R: Read> PdnReader<R> {
    /// Reads the games of `input`, which needs no buffer, with a ruleset for those that do not name theirs.
    pub fn new(input: R, default: VariantId) -> PdnReader<R> {
        PdnReader { lexer: Lexer::new(input), default, games: 0, in_header: false, ended: false }
    }

    /// The next game; `None` when nothing is left but comments and bare results.
    fn game(&mut self) -> Result<Option<PdnRecord>, Flaw> {
        self.in_header = true;
        let Some(Head { mut header, notes, place, begun }) = self.head()? else { return Ok(None) };
        self.in_header = false;
        let (setting, warnings) = header.setting(self.default)?;
        let task = ReadBody { lexer: &mut self.lexer, header: &header, setting, notes, begun };
        let variant = setting.variant;
        let Body { line, terminator, warnings: more } = variant.run(task)?;
        header.warnings.extend(warnings.into_iter().chain(more));
        let Header { tags, warnings, .. } = header;
        Ok(Some(PdnRecord { number: self.games + 1, place, variant, tags, line, terminator, warnings }))
    }

    /// What stands before the next game's moves; `None` if there is no game.
    fn head(&mut self) -> Result<Option<Head>, Flaw> {
        let (mut header, mut notes, mut begin) = (Header::default(), Vec::new(), None);
        loop {
            let word = self.lexer.next()?;
            let Spanned { place, first, gap, .. } = word;
            let (place_begun, begun) = *begin.get_or_insert((place, self.lexer.count()));
            if self.lexer.count() - begun > LONGEST_GAME {
                return Err(Flaw::new(place, PdnFault::LongGame));
            }
            let token = match word.token {
                Token::Comment(text) => {
                    notes.extend((!text.is_empty()).then_some(Note::Comment(text)));
                    continue;
                }
                // A result that nothing goes before belongs to no game.
                Token::Result(_) if header.tags.is_empty() => {
                    (notes, begin) = (Vec::new(), None);
                    continue;
                }
                Token::End if header.tags.is_empty() => return Ok(None),
                Token::Bracket => {
                    let (name, value, value_place) = self.lexer.tag()?;
                    Token::Tag { name, value, value_place }
                }
                other => other,
            };
            match token {
                // The same tag behind an empty line or a comment begins the next game: this one has no moves.
                Token::Tag { name, value, value_place } if !(header.has(&name) && (gap || !notes.is_empty())) => {
                    header.add(name, value, value_place);
                }
                token => {
                    self.lexer.put_back(Spanned { token, place, first, gap });
                    return Ok(Some(Head { header, notes, place: place_begun, begun }));
                }
            }
        }
    }

    /// Skips what is left of a bad game.
    fn skip(&mut self) {
        let mut in_header = self.in_header;
        if in_header {
            self.lexer.skip_line();
        }
        loop {
            let Ok(word) = self.lexer.next() else { continue };
            match word.token {
                Token::End => return,
                Token::Result(_) if !in_header => return,
                Token::Tag { .. } => return self.lexer.put_back(word),
                Token::Bracket if word.first && (!in_header || word.gap) => return self.lexer.put_back(word),
                Token::Bracket => self.lexer.skip_line(),
                _ => in_header = false,
            }
        }
    }
}

impl<R: Read> Iterator for PdnReader<R> {
    type Item = Result<PdnRecord, PdnError>;

    fn next(&mut self) -> Option<Result<PdnRecord, PdnError>> {
        if self.ended {
            return None;
        }
        let game = self.game();
        let Flaw { place, fault } = match (self.lexer.failure(), game) {
            // What was read before the input broke off is no whole game.
            (Some(flaw), _) => {
                self.ended = true;
                flaw
            }
            (None, Ok(game)) => {
                self.ended = game.is_none();
                self.games += u64::from(game.is_some());
                return game.map(Ok);
            }
            (None, Err(flaw)) => {
                self.skip();
                flaw
            }
        };
        self.games += 1;
        Some(Err(PdnError { game: self.games, place, fault }))
    }
}

/// The tags of a game and the comments among them.
struct Head {
    header: Header,
    notes: Vec<Note>,
    /// Where the game begins.
    place: Place,
    /// How many characters had been read there.
    begun: u64,
}
