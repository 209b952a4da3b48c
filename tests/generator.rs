//! The fast generator against a slow, plain one that shares nothing with it.

mod reference;

use damier::board::Bitboard;
use damier::position::{Move, Position};
use damier::rules::{Color, Variant, VariantId, VariantTask};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::collections::BTreeSet;

/// Random positions a ruleset in an ordinary run.
const POSITIONS: usize = 20_000;
const SEED: u64 = 641_050;

/// A move as the reference names it.
fn named<V: Variant>(mv: &Move) -> reference::Move {
    let number = |square| V::RULES.board.number(square);
    let mut captured: Vec<u8> = mv.captured().into_iter().map(number).collect();
    captured.sort_unstable();
    reference::Move { from: number(mv.from()), to: number(mv.to()), captured, promotes: mv.promotes() }
}

/// The reference's position, built from its numbered FEN without the engine's own reader.
fn position<V: Variant>(fen: &str) -> Position<V> {
    let mut colors = [Bitboard::EMPTY; 2];
    let mut kings = Bitboard::EMPTY;
    let mut parts = fen.split(':');
    let side = if parts.next() == Some("W") { Color::White } else { Color::Black };
    for (color, part) in parts.enumerate() {
        for text in part[1..].split(',').filter(|text| !text.is_empty()) {
            let number = text.trim_start_matches('K').parse().unwrap();
            let square = Bitboard::of(V::RULES.board.square(number).unwrap());
            colors[color] |= square;
            if text.starts_with('K') {
                kings |= square;
            }
        }
    }
    Position::new(colors[0], colors[1], kings, side).unwrap()
}

struct Comparison {
    count: usize,
}

impl VariantTask for Comparison {
    type Output = ();

    fn run<V: Variant>(self) {
        let name = V::RULES.name;
        let mut rng = StdRng::seed_from_u64(SEED);
        let mut longest = 0;
        for at in 0..self.count {
            let slow = reference::random_position(&mut rng, name);
            let fen = slow.to_fen();
            let fast = position::<V>(&fen);
            let list = fast.legal_moves();
            let moves: BTreeSet<reference::Move> = list.iter().map(named::<V>).collect();
            let context = format!("{name}, seed {SEED}, position {at}: {fen}");
            assert_eq!(moves.len(), list.len(), "a move is listed twice: {context}");
            assert_eq!(moves, slow.legal_moves(), "{context}");
            assert_eq!(fast.count_moves() as usize, list.len(), "{context}");
            assert_eq!(fast.can_capture(), list.iter().any(Move::is_capture), "{context}");
            for mv in list {
                let next = fast.play(mv);
                assert_eq!(next.check(), Ok(()), "{context}");
                assert_eq!(next, position(&slow.play(&named::<V>(&mv)).to_fen()), "{context}");
                longest = longest.max(mv.captured().count());
            }
            let turned = fast.turned();
            assert_eq!(turned.count_moves(), fast.count_moves(), "turned: {context}");
            if let Some(mirrored) = fast.mirrored() {
                assert_eq!(mirrored.count_moves(), fast.count_moves(), "mirrored: {context}");
            }
        }
        assert!(longest >= 6, "{name}: the positions hold no long chains, only {longest}");
    }
}

macro_rules! comparisons {
    ($($test:ident $variant:ident),+ $(,)?) => {
        $(
            #[test]
            fn $test() {
                VariantId::$variant.run(Comparison { count: POSITIONS });
            }
        )+
    };
}

comparisons! {
    turkish Turkish,
    turkish_backward TurkishBackward,
    turkish_position TurkishPosition,
    international International,
    brazilian Brazilian,
    american American,
    english English,
}
