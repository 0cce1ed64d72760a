//! The file of a study: a line of JSON for each world and each experiment that is done, so that a study which is begun
//! again goes on where it was.

use crate::study::{Finding, Record, VERSION};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Line {
    /// A world that has lived.
    World {
        /// Of the measures.
        version: u32,
        /// Its seed.
        seed: u64,
        /// Its size, such as `256x256`.
        size: String,
        /// How long it lived.
        years: f64,
        /// What was measured.
        record: Record,
    },
    /// An experiment that was made.
    Experiment {
        /// Of the measures.
        version: u32,
        /// The prediction that it judges.
        experiment: String,
        /// On lands of which seeds.
        seeds: String,
        /// What was found.
        finding: Finding,
    },
}

impl Line {
    /// Whether it was measured as it would be now.
    fn is_of_now(&self) -> bool {
        let (Line::World { version, .. } | Line::Experiment { version, .. }) = self;
        *version == VERSION
    }
}

/// What can be wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// It cannot be read or written.
    #[error("the study's file {0} cannot be read or written: {1}")]
    File(PathBuf, io::Error),
    /// It is something else.
    #[error("line {1} of {0} is no line of a study: give another file to --out, or remove it")]
    Other(PathBuf, usize),
}

/// An open file of a study, or none.
pub struct Kept {
    file: Option<(PathBuf, File)>,
    /// What it holds that was measured as it would be now.
    pub lines: Vec<Line>,
    /// Whether its last line was cut off, and is dropped.
    pub was_cut: bool,
}

impl Kept {
    /// Opens the file, if one is wanted, and reads what it holds.
    ///
    /// # Errors
    /// When it cannot be read or written, or is something else.
    pub fn open(path: Option<&Path>) -> Result<Kept, KeptError> {
        let Some(path) = path else { return Ok(Kept { file: None, lines: Vec::new(), was_cut: false }) };
        let failed = |error| KeptError::File(path.to_owned(), error);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let mut lines = Vec::new();
        let mut sound = 0;
        for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let whole = Some(line).filter(|line| line.ends_with(b"\n"));
            let is_last = sound + line.len() == bytes.len();
            match whole.and_then(|line| serde_json::from_slice::<Line>(line).ok()) {
                Some(line) => lines.push(line),
                // What a writer left when he was broken off; anything else is somebody else's and stays.
                None if is_last && is_begun(line) => break,
                None => return Err(KeptError::Other(path.to_owned(), number + 1)),
            }
            sound += line.len();
        }
        let was_cut = sound < bytes.len();
        if was_cut {
            file.set_len(sound as u64).map_err(failed)?;
        }
        lines.retain(Line::is_of_now);
        Ok(Kept { file: Some((path.to_owned(), file)), lines, was_cut })
    }

    /// Takes down one more line. It is read back from what was written, so that a study that goes on finds exactly what
    /// one that was never broken off found.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, line: &Line) -> Result<(), KeptError> {
        let mut text = serde_json::to_string(line).unwrap_or_default();
        if let Ok(line) = serde_json::from_str(&text) {
            self.lines.push(line);
        }
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        text.push('\n');
        let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
        written.map_err(|error| KeptError::File(path.clone(), error))
    }
}

/// Whether this is how a line begins.
fn is_begun(line: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"{\"version\":";
    let both = line.len().min(BEGINNING.len());
    line[..both] == BEGINNING[..both]
}
