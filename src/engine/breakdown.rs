//! For tests: an engine whose searches and counts panic, so that it can be seen who still gets an answer.

use std::path::Path;
use std::sync::mpsc::Sender;

use super::{Answer, Display, Engine, Event, MoveView, Notice, PositionError, Session, Thought, open};
use crate::eval::WeightsRefusal;
use crate::notation::MoveError;
use crate::position::{Move, PerftLimits, Verdict};
use crate::rules::{Color, VariantId};
use crate::search::{Control, Limits, Score, Table};

/// What the panic says.
pub(crate) const REASON: &str = "lost my way";

/// An engine that breaks down before its first line of thought, or, if it `thinks`, when it has thought.
pub(crate) fn engine(events: Sender<Event>, thinks: bool) -> Engine {
    let mut engine = Engine::new(events);
    engine.session = Box::new(Breaking { game: open(VariantId::Turkish), thinks });
    engine
}

struct Breaking {
    game: Box<dyn Session>,
    thinks: bool,
}

impl Session for Breaking {
    fn duplicate(&self) -> Box<dyn Session> {
        Box::new(Breaking { game: self.game.duplicate(), ..*self })
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        self.game.set_position(fen, moves)
    }

    fn play(&mut self, text: &str) -> Result<MoveView, MoveError> {
        self.game.play(text)
    }

    fn take_back(&mut self) -> bool {
        self.game.take_back()
    }

    fn declare(&mut self, verdict: Verdict) {
        self.game.declare(verdict);
    }

    fn set_arbiter_plies(&mut self, plies: u16) {
        self.game.set_arbiter_plies(plies);
    }

    fn load_tables(&mut self, folder: Option<&Path>) -> Vec<Notice> {
        self.game.load_tables(folder)
    }

    fn has_tables(&self) -> bool {
        self.game.has_tables()
    }

    fn load_weights(&mut self, file: Option<&Path>) -> Result<u32, WeightsRefusal> {
        self.game.load_weights(file)
    }

    fn record(&self) -> (String, Vec<String>) {
        self.game.record()
    }

    fn numbered_moves(&self) -> String {
        self.game.numbered_moves()
    }

    fn pdn(&self, tags: &[(&str, String)], remark: &str) -> String {
        self.game.pdn(tags, remark)
    }

    fn picture(&self, viewer: Color) -> String {
        self.game.picture(viewer)
    }

    fn side_to_move(&self) -> Color {
        self.game.side_to_move()
    }

    fn verdict(&self) -> Option<Verdict> {
        self.game.verdict()
    }

    fn legal_moves(&self) -> Vec<MoveView> {
        self.game.legal_moves()
    }

    fn read_moves(&self, texts: &[String]) -> (Vec<Move>, Vec<String>) {
        self.game.read_moves(texts)
    }

    fn display(&self) -> Display {
        self.game.display()
    }

    fn evaluate(&self) -> Score {
        self.game.evaluate()
    }

    fn search(&self, limits: &Limits, table: &Table, control: &Control, report: &mut dyn FnMut(Thought)) -> Answer {
        if self.thinks {
            self.game.search(limits, table, control, report);
        }
        panic!("{REASON}")
    }

    fn perft(&self, _: u32, _: PerftLimits) -> Option<u64> {
        panic!("{REASON}")
    }

    fn perft_divide(&self, _: u32, _: PerftLimits) -> Option<Vec<(MoveView, u64)>> {
        panic!("{REASON}")
    }
}

mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use super::super::{Finished, Go};
    use super::*;

    /// The move of the last line of thought, and how the work ended.
    fn end(inbox: &Receiver<Event>) -> (Option<MoveView>, Finished) {
        let mut last = None;
        loop {
            match inbox.recv_timeout(Duration::from_secs(20)).unwrap() {
                Event::Line(line) => last = line.pv.first().cloned(),
                Event::Finished(finished) => return (last, finished),
                _ => {}
            }
        }
    }

    #[test]
    fn a_search_that_breaks_down_still_answers() {
        for thinks in [false, true] {
            let (events, inbox) = channel();
            let mut engine = engine(events, thinks);
            // Twice, for an engine that has broken down once goes on.
            for moves in [vec!["a3a4".to_owned()], vec!["c3c4".to_owned(), "a6a5".to_owned()]] {
                engine.set_position(None, &moves).unwrap();
                let legal = engine.session().legal_moves();
                assert!(engine.go(&Go { depth: Some(3), ..Go::default() }).is_empty());
                let (last, finished) = end(&inbox);
                let Some(Finished::Search(answer)) = engine.finished(finished) else { panic!("no answer") };
                assert_eq!(answer.best, if thinks { last } else { legal.first().cloned() });
                assert!(answer.best.is_some_and(|best| legal.contains(&best)));
                assert_eq!(answer.remark.unwrap(), format!("the search failed: {REASON}"));
                assert!(answer.has_failed && !engine.is_busy());
            }
        }
    }

    #[test]
    fn an_infinite_search_that_breaks_down_waits_for_the_stop() {
        let (events, inbox) = channel();
        let mut engine = engine(events, false);
        engine.go(&Go { infinite: true, ..Go::default() });
        let (_, finished) = end(&inbox);
        assert!(engine.finished(finished).is_none());
        assert!(matches!(engine.stop(), Some(Finished::Search(answer)) if answer.best.is_some()));
    }

    #[test]
    fn a_count_that_breaks_down_says_so() {
        let (events, inbox) = channel();
        let mut engine = engine(events, false);
        engine.perft(3);
        let (_, finished) = end(&inbox);
        let ended = engine.finished(finished);
        assert!(matches!(ended, Some(Finished::Failed(reason)) if reason == REASON));
        assert!(!engine.is_busy());
    }
}
