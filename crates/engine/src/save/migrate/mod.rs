//! Saves of earlier versions: small pure steps, each from one version to the next, one file each.
//!
//! To change the layout of anything that is saved, when `VERSION` is n:
//! 1. Write `migrate/v{n}.rs` with `pub fn step(parts: &mut Parts)`, which turns version n into n + 1, mostly by
//!    [`rewrite`]; types whose layout changes are copied into it as they were, with new variants of enums at the end.
//! 2. Put `v{n}::step` at the end of `STEPS`: [`VERSION`] goes up by itself. Chunk META never changes its layout: what
//!    else a save is to say of itself goes into a chunk of its own, which older saves do not have.
//! 3. `WAYWORN_KEEP=1 cargo test --test it golden` keeps saves of the new version in `saves/golden`, where those of all
//!    versions stay for ever and are loaded and played at every run of the tests.
//! 4. When a type changes that an older step uses, that step gets a copy of it as it was: the golden saves tell.

mod v6;
mod v7;
mod v8;

use super::Fault;
use super::container::{Tag, tag_name};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// The unpacked chunks of a save.
pub(super) type Parts = BTreeMap<Tag, Vec<u8>>;
/// Turns a save of one version into one of the next.
pub(super) type Step = fn(&mut Parts) -> Result<(), Fault>;

/// The oldest version that is read; those before it never left the workshop.
const OLDEST: u16 = 6;
/// From each version since then to the next, in order.
const STEPS: &[Step] = &[v6::step, v7::step, v8::step];
/// Version of every chunk that is written.
pub const VERSION: u16 = CHAIN.newest();
/// What leads from the oldest version to the present one.
pub(super) const CHAIN: Chain = Chain { oldest: OLDEST, steps: STEPS };

/// Steps, and the version that the first of them reads.
pub(super) struct Chain {
    pub oldest: u16,
    pub steps: &'static [Step],
}

impl Chain {
    /// The version that all steps lead to.
    pub const fn newest(&self) -> u16 {
        self.oldest + self.steps.len() as u16
    }

    /// Whether a version can be read, or the sentence why not.
    pub fn check(&self, tag: Tag, found: u16) -> Result<(), Fault> {
        let (what, known) = (tag_name(tag), self.newest());
        if found > known {
            Err(Fault::Newer { what, found, known })
        } else if found < self.oldest {
            Err(Fault::Older { what, found, known: self.oldest })
        } else {
            Ok(())
        }
    }

    /// Leads chunks of a version that can be read to the newest.
    pub fn lead(&self, version: u16, parts: &mut Parts) -> Result<(), Fault> {
        self.steps.iter().skip(usize::from(version - self.oldest)).try_for_each(|step| step(parts))
    }
}

/// Reads a chunk as it was and writes it as it is to be.
pub(super) fn rewrite<Old: DeserializeOwned, New: Serialize>(
    parts: &mut Parts,
    tag: Tag,
    convert: impl FnOnce(Old) -> New,
) -> Result<(), Fault> {
    let unreadable = |why: &str| Fault::Unreadable { part: tag_name(tag), why: why.to_owned() };
    let raw = parts.get(&tag).ok_or_else(|| unreadable("it is missing"))?;
    let old = match postcard::take_from_bytes(raw) {
        Ok((old, [])) => old,
        Ok(_) => return Err(unreadable("something follows its end")),
        Err(error) => return Err(unreadable(&error.to_string())),
    };
    let new = postcard::to_stdvec(&convert(old)).map_err(|error| unreadable(&error.to_string()))?;
    parts.insert(tag, new);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::codec::{decode_through, encode};
    use super::super::container::{Container, Packer};
    use super::*;
    use crate::grid::Size;
    use crate::sim::Game;
    use crate::world::Streams;
    use std::io::Write;

    const STREAMS: Tag = *b"STRM";

    /// As if version 6 had brought free building, and version 5 the chunk's two streams in another order.
    const FROM_FOUR: Chain = Chain { oldest: VERSION - 2, steps: &[swap_streams, add_free_build] };

    fn swap_streams(parts: &mut Parts) -> Result<(), Fault> {
        rewrite(parts, STREAMS, |(ambitions, names)| Streams { names, ambitions })
    }

    fn add_free_build(parts: &mut Parts) -> Result<(), Fault> {
        rewrite(parts, STREAMS, |streams: Streams| (streams, true))
    }

    /// A save in which every chunk has this version, and the streams are as they were then.
    fn older(save: &[u8], version: u16, streams: &impl Serialize) -> Vec<u8> {
        let container = Container::open(save).expect("a sound save");
        let mut file = Packer::new();
        for tag in container.tags() {
            let raw = if tag == STREAMS {
                postcard::to_stdvec(streams).expect("a saved form")
            } else {
                container.chunk(tag, VERSION, u64::MAX - 1).expect("a sound chunk")
            };
            file.add(tag, version, |sink| sink.write_all(&raw));
        }
        file.finish()
    }

    #[test]
    fn saves_of_older_versions_are_led_to_the_present_one() {
        let mut world = Game::new(3, Size::new(64, 64)).expect("a land").world;
        world.free_build = true;
        let (save, streams) = (encode(&world), world.streams.clone());
        let four = older(&save, VERSION - 2, &(&streams.ambitions, &streams.names));
        let five = older(&save, VERSION - 1, &streams);
        for (version, bytes) in [(VERSION - 2, four), (VERSION - 1, five), (VERSION, save)] {
            let (read, _) = decode_through(&bytes, &FROM_FOUR).unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(read.hash(), world.hash(), "version {version}");
        }
    }

    #[test]
    fn a_version_without_a_way_is_refused_in_a_sentence() {
        let world = Game::new(3, Size::new(64, 64)).expect("a land").world;
        let bytes = older(&encode(&world), VERSION - 3, &world.streams);
        let fault = decode_through(&bytes, &FROM_FOUR).expect_err("nobody reads this").to_string();
        assert!(fault.contains("older Wayworn") && fault.contains(&(VERSION - 3).to_string()), "{fault}");
        let damaged = older(&encode(&world), VERSION - 1, &(7u8,));
        let fault = decode_through(&damaged, &FROM_FOUR).expect_err("a step cannot read this").to_string();
        assert!(fault.contains("part STRM cannot be read"), "{fault}");
    }
}
