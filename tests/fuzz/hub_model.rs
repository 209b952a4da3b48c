//! What a client of Hub may rely on, as `protocol.md` promises it: lines are done in their order, a line that cannot run
//! beside a search ends it, and every `go` is answered once.

use std::collections::VecDeque;

use damier::engine::{Session, open};
use damier::options::{Numbering, Setting};
use damier::protocol::{Command, Hub, Protocol};
use damier::rules::VariantId;
use rand::Rng;
use rand::rngs::StdRng;

use super::client::hub_grammar::is_line;
use super::conversation::{Conversation, Dialect, Model, check_line_of_moves};
use super::{hub_lines, words};

pub const HUB: Dialect = Dialect { arguments: &["hub"], ping: "ping", is_line };

/// A random conversation.
pub fn conversation(random: &mut StdRng) -> Conversation {
    let variant = words::variant(random);
    let mut lines = vec![format!("set-param name=variant value={variant}"), "set-param name=hash value=2".to_owned()];
    if random.random_bool(0.2) {
        lines.clear();
    }
    for _ in 0..random.random_range(1..50) {
        let line = hub_lines::line(random, variant).replace(['\n', '\r'], " ");
        if is_quick(&line) {
            lines.push(line);
        }
    }
    Conversation::new(random, lines)
}

/// Whether a line neither ends the conversation nor takes much of the machine. Searches end with the next line.
pub fn is_quick(line: &str) -> bool {
    !matches!(
        Hub::default().read(line).command,
        Some(Command::Quit | Command::Set(Setting::Hash(17..) | Setting::Threads(5..)))
    )
}

/// A game with what its moves are called.
struct Named {
    game: Box<dyn Session>,
    variant: VariantId,
    numbering: Numbering,
}

impl Named {
    fn name(&self, game: &dyn Session, at: usize) -> String {
        hub_lines::write_move(self.variant, &game.legal_moves()[at], self.numbering)
    }

    fn duplicate(&self) -> Named {
        Named { game: self.game.duplicate(), ..*self }
    }
}

/// Where the conversation stands after the lines so far.
pub struct HubModel {
    reader: Hub,
    now: Named,
    /// The games in which an answer is due, one after the other.
    due: VecDeque<Named>,
    pongs: usize,
    readies: usize,
}

impl Default for HubModel {
    fn default() -> HubModel {
        let variant = VariantId::ALL[0];
        let now = Named { game: open(variant), variant, numbering: Numbering::Client };
        HubModel { reader: Hub::default(), now, due: VecDeque::new(), pongs: 0, readies: 0 }
    }
}

impl Model for HubModel {
    fn hear(&mut self, line: &str) {
        match self.reader.read(line).command {
            Some(Command::Ping) => self.pongs += 1,
            Some(Command::Prepare) => self.readies += 1,
            Some(Command::Set(Setting::Variant(variant))) => {
                (self.now.game, self.now.variant) = (open(variant), variant);
            }
            Some(Command::Set(Setting::Numbering(numbering))) => self.now.numbering = numbering,
            Some(Command::HubPosition { variant, position, moves }) => {
                let variant = variant.unwrap_or(self.now.variant);
                if let Some(game) = self.set_up(variant, position.as_deref(), &moves) {
                    (self.now.game, self.now.variant) = (game, variant);
                }
            }
            Some(Command::Go(_)) => self.due.push_back(self.now.duplicate()),
            _ => {}
        }
    }

    fn check(&mut self, line: &str) {
        assert!(is_line(line), "'{line}' was said");
        let count = |count: &mut usize| {
            *count = count.checked_sub(1).unwrap_or_else(|| panic!("'{line}' was said unasked"));
        };
        if line == "pong" {
            count(&mut self.pongs);
        } else if line == "ready" {
            count(&mut self.readies);
        } else if let Some(answer) = line.strip_prefix("done move=") {
            let Some(now) = self.due.pop_front() else { panic!("'{line}' was said unasked") };
            if answer == "0-0" {
                assert!(now.game.legal_moves().is_empty(), "'{line}' in {}", now.game.display().fen);
            } else {
                let moves: Vec<&str> = answer.split(" ponder=").collect();
                check_line_of_moves(now.game.as_ref(), &moves, |game, at| now.name(game, at), line);
            }
        } else if line.starts_with("info ") {
            let Some(now) = self.due.front() else { panic!("'{line}' was said without a search") };
            let moves = line.split_once(" pv=\"").unwrap().1.trim_end_matches('"');
            let moves: Vec<&str> = moves.split(' ').collect();
            check_line_of_moves(now.game.as_ref(), &moves, |game, at| now.name(game, at), line);
        }
    }

    fn owes_nothing(&self) -> bool {
        self.due.is_empty() && self.pongs == 0 && self.readies == 0
    }
}

impl HubModel {
    /// The game that a position and moves make; `None` when one of them is none.
    fn set_up(&self, variant: VariantId, position: Option<&str>, moves: &[String]) -> Option<Box<dyn Session>> {
        let mut game = open(variant);
        if let Some(position) = position {
            let fen = hub_lines::read_position(variant, position)?;
            game.set_position(Some(&fen), &[]).ok()?;
        }
        for text in moves {
            let wanted = hub_lines::numbers(text)?;
            let is_named = |name: String| hub_lines::numbers(&name).as_ref() == Some(&wanted);
            let legal = game.legal_moves().into_iter();
            let mv = { legal }.find(|view| is_named(hub_lines::write_move(variant, view, self.now.numbering)))?;
            game.play(&mv.uci).unwrap();
        }
        Some(game)
    }
}
