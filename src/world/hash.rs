//! Hashes of the state, one per subsystem, so that the first difference names the culprit.

use super::World;
use serde::Serialize;
use std::fmt;
use xxhash_rust::xxh3::Xxh3;

/// Names of the hashed subsystems, in the order of [`Hashes::parts`].
pub const SUBSYSTEMS: [&str; 8] =
    ["land", "ground", "peoples", "units", "towns", "plans", "chronicle", "streams"];

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

impl World {
    /// Hashes of everything that is saved, by subsystem. Time spent is not part of it.
    pub fn hash(&self) -> Hashes {
        Hashes {
            parts: [
                hash_of(&self.land),
                hash_of(&self.ground),
                hash_of(&self.peoples),
                hash_of(&(&self.units, self.next_unit, &self.tokens)),
                hash_of(&(&self.towns, &self.camps)),
                hash_of(&self.plans),
                hash_of(&(
                    (&self.chronicle, &self.tally),
                    (&self.history, &self.ambitions, &self.followed, &self.years),
                )),
                hash_of(&(&self.streams, self.tick, self.seed, self.free_build, &self.journal)),
            ],
        }
    }
}

/// Hash of a value's saved form.
fn hash_of(value: &impl Serialize) -> u64 {
    let mut sink = Sink(Box::new(Xxh3::new()));
    match postcard::to_io(value, &mut sink) {
        Ok(sink) => sink.0.digest(),
        // Writing to a hash cannot fail, and every type of the world has a saved form.
        Err(error) => unreachable!("the world always has a saved form: {error}"),
    }
}

struct Sink(Box<Xxh3>);

impl std::io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
