//! What decides games besides the plan: the rules, the engine, the endgame tables.

use crate::rules::{Color, NoProgress, Variant};
use crate::tables::{self, Class, MOST_PIECES, Tables};

/// The sum of nodes of the bench, which changes with the search and the evaluation.
pub(super) const ENGINE_SIGNATURE: u64 =
    match u64::from_str_radix(include_str!("../../../positions/bench/signature.txt").trim_ascii(), 10) {
        Ok(nodes) => nodes,
        Err(_) => panic!("positions/bench/signature.txt is no number"),
    };

/// A number that changes with every constant of a ruleset on which the course of a game depends: those that tables
/// depend on, and those that count.
pub(super) fn rules_hash<V: Variant>() -> u64 {
    let rules = &V::RULES;
    let mut bytes = tables::rules_hash::<V>().to_le_bytes().to_vec();
    bytes.push(u8::from(rules.first_mover == Color::White));
    let (kind, plies) = match rules.no_progress {
        NoProgress::Plies(plies) => (0, plies),
        NoProgress::Arbiter(plies) => (1, plies),
    };
    bytes.push(kind);
    bytes.extend(plies.to_le_bytes());
    for ending in rules.endings {
        for force in [&ending.one, &ending.other] {
            bytes.extend([force.pieces, force.least_kings, force.most_kings].map(|count| count as u8));
        }
        bytes.extend(ending.plies.to_le_bytes());
    }
    // FNV-1a, as for the tables.
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// How many classes there are endgame tables of, and a checksum of which they are and which tell how long wins take.
pub(super) fn tables_identity<V: Variant>(tables: &Tables<V>) -> (u32, u32) {
    let mut bytes = Vec::new();
    for class in Class::pairs(MOST_PIECES).into_iter().flat_map(Class::pair).filter(|&class| tables.has(class)) {
        bytes.extend(class.counts());
        bytes.push(tables.has_distances(class).into());
    }
    (tables.count() as u32, crc32fast::hash(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Turkish, VariantId, VariantTask};
    use crate::tables::{EMBEDDED_BYTES, embedded};

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

    #[test]
    fn tables_are_told_apart() {
        let none = tables_identity(&Tables::<Turkish>::new(0));
        let some = tables_identity(&embedded::<Turkish>(EMBEDDED_BYTES));
        assert_eq!(none.0, 0);
        assert!(some.0 > 0);
        assert_ne!(none.1, some.1);
    }
}
