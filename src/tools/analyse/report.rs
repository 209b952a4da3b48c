//! The analysis for people: the board, a table that grows, and what it comes to.
//!
//! Several best lines make a set. On a terminal the set is redrawn in place and only the last one stays; elsewhere the
//! sets follow each other with an empty line between.

use std::io::{self, Write};

use crate::engine::{Answer, Line, MoveView, Session};
use crate::position::Verdict;
use crate::rules::Color;
use crate::search::Score;
use crate::tools::screen::Screen;
use crate::tools::words::{self, judgement_of};

/// The head of the table.
const HEAD: &str = "depth   score      nodes    knps    time  line";

/// The course of an analysis, as it is written.
pub struct Report<'a> {
    /// How many lines a set has.
    lines: usize,
    side: Color,
    verdict: Option<Verdict>,
    screen: Screen,
    output: &'a mut dyn Write,
    /// The lines of the set that is under way or was the last.
    set: Vec<Line>,
    /// The last line told, which counts all nodes.
    last: Option<Line>,
    wrote_head: bool,
}

impl<'a> Report<'a> {
    /// Begins with the board, who is to move and what was played.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn open(session: &dyn Session, lines: usize, output: &'a mut dyn Write) -> io::Result<Report<'a>> {
        let (display, side, verdict) = (session.display(), session.side_to_move(), session.verdict());
        write!(output, "{}\n{side} to move, {}\n", display.picture, display.fen)?;
        let moves = session.numbered_moves();
        if !moves.is_empty() {
            writeln!(output, "{moves}")?;
        }
        if let Some(verdict) = verdict {
            writeln!(output, "The game is over, {}.", words::ending(verdict))?;
            if !session.legal_moves().is_empty() {
                writeln!(output, "What follows is thought as if play went on.")?;
            }
        }
        writeln!(output)?;
        output.flush()?;
        let screen = Screen::new();
        screen.show_status("thinking");
        Ok(Report { lines, side, verdict, screen, output, set: Vec::new(), last: None, wrote_head: false })
    }

    /// Passes on what the engine has to say before it thinks.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn remark(&mut self, remark: &str) -> io::Result<()> {
        // That the game is over stands under the board already.
        if self.verdict.is_some_and(|verdict| remark == format!("game over: {}", verdict.reason)) {
            return Ok(());
        }
        self.write(&[remark.to_owned()])
    }

    /// Takes note of a line, and writes it when it says something new.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn line(&mut self, line: Line) -> io::Result<()> {
        self.screen.show_status(&status(&line));
        // A line is told again when nothing has changed but nodes and time; no legal move is no line.
        let is_repeated = self.set.get(line.multipv.wrapping_sub(1)).is_some_and(|known| is_same(known, &line));
        self.last = Some(line.clone());
        if is_repeated || line.pv.is_empty() {
            return Ok(());
        }
        if line.multipv == 1 {
            self.end_set()?;
            self.set.clear();
        }
        self.set.push(line);
        if !self.redraws() {
            self.write_rows(self.set.len() - 1)?;
        } else if self.set.len() >= self.lines {
            let head = std::iter::once(HEAD.to_owned());
            self.screen.show_lines(&head.chain(self.set.iter().map(|line| self.row(line))).collect::<Vec<_>>());
        }
        Ok(())
    }

    /// Notes that Ctrl-C was pressed.
    pub fn interrupted(&self) {
        self.screen.interrupted();
    }

    /// Ends with the verdict and the best move.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        self.screen.clear();
        if self.redraws() {
            self.write_rows(0)?;
        }
        let mut end = Vec::new();
        let text = |mv: &MoveView| mv.text.clone();
        if let (Some(best), Some(line), Some(last)) = (&answer.best, self.set.first(), &self.last) {
            let (nodes, seconds) = (grouped(last.nodes), last.time.as_secs_f64());
            end.push(String::new());
            end.push(format!("{nodes} nodes in {seconds:.2} s, {} a second", grouped(last.nps())));
            end.push(judgement_of(line, self.side, &best.text));
        }
        end.push(match (&answer.best, &answer.ponder) {
            (None, _) => "best move: none, the game is over".to_owned(),
            (Some(best), None) => format!("best move: {}", text(best)),
            (Some(best), Some(ponder)) => format!("best move: {}, expecting {}", text(best), text(ponder)),
        });
        self.write(&end)
    }

    fn redraws(&self) -> bool {
        self.lines > 1 && self.screen.can_redraw()
    }

    /// Parts a set from the next one.
    fn end_set(&mut self) -> io::Result<()> {
        if self.lines > 1 && !self.set.is_empty() && !self.redraws() {
            return self.write(&[String::new()]);
        }
        Ok(())
    }

    /// Writes the lines of the set from this one on, after the head if it is missing.
    fn write_rows(&mut self, from: usize) -> io::Result<()> {
        let head = (!self.wrote_head).then(|| HEAD.to_owned());
        self.wrote_head = true;
        let rows = self.set[from..].iter().map(|line| self.row(line));
        let rows: Vec<String> = head.into_iter().chain(rows).collect();
        self.write(&rows)
    }

    fn write(&mut self, lines: &[String]) -> io::Result<()> {
        let (screen, output) = (&self.screen, &mut self.output);
        screen.aside(|| {
            lines.iter().try_for_each(|line| writeln!(output, "{}", screen.fit(line)))?;
            output.flush()
        })
    }

    fn row(&self, line: &Line) -> String {
        let pv: Vec<&str> = line.pv.iter().map(|mv| mv.text.as_str()).collect();
        format!(
            "{:>5} {:>7} {:>10} {:>7} {:>6.2}s  {}{}",
            format!("{}/{}", line.depth, line.seldepth),
            if line.is_known_draw { "draw".to_owned() } else { score_text(line.score) },
            line.nodes,
            line.nps() / 1_000,
            line.time.as_secs_f64(),
            if self.lines > 1 { format!("{}. ", line.multipv) } else { String::new() },
            pv.join(" ")
        )
    }
}

fn is_same(one: &Line, other: &Line) -> bool {
    (one.depth, one.score, &one.pv) == (other.depth, other.score, &other.pv)
}

fn status(line: &Line) -> String {
    format!(
        "depth {}, {:.1} s, {} nodes, {} a second",
        line.depth,
        line.time.as_secs_f64(),
        grouped(line.nodes),
        grouped(line.nps())
    )
}

/// A score in men, or a win or loss with the winner's moves to it, where they are known.
fn score_text(score: Score) -> String {
    match score.mate_in() {
        Some(moves) if score > Score::DRAW => format!("win {moves}"),
        Some(moves) => format!("loss {}", -moves),
        None if score.is_decided() => if score > Score::DRAW { "win" } else { "loss" }.to_owned(),
        None => format!("{:+.2}", f64::from(score.value()) / 100.0),
    }
}

/// A number with a comma between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = (digits.len() + 2) % 3 + 1;
    let (head, tail) = digits.split_at(first.min(digits.len()));
    let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    std::iter::once(head.to_owned()).chain(groups).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_parted() {
        let check = |number, expected: &str| assert_eq!(grouped(number), expected);
        check(0, "0");
        check(999, "999");
        check(1_000, "1,000");
        check(12_345, "12,345");
        check(123_456, "123,456");
        check(1_234_567, "1,234,567");
    }

    #[test]
    fn scores_are_in_men_or_moves() {
        assert_eq!(score_text(Score::centimen(-5)), "-0.05");
        assert_eq!(score_text(Score::won_in(3)), "win 2");
        assert_eq!(score_text(Score::lost_in(4)), "loss 2");
    }
}
