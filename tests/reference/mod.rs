//! The reference move generator: slow, plain, and independent of the engine.
//!
//! It exists to disagree. It shares no code, no types and no ideas with the engine: the board is an array of
//! squares by rank and file, a capture is a recursion over single jumps that tries one landing square at a time,
//! and the only thing skipped for speed is a state of a chain met before. When the fast generator and this one differ,
//! the rules decide, not the faster program.
//!
//! Squares are numbered as in `positions/perft/`: Turkish a1 = 1, b1 = 2 … h8 = 64; on the boards of dark squares
//! row by row from the top left seen by White, 1 … 32 or 1 … 50.
// Every test binary compiles this module and uses its own part of it.
#![allow(dead_code, unused_imports)]

mod board;
mod random;

pub use board::Color;
pub use random::random_position;

use board::{At, Piece, Rules, along, is_backward};
use std::collections::BTreeSet;

/// The rulesets by name, in the order of the project's documents.
pub const RULESETS: [&str; 7] =
    ["turkish", "turkish-backward", "turkish-position", "international", "brazilian", "american", "english"];

/// A legal move: all that decides which position follows. Routes that agree in these fields are one move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The square the piece leaves.
    pub from: u8,
    /// The square it ends on; a king's chain may end where it began.
    pub to: u8,
    /// The squares of the captured pieces, ascending; empty for a quiet move.
    pub captured: Vec<u8>,
    /// A man ends its move on the last row and is crowned.
    pub promotes: bool,
}

/// All that a chain's continuation depends on: square, last direction, pieces taken.
type Standing = (At, Option<At>, BTreeSet<At>);

/// One capture chain under way: the mover has been lifted from its start square.
#[derive(Clone)]
struct Chain {
    /// The board as it stands now: without the mover and, in the Turkish family, without the pieces taken so far.
    board: Position,
    mover: Piece,
    /// The squares visited, the start included.
    path: Vec<At>,
    /// The squares of the pieces taken so far.
    captured: Vec<At>,
    last_direction: Option<At>,
}

/// A position: who stands where and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    rules: Rules,
    /// One entry per square of the full rectangle, light squares included: rank × size + file.
    board: Vec<Option<Piece>>,
    side_to_move: Color,
}

impl Position {
    fn empty(ruleset: &str) -> Position {
        let rules = Rules::of(ruleset);
        Position { rules, board: vec![None; (rules.size * rules.size) as usize], side_to_move: rules.first_to_move }
    }

    /// The start position.
    pub fn start(ruleset: &str) -> Position {
        let mut position = Position::empty(ruleset);
        let rules = position.rules;
        // The Turkish game leaves each side's first row empty.
        let first = i32::from(rules.turkish_family);
        for at in position.squares() {
            let man = |color| Some(Piece { color, king: false });
            if (first..first + rules.rows_of_men).contains(&at.0) {
                position.set(at, man(Color::White));
            } else if (first..first + rules.rows_of_men).contains(&(rules.size - 1 - at.0)) {
                position.set(at, man(Color::Black));
            }
        }
        position
    }

    /// Reads a FEN such as `W:W1,K2:Bc3`. For test data: it panics on text that is not a FEN.
    pub fn from_fen(ruleset: &str, fen: &str) -> Position {
        let color_of = |text: &str| match text.chars().next() {
            Some('W') => Color::White,
            Some('B') => Color::Black,
            _ => panic!("no color in {fen:?}"),
        };
        let mut position = Position::empty(ruleset);
        let parts: Vec<&str> = fen.split(':').collect();
        assert_eq!(parts.len(), 3, "not a FEN: {fen:?}");
        position.side_to_move = color_of(parts[0]);
        for part in &parts[1..] {
            let color = color_of(part);
            for text in part[1..].split(',').filter(|text| !text.is_empty()) {
                let (king, square) = text.strip_prefix('K').map_or((false, text), |square| (true, square));
                let at = position.rules.at(position.rules.parse_square(square));
                assert!(position.get(at).is_none(), "{square} is named twice in {fen:?}");
                assert!(king || at.0 != position.rules.last_rank(color), "a man on its last row in {fen:?}");
                position.set(at, Some(Piece { color, king }));
            }
        }
        position
    }

    /// Writes the FEN with square numbers: White first, ascending, `W:W1,K2:B3`.
    pub fn to_fen(&self) -> String {
        let list = |color| {
            let pieces: Vec<String> = (1..=self.rules.squares())
                .filter_map(|square| self.get(self.rules.at(square)).map(|piece| (square, piece)))
                .filter(|(_, piece)| piece.color == color)
                .map(|(square, piece)| format!("{}{square}", if piece.king { "K" } else { "" }))
                .collect();
            pieces.join(",")
        };
        let side = if self.side_to_move == Color::White { "W" } else { "B" };
        format!("{side}:W{}:B{}", list(Color::White), list(Color::Black))
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The legal moves; empty when the side to move has lost.
    pub fn legal_moves(&self) -> BTreeSet<Move> {
        self.legal_routes(true).into_iter().map(|(chosen, _)| chosen).collect()
    }

    /// Every complete legal route with the squares it visits, both ends in. One move may appear several times.
    ///
    /// A flying king among many isolated pieces has more routes than can be listed; [`Position::legal_moves`] has no
    /// such limit.
    pub fn routes(&self) -> Vec<(Move, Vec<u8>)> {
        self.legal_routes(false)
    }

    /// The position after a move. It panics when the start square is empty; legality is the caller's affair.
    pub fn play(&self, chosen: &Move) -> Position {
        let mut next = self.clone();
        let mut piece = self.get(self.rules.at(chosen.from)).expect("no piece on the start square");
        piece.king |= chosen.promotes;
        next.set(self.rules.at(chosen.from), None);
        for &square in &chosen.captured {
            next.set(self.rules.at(square), None);
        }
        // Last, because the piece may end on its start square or where it took a piece.
        next.set(self.rules.at(chosen.to), Some(piece));
        next.side_to_move = self.side_to_move.other();
        next
    }

    /// The number of lines of `depth` legal moves; a line that ends early counts nothing.
    pub fn perft(&self, depth: u64) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self.legal_moves().iter().map(|chosen| self.play(chosen).perft(depth - 1)).sum(),
        }
    }

    /// Captures if there are any, by majority where the rules ask for it; otherwise the quiet moves.
    fn legal_routes(&self, merge: bool) -> Vec<(Move, Vec<u8>)> {
        let mut captures = self.captures(merge);
        if captures.is_empty() {
            return self.quiet_moves();
        }
        if self.rules.majority {
            let most = captures.iter().map(|(capture, _)| capture.captured.len()).max();
            captures.retain(|(capture, _)| Some(capture.captured.len()) == most);
        }
        captures
    }

    fn quiet_moves(&self) -> Vec<(Move, Vec<u8>)> {
        let mut moves = Vec::new();
        for (from, piece) in self.pieces(self.side_to_move) {
            for direction in self.rules.directions() {
                if !piece.king && is_backward(direction, piece.color) {
                    continue;
                }
                let range = if piece.king && self.rules.flying_kings { self.rules.size } else { 1 };
                for distance in 1..=range {
                    let to = along(from, direction, distance);
                    if !self.is_empty(to) {
                        break;
                    }
                    moves.push(self.finished(piece, &[from, to], &[]));
                }
            }
        }
        moves
    }

    /// All complete chains of all pieces, before the majority rule.
    fn captures(&self, merge: bool) -> Vec<(Move, Vec<u8>)> {
        let mut found = Vec::new();
        for (from, mover) in self.pieces(self.side_to_move) {
            let mut board = self.clone();
            board.set(from, None); // The start square is empty during the chain.
            let chain = Chain { board, mover, path: vec![from], captured: Vec::new(), last_direction: None };
            // Two routes that stand on one square, came by one direction and took one set of pieces go on alike, so
            // for merged moves the second need not be followed.
            let mut seen = merge.then(BTreeSet::new);
            self.follow(&chain, &mut seen, &mut found);
        }
        found
    }

    /// Tries every next jump; a chain that has captured and cannot go on is complete.
    fn follow(&self, chain: &Chain, seen: &mut Option<BTreeSet<Standing>>, found: &mut Vec<(Move, Vec<u8>)>) {
        let here = chain.path[chain.path.len() - 1];
        if let Some(seen) = seen
            && !seen.insert((here, chain.last_direction, chain.captured.iter().copied().collect()))
        {
            return;
        }
        let jumps = chain.jumps();
        if jumps.is_empty() && !chain.captured.is_empty() {
            found.push(self.finished(chain.mover, &chain.path, &chain.captured));
        }
        for (direction, victim, landing) in jumps {
            let mut next = chain.clone();
            next.path.push(landing);
            next.captured.push(victim);
            next.last_direction = Some(direction);
            if self.rules.turkish_family {
                next.board.set(victim, None);
            }
            self.follow(&next, seen, found);
        }
    }

    /// A complete route in the public form. Promotion is decided here, where the move has ended: a man that only
    /// passes the last row stays a man.
    fn finished(&self, mover: Piece, path: &[At], captured: &[At]) -> (Move, Vec<u8>) {
        let path_squares: Vec<u8> = path.iter().map(|&at| self.rules.number(at)).collect();
        let mut captured: Vec<u8> = captured.iter().map(|&at| self.rules.number(at)).collect();
        captured.sort_unstable();
        let end = path[path.len() - 1];
        let promotes = !mover.king && end.0 == self.rules.last_rank(mover.color);
        let chosen = Move { from: path_squares[0], to: path_squares[path.len() - 1], captured, promotes };
        (chosen, path_squares)
    }

    /// Every square in play, as rank and file.
    fn squares(&self) -> Vec<At> {
        (1..=self.rules.squares()).map(|square| self.rules.at(square)).collect()
    }

    fn pieces(&self, color: Color) -> Vec<(At, Piece)> {
        let all = self.squares().into_iter().filter_map(|at| self.get(at).map(|piece| (at, piece)));
        all.filter(|(_, piece)| piece.color == color).collect()
    }

    fn on_board(&self, (rank, file): At) -> bool {
        (0..self.rules.size).contains(&rank) && (0..self.rules.size).contains(&file)
    }

    fn get(&self, at: At) -> Option<Piece> {
        if self.on_board(at) { self.board[(at.0 * self.rules.size + at.1) as usize] } else { None }
    }

    fn set(&mut self, at: At, piece: Option<Piece>) {
        self.board[(at.0 * self.rules.size + at.1) as usize] = piece;
    }

    /// On the board and free; a square off the board is not empty.
    fn is_empty(&self, at: At) -> bool {
        self.on_board(at) && self.get(at).is_none()
    }
}

impl Chain {
    /// The single jumps from here: direction, the piece taken, the landing square.
    fn jumps(&self) -> Vec<(At, At, At)> {
        let (rules, here) = (self.board.rules, self.path[self.path.len() - 1]);
        let flying = self.mover.king && rules.flying_kings;
        let mut jumps = Vec::new();
        for direction in rules.directions() {
            if !self.mover.king && !rules.men_capture_backward && is_backward(direction, self.mover.color) {
                continue;
            }
            if rules.turkish_family && self.last_direction == Some((-direction.0, -direction.1)) {
                continue; // The half turn.
            }
            // The first piece in this direction; only a flying king may cross empty squares to reach it.
            let mut distance = 1;
            while flying && self.board.is_empty(along(here, direction, distance)) {
                distance += 1;
            }
            let victim = along(here, direction, distance);
            let is_enemy = self.board.get(victim).is_some_and(|piece| piece.color != self.mover.color);
            // Pieces taken earlier but still on the board can neither be taken again nor be crossed.
            if !is_enemy || self.captured.contains(&victim) {
                continue;
            }
            let range = if flying { rules.size } else { 1 };
            for behind in 1..=range {
                let landing = along(victim, direction, behind);
                if !self.board.is_empty(landing) {
                    break;
                }
                jumps.push((direction, victim, landing));
            }
        }
        jumps
    }
}
