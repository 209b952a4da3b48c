//! The tags of a game, and what they say about its ruleset and its start.

use super::super::quote::shorten;
use super::super::{FenError, read_fen};
use super::fault::{Flaw, Oddity, PdnFault, PdnWarning, Place};
use crate::position::Position;
use crate::rules::{Color, Rules, Variant, VariantId};

/// The games of the standard that are not played here.
const OTHER_GAMES: &[(u32, &str)] = &[
    (0, "chess"),
    (1, "Chinese chess"),
    (22, "Italian draughts"),
    (23, "pool checkers"),
    (24, "Spanish draughts"),
    (25, "Russian draughts"),
    (27, "Canadian draughts"),
    (28, "Portuguese draughts"),
    (29, "Czech draughts"),
    (31, "Thai draughts"),
    (40, "Frisian draughts"),
    (41, "Spantsiretti"),
    (50, "Othello"),
];

/// The tags of a game in their order.
#[derive(Default)]
pub(super) struct Header {
    pub tags: Vec<(String, String)>,
    /// Where their values stand.
    places: Vec<Place>,
    pub warnings: Vec<PdnWarning>,
}

/// What the tags decide before a move is read.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub variant: VariantId,
    /// Whether a tag named the ruleset.
    pub named: bool,
    /// The value of `GameType`, where it gives other names to the squares than the ruleset does.
    other_names: Option<&'a str>,
}

impl Header {
    /// Whether a tag of this name is there already.
    pub(super) fn has(&self, name: &str) -> bool {
        self.tags.iter().any(|(other, _)| other.eq_ignore_ascii_case(name))
    }

    pub(super) fn add(&mut self, name: String, value: String, place: Place) {
        if self.has(&name) {
            self.warn(place, Oddity::TagTwice(shorten(&name)));
        }
        self.tags.push((name, value));
        self.places.push(place);
    }

    pub(super) fn warn(&mut self, place: Place, oddity: Oddity) {
        self.warnings.push(PdnWarning { place, oddity });
    }

    /// The [value](valued) of a tag and its place.
    pub(super) fn find(&self, name: &str) -> Option<(&str, Place)> {
        let at = valued(&self.tags, name)?;
        Some((self.tags[at].1.trim(), self.places[at]))
    }

    /// The ruleset and what else is decided: `Variant` comes before `GameType`, and `default` after both.
    pub(super) fn setting(&self, default: VariantId) -> Result<(Setting<'_>, Vec<PdnWarning>), Flaw> {
        let mut warnings = Vec::new();
        let game_type = self.find("GameType");
        let parsed = game_type.map(|(text, place)| GameType::read(text).map_err(|fault| Flaw::new(place, fault)));
        let parsed = parsed.transpose()?;
        let named = match self.find("Variant") {
            Some((text, place)) => match (text.parse(), game_type) {
                (Ok(variant), _) => Some(variant),
                (Err(error), None) => return Err(Flaw::new(place, PdnFault::Variant(error))),
                (Err(_), Some(_)) => {
                    warnings.push(PdnWarning { place, oddity: Oddity::Variant(shorten(text)) });
                    None
                }
            },
            None => None,
        };
        let (Some(parsed), Some((text, place))) = (parsed, game_type) else {
            let setting = Setting { variant: named.unwrap_or(default), named: named.is_some(), other_names: None };
            return Ok((setting, warnings));
        };
        let of_type = parsed.variant();
        let Some(variant) = named.or(of_type) else {
            let game = OTHER_GAMES.iter().find(|(number, _)| *number == parsed.number).map(|(_, game)| *game);
            return Err(Flaw::new(place, PdnFault::NotPlayed(shorten(text), game)));
        };
        let mut other_names = None;
        match variant.rules().notation.game_type {
            // The type of the parent may stand beside a Variant without one of its own.
            None => {}
            Some(expected) if number(expected) == Some(parsed.number) => {
                if !parsed.has_board_of(variant.rules()) {
                    let fault = PdnFault::OtherBoard { text: shorten(text), expected };
                    return Err(Flaw::new(place, fault));
                }
                if !parsed.has_names_of(variant.rules()) {
                    other_names = Some(text);
                    let oddity = Oddity::OtherNames { text: shorten(text), expected };
                    warnings.push(PdnWarning { place, oddity });
                }
            }
            Some(_) => {
                let oddity = Oddity::TwoGames { game_type: shorten(text), variant };
                warnings.push(PdnWarning { place, oddity });
            }
        }
        Ok((Setting { variant, named: true, other_names }, warnings))
    }

    /// The position the game starts from.
    pub(super) fn start<V: Variant>(&self, setting: Setting<'_>) -> Result<(Position<V>, Option<PdnWarning>), Flaw> {
        let Some((text, place)) = self.find("FEN") else { return Ok((Position::start(), None)) };
        setting.check_names::<V>(place)?;
        let (position, open) = read_position::<V>(text).map_err(|error| Flaw::new(place, PdnFault::Fen(error)))?;
        let warning = open.then(|| PdnWarning { place, oddity: Oddity::OpenTurn(position.side_to_move()) });
        Ok((position, warning))
    }
}

impl Setting<'_> {
    /// Refuses a position where squares may be other ones than those that are meant. Moves from the start position
    /// need no such care: with the squares of the other side, the first one is not legal.
    pub(super) fn check_names<V: Variant>(&self, place: Place) -> Result<(), Flaw> {
        match (self.other_names, V::RULES.notation.game_type) {
            (Some(text), Some(expected)) => {
                Err(Flaw::new(place, PdnFault::OtherNames { text: shorten(text), expected }))
            }
            _ => Ok(()),
        }
    }
}

/// Where the first tag of this name stands that has a value: nothing, `?` and `-` are none.
pub(super) fn valued(tags: &[(String, String)], name: &str) -> Option<usize> {
    let is_wanted =
        |(other, value): &(String, String)| other.eq_ignore_ascii_case(name) && !matches!(value.trim(), "" | "?" | "-");
    tags.iter().position(is_wanted)
}

/// Whether a value of `GameType` gives squares other names than the ruleset does.
pub(super) fn has_other_names(game_type: &str, rules: &Rules) -> bool {
    GameType::read(game_type).is_ok_and(|parsed| !parsed.has_names_of(rules))
}

/// Reads a FEN that may leave the side to move open, `?`: then it is the first mover's turn, and `true`.
pub(super) fn read_position<V: Variant>(text: &str) -> Result<(Position<V>, bool), FenError> {
    match text.trim_start().strip_prefix('?') {
        Some(rest) => read_fen(&format!("{}{rest}", V::RULES.first_mover.letter())).map(|position| (position, true)),
        None => read_fen(text).map(|position| (position, false)),
    }
}

/// The tag `GameType`: the number of a game, and often how its board is described.
struct GameType {
    number: u32,
    board: Option<BoardFields>,
}

struct BoardFields {
    first_mover: Color,
    width: u8,
    height: u8,
    /// `A` for letters, `N` for numbers; `S` is no notation of draughts.
    kind: char,
    /// The corner of the first square, as the first mover sees it: 0 and 1 at the bottom, 2 and 3 at the top.
    corner: u8,
    /// Whether the corner at the bottom left is no square of the game.
    inverted: bool,
}

impl GameType {
    fn read(text: &str) -> Result<GameType, PdnFault> {
        let bad = || PdnFault::GameType(shorten(text));
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let number = number(text).ok_or_else(bad)?;
        let board = match fields[..] {
            [_] => None,
            [_, first, width, height, names] => Some(BoardFields::read([first, width, height, names, "0"])),
            [_, first, width, height, names, inverted] => {
                Some(BoardFields::read([first, width, height, names, inverted]))
            }
            _ => return Err(bad()),
        };
        match board {
            None => Ok(GameType { number, board: None }),
            Some(board) => Ok(GameType { number, board: Some(board.ok_or_else(bad)?) }),
        }
    }

    /// The first ruleset of this number.
    fn variant(&self) -> Option<VariantId> {
        let own = |id: &&VariantId| id.rules().notation.game_type.and_then(number) == Some(self.number);
        VariantId::ALL.iter().find(own).copied()
    }

    fn has_board_of(&self, rules: &Rules) -> bool {
        let size = rules.board.size();
        self.board.as_ref().is_none_or(|board| {
            let fits = board.first_mover == rules.first_mover && (board.width, board.height) == (size, size);
            // Where all squares are played, it does not matter which corner is.
            fits && !(board.inverted && rules.board.is_diagonal())
        })
    }

    /// Whether squares have the names they have here: `a1` at White's left, 1 where the ruleset has it.
    fn has_names_of(&self, rules: &Rules) -> bool {
        let Some(board) = &self.board else { return true };
        let white_first = rules.first_mover == Color::White;
        match (board.kind, board.corner) {
            // Drafts before 2014 said 1 for the corner that is 0 now; there is no other a1 for White.
            ('A', corner) => {
                if white_first {
                    corner <= 1
                } else {
                    corner == 3
                }
            }
            ('N', corner) if !rules.board.is_diagonal() => corner == 0,
            // Number 1 is at the top left for White.
            ('N', corner) => corner == if white_first { 2 } else { 1 },
            _ => false,
        }
    }
}

impl BoardFields {
    fn read([first, width, height, names, inverted]: [&str; 5]) -> Option<BoardFields> {
        let first_mover = match first {
            "W" => Color::White,
            "B" => Color::Black,
            _ => return None,
        };
        let mut letters = names.chars();
        let (kind, corner) = (letters.next()?, letters.next()?.to_digit(4)?);
        let is_known = matches!(kind, 'A' | 'N' | 'S') && letters.next().is_none() && matches!(inverted, "0" | "1");
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        let board = BoardFields { first_mover, width, height, kind, corner: corner as u8, inverted: inverted == "1" };
        is_known.then_some(board)
    }
}

/// The number a `GameType` begins with.
fn number(game_type: &str) -> Option<u32> {
    let digits = game_type.split(',').next()?.trim();
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Turkish;

    /// The ruleset and the warnings of a `GameType` and a `Variant`, or the fault.
    #[track_caller]
    fn check(game_type: &str, variant: &str, expected: &str) {
        let mut header = Header::default();
        let place = Place { line: 1, column: 1 };
        header.add("GameType".to_owned(), game_type.to_owned(), place);
        header.add("variant".to_owned(), variant.to_owned(), place);
        let shown = match header.setting(VariantId::American) {
            Ok((setting, warnings)) => {
                let texts = warnings.iter().map(|warning| format!(" / {}", warning.oddity));
                format!("{}{}", setting.variant, texts.collect::<String>())
            }
            Err(flaw) => flaw.fault.to_string(),
        };
        assert_eq!(shown, expected, "{game_type} {variant}");
    }

    #[test]
    fn rulesets_are_named_by_either_tag() {
        check("", "", "american");
        check("?", "?", "american");
        check("30", "", "turkish");
        check(" 30 , W , 8 , 8 , A0 , 0 ", "", "turkish");
        check("30,W,8,8,A1,0", "", "turkish");
        check("30,W,8,8,A1", "", "turkish");
        check("30,W,8,8,N0,1", "", "turkish");
        check("30", "turkish-backward", "turkish-backward");
        check("20,W,10,10,N2,0", "", "international");
        check("21,B,8,8,N1,0", "", "english");
        check("26,W,8,8,A0,0", "", "brazilian");
        check("26,W,8,8,N2,0", "", "brazilian");
        check("26", "american", "american");
        check("", "English", "english");
    }

    #[test]
    fn games_that_are_not_played_are_named() {
        check("40", "", "GameType '40' is Frisian draughts, which is not played here");
        check("25,W,8,8,A0,0", "", "GameType '25,W,8,8,A0,0' is Russian draughts, which is not played here");
        check("99", "", "GameType '99' is no draughts game of the standard");
        check(
            "",
            "Russian",
            "bad Variant: unknown ruleset 'Russian', expected one of turkish turkish-backward turkish-position \
             international brazilian american english",
        );
    }

    #[test]
    fn bad_and_odd_types() {
        for text in [
            "x",
            "30,W",
            "30,W,8,8,A4,0",
            "30,X,8,8,A0,0",
            "30,W,8,8,A0,2",
            "30,W,8,8,A0,0,0",
            "30,W,8,8,A,0",
            ",W",
            "99999999999",
        ] {
            check(text, "", &format!("bad GameType '{text}': expected a form such as 30 or 30,W,8,8,A0,0"));
        }
        let other = |text| format!("GameType '{text}' is another board than that of '21,B,8,8,N1,0'");
        check("21,W,8,8,N1,0", "", &other("21,W,8,8,N1,0"));
        check("21,B,10,10,N1,0", "", &other("21,B,10,10,N1,0"));
        check("21,B,8,8,N1,1", "", &other("21,B,8,8,N1,1"));
        check(
            "20,W,10,10,N1,0",
            "",
            "international / GameType '20,W,10,10,N1,0' names squares in another way, the moves are read as in \
             '20,W,10,10,N2,0'",
        );
        check("20", "Frisian", "international / unknown Variant 'Frisian', the GameType counts");
        check("20", "english", "english / GameType '20' is not that of english, which the Variant names");
        check("40", "english", "english / GameType '40' is not that of english, which the Variant names");
    }

    #[test]
    fn an_open_turn_is_the_first_movers() {
        let (position, open) = read_position::<Turkish>("?:Wa2:Bh7").unwrap();
        assert_eq!((position.side_to_move(), open), (Color::White, true));
        assert!(!read_position::<Turkish>("B:Wa2:Bh7").unwrap().1);
        assert!(read_position::<Turkish>("?").is_err());
    }
}
