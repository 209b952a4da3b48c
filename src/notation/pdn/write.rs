//! Games as text: Portable Draughts Notation 3.0, written.
//!
//! The standard is that of <https://pdn.fmjd.org>; squares, results and the number of the game are the ruleset's.

use std::fmt::Write;

use super::super::{write_fen, write_pdn};
use crate::position::{Move, Position};
use crate::rules::Variant;

/// No line is longer, unless one word is.
const LINE_WIDTH: usize = 80;

/// A game to be written.
pub struct PdnGame<'a, V> {
    /// Tags that come first, by name: the event, the players and so on.
    pub tags: &'a [(&'a str, String)],
    /// Tags that come after those of the game itself.
    pub more_tags: &'a [(&'a str, String)],
    /// Where the game starts.
    pub start: Position<V>,
    /// The moves from there, which must be legal.
    pub moves: &'a [Move],
    /// A comment after each move; an empty or missing one is left out.
    pub comments: &'a [String],
    /// What is said after the last move.
    pub remark: &'a str,
    /// The result, as the ruleset writes it, or `*`.
    pub result: &'a str,
}

impl<V: Variant> PdnGame<'_, V> {
    /// The game as text that ends with an empty line. The tags `Result`, `GameType`, `Variant`, `SetUp` and `FEN` are
    /// added where the game needs them.
    ///
    /// # Panics
    /// In debug builds when a move is not legal.
    pub fn write(&self) -> String {
        let notation = &V::RULES.notation;
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace(|at: char| at.is_control(), " ").replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        self.tags.iter().for_each(|(name, value)| tag(name, value));
        tag("Result", self.result);
        if let Some(game_type) = notation.game_type {
            tag("GameType", game_type);
        }
        if notation.variant_tag {
            tag("Variant", V::RULES.name);
        }
        if self.start != Position::start() {
            tag("SetUp", "1");
            tag("FEN", &write_fen(&self.start));
        }
        self.more_tags.iter().for_each(|(name, value)| tag(name, value));
        text.push('\n');
        text.push_str(&self.move_text());
        text.push('\n');
        text
    }

    fn move_text(&self) -> String {
        let mut lines = Lines::default();
        let mut position = self.start;
        for (at, &mv) in self.moves.iter().enumerate() {
            let is_first = position.side_to_move() == V::RULES.first_mover;
            let ply = at + usize::from(self.start.side_to_move() != V::RULES.first_mover);
            if is_first {
                lines.add(&format!("{}.", ply / 2 + 1));
            } else if at == 0 {
                lines.add("1...");
            }
            let legal = position.legal_moves();
            debug_assert!(legal.contains(&mv));
            lines.add(&write_pdn(&position, mv, &legal));
            lines.add_comment(self.comments.get(at).map_or("", String::as_str));
            position = position.play(mv);
        }
        lines.add_comment(self.remark);
        lines.add(self.result);
        lines.text.push('\n');
        lines.text
    }
}

/// Words that flow into lines.
#[derive(Default)]
struct Lines {
    text: String,
    /// How long the last line is, in characters.
    width: usize,
}

impl Lines {
    fn add(&mut self, word: &str) {
        let length = word.chars().count();
        if self.width + 1 + length > LINE_WIDTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.width += length;
    }

    /// Adds the words of a comment in braces, which cannot stand inside it.
    fn add_comment(&mut self, comment: &str) {
        let comment = comment.replace('{', "(").replace('}', ")");
        let words: Vec<&str> = comment.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            let open = if at == 0 { "{" } else { "" };
            let close = if at + 1 == words.len() { "}" } else { "" };
            self.add(&format!("{open}{word}{close}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{read_fen, read_move};
    use super::*;
    use crate::rules::{American, English, International, Turkish};

    fn write<V: Variant>(fen: Option<&str>, moves: &str, comments: &[String], result: &str) -> String {
        let start = fen.map_or_else(Position::<V>::start, |fen| read_fen(fen).unwrap());
        let mut position = start;
        let mut list = Vec::new();
        for text in moves.split_whitespace() {
            let mv = read_move(&position, text).unwrap();
            list.push(mv);
            position = position.play(mv);
        }
        let tags = [("White", "A \"B\" C\\D".to_owned())];
        let more_tags = [("Termination", "normal".to_owned())];
        PdnGame { tags: &tags, more_tags: &more_tags, start, moves: &list, comments, remark: "", result }.write()
    }

    #[test]
    fn a_turkish_game() {
        let comments = ["+0.35/14 0.52s".to_owned(), String::new(), "a } in it".to_owned()];
        assert_eq!(
            write::<Turkish>(None, "a3a4 h6h5 b3b4", &comments, "*"),
            "[White \"A \\\"B\\\" C\\\\D\"]\n[Result \"*\"]\n[GameType \"30,W,8,8,A0,0\"]\n[Termination \"normal\"]\n\n\
             1. a3-a4 {+0.35/14 0.52s} h6-h5 2. b3-b4 {a ) in it} *\n\n"
        );
    }

    #[test]
    fn numbers_follow_the_first_mover() {
        let moves = |text: String| text.lines().rev().nth(1).unwrap().to_owned();
        assert_eq!(moves(write::<English>(None, "11-15 23-19 8-11", &[], "*")), "1. 11-15 23-19 2. 8-11 *");
        assert_eq!(moves(write::<English>(Some("W:W23:B11,3"), "23-19 11-15", &[], "1-0")), "1... 23-19 2. 11-15 1-0");
        let international = write::<International>(None, "32-28 19-23 28x19", &[], "1-1");
        assert_eq!(moves(international), "1. 32-28 19-23 2. 28x19 1-1");
    }

    #[test]
    fn set_up_positions_and_variants_are_named() {
        let text = write::<American>(Some("B:Wa1:Bh8"), "h8g7", &[], "0-1");
        assert!(text.contains("[Variant \"american\"]\n[SetUp \"1\"]\n[FEN \"B:Wa1:Bh8\"]\n"), "{text}");
        assert!(!text.contains("GameType"), "{text}");
        assert!(text.ends_with("1... h8-g7 0-1\n\n"), "{text}");
    }

    #[test]
    fn lines_are_wrapped() {
        let comments = vec!["+12.34/56 7.89s".to_owned(); 8];
        let text = write::<Turkish>(None, "a3a4 h6h5 b3b4 g6g5 c3c4 f6f5 d3d4 e6e5", &comments, "*");
        assert!(text.lines().all(|line| line.len() <= LINE_WIDTH), "{text}");
        assert!(text.lines().all(|line| line.trim() == line), "{text}");
    }
}
