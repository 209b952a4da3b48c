//! What a client of the UCI-style dialect may rely on, as `protocol.md` promises it: lines are done in their order, those
//! that cannot run beside a search are refused while it waits for a word of the client, and every `go` is answered once.

use std::collections::VecDeque;

use damier::engine::{Go, Session, open};
use damier::options::{self, Setting};
use damier::protocol::{Command, Protocol, Uci};
use damier::rules::VariantId;
use rand::Rng;
use rand::rngs::StdRng;

use super::client::uci_grammar::is_line;
use super::conversation::{Conversation, Dialect, Model, check_line_of_moves};
use super::{uci_lines, words};

pub const UCI: Dialect = Dialect { arguments: &[], ping: "isready", is_line };

/// A random conversation. No line in it starts long work that nothing ends.
pub fn conversation(random: &mut StdRng) -> Conversation {
    let variant = words::variant(random);
    let mut lines =
        vec![format!("setoption name UCI_Variant value {variant}"), "setoption name Hash value 2".to_owned()];
    for _ in 0..random.random_range(1..50) {
        let line = uci_lines::line(random, variant).replace(['\n', '\r'], " ");
        if is_quick(&line) || ends_soon(&line) {
            lines.push(line);
        }
    }
    Conversation::new(random, lines)
}

/// Whether a line neither ends the conversation nor starts work that takes long, if it ends at all.
pub fn is_quick(line: &str) -> bool {
    match Uci.read(line).command {
        Some(Command::Quit | Command::Bench) => false,
        Some(Command::Perft(depth)) => depth <= 2,
        Some(Command::Go(go)) => {
            // The end of the input ends it; one that only ponders may be hit, and is then bounded.
            let is_open = !go.is_bounded();
            let has_little_time = go.clocks.is_some_and(|clocks| {
                clocks.iter().all(|clock| clock.left.as_millis() < 500 && clock.increment.as_millis() < 30)
            });
            is_open
                || go.nodes.is_some_and(|nodes| nodes < 5_000)
                || go.movetime.is_some_and(|time| time.as_millis() < 50)
                || has_little_time
        }
        Some(Command::SetOption { name, value }) => match options::read(&name, value.as_deref()) {
            Ok(accepted) => !matches!(accepted.setting, Setting::Hash(17..) | Setting::Threads(5..)),
            Err(_) => true,
        },
        _ => true,
    }
}

/// Whether a line starts a search to a small depth, which mostly ends at once. Among dozens of kings it does not, and
/// needs a stop.
fn ends_soon(line: &str) -> bool {
    matches!(Uci.read(line).command, Some(Command::Go(Go { depth: Some(..=2), .. })))
}

/// What must be said, one after the other.
enum Due {
    /// The answer of a search, one of the moves that may be played.
    Answer { game: Box<dyn Session>, allowed: Vec<String> },
    /// The board.
    Board { fen: String },
}

/// Where the conversation stands after the lines so far.
pub struct UciModel {
    game: Box<dyn Session>,
    /// Whether the last search that was started waits for a stop, and whether for the expected move.
    infinite: bool,
    pondering: bool,
    due: VecDeque<Due>,
    pings: usize,
}

impl Default for UciModel {
    fn default() -> UciModel {
        let game = open(VariantId::ALL[0]);
        UciModel { game, infinite: false, pondering: false, due: VecDeque::new(), pings: 0 }
    }
}

impl Model for UciModel {
    fn hear(&mut self, line: &str) {
        let Some(command) = Uci.read(line).command else { return };
        let is_open = self.infinite || self.pondering;
        match command {
            Command::Prepare => self.pings += 1,
            Command::Stop => (self.infinite, self.pondering) = (false, false),
            Command::PonderHit => self.pondering = false,
            // What follows is refused while a search waits for a word.
            _ if is_open => {}
            Command::Position { fen, moves } => drop(self.game.set_position(fen.as_deref(), &moves)),
            Command::SetOption { name, value } => {
                if let Ok(Setting::Variant(variant)) = options::read(&name, value.as_deref()).map(|read| read.setting) {
                    self.game = open(variant);
                }
            }
            Command::Display => self.due.push_back(Due::Board { fen: self.game.display().fen }),
            Command::Go(go) => self.go(&go),
            _ => {}
        }
    }

    fn check(&mut self, line: &str) {
        assert!(is_line(line), "'{line}' was said");
        if line == "readyok" {
            self.pings = self.pings.checked_sub(1).unwrap_or_else(|| panic!("'readyok' was said unasked"));
        } else if let Some(fen) = line.strip_prefix("fen: ") {
            match self.due.pop_front() {
                Some(Due::Board { fen: expected }) => assert_eq!(fen, expected),
                _ => panic!("'{line}' was said out of turn"),
            }
        } else if let Some(answer) = line.strip_prefix("bestmove ") {
            let Some(Due::Answer { game, allowed }) = self.due.pop_front() else { panic!("'{line}' was said unasked") };
            let moves: Vec<&str> = answer.split(" ponder ").collect();
            let is_allowed =
                if moves[0] == "(none)" { allowed.is_empty() } else { allowed.iter().any(|mv| mv == moves[0]) };
            assert!(is_allowed, "'{line}' in {}", game.display().fen);
            if moves.len() > 1 {
                check_line_of_moves(game.as_ref(), &moves, name, line);
            }
        } else if line.starts_with("info depth ") {
            let Some(Due::Answer { game, .. }) = self.due.front() else { panic!("'{line}' was said without a search") };
            if let Some((_, moves)) = line.split_once(" pv ") {
                check_line_of_moves(game.as_ref(), &moves.split(' ').collect::<Vec<_>>(), name, line);
            }
        }
    }

    fn owes_nothing(&self) -> bool {
        self.due.is_empty() && self.pings == 0
    }
}

impl UciModel {
    fn go(&mut self, go: &Go) {
        self.infinite = go.infinite || !go.is_bounded() && go.mate.is_none();
        self.pondering = go.ponder;
        let (named, _) = self.game.read_moves(&go.moves);
        let legal = self.game.legal_moves().into_iter();
        let allowed = legal.filter(|view| named.is_empty() || named.contains(&view.mv)).map(|view| view.uci).collect();
        self.due.push_back(Due::Answer { game: self.game.duplicate(), allowed });
    }
}

fn name(game: &dyn Session, at: usize) -> String {
    game.legal_moves()[at].uci.clone()
}
