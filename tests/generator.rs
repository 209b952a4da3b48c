//! The fast generator against a slow, plain one that shares nothing with it.

mod reference;
mod support;

use damier::position::Move;
use damier::rules::{Variant, VariantId, VariantTask};
use rand::SeedableRng;
use rand::rngs::StdRng;
use support::{legal_moves, named, position};

/// Random positions a ruleset in an ordinary run.
const POSITIONS: usize = 20_000;
const SEED: u64 = 641_050;

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
            let context = format!("{name}, seed {SEED}, position {at}: {fen}");
            assert_eq!(legal_moves(&fast), slow.legal_moves(), "{context}");
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
