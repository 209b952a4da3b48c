//! The legal moves of a position.

use std::io::Write;

use serde::Serialize;

use super::{Setup, ToolError};
use crate::engine::MoveView;

/// A move as JSON.
#[derive(Serialize)]
struct Shape<'a> {
    from: &'a str,
    to: &'a str,
    captured: &'a [String],
    path: &'a [String],
    promotes: bool,
    text: &'a str,
    uci: &'a str,
}

impl<'a> Shape<'a> {
    fn of(view: &'a MoveView) -> Shape<'a> {
        let MoveView { mv: _, from, to, captured, path, promotes, text, uci } = view;
        Shape { from, to, captured, path, promotes: *promotes, text, uci }
    }
}

/// Lists the legal moves, one a line: in PDN, or as JSON objects.
///
/// # Errors
/// When the position is none or the output cannot be written.
pub fn moves(setup: &Setup, json: bool, output: &mut dyn Write) -> Result<(), ToolError> {
    for view in setup.session()?.legal_moves() {
        if json {
            writeln!(output, "{}", serde_json::to_string(&Shape::of(&view))?)?;
        } else {
            writeln!(output, "{}", view.text)?;
        }
    }
    output.flush()?;
    Ok(())
}
