//! Counting the leaves of the tree of legal moves.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use super::{Setup, ToolError};
use crate::position::PerftLimits;

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    /// How deep, in plies.
    pub depth: u32,
    /// Whether to show the count of every move.
    pub divide: bool,
    /// How many threads share the work.
    pub threads: usize,
    /// The size of the table in MiB, 0 for none.
    pub hash: usize,
}

/// Counts, and writes the count as the last line, `Nodes searched: N`.
///
/// # Errors
/// When the position is none or the output cannot be written.
pub fn perft(setup: &Setup, how: Perft, output: &mut dyn Write) -> Result<(), ToolError> {
    let session = setup.session()?;
    let never = AtomicBool::new(false);
    let limits = PerftLimits { threads: how.threads, hash: how.hash, stop: &never };
    let total = if how.divide && how.depth > 0 {
        let moves = session.perft_divide(how.depth, limits).unwrap_or_default();
        for (view, leaves) in &moves {
            writeln!(output, "{}: {leaves}", view.uci)?;
        }
        moves.iter().map(|(_, leaves)| leaves).sum()
    } else {
        session.perft(how.depth, limits).unwrap_or_default()
    };
    writeln!(output, "Nodes searched: {total}")?;
    output.flush()?;
    Ok(())
}
