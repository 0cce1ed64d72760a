//! A world as chunks, and back: the contents and size limit of each chunk, and the checks on a world that was read from
//! a file.
//!
//! A chunk is the postcard form of some fields of [`World`]. The wire format of postcard is specified and stable, so
//! a chunk changes only when those types do; then [`VERSION`] goes up.

use super::container::{self, ChunkSink, ChunkTag, Container, Packed, Packer};
use super::{SaveError, SaveFault};
use crate::grid::Size;
use crate::world::{LiveSearch, PathRequest, Plans, World, write_saved_form};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io;

/// Version of every chunk; incremented when the layout of saved data changes.
pub const VERSION: u16 = 1;
/// Largest side of a land in a save, in cells.
pub(super) use crate::grid::SIDE_MAX;
/// Most running searches in a save.
pub const RUNNING_SEARCHES_MAX: u32 = 64;
/// Bytes at the start of a file that suffice to read the save's metadata.
pub(super) const FRONT_BYTES: u64 = 8 << 10;

const META: ChunkTag = *b"META";
const SERIAL: ChunkTag = *b"KEPT";
const LAND: ChunkTag = *b"LAND";
const GROUND: ChunkTag = *b"GRND";
const PEOPLES: ChunkTag = *b"PEOP";
const UNITS: ChunkTag = *b"UNIT";
const TOWNS: ChunkTag = *b"TOWN";
const PLANS: ChunkTag = *b"PLAN";
const EVENTS: ChunkTag = *b"EVNT";
const HISTORY: ChunkTag = *b"HIST";
const GOALS: ChunkTag = *b"GOAL";
const STREAMS: ChunkTag = *b"STRM";
const JOURNAL: ChunkTag = *b"ACTS";
const LIVES: ChunkTag = *b"LIFE";

/// The chunks of a save, in their order.
const TAGS: [ChunkTag; 14] = [
    META, SERIAL, LAND, GROUND, PEOPLES, UNITS, TOWNS, PLANS, EVENTS, HISTORY, GOALS, STREAMS, JOURNAL, LIVES,
];

/// Metadata of a save, readable without the rest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SaveMeta {
    /// Version of the game that wrote it.
    pub game: String,
    /// The land's seed.
    pub seed: u64,
    /// Ticks played.
    pub tick: u64,
    /// Size of the land.
    pub size: Size,
    /// Commands in the replay at the time of the save; later ones are void. `None` when the game is not recorded.
    pub commands: Option<u64>,
}

/// Encodes a world. The bytes hold everything: a game that continues from them is the same game.
pub fn encode(world: &World) -> Vec<u8> {
    encode_as(world, None, 0)
}

/// Encodes a world whose replay holds this many commands (see [`super::Recorder::commands`]). The save of a slot with
/// the highest serial number is the newest, whatever the clock says.
pub(super) fn encode_as(world: &World, commands: Option<u64>, serial: u64) -> Vec<u8> {
    let game = env!("CARGO_PKG_VERSION").to_owned();
    let meta = SaveMeta { game, seed: world.seed, tick: world.tick, size: world.size(), commands };
    let write = |tag: &ChunkTag, sink: &mut ChunkSink| match *tag {
        META => write_saved_form(&meta, sink),
        SERIAL => write_saved_form(&serial, sink),
        tag => write_chunk(tag, world, sink),
    };
    // At the same time: land and beliefs are most of the work.
    let packed = TAGS.par_iter().with_max_len(1).map(|tag| Packed::of(|sink| write(tag, sink)));
    let mut file = Packer::new();
    for (tag, packed) in TAGS.into_iter().zip(packed.collect::<Vec<_>>()) {
        file.add(tag, VERSION, packed);
    }
    file.finish()
}

/// Writes what a world has in the chunk of a tag.
fn write_chunk(tag: ChunkTag, world: &World, sink: &mut ChunkSink) -> io::Result<()> {
    match tag {
        LAND => write_saved_form(&world.land, sink),
        GROUND => write_saved_form(&(&world.ground, &world.works), sink),
        PEOPLES => write_saved_form(&world.peoples, sink),
        UNITS => write_saved_form(&((&world.units, &world.bands), world.next_unit, &world.tokens), sink),
        TOWNS => write_saved_form(&(&world.towns, &world.camps), sink),
        PLANS => write_plans(sink, &world.plans),
        EVENTS => write_saved_form(&(&world.events, &world.tally), sink),
        HISTORY => {
            let goals = (&world.objectives, &world.charters);
            write_saved_form(&(&world.history, goals, &world.reported_acts, &world.years), sink)
        }
        GOALS => write_saved_form(&world.level_goals, sink),
        STREAMS => write_saved_form(&(&world.streams, world.free_build, world.fortune), sink),
        JOURNAL => write_saved_form(&world.journal, sink),
        LIVES => write_saved_form(&(&world.possession, &world.wander), sink),
        _ => unreachable!("a chunk without contents"),
    }
}

/// Decodes a world.
///
/// # Errors
/// When the bytes are not a save, of another version, damaged, or hold an invalid world.
pub fn decode(bytes: &[u8]) -> Result<World, SaveError> {
    let bad = |fault| SaveError::Bad { file: "the save".to_owned(), fault };
    decode_with_meta(bytes).map(|(world, _)| world).map_err(bad)
}

/// The serial number of a save, from the first [`FRONT_BYTES`] bytes and the length of its file; 0 if they cannot be read.
pub(super) fn serial_of(front: &[u8], file: u64) -> u64 {
    Container::open_front(front, file).and_then(|container| serial(&container)).unwrap_or(0)
}

fn serial(container: &Container) -> Result<u64, SaveFault> {
    read(SERIAL, &container.chunk(SERIAL, 16)?)
}

/// Decodes a world and the metadata of its save.
pub(super) fn decode_with_meta(bytes: &[u8]) -> Result<(World, SaveMeta), SaveFault> {
    let container = Container::open(bytes)?;
    check_versions(&container)?;
    let meta = meta_of(&container)?;
    serial(&container)?;
    let source = ChunkSource { container: &container, area: meta.size.area() as u64 };
    let world = assemble(&source, &meta)?;
    if world.size() != meta.size {
        return Err(SaveFault::Invalid("the size of its land does not match its header".to_owned()));
    }
    world.check().map_err(SaveFault::Invalid)?;
    Ok((world, meta))
}

fn check_versions(container: &Container) -> Result<(), SaveFault> {
    match container.versions().find(|(_, version)| *version != VERSION) {
        Some((tag, found)) => {
            Err(SaveFault::OtherVersion { what: container::tag_name(tag), found, known: VERSION })
        }
        None => Ok(()),
    }
}

/// The metadata of a save.
fn meta_of(container: &Container) -> Result<SaveMeta, SaveFault> {
    let meta: SaveMeta = read(META, &container.chunk(META, 1 << 10)?)?;
    let sides = 1..=SIDE_MAX;
    if sides.contains(&meta.size.width) && sides.contains(&meta.size.height) {
        Ok(meta)
    } else {
        Err(SaveFault::Invalid("the size of its land is invalid".to_owned()))
    }
}

/// Largest size of a chunk before compression, for a land of `area` cells.
fn raw_bytes_max(tag: ChunkTag, area: u64) -> u64 {
    let mib = 1 << 20;
    match tag {
        LAND => area * 4 + mib,
        GROUND => area * 26 + 4 * mib,
        PEOPLES => (area * 6 + 4 * mib) * 8,
        // Each unit has its own cell, so a small land cannot hold a large army.
        UNITS => (area * 4096 + 8 * mib).min(256 * mib),
        TOWNS => (area * 1024 + 4 * mib).min(64 * mib),
        PLANS => (area * 1024 + 4 * mib).min(128 * mib),
        HISTORY => area * 4 + 8 * mib,
        EVENTS => area * 2 + 8 * mib,
        GOALS => 4 * mib,
        JOURNAL => 16 * mib,
        LIVES => mib,
        _ => 1 << 10,
    }
}

/// The chunks of a save of this version.
struct ChunkSource<'a> {
    container: &'a Container<'a>,
    area: u64,
}

impl ChunkSource<'_> {
    fn raw_chunk(&self, tag: ChunkTag) -> Result<Vec<u8>, SaveFault> {
        self.container.chunk(tag, raw_bytes_max(tag, self.area))
    }

    fn read<T: DeserializeOwned>(&self, tag: ChunkTag) -> Result<T, SaveFault> {
        read(tag, &self.raw_chunk(tag)?)
    }
}

/// Assembles a world from its chunks.
fn assemble(source: &ChunkSource, meta: &SaveMeta) -> Result<World, SaveFault> {
    let (ground, works) = source.read(GROUND)?;
    let ((units, bands), next_unit, tokens) = source.read(UNITS)?;
    let (towns, camps) = source.read(TOWNS)?;
    let (events, tally) = source.read(EVENTS)?;
    let (history, (objectives, charters), reported_acts, years) = source.read(HISTORY)?;
    let (streams, free_build, fortune) = source.read(STREAMS)?;
    let (life, wander) = source.read(LIVES)?;
    Ok(World {
        seed: meta.seed,
        tick: meta.tick,
        land: source.read(LAND)?,
        ground,
        works,
        peoples: source.read(PEOPLES)?,
        units,
        bands,
        towns,
        camps,
        plans: plans_of(&source.raw_chunk(PLANS)?, meta.size)?,
        events,
        tally,
        history,
        objectives,
        charters,
        level_goals: source.read(GOALS)?,
        reported_acts,
        years,
        streams,
        fortune,
        next_unit,
        tokens,
        journal: source.read(JOURNAL)?,
        free_build,
        possession: life,
        wander,
    })
}

fn read<T: DeserializeOwned>(tag: ChunkTag, raw: &[u8]) -> Result<T, SaveFault> {
    match postcard::take_from_bytes(raw) {
        Ok((value, [])) => Ok(value),
        Ok(_) => Err(unreadable(tag, "there is data after its end")),
        Err(error) => Err(unreadable(tag, &error.to_string())),
    }
}

fn unreadable(tag: ChunkTag, why: &str) -> SaveFault {
    SaveFault::Unreadable { part: container::tag_name(tag), why: why.to_owned() }
}

/// Writes the planner's work: waiting requests, then running searches.
fn write_plans(sink: &mut ChunkSink, plans: &Plans) -> io::Result<()> {
    write_saved_form(&(&plans.waiting, plans.next_id, plans.live.len() as u32), sink)?;
    plans.live.iter().try_for_each(|live| write_saved_form(live, sink))
}

/// Reads the planner's work. A few bytes can claim a search as large as the land, so the number of searches is limited
/// first, and each is checked against the land before the next is read.
fn plans_of(raw: &[u8], size: Size) -> Result<Plans, SaveFault> {
    type Head = (Vec<PathRequest>, u64, u32);
    let postcard = |error: postcard::Error| unreadable(PLANS, &error.to_string());
    let ((waiting, next_id, count), mut rest) = postcard::take_from_bytes::<Head>(raw).map_err(postcard)?;
    if count > RUNNING_SEARCHES_MAX {
        return Err(unreadable(PLANS, "it has too many searches"));
    }
    let mut live = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let (search, after) = postcard::take_from_bytes::<LiveSearch>(rest).map_err(postcard)?;
        if !search.search.is_valid_for(size.area() as u32) {
            return Err(unreadable(PLANS, "a search does not fit the land"));
        }
        live.push(search);
        rest = after;
    }
    if rest.is_empty() {
        Ok(Plans { waiting, live, next_id })
    } else {
        Err(unreadable(PLANS, "there is data after its end"))
    }
}
