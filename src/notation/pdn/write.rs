//! Games to text.
//!
//! Squares, results and the number of the game are written as the ruleset has them; ambiguous captures in full, other
//! moves by their ends.

use std::fmt::Write;

use super::super::{write_fen, write_pdn};
use super::header::has_other_names;
use super::record::{Action, Note, PdnLine, PdnRecord, Placement, Step};
use crate::position::{Move, Position, PositionFault};
use crate::rules::{Variant, VariantTask};

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
        let mut text = String::new();
        self.tags.iter().for_each(|(name, value)| add_tag(&mut text, name, value));
        add_tag(&mut text, "Result", self.result);
        add_ruleset::<V>(&mut text);
        add_start(&mut text, &self.start);
        self.more_tags.iter().for_each(|(name, value)| add_tag(&mut text, name, value));
        let mut lines = Lines::default();
        // A line without moves cannot fail: its start is a position of this game.
        let _ = lines.add_line::<V>(&main_line(&self.start, self.moves, self.comments), first_ply(&self.start));
        lines.add_comment(self.remark);
        lines.add(self.result);
        text + "\n" + &lines.text + "\n\n"
    }
}

/// Moves from `start` as the text of a game numbers them, `1. a3-a4 h6-h5`, in lines of at most 80 characters with no
/// end of line after the last.
///
/// # Panics
/// In debug builds when a move is not legal.
pub fn numbered_moves<V: Variant>(start: &Position<V>, moves: &[Move]) -> String {
    let mut lines = Lines::default();
    let _ = lines.add_line::<V>(&main_line(start, moves, &[]), first_ply(start));
    lines.text
}

/// Moves with a comment after each, as far as there are comments.
fn main_line<V: Variant>(start: &Position<V>, moves: &[Move], comments: &[String]) -> PdnLine {
    let step = |(at, &mv): (usize, &Move)| {
        let comment = comments.get(at).filter(|comment| !comment.is_empty());
        Step { action: Action::Move(mv), notes: comment.cloned().map(Note::Comment).into_iter().collect() }
    };
    let steps = moves.iter().enumerate().map(step).collect();
    PdnLine { start: Placement::of(start), notes: Vec::new(), steps }
}

impl PdnRecord {
    /// The game as text that ends with an empty line: its own tags, and those of `GameType`, `Variant`, `SetUp` and
    /// `FEN` that are missing. A `GameType` with other names for the squares is replaced. Read again, the game is the
    /// same, but for braces in comments, which become parentheses.
    ///
    /// # Errors
    /// When a position is not one of the ruleset; no record that was read has such a one.
    pub fn write(&self) -> Result<String, PositionFault> {
        self.variant.run(WriteRecord(self))
    }
}

struct WriteRecord<'a>(&'a PdnRecord);

impl VariantTask for WriteRecord<'_> {
    type Output = Result<String, PositionFault>;

    fn run<V: Variant>(self) -> Result<String, PositionFault> {
        let WriteRecord(record) = self;
        let start = record.line.start.position::<V>()?;
        let mut text = String::new();
        for (name, value) in &record.tags {
            let own = V::RULES.notation.game_type;
            let is_foreign = name.eq_ignore_ascii_case("GameType") && has_other_names(value, &V::RULES);
            add_tag(&mut text, name, own.filter(|_| is_foreign).unwrap_or(value));
        }
        if record.tag("GameType").is_none() && record.tag("Variant").is_none() {
            add_ruleset::<V>(&mut text);
        }
        if record.tag("FEN").is_none() {
            add_start(&mut text, &start);
        }
        let mut lines = Lines::default();
        lines.add_line::<V>(&record.line, first_ply(&start))?;
        if let Some(result) = record.terminator {
            lines.add(result.text(record.variant));
        }
        Ok(text + "\n" + &lines.text + "\n\n")
    }
}

fn add_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace(|at: char| at.is_control(), " ").replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

fn add_ruleset<V: Variant>(text: &mut String) {
    let notation = &V::RULES.notation;
    if let Some(game_type) = notation.game_type {
        add_tag(text, "GameType", game_type);
    }
    if notation.variant_tag {
        add_tag(text, "Variant", V::RULES.name);
    }
}

fn add_start<V: Variant>(text: &mut String, start: &Position<V>) {
    if *start != Position::start() {
        add_tag(text, "SetUp", "1");
        add_tag(text, "FEN", &write_fen(start));
    }
}

/// The ply a game begins with: 0 for the first mover, 1 for the other side.
fn first_ply<V: Variant>(start: &Position<V>) -> usize {
    usize::from(start.side_to_move() != V::RULES.first_mover)
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

    /// Adds the steps of a line, the first of which is this ply of the game, and all that is said about them.
    fn add_line<V: Variant>(&mut self, line: &PdnLine, mut ply: usize) -> Result<(), PositionFault> {
        let mut position = line.start.position::<V>()?;
        self.add_notes::<V>(&line.notes, ply)?;
        let mut needs_number = true;
        for step in &line.steps {
            // A set-up may change whose turn it is.
            ply += usize::from(ply % 2 != first_ply(&position));
            let (own_ply, is_first) = (ply, ply.is_multiple_of(2));
            if !matches!(step.action, Action::SetUp(_)) {
                if is_first || needs_number {
                    self.add(&format!("{}{}", ply / 2 + 1, if is_first { "." } else { "..." }));
                }
                ply += 1;
            }
            // Marks stand right behind their move.
            let (marks, notes) = match &step.notes[..] {
                [Note::Strength(marks), others @ ..] => (marks.as_str(), others),
                all => ("", all),
            };
            match &step.action {
                Action::Move(mv) => {
                    let legal = position.legal_moves();
                    debug_assert!(legal.contains(mv));
                    self.add(&format!("{}{marks}", write_pdn(&position, *mv, &legal)));
                }
                Action::SetUp(placement) => {
                    self.add(&format!("/FEN \"{}\"/{marks}", write_fen(&placement.position::<V>()?)));
                }
                Action::Pass => self.add(&format!("-{marks}")),
            }
            position = step.action.apply(&position)?;
            let is_set_up = matches!(step.action, Action::SetUp(_));
            self.add_notes::<V>(notes, if is_set_up { ply } else { own_ply })?;
            needs_number = is_set_up || step.notes.iter().any(|note| matches!(note, Note::Variation(_)));
        }
        Ok(())
    }

    /// Adds what is said at one place; variations begin with this ply.
    fn add_notes<V: Variant>(&mut self, notes: &[Note], ply: usize) -> Result<(), PositionFault> {
        for note in notes {
            match note {
                Note::Comment(text) => self.add_comment(text),
                Note::Glyph(number) => self.add(&format!("${number}")),
                Note::Strength(marks) => self.add(marks),
                Note::Variation(line) => {
                    self.add("(");
                    self.add_line::<V>(line, ply)?;
                    self.add(")");
                }
            }
        }
        Ok(())
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
