//! Which game a table belongs to.

use crate::board::Direction;
use crate::rules::{Color, Removal, Variant};

/// A number that changes with every constant of a ruleset on which the value of a small position depends. Counters and
/// notation are left out: tables know neither.
pub fn rules_hash<V: Variant>() -> u64 {
    let rules = &V::RULES;
    let mut bytes = rules.name.as_bytes().to_vec();
    bytes.extend([rules.board.size(), rules.board.is_diagonal().into()]);
    bytes.extend(rules.start_ranks);
    for directions in [rules.steps_of(Color::White), rules.captures_of(Color::White)] {
        bytes.extend(Direction::ALL.map(|direction| u8::from(directions.contains(direction))));
    }
    bytes.extend([rules.flying_kings, rules.most_pieces, rules.removal == Removal::AtOnce].map(u8::from));
    bytes.extend([rules.one_piece_each_draws, rules.king_beats_man].map(u8::from));
    // FNV-1a, which needs no library and is the same on every machine.
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{VariantId, VariantTask};

    struct Hash;

    impl VariantTask for Hash {
        type Output = u64;

        fn run<V: Variant>(self) -> u64 {
            rules_hash::<V>()
        }
    }

    #[test]
    fn no_two_rulesets_share_a_hash() {
        let mut hashes: Vec<u64> = VariantId::ALL.iter().map(|variant| variant.run(Hash)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), VariantId::ALL.len());
    }
}
