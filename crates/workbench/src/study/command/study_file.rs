//! The file of a study: a line of JSON for each finished world and experiment, so that an interrupted study can be
//! resumed.

use crate::save::Disk;
use crate::study::{Finding, Record, VERSION};
use crate::text::Printable;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// Most bytes of the file.
const BYTES_MAX: u64 = 1 << 30;

/// A line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum StudyLine {
    /// A finished world.
    World {
        /// Version of the measures.
        version: u32,
        /// Its seed.
        seed: u64,
        /// Its size, such as `256x256`.
        size: String,
        /// Its age.
        years: f64,
        /// What was measured.
        record: Record,
    },
    /// A finished experiment.
    Experiment {
        /// Version of the measures.
        version: u32,
        /// The prediction that it judges.
        experiment: String,
        /// The seeds of its lands.
        seeds: String,
        /// What was found.
        finding: Finding,
    },
}

impl StudyLine {
    /// Whether it was measured by the current version.
    fn is_current(&self) -> bool {
        let (StudyLine::World { version, .. } | StudyLine::Experiment { version, .. }) = self;
        *version == VERSION
    }
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StudyFileError {
    /// It cannot be read or written.
    #[error("the study's file {file} cannot be read or written: {1}", file = Printable(.0))]
    File(PathBuf, io::Error),
    /// A line is something else.
    #[error("line {1} of {file} is not a line of a study: give another file to --out, or replace it with --force", file = Printable(.0))]
    Other(PathBuf, usize),
}

/// A file of a study, or none.
pub(super) struct StudyFile {
    /// Its path, and how many of its bytes are whole lines.
    file: Option<(PathBuf, u64)>,
    disk: Disk,
    /// Its lines that were measured by the current version.
    pub lines: Vec<StudyLine>,
    /// Whether its last line was cut off and is dropped.
    pub was_truncated: bool,
}

impl StudyFile {
    /// Opens the file, if one is given, and reads its lines; with `anew` none of them.
    ///
    /// # Errors
    /// When it cannot be read or written, or is something else.
    pub(super) fn open(path: Option<&Path>, anew: bool) -> Result<StudyFile, StudyFileError> {
        Self::open_on(Disk::default(), path, anew)
    }

    fn open_on(disk: Disk, path: Option<&Path>, anew: bool) -> Result<StudyFile, StudyFileError> {
        let Some(path) = path else {
            return Ok(StudyFile { file: None, disk, lines: Vec::new(), was_truncated: false });
        };
        let failed = |error| StudyFileError::File(path.to_owned(), error);
        disk.open(path).map_err(failed)?;
        // A study that starts anew truncates the file with its first line.
        let read = if anew { Ok(Some(Vec::new())) } else { disk.read_whole(path, BYTES_MAX) };
        let bytes = read.map_err(failed)?.ok_or_else(|| failed(io::ErrorKind::FileTooLarge.into()))?;
        let mut lines = Vec::new();
        let mut sound = 0;
        for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let whole = Some(line).filter(|line| line.ends_with(b"\n"));
            let is_last = sound + line.len() == bytes.len();
            match whole.and_then(|line| serde_json::from_slice::<StudyLine>(line).ok()) {
                Some(line) => lines.push(line),
                // What an interrupted writer left. Anything else does not belong to a study and stays.
                None if is_last && is_begun(line) => break,
                None => return Err(StudyFileError::Other(path.to_owned(), number + 1)),
            }
            sound += line.len();
        }
        lines.retain(StudyLine::is_current);
        // The next line overwrites what was cut off.
        let file = Some((path.to_owned(), sound as u64));
        Ok(StudyFile { file, disk, lines, was_truncated: sound < bytes.len() })
    }

    /// Appends a line. It is read back from the text written, so that a resumed study has exactly the figures of one
    /// that was never interrupted.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn add(&mut self, line: &StudyLine) -> Result<(), StudyFileError> {
        let mut text = serde_json::to_string(line).unwrap_or_default();
        if let Ok(line) = serde_json::from_str(&text) {
            self.lines.push(line);
        }
        let Some((path, length)) = &mut self.file else { return Ok(()) };
        text.push('\n');
        let written = self.disk.truncate_and_append(path, *length, &text);
        written.map_err(|error| StudyFileError::File(path.clone(), error))?;
        *length += text.len() as u64;
        Ok(())
    }
}

/// Whether a line starts like this.
fn is_begun(line: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"{\"version\":";
    let both = line.len().min(BEGINNING.len());
    line[..both] == BEGINNING[..both]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::save::on_failing_disks;

    fn line(seeds: u64) -> StudyLine {
        let (experiment, seeds) = ("T01".to_owned(), seeds.to_string());
        StudyLine::Experiment { version: VERSION, experiment, seeds, finding: Finding::default() }
    }

    #[test]
    fn whatever_fails_a_study_goes_on_with_what_was_taken_down() {
        let mut told = 0;
        let times = on_failing_disks(|disk, how| {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("study.jsonl");
            StudyFile::open(Some(&path), false)
                .and_then(|mut kept| kept.add(&line(0)))
                .expect("a sound disk");
            let mut taken = vec![line(0)];
            let mut note = |error: &StudyFileError| {
                let words = error.to_string();
                assert!(words.contains("study.jsonl") && !words.contains('\n'), "{how}: {words}");
                told += 1;
            };
            match StudyFile::open_on(disk.clone(), Some(&path), false) {
                Err(error) => note(&error),
                Ok(mut kept) => {
                    for line in (1..4).map(line) {
                        match kept.add(&line) {
                            Ok(()) => taken.push(line),
                            Err(error) => note(&error),
                        }
                    }
                }
            }
            let mut again = StudyFile::open(Some(&path), false).expect("a file of a study");
            // A line that was not reliably flushed may exist all the same.
            assert!(taken.iter().all(|line| again.lines.contains(line)), "{how}: {:?}", again.lines);
            again.add(&line(9)).expect("a sound disk");
            let last = StudyFile::open(Some(&path), false).expect("a file of a study");
            assert!(!last.was_truncated && last.lines.last() == Some(&line(9)), "{how}");
        });
        assert!(times > 60 && told > 50, "{times} {told}");
    }
}
