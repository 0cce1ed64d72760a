//! Which files belong to a slot, by their names.

use super::{Disk, SaveError, codec, container};
use crate::text::Printable;
use std::fs;
use std::path::{Path, PathBuf};

/// Longest name of a slot, in characters.
pub const NAME_MAX: usize = 64;
/// Autosaves of a slot: the next one replaces the oldest.
pub const AUTOSAVES: u8 = 5;
/// Names that are devices on some systems.
const DEVICE_NAMES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Whether a slot has a save of any kind, or a record with commands.
pub(super) fn holds_anything(dir: &Path, name: &str) -> bool {
    let file = |extension: &str| dir.join(format!("{name}.{extension}"));
    let exists = |path: PathBuf| !matches!(path.try_exists(), Ok(false));
    let autosaves = (1..=AUTOSAVES).map(|number| file(&format!("auto{number}")));
    let saves = ["save", "bak", "rescue"].map(file).into_iter().chain(autosaves);
    let record = file("replay");
    saves.into_iter().any(exists) || exists(record.clone()) && !has_no_commands(&record)
}

/// Whether a path belongs to a slot: in a folder of saves by its name alone, elsewhere if a save of that slot lies
/// beside it.
pub(super) fn is_of_a_slot(path: &Path, is_among_saves: bool) -> bool {
    let parts =
        path.file_stem().zip(path.extension()).and_then(|(stem, ending)| stem.to_str().zip(ending.to_str()));
    let Some((name, ending)) = parts else { return false };
    let autosaves = (1..=AUTOSAVES).map(|number| format!("auto{number}"));
    let saves = ["save", "bak", "rescue", "damaged"].map(str::to_owned).into_iter().chain(autosaves);
    let saves: Vec<String> = saves.collect();
    // There may be any number of damaged saves.
    let is_slot_file = saves.iter().any(|save| save == ending)
        || matches!(ending, "replay" | "lock")
        || ending.starts_with("damaged");
    let is_save = |ending: &String| {
        let other = path.with_file_name(format!("{name}.{ending}"));
        let front = Disk::default().read(&other, codec::FRONT_BYTES);
        front.is_ok_and(|(front, _)| container::is_save(&front))
    };
    is_slot_file && (is_among_saves || saves.iter().any(|save| save != ending && is_save(save)))
}

/// Whether a record has no commands. On a full disk not even its first line may be there.
fn has_no_commands(record: &Path) -> bool {
    let is_empty = record.symlink_metadata().is_ok_and(|about| about.is_file() && about.len() == 0);
    is_empty || super::load_replay(record).is_ok_and(|replay| replay.commands.is_empty())
}

/// Whether a name is a valid file name on every system: no path, no device, nothing invisible.
pub(super) fn is_valid_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let is_port = |kind: &str| {
        lower.strip_prefix(kind).is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_');
    !name.is_empty()
        && name.len() <= NAME_MAX
        && name.chars().all(plain)
        && name.trim() == name
        && !DEVICE_NAMES.contains(&lower.as_str())
        && !is_port("com")
        && !is_port("lpt")
}

/// Refuses a symbolic link: writing through it would leave the folder.
pub(super) fn refuse_link(path: &Path) -> Result<(), SaveError> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_symlink() => Err(SaveError::Link { file: Printable(path).to_string() }),
        _ => Ok(()),
    }
}
