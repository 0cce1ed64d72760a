//! The container of a save: a head, a table of chunks, and the chunks, each compressed and with its own check sum.
//!
//! ```text
//! WAYWORN\0 · format u16 · chunks u16 · { tag 4, version u16, raw u64, packed u64, sum u64 }… · sum of all this u64
//! packed bytes of each chunk, in the order of the table, and nothing after them
//! ```
//! Numbers are little-endian; sums are xxh3 over the packed bytes, so nothing is unpacked that was not written
//! whole. Every length is checked before anything is allocated for it: a sum keeps out accidents, not malice.
//! What the chunks mean is `codec`'s to know.

use super::Fault;
use std::io::Read;
use xxhash_rust::xxh3::xxh3_64;

/// First bytes of every save.
const MAGIC: [u8; 8] = *b"WAYWORN\0";
/// Version of the container.
pub const FORMAT: u16 = 1;
/// Largest file, in bytes.
pub const FILE_MAX: u64 = 512 << 20;
/// Most chunks in a file; there are fourteen kinds.
pub const CHUNKS_MAX: usize = 64;
/// Bytes of the head before the table, of a row of the table, and of a sum.
const HEAD: usize = 12;
const ROW: usize = 30;
const SUM: usize = 8;
/// Bytes of chunks before they are packed that each byte of a file may stand for, and that any file may hold: the emptiest
/// land there can be comes to sixty, and what is packed tighter is no save.
const RAW_PER_BYTE: u64 = 512;
const RAW_ALWAYS: u64 = 32 << 20;
/// Fast, and half the size; higher levels gain a tenth for twice the time.
const LEVEL: i32 = 1;
/// Largest compression window, as a power of two: ours use 2^19, and a window is memory that a file asks for.
const WINDOW_LOG_MAX: u32 = 22;

/// Name of a chunk.
pub type Tag = [u8; 4];

/// A chunk's name in words for a message.
pub fn tag_name(tag: Tag) -> String {
    format!("its part {}", String::from_utf8_lossy(&tag))
}

/// One chunk before it is packed.
pub struct Chunk {
    /// Its name.
    pub tag: Tag,
    /// Version of what is inside.
    pub version: u16,
    /// What is inside.
    pub raw: Vec<u8>,
}

/// Packs chunks into the bytes of a file.
pub fn pack(chunks: &[Chunk]) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(FORMAT.to_le_bytes());
    head.extend((chunks.len() as u16).to_le_bytes());
    let mut body = Vec::new();
    for chunk in chunks {
        let packed = compress(&chunk.raw);
        head.extend(chunk.tag);
        head.extend(chunk.version.to_le_bytes());
        head.extend((chunk.raw.len() as u64).to_le_bytes());
        head.extend((packed.len() as u64).to_le_bytes());
        head.extend(xxh3_64(&packed).to_le_bytes());
        body.extend(packed);
    }
    head.extend(xxh3_64(&head).to_le_bytes());
    head.extend(body);
    head
}

fn compress(raw: &[u8]) -> Vec<u8> {
    match zstd::encode_all(raw, LEVEL) {
        Ok(packed) => packed,
        // It reads from memory and writes to memory: there is nothing to refuse.
        Err(error) => unreachable!("compressing in memory cannot fail: {error}"),
    }
}

/// One row of a file's table.
#[derive(Clone, Copy)]
struct Row {
    tag: Tag,
    version: u16,
    raw: u64,
    sum: u64,
    start: usize,
    end: usize,
}

/// A file whose head is sound; its chunks are looked at when they are asked for.
pub struct Container<'a> {
    bytes: &'a [u8],
    rows: Vec<Row>,
}

impl<'a> Container<'a> {
    /// Reads the head and the table.
    ///
    /// # Errors
    /// When this is no save, one of a newer format, or its lengths and sums do not fit.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Fault> {
        Self::open_front(bytes, bytes.len() as u64)
    }

    /// The same when only the first bytes of a file of this length are there: chunks beyond them are unreadable.
    ///
    /// # Errors
    /// As [`Container::open`].
    pub fn open_front(bytes: &'a [u8], file: u64) -> Result<Self, Fault> {
        if file > FILE_MAX {
            return Err(Fault::TooLarge);
        }
        if bytes.get(..MAGIC.len()) != Some(&MAGIC[..]) {
            return Err(Fault::NotASave);
        }
        let format = u16_at(bytes, 8)?;
        if format > FORMAT {
            return Err(Fault::Newer { what: "format".to_owned(), found: format, known: FORMAT });
        }
        let count = usize::from(u16_at(bytes, 10)?);
        if count > CHUNKS_MAX {
            return Err(Fault::Length);
        }
        let table_end = HEAD + count * ROW;
        if u64_at(bytes, table_end)? != xxh3_64(&bytes[..table_end]) {
            return Err(Fault::Sum("its table".to_owned()));
        }
        let rows = read_rows(bytes, count, file as usize)?;
        Ok(Self { bytes, rows })
    }

    /// Names of its chunks, in the order of the table.
    pub fn tags(&self) -> impl Iterator<Item = Tag> {
        self.rows.iter().map(|row| row.tag)
    }

    /// The version of a chunk, if it is there.
    pub fn version(&self, tag: Tag) -> Option<u16> {
        self.row(tag).map(|row| row.version)
    }

    fn row(&self, tag: Tag) -> Option<&Row> {
        self.rows.iter().find(|row| row.tag == tag)
    }

    /// Unpacks a chunk that holds at most `raw_max` bytes in this version.
    ///
    /// # Errors
    /// When it is missing, of another version, damaged or larger than it may be.
    pub fn chunk(&self, tag: Tag, version: u16, raw_max: u64) -> Result<Vec<u8>, Fault> {
        let unreadable = |why: &str| Fault::Unreadable { part: tag_name(tag), why: why.to_owned() };
        let row = self.row(tag).ok_or_else(|| unreadable("it is missing"))?;
        if row.version != version {
            return Err(unreadable("it is of another version than the rest"));
        }
        if row.raw > raw_max {
            return Err(unreadable("it is larger than it can be"));
        }
        let packed = self.bytes.get(row.start..row.end).ok_or(Fault::Length)?;
        if xxh3_64(packed) != row.sum {
            return Err(Fault::Sum(tag_name(tag)));
        }
        let raw = decompress(packed, row.raw).map_err(|error| unreadable(&error.to_string()))?;
        if raw.len() as u64 == row.raw { Ok(raw) } else { Err(unreadable("it is not as long as it says")) }
    }
}

/// Unpacks at most `raw` bytes and one more, which tells that there is too much.
fn decompress(packed: &[u8], raw: u64) -> std::io::Result<Vec<u8>> {
    let mut decoder = zstd::Decoder::with_buffer(packed)?;
    decoder.window_log_max(WINDOW_LOG_MAX)?;
    let mut bytes = Vec::with_capacity(raw.min(1 << 20) as usize);
    decoder.take(raw + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_rows(bytes: &[u8], count: usize, file: usize) -> Result<Vec<Row>, Fault> {
    let mut rows = Vec::with_capacity(count);
    let mut start = HEAD + count * ROW + SUM;
    for i in 0..count {
        let at = HEAD + i * ROW;
        let packed = usize::try_from(u64_at(bytes, at + 14)?).map_err(|_| Fault::Length)?;
        let end = start.checked_add(packed).filter(|end| *end <= file).ok_or(Fault::Length)?;
        let mut tag = Tag::default();
        tag.copy_from_slice(&bytes[at..at + 4]);
        let (version, raw, sum) = (u16_at(bytes, at + 4)?, u64_at(bytes, at + 6)?, u64_at(bytes, at + 22)?);
        rows.push(Row { tag, version, raw, sum, start, end });
        start = end;
    }
    let is_twice = |(i, row): (usize, &Row)| rows[..i].iter().any(|before| before.tag == row.tag);
    if let Some((_, row)) = rows.iter().enumerate().find(|(i, row)| is_twice((*i, row))) {
        return Err(Fault::Unreadable { part: tag_name(row.tag), why: "it is there twice".to_owned() });
    }
    let raw = rows.iter().fold(0, |sum: u64, row| sum.saturating_add(row.raw));
    if start == file && raw <= RAW_ALWAYS + RAW_PER_BYTE * file as u64 {
        Ok(rows)
    } else {
        Err(Fault::Length)
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16, Fault> {
    let array = bytes.get(at..at + 2).and_then(|b| b.try_into().ok()).ok_or(Fault::Length)?;
    Ok(u16::from_le_bytes(array))
}

fn u64_at(bytes: &[u8], at: usize) -> Result<u64, Fault> {
    let array = bytes.get(at..at + 8).and_then(|b| b.try_into().ok()).ok_or(Fault::Length)?;
    Ok(u64::from_le_bytes(array))
}
