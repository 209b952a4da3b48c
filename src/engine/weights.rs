//! What to tell a client about the weights that positions are judged by.

use std::path::Path;

use super::session::Session;
use super::view::Notice;
use crate::eval::{WeightsFault, WeightsRefusal};

/// That the weights of a file are used, or those of the program.
pub(super) fn used(file: Option<&Path>, checksum: u32) -> Notice {
    Notice::Remark(match file {
        Some(file) => format!("positions are judged by the weights in '{}', checksum {checksum:08x}", file.display()),
        None => "positions are judged by the program's own weights".to_owned(),
    })
}

/// That the file which the option names is not used, and the old one stands.
pub(super) fn refused(WeightsRefusal { file, fault }: &WeightsRefusal) -> Notice {
    Notice::Error(format!("option 'EvalFile' cannot be '{file}': {fault}; it keeps the old value"))
}

/// Gives a game of a ruleset that was just chosen the weights of the file that the option names, where they are meant for
/// it, and says what became of them.
pub(super) fn carry_over(session: &mut dyn Session, file: &Path) -> Notice {
    match session.load_weights(Some(file)) {
        Ok(checksum) => used(Some(file), checksum),
        Err(refusal) => {
            let told = format!("{refusal}; positions are judged by the program's own weights");
            // That the weights wait for their own ruleset is how it should be.
            match refusal.fault {
                WeightsFault::Ruleset { .. } => Notice::Remark(told),
                _ => Notice::Error(told),
            }
        }
    }
}
