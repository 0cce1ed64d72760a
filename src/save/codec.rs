//! A world as chunks, and back: what is in each chunk, how large it may be, and what is checked before a world
//! that came from a file is let into the game.
//!
//! A chunk is the postcard form of some fields of [`World`]. The wire format of postcard is specified and stable, so
//! a chunk changes only when those types do; then its version goes up and the old form is read and converted.

use super::container::{self, Chunk, Container, Tag};
use super::{Fault, SaveError};
use crate::grid::Size;
use crate::world::{LiveSearch, Plans, Request, World};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Version of every chunk so far.
const VERSION: u16 = 7;
/// Largest side of a land in a save, in cells.
const SIDE_MAX: u16 = 4096;
/// Searches that may be under way in a save.
const LIVE_MAX: u32 = 64;

const META: Tag = *b"META";
const LAND: Tag = *b"LAND";
const GROUND: Tag = *b"GRND";
const PEOPLES: Tag = *b"PEOP";
const UNITS: Tag = *b"UNIT";
const TOWNS: Tag = *b"TOWN";
const PLANS: Tag = *b"PLAN";
const CHRONICLE: Tag = *b"CHRO";
const HISTORY: Tag = *b"HIST";
const TRIAL: Tag = *b"GOAL";
const STREAMS: Tag = *b"STRM";
const JOURNAL: Tag = *b"ACTS";
const LIVES: Tag = *b"LIFE";

/// What can be said of a save without reading it all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Meta {
    /// Version of the game that wrote it.
    pub game: String,
    /// The land's seed.
    pub seed: u64,
    /// Ticks played.
    pub tick: u64,
    /// Size of the land.
    pub size: Size,
    /// Commands in the replay when it was saved: what was recorded after them never happened. `None` when the
    /// game is not recorded.
    pub commands: Option<u64>,
}

/// The saved form of a world. It holds everything: a game that goes on from it is the same game.
pub fn encode(world: &World) -> Vec<u8> {
    encode_recorded(world, None)
}

/// The saved form of a world whose replay holds this many commands (see [`super::Recorder::commands`]).
pub fn encode_recorded(world: &World, commands: Option<u64>) -> Vec<u8> {
    let game = env!("CARGO_PKG_VERSION").to_owned();
    let meta = Meta { game, seed: world.seed, tick: world.tick, size: world.size(), commands };
    container::pack(&[
        chunk(META, &meta),
        chunk(LAND, &world.land),
        chunk(GROUND, &world.ground),
        chunk(PEOPLES, &world.peoples),
        chunk(UNITS, &(&world.units, world.next_unit, &world.tokens)),
        chunk(TOWNS, &(&world.towns, &world.camps)),
        Chunk { tag: PLANS, version: VERSION, raw: plans_bytes(&world.plans) },
        chunk(CHRONICLE, &(&world.chronicle, &world.tally)),
        chunk(HISTORY, &(&world.history, &world.ambitions, &world.followed, &world.years)),
        chunk(TRIAL, &world.trial),
        chunk(STREAMS, &(&world.streams, world.free_build)),
        chunk(JOURNAL, &world.journal),
        chunk(LIVES, &(&world.life, &world.wander)),
    ])
}

/// Reads the saved form of a world.
///
/// # Errors
/// When the bytes are no save, one of a newer game, damaged, or hold a world that cannot be.
pub fn decode(bytes: &[u8]) -> Result<World, SaveError> {
    decode_with_meta(bytes).map(|(world, _)| world).map_err(of_bytes)
}

/// Reads only what the save says of itself.
///
/// # Errors
/// When the bytes are no save or its first chunk is damaged.
pub fn peek(bytes: &[u8]) -> Result<Meta, SaveError> {
    Container::open(bytes).and_then(|container| meta_of(&container)).map_err(of_bytes)
}

fn of_bytes(fault: Fault) -> SaveError {
    SaveError::Bad { file: "the save".to_owned(), fault }
}

/// Reads a world and what its save says of itself.
pub(super) fn decode_with_meta(bytes: &[u8]) -> Result<(World, Meta), Fault> {
    let container = Container::open(bytes)?;
    let meta = meta_of(&container)?;
    let world = assemble(&container, &meta)?;
    if world.size() != meta.size {
        return Err(Fault::Unsound("its land has another size than it says".to_owned()));
    }
    world.check().map_err(Fault::Unsound)?;
    Ok((world, meta))
}

fn meta_of(container: &Container) -> Result<Meta, Fault> {
    let meta: Meta = read(container, META, 1 << 10)?;
    let sides = 1..=SIDE_MAX;
    if sides.contains(&meta.size.width) && sides.contains(&meta.size.height) {
        Ok(meta)
    } else {
        Err(Fault::Unsound("its land has no sound size".to_owned()))
    }
}

/// Puts a world together; each chunk may be as large as a land of this size can make it, and no larger.
fn assemble(container: &Container, meta: &Meta) -> Result<World, Fault> {
    let area = meta.size.area() as u64;
    let mib = 1 << 20;
    let (units, next_unit, tokens) = read(container, UNITS, 256 * mib)?;
    let (towns, camps) = read(container, TOWNS, 64 * mib)?;
    let (chronicle, tally) = read(container, CHRONICLE, 4 * mib)?;
    let (history, ambitions, followed, years) = read(container, HISTORY, area * 4 + 8 * mib)?;
    let (streams, free_build) = read(container, STREAMS, 1 << 10)?;
    let (life, wander) = read(container, LIVES, mib)?;
    Ok(World {
        seed: meta.seed,
        tick: meta.tick,
        land: read(container, LAND, area * 4 + mib)?,
        ground: read(container, GROUND, area * 26 + mib)?,
        peoples: read(container, PEOPLES, (area * 6 + 4 * mib) * 8)?,
        units,
        towns,
        camps,
        plans: plans_of(&container.chunk(PLANS, VERSION, 128 * mib)?, meta.size)?,
        chronicle,
        tally,
        history,
        ambitions,
        trial: read(container, TRIAL, 4 * mib)?,
        followed,
        years,
        streams,
        next_unit,
        tokens,
        journal: read(container, JOURNAL, 16 * mib)?,
        free_build,
        life,
        wander,
    })
}

fn chunk(tag: Tag, value: &impl Serialize) -> Chunk {
    Chunk { tag, version: VERSION, raw: bytes_of(value) }
}

fn bytes_of(value: &impl Serialize) -> Vec<u8> {
    match postcard::to_stdvec(value) {
        Ok(bytes) => bytes,
        // Memory takes every byte, and every type of the world has a saved form.
        Err(error) => unreachable!("the world always has a saved form: {error}"),
    }
}

fn read<T: DeserializeOwned>(container: &Container, tag: Tag, raw_max: u64) -> Result<T, Fault> {
    let raw = container.chunk(tag, VERSION, raw_max)?;
    match postcard::take_from_bytes(&raw) {
        Ok((value, [])) => Ok(value),
        Ok(_) => Err(unreadable(tag, "something follows its end")),
        Err(error) => Err(unreadable(tag, &error.to_string())),
    }
}

fn unreadable(tag: Tag, why: &str) -> Fault {
    Fault::Unreadable { part: container::tag_name(tag), why: why.to_owned() }
}

/// The planner's work: what waits, then the live searches one after the other.
fn plans_bytes(plans: &Plans) -> Vec<u8> {
    let mut bytes = bytes_of(&(&plans.waiting, plans.next_id, plans.live.len() as u32));
    for live in &plans.live {
        bytes.extend(bytes_of(live));
    }
    bytes
}

/// Live searches are read one by one, because a few bytes can claim a search as large as the land: their number is
/// held down first, and each is held against the land before the next is read.
fn plans_of(raw: &[u8], size: Size) -> Result<Plans, Fault> {
    type Head = (Vec<Request>, u64, u32);
    let postcard = |error: postcard::Error| unreadable(PLANS, &error.to_string());
    let ((waiting, next_id, count), mut rest) = postcard::take_from_bytes::<Head>(raw).map_err(postcard)?;
    if count > LIVE_MAX {
        return Err(unreadable(PLANS, "it has too many searches"));
    }
    let mut live = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let (search, after) = postcard::take_from_bytes::<LiveSearch>(rest).map_err(postcard)?;
        if !search.search.fits(size.area() as u32) {
            return Err(unreadable(PLANS, "a search does not fit the land"));
        }
        live.push(search);
        rest = after;
    }
    if rest.is_empty() {
        Ok(Plans { waiting, live, next_id })
    } else {
        Err(unreadable(PLANS, "something follows its end"))
    }
}
