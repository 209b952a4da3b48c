//! Checksums that fit what was changed.

use miniz_oxide::deflate::compress_to_vec;

fn put(bytes: &mut [u8], at: usize, number: u32) {
    bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
}

/// Makes the checksum of the header right.
pub fn fix_header(bytes: &mut [u8]) {
    if bytes.len() >= 128 {
        let checksum = crc32fast::hash(&bytes[..124]);
        put(bytes, 124, checksum);
    }
}

/// Makes both checksums right of the block that begins and ends there.
pub fn fix_block(bytes: &mut [u8], begin: usize, end: usize) {
    let checksum = crc32fast::hash(&bytes[begin + 32..end]);
    put(bytes, begin + 24, checksum);
    let checksum = crc32fast::hash(&bytes[begin..begin + 28]);
    put(bytes, begin + 28, checksum);
}

/// A file of one block with another stream in it, and everything told of it right.
pub fn with_stream(file: &[u8], stream: &[u8]) -> Vec<u8> {
    let mut bytes = file[..160].to_vec();
    let packed = compress_to_vec(stream, 1);
    put(&mut bytes, 144, stream.len() as u32);
    put(&mut bytes, 148, packed.len() as u32);
    bytes.extend(packed);
    let end = bytes.len();
    fix_block(&mut bytes, 128, end);
    bytes
}
