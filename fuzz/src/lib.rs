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

/// A sound save with edits in its chunks, and new checksums. Each five bytes are an edit: chunk, place, what to do, value.
/// Without checksums that fit, no change would get past the container. An edit of what is packed reaches what unpacks it,
/// others reach what reads the chunk.
///
/// # Panics
/// When the sound save is not one.
pub fn edited_save(sound: &[u8], edits: &[u8]) -> Vec<u8> {
    let count = usize::from(u16::from_le_bytes([sound[10], sound[11]]));
    let mut start = HEAD_BYTES + count * ROW_BYTES + 8;
    let mut chunks = Vec::new();
    for (place, row) in sound[HEAD_BYTES..HEAD_BYTES + count * ROW_BYTES].chunks(ROW_BYTES).enumerate() {
        let length = u64::from_le_bytes(row[14..22].try_into().expect("eight bytes")) as usize;
        let mut raw = zstd::decode_all(&sound[start..start + length]).expect("a sound chunk");
        let own = || edits.chunks_exact(5).filter(|edit| usize::from(edit[0]) % count == place);
        let is_of_packed = |edit: &&[u8]| edit[3] & 4 != 0;
        own().filter(|edit| !is_of_packed(edit)).for_each(|edit| change(&mut raw, edit));
        let mut packed = zstd::encode_all(&raw[..], 1).expect("packing into memory");
        own().filter(is_of_packed).for_each(|edit| change(&mut packed, edit));
        chunks.push((&row[..6], raw.len(), packed));
        start += length;
    }
    seal(&sound[..10], &chunks)
}

/// Makes one edit.
fn change(bytes: &mut Vec<u8>, edit: &[u8]) {
    if bytes.is_empty() {
        return;
    }
    let at = usize::from(u16::from_le_bytes([edit[1], edit[2]])) * bytes.len() / 65_536;
    match edit[3] % 4 {
        0 => bytes[at] = edit[4],
        1 => bytes[at] = bytes[at].wrapping_add(edit[4]),
        2 => bytes.insert(at, edit[4]),
        _ => drop(bytes.remove(at)),
    }
}

/// Puts chunks, each its tag and version, its length and what is packed, into a save.
fn seal(begin: &[u8], chunks: &[(&[u8], usize, Vec<u8>)]) -> Vec<u8> {
    let (mut head, mut body) = (begin.to_vec(), Vec::<u8>::new());
    head.extend((chunks.len() as u16).to_le_bytes());
    for (tag_and_version, length, packed) in chunks {
        head.extend(*tag_and_version);
        head.extend((*length as u64).to_le_bytes());
        head.extend((packed.len() as u64).to_le_bytes());
        head.extend(xxh3_64(packed).to_le_bytes());
        body.extend_from_slice(packed);
    }
    head.extend(xxh3_64(&head).to_le_bytes());
    head.extend(body);
    head
}
