//! The text of Hub, version 2: lines of arguments, names of rulesets, positions, and moves that name what they capture.
//!
//! # Two numberings
//! The string of a position lists the squares row by row from the top-left corner. With [`Numbering::Position`] moves
//! count the squares in the same way; with [`Numbering::Client`] as clients expect it, which for several games is
//! another order:
//!
//! | game | a move's number of a square |
//! |---|---|
//! | international | as in the position string |
//! | the Turkish family | a1 = 1, b1 = 2, … h8 = 64 |
//! | brazilian, american | a1 = 1, c1 = 2, … h8 = 32 |
//! | english | as the game is written down: 1 on Black's side |
//!
//! And in the position string of English draughts the first mover, Black, is `W`, with its men at the bottom: colors are
//! exchanged and the board is turned round.

use crate::board::{Bitboard, Square};
use crate::notation::{write_fen, write_uci};
use crate::options::Numbering;
use crate::position::{Move, Position};
use crate::rules::{Color, Variant, VariantId, VariantTask};

/// How many captures are shown when one is compulsory.
const SHOWN_CAPTURES: usize = 3;

/// What clients call a ruleset, besides our name for it.
const OTHER_NAMES: &[(&str, VariantId)] =
    &[("normal", VariantId::International), ("standard", VariantId::International)];

/// Every name of every ruleset, ours first.
pub fn variant_names() -> impl Iterator<Item = (&'static str, VariantId)> {
    VariantId::ALL.iter().map(|&variant| (variant.name(), variant)).chain(OTHER_NAMES.iter().copied())
}

/// The arguments of a line, its command included as the first: names with their values, which are empty for flags.
/// A value may stand in double quotes, which are taken off.
pub fn arguments(line: &str) -> Vec<(String, String)> {
    let mut list = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|at: char| at.is_whitespace() || at == '=').unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let mut value = String::new();
        rest = after.trim_start();
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            let (text, next) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
            };
            value = text.to_owned();
            rest = next.trim_start();
        }
        list.push((name.to_owned(), value));
    }
    list
}

/// The value of a name in a list of arguments.
pub fn value<'a>(arguments: &'a [(String, String)], name: &str) -> Option<&'a str> {
    arguments.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
}

/// A value as a line holds it: in quotes when it is empty or holds blanks or `=`. There is no way to write a quote, so
/// it is dropped.
pub fn quoted(value: &str) -> String {
    let value = value.replace('"', "");
    let is_plain = !value.is_empty() && !value.contains(|at: char| at.is_whitespace() || at == '=');
    if is_plain { value } else { format!("\"{value}\"") }
}

/// Whether the first mover is Black, so that colors are exchanged on the way.
fn is_turned<V: Variant>() -> bool {
    V::RULES.first_mover == Color::Black
}

/// The place of a square in the position string, from 0.
fn place<V: Variant>(square: Square) -> usize {
    let board = &V::RULES.board;
    let place = if board.is_diagonal() {
        usize::from(board.number(square)) - 1
    } else {
        usize::from(board.size() - 1 - board.rank(square)) * usize::from(board.size()) + usize::from(board.file(square))
    };
    if is_turned::<V>() { usize::from(board.square_count()) - 1 - place } else { place }
}

/// The number of a square in a move.
fn number<V: Variant>(square: Square, numbering: Numbering) -> u8 {
    let board = &V::RULES.board;
    match numbering {
        Numbering::Position => place::<V>(square) as u8 + 1,
        Numbering::Client if board.is_diagonal() && V::RULES.notation.letters => {
            board.rank(square) * (board.size() / 2) + board.file(square) / 2 + 1
        }
        Numbering::Client => board.number(square),
    }
}

/// The position as a string: the side to move, then a letter for every square.
pub fn write_position<V: Variant>(position: &Position<V>) -> String {
    let turned = is_turned::<V>();
    let color_of = |color: Color| if turned { !color } else { color };
    let mut letters = vec!['e'; V::RULES.board.square_count().into()];
    for color in [Color::White, Color::Black] {
        let king = color_of(color).letter();
        for square in position.pieces(color) {
            let is_king = position.kings(color).contains(square);
            letters[place::<V>(square)] = if is_king { king } else { king.to_ascii_lowercase() };
        }
    }
    let mut text = String::from(color_of(position.side_to_move()).letter());
    text.extend(letters);
    text
}

/// Reads a position as [`write_position`] writes it.
///
/// # Errors
/// A sentence that says what is wrong with the text.
pub fn read_position<V: Variant>(text: &str) -> Result<Position<V>, String> {
    let count = usize::from(V::RULES.board.square_count());
    let letters: Vec<char> = text.chars().collect();
    let Some((&side, letters)) = letters.split_first() else {
        return Err(format!("expected W or B and {count} squares but found nothing"));
    };
    if letters.len() != count {
        return Err(format!("{} has {count} squares, not {}", V::RULES.name, letters.len()));
    }
    let turned = is_turned::<V>();
    let color_of = |letter: char| match letter.to_ascii_uppercase() {
        'W' => Some(if turned { Color::Black } else { Color::White }),
        'B' => Some(if turned { Color::White } else { Color::Black }),
        _ => None,
    };
    let side = color_of(side).ok_or_else(|| format!("expected W or B for the side to move but found '{side}'"))?;
    let (mut colors, mut kings) = ([Bitboard::EMPTY; 2], Bitboard::EMPTY);
    for square in V::RULES.board.playable() {
        let letter = letters[place::<V>(square)];
        match color_of(letter) {
            Some(color) => {
                colors[color.index()] |= Bitboard::of(square);
                if letter.is_ascii_uppercase() {
                    kings |= Bitboard::of(square);
                }
            }
            None if letter == 'e' => {}
            None => {
                let at = place::<V>(square) + 1;
                return Err(format!("expected w, b, W, B or e on square {at} but found '{letter}'"));
            }
        }
    }
    Position::new(colors[0], colors[1], kings, side).map_err(|fault| fault.to_string())
}

/// The move as text: `32-28`, or `28x19x23` with every captured square after the two ends.
pub fn write_move<V: Variant>(mv: Move, numbering: Numbering) -> String {
    let number = |square| number::<V>(square, numbering);
    let (from, to) = (number(mv.from()), number(mv.to()));
    if !mv.is_capture() {
        return format!("{from}-{to}");
    }
    let mut captured: Vec<u8> = mv.captured().into_iter().map(number).collect();
    captured.sort_unstable();
    captured.iter().fold(format!("{from}x{to}"), |text, square| format!("{text}x{square}"))
}

/// The same for a ruleset known only at run time.
pub fn move_text(variant: VariantId, mv: Move, numbering: Numbering) -> String {
    struct Text(Move, Numbering);
    impl VariantTask for Text {
        type Output = String;

        fn run<V: Variant>(self) -> String {
            write_move::<V>(self.0, self.1)
        }
    }
    variant.run(Text(mv, numbering))
}

/// Reads a legal move; captured squares may come in any order.
///
/// # Errors
/// A sentence that quotes the text, when it has no such form or is not legal.
pub fn read_move<V: Variant>(position: &Position<V>, text: &str, numbering: Numbering) -> Result<Move, String> {
    let shown: String = text.chars().take(60).collect();
    let no_move = || format!("'{shown}': expected a move such as 32-28, or 28x19x23 with the captured squares");
    let numbers: Option<Vec<u8>> = text.split(['-', 'x']).map(|part| part.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.len() >= 2).ok_or_else(no_move)?;
    let board = &V::RULES.board;
    let square = |wanted: u8| board.playable().into_iter().find(|&square| number::<V>(square, numbering) == wanted);
    let squares: Option<Vec<Square>> = numbers.into_iter().map(square).collect();
    let squares = squares.ok_or_else(|| format!("'{shown}': there is no such square"))?;
    let captured: Bitboard = squares[2..].iter().copied().collect();
    let fits = |mv: &Move| mv.from() == squares[0] && mv.to() == squares[1] && mv.captured() == captured;
    let legal = position.legal_moves();
    legal.iter().copied().find(fits).ok_or_else(|| {
        if !legal.first().is_some_and(|mv| mv.is_capture()) {
            return format!("'{shown}' is not a legal move");
        }
        let captures = legal.iter().take(SHOWN_CAPTURES).map(|&mv| write_move::<V>(mv, numbering));
        let more = if legal.len() > SHOWN_CAPTURES { ", …" } else { "" };
        format!("'{shown}': a capture is compulsory: {}{more}", captures.collect::<Vec<_>>().join(", "))
    })
}

/// A game in the text that the engine reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The FEN of the first position, `None` for the start position.
    pub fen: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
}

/// Translates a game: its first position, the start position without one, and the moves played from there.
///
/// # Errors
/// A sentence that names what cannot be read, or the first move that is not legal.
pub fn read_game(
    variant: VariantId,
    position: Option<&str>,
    moves: &[String],
    numbering: Numbering,
) -> Result<Setup, String> {
    struct Read<'a>(Option<&'a str>, &'a [String], Numbering);
    impl VariantTask for Read<'_> {
        type Output = Result<Setup, String>;

        fn run<V: Variant>(self) -> Result<Setup, String> {
            let Read(start, moves, numbering) = self;
            let start = start.map(read_position::<V>).transpose().map_err(|fault| format!("bad position: {fault}"))?;
            let fen = start.as_ref().map(write_fen);
            let mut position = start.unwrap_or_else(Position::start);
            let mut texts = Vec::with_capacity(moves.len());
            for (at, text) in moves.iter().enumerate() {
                let mv = read_move(&position, text, numbering).map_err(|fault| format!("move {} {fault}", at + 1))?;
                texts.push(write_uci(&position, mv));
                position = position.play(mv);
            }
            Ok(Setup { fen, moves: texts })
        }
    }
    variant.run(Read(position, moves, numbering))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::notation::read_fen;
    use crate::rules::{American, Brazilian, English, International, Turkish};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    #[test]
    fn lines_are_taken_apart() {
        let check = |line: &str, expected: &[(&str, &str)]| {
            let found = arguments(line);
            let found: Vec<_> = found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            assert_eq!(found, expected, "{line}");
        };
        check("wait", &[("wait", "")]);
        check("  id name=\"My Engine\" version = 1.0 ", &[("id", ""), ("name", "My Engine"), ("version", "1.0")]);
        check("a b=\"\" c", &[("a", ""), ("b", ""), ("c", "")]);
        check("info pv=\"32-28 19x23", &[("info", ""), ("pv", "32-28 19x23")]);
        check("", &[]);
        check("=3", &[("", "3")]);
        assert_eq!(quoted("a b"), "\"a b\"");
        assert_eq!(quoted(""), "\"\"");
        assert_eq!(quoted("16"), "16");
    }

    #[test]
    fn start_positions() {
        fn start<V: Variant>() -> String {
            write_position(&Position::<V>::start())
        }
        let rows = |letter: &str, count| letter.repeat(count);
        let turkish = format!("W{}{}{}{}{}", rows("e", 8), rows("b", 16), rows("e", 16), rows("w", 16), rows("e", 8));
        assert_eq!(start::<Turkish>(), turkish);
        assert_eq!(start::<International>(), format!("W{}{}{}", rows("b", 20), rows("e", 10), rows("w", 20)));
        let small = format!("W{}{}{}", rows("b", 12), rows("e", 8), rows("w", 12));
        assert_eq!(start::<Brazilian>(), small);
        assert_eq!(start::<English>(), small);
    }

    #[test]
    fn kings_are_capitals_and_english_is_turned() {
        let english = read_fen::<English>("W:W32,K31:B1").unwrap();
        let text = write_position(&english);
        // 32 becomes the first square, 31 the second, 1 the last.
        assert!(text.starts_with("BbBe") && text.ends_with("ew"), "{text}");
    }

    /// The numbers of all legal moves, first as clients have them, then as in the position string.
    fn check<V: Variant>(fen: &str, expected: [&str; 2]) {
        let position = read_fen::<V>(fen).unwrap();
        for (numbering, expected) in [Numbering::Client, Numbering::Position].into_iter().zip(expected) {
            let legal = position.legal_moves();
            let mut texts: Vec<String> = legal.iter().map(|&mv| write_move::<V>(mv, numbering)).collect();
            texts.sort();
            assert_eq!(texts.join(" "), expected, "{fen} {numbering:?}");
        }
    }

    #[test]
    fn moves_are_numbered_in_two_ways() {
        check::<Turkish>("W:Wa3:Bh8", ["17-18 17-25", "41-33 41-42"]);
        check::<Turkish>("W:Wd4:Bd5,e6,f7", ["28x62x36x45x54", "36x6x14x21x28"]);
        check::<Brazilian>("W:Wc3:Bh8", ["10-13 10-14", "22-17 22-18"]);
        check::<American>("W:Wc3:Bh8", ["10-13 10-14", "22-17 22-18"]);
        check::<English>("B:W32:B12", ["12-16", "21-17"]);
        check::<International>("W:W32:B28", ["32x23x28", "32x23x28"]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        struct Play(StdRng);
        impl VariantTask for Play {
            type Output = ();

            fn run<V: Variant>(mut self) {
                for _ in 0..60 {
                    let mut position = Position::<V>::start();
                    for _ in 0..200 {
                        let legal = position.legal_moves();
                        if legal.is_empty() {
                            break;
                        }
                        let text = write_position(&position);
                        let read = read_position::<V>(&text).unwrap();
                        assert_eq!(read.key(), position.key(), "{text}");
                        for numbering in [Numbering::Client, Numbering::Position] {
                            for &mv in &legal {
                                let text = write_move::<V>(mv, numbering);
                                assert_eq!(read_move(&read, &text, numbering), Ok(mv), "{text} {numbering:?}");
                            }
                        }
                        position = position.play(legal[self.0.random_range(0..legal.len())]);
                    }
                }
            }
        }
        for &variant in VariantId::ALL {
            let seed = rand::random();
            println!("{variant}: seed {seed}");
            variant.run(Play(StdRng::seed_from_u64(seed)));
        }
    }

    #[test]
    fn numbers_of_squares_are_all_there() {
        fn check<V: Variant>() {
            for numbering in [Numbering::Client, Numbering::Position] {
                let squares = V::RULES.board.playable().into_iter();
                let mut numbers: Vec<u8> = squares.map(|square| number::<V>(square, numbering)).collect();
                numbers.sort_unstable();
                assert_eq!(numbers, (1..=V::RULES.board.square_count()).collect::<Vec<u8>>());
            }
        }
        check::<Turkish>();
        check::<International>();
        check::<Brazilian>();
        check::<English>();
    }

    #[test]
    fn bad_positions_are_refused() {
        let check = |text: &str, expected: &str| {
            assert_eq!(read_position::<Brazilian>(text).map(|_| ()).unwrap_err(), expected);
        };
        let empty = "e".repeat(30);
        check("", "expected W or B and 32 squares but found nothing");
        check("W", "brazilian has 32 squares, not 0");
        check(&format!("x{empty}wb"), "expected W or B for the side to move but found 'x'");
        check(&format!("W{empty}é="), "expected w, b, W, B or e on square 31 but found 'é'");
        check(&format!("W{empty}ee"), "neither side has a piece");
        check(&format!("Ww{empty}b"), "a man of White stands on its last row");
    }

    #[test]
    fn games_are_translated_whole_or_not_at_all() {
        let read = |start: Option<&str>, moves: &[&str]| {
            let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
            read_game(VariantId::Turkish, start, &moves, Numbering::Client)
        };
        let moves = vec!["a3a4".to_owned(), "h6h5".to_owned()];
        assert_eq!(read(None, &["17-25", "48-40"]), Ok(Setup { fen: None, moves }));
        let fen = "B:Wa2:BKh8";
        let start = write_position(&read_fen::<Turkish>(fen).unwrap());
        assert_eq!(read(Some(&start), &[]), Ok(Setup { fen: Some(fen.to_owned()), moves: Vec::new() }));
        assert_eq!(read(None, &["17-25", "48-41"]).unwrap_err(), "move 2 '48-41' is not a legal move");
        let refusal = "move 3 '25-33': a capture is compulsory: 25x57x33x49";
        assert_eq!(read(None, &["17-25", "41-33", "25-33"]).unwrap_err(), refusal);
        assert_eq!(read(Some("Wee"), &[]).unwrap_err(), "bad position: turkish has 64 squares, not 2");
    }

    #[test]
    fn captured_squares_come_in_any_order_but_all() {
        let position = read_fen::<Turkish>("W:Wd4:Bd5,e6,f7").unwrap();
        let read = |text: &str| read_move(&position, text, Numbering::Client);
        assert!(read("28x62x54x36x45").is_ok());
        assert_eq!(read("28x62").unwrap_err(), "'28x62': a capture is compulsory: 28x62x36x45x54");
        assert_eq!(read("28-65").unwrap_err(), "'28-65': there is no such square");
        assert!(read("none").unwrap_err().starts_with("'none': expected a move"));
    }
}
