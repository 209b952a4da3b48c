//! The bench as a signature: its nodes change when the search or the evaluation does, and never otherwise.

use damier::bench;
use damier::engine::open;
use damier::rules::VariantId;
use damier::search::Control;

#[test]
fn the_positions_are_legal_and_not_over() {
    let positions = bench::positions();
    assert_eq!(positions.len(), 40);
    for &id in VariantId::ALL {
        assert!(positions.iter().any(|&(variant, _)| variant == id), "none is {id}");
    }
    for (variant, fen) in positions {
        let mut session = open(variant);
        session.set_position(Some(fen), &[]).unwrap();
        assert_eq!(session.verdict(), None, "{variant} {fen}");
        assert_eq!(session.display().fen, fen, "{variant}");
    }
}

/// A change of the search or the evaluation changes the number in the file; nothing else may.
#[test]
fn the_nodes_are_those_of_the_signature() {
    let expected: u64 = include_str!("../positions/bench/signature.txt").trim().parse().unwrap();
    let total = bench::run(&Control::new(false), |_| {}).unwrap();
    assert_eq!(total.nodes, expected, "positions/bench/signature.txt");
}
