//! Putting the tables of a ruleset into one file, such as the one that is compiled in.

use std::io::Write;
use std::path::PathBuf;

use super::{ToolError, shown};
use crate::rules::{Variant, VariantId, VariantTask};
use crate::tables::{Folder, pack, write};

/// What to put where.
#[derive(Clone, Debug)]
pub struct TablesPack {
    /// The ruleset.
    pub variant: VariantId,
    /// Up to how many pieces.
    pub pieces: usize,
    /// Up to how many pieces distances are kept.
    pub distances: usize,
    /// Below which folder the ruleset's own lies.
    pub dir: PathBuf,
    /// The file.
    pub file: PathBuf,
}

/// Writes tables into one file, and says how long it is and what its checksum is.
///
/// # Errors
/// When a table is missing, damaged or without the distances, or the file or the output cannot be written.
pub fn tables_pack(how: &TablesPack, output: &mut dyn Write) -> Result<(), ToolError> {
    let bytes = how.variant.run(Task(how))?;
    write(&how.file, &bytes).map_err(|error| ToolError::File(shown(&how.file), error))?;
    writeln!(output, "{} bytes, CRC-32 {:#010x}", bytes.len(), crc32fast::hash(&bytes))?;
    output.flush()?;
    Ok(())
}

struct Task<'a>(&'a TablesPack);

impl VariantTask for Task<'_> {
    type Output = Result<Vec<u8>, ToolError>;

    fn run<V: Variant>(self) -> Self::Output {
        let how = self.0;
        let packed = pack(&Folder::<V>::new(&how.dir), how.pieces, how.distances);
        packed.map_err(|refusal| ToolError::Failed(refusal.to_string()))
    }
}
