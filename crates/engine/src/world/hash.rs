//! Hashes of the state, one per subsystem, so that the first difference names the culprit.

use super::{World, write_saved_form};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;
use xxhash_rust::xxh3::Xxh3;

/// Names of the hashed subsystems, in the order of [`Hashes::parts`].
pub const SUBSYSTEMS: [&str; 8] =
    ["land", "ground", "peoples", "units", "towns", "plans", "events", "streams"];

/// One hash per subsystem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Hashes {
    /// In the order of [`SUBSYSTEMS`].
    pub parts: [u64; 8],
}

impl Hashes {
    /// One number for all.
    pub fn total(&self) -> u64 {
        crate::land::mix(&self.parts)
    }

    /// The name of the first subsystem that differs.
    pub fn first_difference(&self, other: &Hashes) -> Option<&'static str> {
        (0..SUBSYSTEMS.len()).find(|i| self.parts[*i] != other.parts[*i]).map(|i| SUBSYSTEMS[i])
    }
}

impl fmt::Display for Hashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.total())
    }
}

/// An operation on every subsystem, whatever its type.
trait SubsystemVisitor: Sync {
    type Out;
    fn read(&self, part: &(impl Serialize + fmt::Debug)) -> Self::Out;
}

struct Hashing;

impl SubsystemVisitor for Hashing {
    type Out = u64;
    fn read(&self, part: &(impl Serialize + fmt::Debug)) -> u64 {
        hash_of(part)
    }
}

struct DebugText;

impl SubsystemVisitor for DebugText {
    type Out = String;
    fn read(&self, part: &(impl Serialize + fmt::Debug)) -> String {
        format!("{part:#?}\n")
    }
}

impl World {
    /// Hashes of everything that is saved, by subsystem. Time spent is not part of it.
    pub fn hash(&self) -> Hashes {
        let mut hashes = [0; 8];
        let parts = hashes.par_iter_mut().enumerate().with_max_len(1);
        parts.for_each(|(place, hash)| *hash = self.read(place, &Hashing));
        Hashes { parts: hashes }
    }

    /// A subsystem as debug text, to compare two states line by line; `None` when there is none of this name.
    pub fn debug_text(&self, subsystem: &str) -> Option<String> {
        let place = SUBSYSTEMS.iter().position(|name| *name == subsystem)?;
        Some(self.read(place, &DebugText))
    }

    /// Reads a subsystem by its place in [`SUBSYSTEMS`].
    fn read<R: SubsystemVisitor>(&self, place: usize, reader: &R) -> R::Out {
        match place {
            0 => reader.read(&self.land),
            1 => reader.read(&self.ground),
            2 => reader.read(&self.peoples),
            3 => reader.read(&((&self.units, &self.bands), self.next_unit, &self.tokens)),
            4 => reader.read(&(&self.towns, &self.camps, &self.works)),
            5 => reader.read(&self.plans),
            6 => {
                let past = (
                    &self.history,
                    (&self.objectives, &self.charters),
                    &self.level_goals,
                    &self.reported_acts,
                    &self.years,
                );
                reader.read(&((&self.events, &self.tally), past))
            }
            _ => {
                let lives = (&self.possession, &self.wander);
                let turn = (self.tick, self.fortune);
                let streams = (&self.streams, turn, self.seed, self.free_build, &self.journal, lives);
                reader.read(&streams)
            }
        }
    }
}

/// Hash of a value's saved form.
fn hash_of(value: &impl Serialize) -> u64 {
    let mut sink = HashSink(Box::new(Xxh3::new()));
    match write_saved_form(value, &mut sink) {
        Ok(()) => sink.0.digest(),
        // Writing to a hash cannot fail, and every type of the world has a saved form.
        Err(error) => unreachable!("the world always has a saved form: {error}"),
    }
}

/// Hashes what is written to it.
struct HashSink(Box<Xxh3>);

impl std::io::Write for HashSink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
