//! Many tables in one piece, as they are compiled in: each file's length in four bytes, little-endian, and the file.

use std::borrow::Cow;

use super::class::Class;
use super::file::{TableFile, encode};
use super::folder::Folder;
use super::refusal::{Fault, Refusal};
use super::set::Tables;
use crate::rules::Variant;

/// What `damier tables pack` made of the tables of up to four pieces of `turkish`; up to three pieces have distances.
static TURKISH: &[u8] = include_bytes!("turkish.bin");

/// How many bytes of cache hold all blocks that are compiled in.
pub const EMBEDDED_BYTES: usize = 16 << 20;

/// What it must be: its length in bytes and its CRC-32.
#[cfg(test)]
const LENGTH_AND_CHECKSUM: (usize, u32) = (673_457, 0xefa8_edde);

/// All tables of a folder up to `pieces`, those up to `with_distances` pieces with distances and the others without.
///
/// # Errors
/// When one is missing, refused or damaged, or has no distances where they are wanted.
pub fn pack<V: Variant>(folder: &Folder<V>, pieces: usize, with_distances: usize) -> Result<Vec<u8>, Refusal> {
    let mut archive = Vec::new();
    for class in Class::pairs(pieces).into_iter().flat_map(Class::pair) {
        let file = folder.open(class)?;
        let mut packed = file.whole()?;
        let mut statistics = *file.statistics();
        if class.pieces() > with_distances {
            packed.distances.clear();
            statistics.longest = None;
        } else if !file.has_distances() {
            return Err(Refusal { file: folder.file(class).display().to_string(), fault: Fault::NoDistances });
        }
        let bytes = encode::<V>(class, file.slots(), &packed, &statistics);
        archive.extend((bytes.len() as u32).to_le_bytes());
        archive.extend(bytes);
    }
    Ok(archive)
}

/// The tables that are compiled in, read with a cache of at most so many bytes. Only `turkish` has any.
pub fn embedded<V: Variant>(cache_bytes: usize) -> Tables<V> {
    let mut tables = Tables::new(cache_bytes);
    for bytes in files(TURKISH) {
        // A table says itself which ruleset it belongs to, so a relative's are none.
        let added = TableFile::from_bytes::<V>("an embedded table", Cow::Borrowed(bytes));
        match added.and_then(|file| tables.add(file)) {
            Ok(()) => {}
            Err(Refusal { fault: Fault::Ruleset { .. }, .. }) => break,
            Err(refusal) => log::warn!("{refusal}"),
        }
    }
    tables
}

/// The files of an archive; what is cut off at the end is left out.
fn files(archive: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = archive;
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk()?;
        let (file, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        rest = after;
        Some(file)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Turkish, VariantId, VariantTask};

    #[test]
    fn the_archive_is_the_one_that_was_made() {
        assert_eq!((TURKISH.len(), crc32fast::hash(TURKISH)), LENGTH_AND_CHECKSUM);
        let tables = embedded::<Turkish>(0);
        for class in Class::pairs(4) {
            assert!(tables.has(class) && tables.has(class.swapped()), "{class}");
        }
    }

    struct Largest;

    impl VariantTask for Largest {
        type Output = usize;

        fn run<V: Variant>(self) -> usize {
            embedded::<V>(0).largest()
        }
    }

    #[test]
    fn no_other_ruleset_has_tables() {
        for &variant in VariantId::ALL {
            assert_eq!(variant.run(Largest), if variant == VariantId::Turkish { 4 } else { 0 }, "{variant}");
        }
    }
}
