//! The endgame tables that a client names, and what to tell him about them.

use std::path::Path;

use super::view::Notice;
use crate::rules::Variant;
use crate::tables::{Folder, Refusal, Tables};

/// How many files that are refused are named.
const NAMED: usize = 3;

/// Adds the tables of the ruleset below a folder, and tells how many there are and which are refused.
pub(super) fn add_folder<V: Variant>(tables: &mut Tables<V>, folder: &Path) -> Vec<Notice> {
    let folder = Folder::<V>::new(folder);
    let found = folder.add_to(tables);
    let path = folder.path().display();
    let summary = match found.added {
        0 if found.known > 0 => format!("the {} endgame tables in '{path}' tell nothing new", found.known),
        0 => format!("no endgame tables are used from '{path}'"),
        1 => format!("1 endgame table is used from '{path}', which makes {} pieces the most", tables.largest()),
        added => {
            format!("{added} endgame tables are used from '{path}', which makes {} pieces the most", tables.largest())
        }
    };
    std::iter::once(Notice::Remark(summary)).chain(told(&found.refused).map(Notice::Error)).collect()
}

/// Refusals in one sentence, the first of them by name; `None` where there are none.
pub(super) fn told(refusals: &[Refusal]) -> Option<String> {
    let named: Vec<String> = refusals.iter().take(NAMED).map(Refusal::to_string).collect();
    let more = match refusals.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    (!named.is_empty()).then(|| named.join("; ") + &more)
}
