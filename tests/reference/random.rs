//! Random positions for comparing generators.

use super::board::{At, Color, Piece, along};
use super::{Move, Position};
use rand::Rng;

/// A random position, legal as a FEN: at least one piece a side, no man on its last row.
///
/// Kings and long chains are over-represented, because that is where generators go wrong: a quarter of the positions
/// come from play-outs of the start, a quarter are scattered pieces, a quarter scattered pieces after a short
/// play-out, and a quarter one hunter among isolated enemies.
pub fn random_position(rng: &mut impl Rng, ruleset: &str) -> Position {
    loop {
        let position = match rng.random_range(0..4) {
            0 => play_out(rng, Position::start(ruleset), 150),
            1 => scattered(rng, ruleset),
            2 => {
                let position = scattered(rng, ruleset);
                play_out(rng, position, 12)
            }
            _ => hunt(rng, ruleset),
        };
        if [Color::White, Color::Black].iter().all(|&color| !position.pieces(color).is_empty()) {
            return position;
        }
    }
}

/// Plays up to `plies` random moves, and stops where there is none.
fn play_out(rng: &mut impl Rng, mut position: Position, plies: u32) -> Position {
    for _ in 0..rng.random_range(0..=plies) {
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if moves.is_empty() {
            break;
        }
        position = position.play(&moves[rng.random_range(0..moves.len())]);
    }
    position
}

/// From one piece a side up to the full number anywhere, with a random share of kings.
fn scattered(rng: &mut impl Rng, ruleset: &str) -> Position {
    let mut position = Position::empty(ruleset);
    position.side_to_move = random_color(rng);
    let king_share = [0.0, 0.1, 0.3, 1.0][rng.random_range(0..4)];
    for color in [Color::White, Color::Black] {
        for _ in 0..rng.random_range(1..=position.rules.full()) {
            let at = random_square(rng, &position);
            let king = rng.random_bool(king_share);
            if position.is_empty(at) && (king || at.0 != position.rules.last_rank(color)) {
                position.set(at, Some(Piece { color, king }));
            }
        }
    }
    position
}

/// One man or king, to move, among enemies of which no two stand next to each other, and a few friends.
fn hunt(rng: &mut impl Rng, ruleset: &str) -> Position {
    let mut position = Position::empty(ruleset);
    let (rules, color) = (position.rules, random_color(rng));
    position.side_to_move = color;
    let (start, king) = (random_square(rng, &position), rng.random_bool(0.6));
    let king = king || start.0 == rules.last_rank(color);
    position.set(start, Some(Piece { color, king }));
    // A man only ever jumps by two, so its victims stand at odd distances. Few enough that routes can be listed.
    for _ in 0..rng.random_range(4..=if king { 24 } else { 60 }) {
        let at = random_square(rng, &position);
        let (ranks, files) = (at.0 - start.0, at.1 - start.1);
        let jumpable = if rules.turkish_family { (ranks + files) % 2 != 0 } else { ranks % 2 != 0 };
        let neighbors = rules.directions().map(|direction| along(at, direction, 1));
        let isolated = neighbors.iter().all(|&square| position.get(square).is_none_or(|piece| piece.color == color));
        // Nothing on the edge of the board can be jumped across it.
        let inside = rng.random_bool(0.1) || neighbors.iter().all(|&square| position.on_board(square));
        if position.is_empty(at) && isolated && inside && (king || jumpable) {
            let enemy_king = rng.random_bool(0.2) || at.0 == rules.last_rank(color.other());
            position.set(at, Some(Piece { color: color.other(), king: enemy_king }));
        }
    }
    for _ in 0..rng.random_range(0..3) {
        let at = random_square(rng, &position);
        if position.is_empty(at) {
            position.set(at, Some(Piece { color, king: rng.random_bool(0.5) || at.0 == rules.last_rank(color) }));
        }
    }
    position
}

fn random_color(rng: &mut impl Rng) -> Color {
    if rng.random_bool(0.5) { Color::White } else { Color::Black }
}

fn random_square(rng: &mut impl Rng, position: &Position) -> At {
    position.rules.at(rng.random_range(1..=position.rules.squares()))
}
