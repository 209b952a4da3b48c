//! The weights that are compiled in.

use std::sync::{Arc, OnceLock};

use super::net::{Net, Weights};
use super::refusal::WeightsFault;
use crate::rules::Variant;

/// Weights that are compiled in.
struct Embedded {
    /// The ruleset they were learned for.
    ruleset: &'static str,
    bytes: &'static [u8],
    /// They, once they have been asked for.
    read: OnceLock<Arc<Weights>>,
}

macro_rules! embedded {
    ($($ruleset:literal),+) => {
        [$(Embedded {
            ruleset: $ruleset,
            bytes: include_bytes!(concat!("weights/", $ruleset, ".net")),
            read: OnceLock::new(),
        }),+]
    };
}

static EMBEDDED: [Embedded; 5] = embedded!["turkish", "international", "brazilian", "american", "english"];

impl Embedded {
    /// Those that a ruleset plays with: its own, or those of Turkish draughts, from which its relatives differ too little
    /// for weights of their own.
    fn of(ruleset: &str) -> &'static Embedded {
        EMBEDDED.iter().find(|embedded| embedded.ruleset == ruleset).unwrap_or(&EMBEDDED[0])
    }
}

impl<V: Variant> Net<V> {
    /// The net that is compiled in.
    ///
    /// # Panics
    /// When it is damaged, which a test rules out.
    pub fn embedded() -> Net<V> {
        let embedded = Embedded::of(V::RULES.name);
        let read = || match Weights::from_bytes::<V>(embedded.bytes, embedded.ruleset) {
            Ok(weights) => Arc::new(weights),
            Err(fault) => panic!("the weights of {}: {fault}", embedded.ruleset),
        };
        Net::new(Arc::clone(embedded.read.get_or_init(read)))
    }

    /// The net of a file.
    ///
    /// # Errors
    /// When the bytes are not the weights of this ruleset, or of the one whose weights it plays with.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net<V>, WeightsFault> {
        let own = Weights::from_bytes::<V>(bytes, V::RULES.name);
        let weights = match own {
            Err(WeightsFault::Ruleset { found, .. }) if found == Embedded::of(V::RULES.name).ruleset => {
                Weights::from_bytes::<V>(bytes, Embedded::of(V::RULES.name).ruleset)
            }
            own => own,
        };
        Ok(Net::new(Arc::new(weights?)))
    }
}
