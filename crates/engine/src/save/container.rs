//! The container of a save: a head, a table of chunks, and the chunks, each compressed and with its own checksum.
//!
//! ```text
//! WAYWORN\0 · format u16 · chunks u16 · { tag 4, version u16, raw u64, packed u64, sum u64 }… · sum of all this u64
//! packed bytes of each chunk, in the order of the table, and nothing after them
//! ```
//! Numbers are little-endian. Sums are xxh3 over the packed bytes, so nothing damaged is unpacked. Every length is
//! checked before memory is allocated for it: a checksum keeps out accidents, not malice. The meaning of the chunks
//! does not live
//! here (`codec`).

use super::SaveFault;
use crate::text::Printable;
use std::io::{self, Read, Write};
use xxhash_rust::xxh3::xxh3_64;

/// First bytes of every save.
const MAGIC: [u8; 8] = *b"WAYWORN\0";
/// Version of the container.
pub(super) const FORMAT: u16 = 1;
/// Largest file, in bytes.
pub const FILE_MAX: u64 = 512 << 20;
/// Most chunks in a file; fourteen kinds exist.
pub(super) const CHUNKS_MAX: usize = 64;
/// Bytes of the head before the table, of a row of the table, and of a checksum.
const HEAD_BYTES: usize = 12;
const ROW_BYTES: usize = 30;
const SUM_BYTES: usize = 8;
/// Largest compression ratio, and unpacked bytes that any file may hold. The emptiest possible land has a ratio of
/// sixty; a file far beyond is not a save.
const RAW_PER_BYTE: u64 = 512;
const RAW_BYTES_ALWAYS: u64 = 32 << 20;
/// Compression level: fast, and half the size. Higher levels gain a tenth for twice the time.
const COMPRESSION_LEVEL: i32 = 1;
/// Largest compression window, as a power of two. Our saves use 2^19; a file decides how much memory its window takes.
const WINDOW_LOG_MAX: u32 = 22;

/// Tag of a chunk.
pub(super) type ChunkTag = [u8; 4];

/// A chunk in words, for messages.
pub(super) fn tag_name(tag: ChunkTag) -> String {
    format!("its part {}", Printable(&*String::from_utf8_lossy(&tag)))
}

/// Whether a file with these first bytes is a save, intact or not.
pub(super) fn is_save(front: &[u8]) -> bool {
    front.starts_with(&MAGIC)
}

/// A chunk, compressed while it is written, so that it is never in memory uncompressed.
pub(super) struct Packed {
    bytes: Vec<u8>,
    /// Its uncompressed length.
    raw: u64,
}

impl Packed {
    /// The chunk with the bytes that `write` writes.
    pub(super) fn of(write: impl FnOnce(&mut ChunkSink) -> io::Result<()>) -> Packed {
        match Packed::pack(write) {
            Ok(packed) => packed,
            // Writing to memory does not fail, and every saved type serializes.
            Err(error) => unreachable!("packing in memory cannot fail: {error}"),
        }
    }

    fn pack(write: impl FnOnce(&mut ChunkSink) -> io::Result<()>) -> io::Result<Packed> {
        let mut sink = ChunkSink { encoder: zstd::Encoder::new(Vec::new(), COMPRESSION_LEVEL)?, raw: 0 };
        write(&mut sink)?;
        Ok(Packed { bytes: sink.encoder.finish()?, raw: sink.raw })
    }
}

/// Builds a file.
pub(super) struct Packer {
    table: Vec<u8>,
    body: Vec<u8>,
}

impl Packer {
    /// A file without chunks.
    pub(super) fn new() -> Packer {
        Packer { table: Vec::new(), body: Vec::new() }
    }

    /// Adds a chunk of this version.
    pub(super) fn add(&mut self, tag: ChunkTag, version: u16, packed: Packed) {
        self.table.extend(tag);
        self.table.extend(version.to_le_bytes());
        self.table.extend(packed.raw.to_le_bytes());
        self.table.extend((packed.bytes.len() as u64).to_le_bytes());
        self.table.extend(xxh3_64(&packed.bytes).to_le_bytes());
        self.body.extend(packed.bytes);
    }

    /// The bytes of the file.
    pub(super) fn finish(self) -> Vec<u8> {
        let chunks = (self.table.len() / ROW_BYTES) as u16;
        let mut file = Vec::with_capacity(HEAD_BYTES + self.table.len() + SUM_BYTES + self.body.len());
        file.extend(MAGIC);
        file.extend(FORMAT.to_le_bytes());
        file.extend(chunks.to_le_bytes());
        file.extend(self.table);
        file.extend(xxh3_64(&file).to_le_bytes());
        file.extend(self.body);
        file
    }
}

/// Compresses the contents of a chunk. What is written should come in long stretches.
pub(super) struct ChunkSink {
    encoder: zstd::Encoder<'static, Vec<u8>>,
    raw: u64,
}

impl Write for ChunkSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.encoder.write(bytes)?;
        self.raw += taken as u64;
        Ok(taken)
    }

    /// Does nothing: flushing costs compression, and a chunk is read only when complete.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One row of a file's table.
#[derive(Clone, Copy)]
struct TableRow {
    tag: ChunkTag,
    version: u16,
    raw: u64,
    sum: u64,
    start: usize,
    end: usize,
}

/// A file with a valid head and table; chunks are checked when they are read.
pub(super) struct Container<'a> {
    bytes: &'a [u8],
    rows: Vec<TableRow>,
}

impl<'a> Container<'a> {
    /// Reads the head and the table.
    ///
    /// # Errors
    /// When this is not a save, has another format, or its lengths and checksums do not fit.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, SaveFault> {
        Self::open_front(bytes, bytes.len() as u64)
    }

    /// The same with only the first bytes of a file of this length: chunks beyond them are unreadable.
    ///
    /// # Errors
    /// As [`Container::open`].
    pub(super) fn open_front(bytes: &'a [u8], file: u64) -> Result<Self, SaveFault> {
        if file > FILE_MAX {
            return Err(SaveFault::TooLarge);
        }
        if !is_save(bytes) {
            return Err(SaveFault::NotASave);
        }
        let format = u16_at(bytes, 8)?;
        if format != FORMAT {
            return Err(SaveFault::OtherVersion {
                what: "its format".to_owned(),
                found: format,
                known: FORMAT,
            });
        }
        let count = usize::from(u16_at(bytes, 10)?);
        if count > CHUNKS_MAX {
            return Err(SaveFault::Length);
        }
        let table_end = HEAD_BYTES + count * ROW_BYTES;
        if u64_at(bytes, table_end)? != xxh3_64(&bytes[..table_end]) {
            return Err(SaveFault::Checksum("its table".to_owned()));
        }
        let rows = read_rows(bytes, count, file as usize)?;
        Ok(Self { bytes, rows })
    }

    /// Tags and versions of its chunks, in the order of the table.
    pub(super) fn versions(&self) -> impl Iterator<Item = (ChunkTag, u16)> {
        self.rows.iter().map(|row| (row.tag, row.version))
    }

    /// Decompresses a chunk of at most `raw_max` bytes.
    ///
    /// # Errors
    /// When it is missing, damaged or larger than it may be.
    pub(super) fn chunk(&self, tag: ChunkTag, raw_max: u64) -> Result<Vec<u8>, SaveFault> {
        let unreadable = |why: &str| SaveFault::Unreadable { part: tag_name(tag), why: why.to_owned() };
        let row = self.rows.iter().find(|row| row.tag == tag).ok_or_else(|| unreadable("it is missing"))?;
        if row.raw > raw_max {
            return Err(unreadable("it is larger than it can be"));
        }
        let packed = self.bytes.get(row.start..row.end).ok_or(SaveFault::Length)?;
        if xxh3_64(packed) != row.sum {
            return Err(SaveFault::Checksum(tag_name(tag)));
        }
        let raw = decompress(packed, row.raw).map_err(|error| unreadable(&error.to_string()))?;
        if raw.len() as u64 == row.raw { Ok(raw) } else { Err(unreadable("its length is not as stated")) }
    }
}

/// Decompresses at most `raw + 1` bytes; the extra byte shows that there is too much.
fn decompress(packed: &[u8], raw: u64) -> io::Result<Vec<u8>> {
    let mut decoder = zstd::Decoder::with_buffer(packed)?;
    decoder.window_log_max(WINDOW_LOG_MAX)?;
    let mut bytes = Vec::with_capacity(raw.min(1 << 20) as usize);
    decoder.take(raw + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_rows(bytes: &[u8], count: usize, file: usize) -> Result<Vec<TableRow>, SaveFault> {
    let mut rows = Vec::with_capacity(count);
    let mut start = HEAD_BYTES + count * ROW_BYTES + SUM_BYTES;
    for i in 0..count {
        let at = HEAD_BYTES + i * ROW_BYTES;
        let packed = usize::try_from(u64_at(bytes, at + 14)?).map_err(|_| SaveFault::Length)?;
        let end = start.checked_add(packed).filter(|end| *end <= file).ok_or(SaveFault::Length)?;
        let mut tag = ChunkTag::default();
        tag.copy_from_slice(&bytes[at..at + 4]);
        let (version, raw, sum) = (u16_at(bytes, at + 4)?, u64_at(bytes, at + 6)?, u64_at(bytes, at + 22)?);
        rows.push(TableRow { tag, version, raw, sum, start, end });
        start = end;
    }
    let is_duplicate = |(i, row): (usize, &TableRow)| rows[..i].iter().any(|before| before.tag == row.tag);
    if let Some((_, row)) = rows.iter().enumerate().find(|(i, row)| is_duplicate((*i, row))) {
        return Err(SaveFault::Unreadable { part: tag_name(row.tag), why: "it is duplicated".to_owned() });
    }
    let raw = rows.iter().fold(0, |sum: u64, row| sum.saturating_add(row.raw));
    if start == file && raw <= RAW_BYTES_ALWAYS + RAW_PER_BYTE * file as u64 {
        Ok(rows)
    } else {
        Err(SaveFault::Length)
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16, SaveFault> {
    let array = bytes.get(at..at + 2).and_then(|b| b.try_into().ok()).ok_or(SaveFault::Length)?;
    Ok(u16::from_le_bytes(array))
}

fn u64_at(bytes: &[u8], at: usize) -> Result<u64, SaveFault> {
    let array = bytes.get(at..at + 8).and_then(|b| b.try_into().ok()).ok_or(SaveFault::Length)?;
    Ok(u64::from_le_bytes(array))
}
