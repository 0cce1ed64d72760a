//! What the targets share: worlds played for a few ticks, and saves with valid checksums.

use wayworn::sim::Game;
use xxhash_rust::xxh3::xxh3_64;

/// Most cells of a land that is played.
pub const PLAYED_CELLS_MAX: usize = 10_000;
/// Ticks that a sound land is played.
const PLAYED_TICKS: u64 = 4;
/// Bytes of the head of a save before the table of chunks.
const HEAD_BYTES: usize = 12;
/// Bytes of a row of that table.
const ROW_BYTES: usize = 30;

/// Plays a land that is not too large, and checks it.
///
/// # Panics
/// When the land is not sound any more.
pub fn play(mut game: Game) {
    if game.world.size().area() > PLAYED_CELLS_MAX {
        return;
    }
    for _ in 0..PLAYED_TICKS {
        game.tick();
    }
    if let Err(fault) = game.world.check() {
        panic!("the land is not sound: {fault:?}");
    }
}

/// A sound save with edits in its unpacked chunks, and new checksums. Each five bytes are an edit: chunk, place, what to
/// do, value. Without checksums that fit, no change would get past the container.
///
/// # Panics
/// When the sound save is not one.
pub fn edited_save(sound: &[u8], edits: &[u8]) -> Vec<u8> {
    let count = usize::from(u16::from_le_bytes([sound[10], sound[11]]));
    let mut start = HEAD_BYTES + count * ROW_BYTES + 8;
    let mut chunks: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for row in sound[HEAD_BYTES..HEAD_BYTES + count * ROW_BYTES].chunks(ROW_BYTES) {
        let packed = u64::from_le_bytes(row[14..22].try_into().expect("eight bytes")) as usize;
        let raw = zstd::decode_all(&sound[start..start + packed]).expect("a sound chunk");
        chunks.push((row[..6].to_vec(), raw));
        start += packed;
    }
    for edit in edits.chunks_exact(5) {
        let (_, raw) = &mut chunks[usize::from(edit[0]) % count];
        if raw.is_empty() {
            continue;
        }
        let at = usize::from(u16::from_le_bytes([edit[1], edit[2]])) * raw.len() / 65_536;
        match edit[3] % 4 {
            0 => raw[at] = edit[4],
            1 => raw[at] = raw[at].wrapping_add(edit[4]),
            2 => raw.insert(at, edit[4]),
            _ => drop(raw.remove(at)),
        }
    }
    seal(&sound[..10], &chunks)
}

/// Puts chunks, each its tag and version and its contents, into a save.
fn seal(begin: &[u8], chunks: &[(Vec<u8>, Vec<u8>)]) -> Vec<u8> {
    let (mut head, mut body) = (begin.to_vec(), Vec::new());
    head.extend((chunks.len() as u16).to_le_bytes());
    for (tag_and_version, raw) in chunks {
        let packed = zstd::encode_all(&raw[..], 1).expect("packing into memory");
        head.extend(tag_and_version);
        head.extend((raw.len() as u64).to_le_bytes());
        head.extend((packed.len() as u64).to_le_bytes());
        head.extend(xxh3_64(&packed).to_le_bytes());
        body.extend(packed);
    }
    head.extend(xxh3_64(&head).to_le_bytes());
    head.extend(body);
    head
}
