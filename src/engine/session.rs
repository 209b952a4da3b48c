//! A game of some ruleset behind a door that does not know which.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::endings;
use super::view::{Answer, CurrentMove, Display, Line, MoveView, Notice, PositionError, Thought};
use crate::eval::{Net, Wdl, WeightsRefusal};
use crate::game::Game;
use crate::notation::{self, MoveError, PdnGame};
use crate::position::{self, Move, PerftLimits, Position, Verdict};
use crate::rules::{Color, Variant, VariantId, VariantTask};
use crate::search::{Accuracy, Control, Current, Info, Limits, Report, Root, Score, Table, search};
use crate::tables::{EMBEDDED_BYTES, Tables, embedded};

/// A game in progress and what can be asked about it.
pub trait Session: Send {
    /// The same game once more, for another thread.
    fn duplicate(&self) -> Box<dyn Session>;

    /// Sets up a position, the start position without a FEN, and plays moves from it.
    ///
    /// # Errors
    /// When the FEN is none, and the old game stands; or when a move is not legal, and the moves before it are played.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError>;

    /// Plays the move that a text names.
    ///
    /// # Errors
    /// When it names no legal move, or several.
    fn play(&mut self, text: &str) -> Result<MoveView, MoveError>;

    /// Takes back what happened last: the declared end, or else the last move; `false` at the start.
    fn take_back(&mut self) -> bool;

    /// Ends the game by something no rule computes, such as resignation.
    fn declare(&mut self, verdict: Verdict);

    /// Sets the arbiter's limit of plies without progress, 0 for none.
    fn set_arbiter_plies(&mut self, plies: u16);

    /// Makes the endgame tables of the program ready and those below a folder, and says what there is to say about the
    /// latter.
    fn load_tables(&mut self, folder: Option<&Path>) -> Vec<Notice>;

    /// Whether the endgame tables are ready.
    fn has_tables(&self) -> bool;

    /// Judges positions by the weights of a file from now on, or by those of the program, and returns their checksum.
    ///
    /// # Errors
    /// When the file does not hold weights for the ruleset, and those before stand.
    fn load_weights(&mut self, file: Option<&Path>) -> Result<u32, WeightsRefusal>;

    /// The start position's FEN and the moves played since, each as our UCI dialect writes it: what
    /// [`Session::set_position`] makes the same game of.
    fn record(&self) -> (String, Vec<String>);

    /// The moves played, numbered as PDN does, in lines of at most 80 characters; empty at the start.
    fn numbered_moves(&self) -> String;

    /// The game in PDN, with tags for the event, the players and so on before those of the game itself, and a remark
    /// after the last move.
    fn pdn(&self, tags: &[(&str, String)], remark: &str) -> String;

    /// The board as the player of a color sees it.
    fn picture(&self, viewer: Color) -> String;

    /// Who is to move.
    fn side_to_move(&self) -> Color;

    /// How the game ended, `None` while it goes on.
    fn verdict(&self) -> Option<Verdict>;

    /// The legal moves, in the order of their squares.
    fn legal_moves(&self) -> Vec<MoveView>;

    /// Reads moves of the present position: those that are legal, and what is wrong with the others.
    fn read_moves(&self, texts: &[String]) -> (Vec<Move>, Vec<String>);

    /// The position as a person wants to see it.
    fn display(&self) -> Display;

    /// The evaluation for the side to move, without any search.
    fn evaluate(&self) -> Score;

    /// Thinks until a limit is reached or `control` says stop; `report` gets every finished line.
    fn search(&self, limits: &Limits, table: &Table, control: &Control, report: &mut dyn FnMut(Thought)) -> Answer;

    /// Counts the leaves below the position; `None` when it was stopped.
    fn perft(&self, depth: u32, limits: PerftLimits) -> Option<u64>;

    /// The same count for every legal move apart.
    fn perft_divide(&self, depth: u32, limits: PerftLimits) -> Option<Vec<(MoveView, u64)>>;
}

/// A new game of a ruleset known only at run time.
pub fn open(variant: VariantId) -> Box<dyn Session> {
    struct Open;
    impl VariantTask for Open {
        type Output = Box<dyn Session>;

        fn run<V: Variant>(self) -> Box<dyn Session> {
            Box::new(Played { game: Game::new(Position::<V>::start()), tables: None, net: Net::embedded() })
        }
    }
    variant.run(Open)
}

/// A game of `V`, the one kind of session.
#[derive(Clone)]
struct Played<V> {
    game: Game<V>,
    tables: Option<Arc<Tables<V>>>,
    net: Net<V>,
}

impl<V: Variant> Session for Played<V> {
    fn duplicate(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        let start = match fen {
            None => Position::start(),
            Some(fen) => notation::read_fen(fen).map_err(PositionError::Fen)?,
        };
        let arbiter_plies = self.game.arbiter_plies();
        self.game = Game::new(start);
        self.game.set_arbiter_plies(arbiter_plies);
        for (at, text) in moves.iter().enumerate() {
            match notation::read_move(self.game.position(), text) {
                Ok(mv) => self.game.play(mv),
                Err(error) => return Err(PositionError::Move { number: at + 1, error }),
            }
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<MoveView, MoveError> {
        let position = *self.game.position();
        let mv = notation::read_move(&position, text)?;
        self.game.play(mv);
        Ok(view(&position, mv, &position.legal_moves()))
    }

    fn take_back(&mut self) -> bool {
        self.game.retract() || self.game.take_back().is_some()
    }

    fn declare(&mut self, verdict: Verdict) {
        self.game.declare(verdict);
    }

    fn set_arbiter_plies(&mut self, plies: u16) {
        self.game.set_arbiter_plies(plies);
    }

    fn load_tables(&mut self, folder: Option<&Path>) -> Vec<Notice> {
        let mut tables = embedded(EMBEDDED_BYTES);
        let notices = folder.map_or_else(Vec::new, |folder| endings::add_folder(&mut tables, folder));
        self.tables = Some(Arc::new(tables));
        notices
    }

    fn has_tables(&self) -> bool {
        self.tables.is_some()
    }

    fn load_weights(&mut self, file: Option<&Path>) -> Result<u32, WeightsRefusal> {
        self.net = file.map_or_else(|| Ok(Net::embedded()), Net::open)?;
        Ok(self.net.weights().checksum())
    }

    fn record(&self) -> (String, Vec<String>) {
        let (positions, moves) = (self.game.positions(), self.game.moves());
        let texts = positions.iter().zip(moves).map(|(position, &mv)| notation::write_uci(position, mv));
        (notation::write_fen(&positions[0]), texts.collect())
    }

    fn numbered_moves(&self) -> String {
        notation::numbered_moves(&self.game.positions()[0], self.game.moves())
    }

    fn pdn(&self, tags: &[(&str, String)], remark: &str) -> String {
        let game = &self.game;
        PdnGame {
            tags,
            more_tags: &[],
            start: game.positions()[0],
            moves: game.moves(),
            comments: &[],
            remark,
            result: game.result_text(),
        }
        .write()
    }

    fn picture(&self, viewer: Color) -> String {
        notation::picture_for(self.game.position(), viewer)
    }

    fn side_to_move(&self) -> Color {
        self.game.position().side_to_move()
    }

    fn verdict(&self) -> Option<Verdict> {
        self.game.verdict()
    }

    fn legal_moves(&self) -> Vec<MoveView> {
        let position = self.game.position();
        let legal = position.legal_moves();
        let mut views: Vec<_> = legal.iter().map(|&mv| view(position, mv, &legal)).collect();
        let order = notation::board_order::<V>;
        views.sort_by_cached_key(|view| (order(view.mv.from()), order(view.mv.to()), view.uci.clone()));
        views
    }

    fn read_moves(&self, texts: &[String]) -> (Vec<Move>, Vec<String>) {
        let (mut moves, mut faults) = (Vec::new(), Vec::new());
        for text in texts {
            match notation::read_move(self.game.position(), text) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                Err(error) => faults.push(error.to_string()),
            }
        }
        (moves, faults)
    }

    fn display(&self) -> Display {
        let position = self.game.position();
        Display {
            picture: notation::picture(position),
            fen: notation::write_fen(position),
            moves: self.legal_moves().into_iter().map(|view| view.text).collect(),
            result: match self.verdict() {
                None => "* (in progress)".to_owned(),
                Some(Verdict { winner: None, reason }) => format!("1/2-1/2 ({reason})"),
                Some(Verdict { winner: Some(Color::White), reason }) => format!("1-0 ({reason})"),
                Some(Verdict { winner: Some(Color::Black), reason }) => format!("0-1 ({reason})"),
            },
        }
    }

    fn evaluate(&self) -> Score {
        self.net.evaluate(self.game.position())
    }

    fn search(&self, limits: &Limits, table: &Table, control: &Control, report: &mut dyn FnMut(Thought)) -> Answer {
        let position = *self.game.position();
        let tables = self.tables.clone().unwrap_or_else(|| Arc::new(Tables::new(0)));
        let root = Root {
            position,
            history: self.game.history(),
            arbiter_plies: self.game.arbiter_plies(),
            tables: Arc::clone(&tables),
            net: self.net.clone(),
        };
        let outcome = search(&root, limits, table, control, &mut |said| match said {
            Report::Line(info) => report(Thought::Line(line(&position, &info))),
            Report::Current(Current { depth, mv, number }) => {
                let mv = view(&position, mv, &position.legal_moves());
                report(Thought::Current(CurrentMove { depth, mv, number }));
            }
        });
        if outcome.best.is_none() {
            report(Thought::Line(LOST));
        }
        let both: Vec<_> = outcome.best.into_iter().chain(outcome.ponder).collect();
        let mut views = views(&position, &both).into_iter();
        let remark = outcome.remark.or_else(|| endings::told(&tables.take_faults()));
        Answer { best: views.next(), ponder: views.next(), remark, has_failed: false }
    }

    fn perft(&self, depth: u32, limits: PerftLimits) -> Option<u64> {
        position::perft(self.game.position(), depth, limits)
    }

    fn perft_divide(&self, depth: u32, limits: PerftLimits) -> Option<Vec<(MoveView, u64)>> {
        let counts = position::perft_divide(self.game.position(), depth, limits)?;
        let views = self.legal_moves().into_iter();
        // Depth 0 counts no move.
        Some(views.filter_map(|view| counts.iter().find(|(mv, _)| *mv == view.mv).map(|&(_, n)| (view, n))).collect())
    }
}

/// What there is to say about a position without a legal move.
const LOST: Line = Line {
    depth: 0,
    seldepth: 0,
    multipv: 1,
    score: Score::lost_in(0),
    accuracy: Accuracy::Exact,
    is_known_draw: false,
    wdl: Wdl::LOSS,
    nodes: 0,
    table_hits: 0,
    time: Duration::ZERO,
    hashfull: 0,
    pv: Vec::new(),
};

fn view<V: Variant>(position: &Position<V>, mv: Move, legal: &[Move]) -> MoveView {
    let write = notation::write_square::<V>;
    let mut captured: Vec<_> = mv.captured().into_iter().collect();
    captured.sort_by_key(|&square| notation::board_order::<V>(square));
    MoveView {
        mv,
        from: write(mv.from()),
        to: write(mv.to()),
        captured: captured.into_iter().map(write).collect(),
        path: notation::route(position, mv).into_iter().map(write).collect(),
        promotes: mv.promotes(),
        text: notation::write_pdn(position, mv, legal),
        uci: notation::write_uci(position, mv),
    }
}

/// A line of moves, each seen from its own position. It ends before a move that is not legal, should there be one.
fn views<V: Variant>(position: &Position<V>, moves: &[Move]) -> Vec<MoveView> {
    let mut position = *position;
    let mut views = Vec::with_capacity(moves.len());
    for &mv in moves {
        let legal = position.legal_moves();
        debug_assert!(legal.contains(&mv), "a line holds an illegal move");
        if !legal.contains(&mv) {
            break;
        }
        views.push(view(&position, mv, &legal));
        position = position.play(mv);
    }
    views
}

fn line<V: Variant>(position: &Position<V>, info: &Info) -> Line {
    Line {
        depth: info.depth,
        seldepth: info.seldepth,
        multipv: info.multipv,
        score: info.score,
        accuracy: info.accuracy,
        is_known_draw: info.is_known_draw,
        wdl: if info.is_known_draw { Wdl::DRAW } else { Wdl::of(position, info.score) },
        nodes: info.nodes,
        table_hits: info.table_hits,
        time: info.time,
        hashfull: info.hashfull,
        pv: views(position, &info.pv),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::position::Reason;

    #[test]
    fn a_game_is_made_again_from_its_record() {
        for &variant in VariantId::ALL {
            let mut game = open(variant);
            for ply in 0..30 {
                let legal = game.legal_moves();
                let Some(mv) = legal.get(ply % legal.len().max(1)) else { break };
                game.play(&mv.text).unwrap();
            }
            let (fen, moves) = game.record();
            let mut again = open(variant);
            again.set_position(Some(&fen), &moves).unwrap();
            assert_eq!(again.display(), game.display());
            assert_eq!(again.pdn(&[], ""), game.pdn(&[], ""));
            // The text of the moves is that of PDN, where the result follows it.
            let (pdn, moves) = (game.pdn(&[], ""), game.numbered_moves());
            let words: Vec<&str> = pdn.split_whitespace().collect();
            let moves: Vec<&str> = moves.split_whitespace().collect();
            assert!(words[..words.len() - 1].ends_with(&moves), "{variant}");
        }
    }

    #[test]
    fn what_happened_last_is_taken_back_first() {
        let mut game = open(VariantId::Turkish);
        assert!(game.play("a3a5").is_err());
        assert_eq!(game.play("a3a4").unwrap().text, "a3-a4");
        let resigned = Verdict { winner: Some(Color::White), reason: Reason::Resignation };
        game.declare(resigned);
        assert_eq!(game.verdict(), Some(resigned));
        assert!(game.take_back());
        assert_eq!((game.verdict(), game.numbered_moves().as_str()), (None, "1. a3-a4"));
        assert!(game.take_back());
        assert_eq!(game.numbered_moves(), "");
        assert!(!game.take_back());
    }
}
