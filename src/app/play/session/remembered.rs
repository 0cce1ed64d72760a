//! Preferences that the game remembers by itself between starts: used and read hints, the palette, the mouse,
//! the stars of levels, what of the codex was read.
//!
//! A damaged file never prevents a start. The player's settings file is never written and does not live here
//! (`settings`).

use super::settings::{copy_damaged, error_line};
use crate::save::{Disk, SaveError, write_atomic_on};
use crate::text::Printable;
use crate::tui::lab::CodexProgress;
use crate::tui::{Palette, Screen, intent_name, intent_named};
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Largest size of the file, in bytes.
const BYTES_MAX: u64 = 1 << 16;

/// The remembered preferences.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct Preferences {
    /// Names of intents that were used, or whose hints were read: those are not shown any more.
    pub used: Vec<String>,
    /// The last chosen palette.
    pub palette: Option<Palette>,
    /// Whether the mouse was released to the terminal.
    pub mouse_off: bool,
    /// Most stars that each level was won with, by its name.
    pub stars: BTreeMap<String, u8>,
    /// Whether any land was played.
    pub has_played: bool,
    /// What of the codex was read.
    pub codex: CodexProgress,
}

/// The file: in the user's state folder, or in the data folder if there is none.
fn path() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("wayworn/remembered.toml"))
}

impl Preferences {
    /// Reads the preferences. If the file is damaged, copies it, because it will be overwritten, and returns a message
    /// for the player.
    pub(super) fn read() -> (Preferences, Option<String>) {
        path().map_or_else(Default::default, |path| Self::read_on(&Disk::default(), &path))
    }

    fn read_on(disk: &Disk, path: &Path) -> (Preferences, Option<String>) {
        let read = disk.read(path, BYTES_MAX + 1).map_err(|error| (error.kind(), error.to_string()));
        let why = match read.map(|(bytes, _)| parse(&bytes)) {
            Ok(Ok(remembered)) => return (remembered, None),
            Err((io::ErrorKind::NotFound, _)) => return Default::default(),
            Ok(Err(why)) | Err((_, why)) => why,
        };
        let kept = copy_damaged(disk, path);
        let words = "hints, palette and mouse are reset, because the file that remembers them";
        let message = format!("{words} cannot be read: {}: {why}{kept}", Printable(path));
        (Preferences::default(), Some(message))
    }

    /// Writes the preferences atomically.
    ///
    /// # Errors
    /// When the system refuses; the old file is then unchanged.
    pub(super) fn write(&self) -> Result<(), SaveError> {
        path().map_or(Ok(()), |path| self.write_on(&Disk::default(), &path))
    }

    fn write_on(&self, disk: &Disk, path: &Path) -> Result<(), SaveError> {
        let (Ok(text), Some(folder)) = (toml::to_string(self), path.parent()) else { return Ok(()) };
        // If this fails, writing reports the error.
        let _ = disk.create_dir(folder);
        let words = "# Written by the game; settings of your own go into settings.toml.\n";
        write_atomic_on(disk, path, format!("{words}{text}").as_bytes())
    }

    /// The preferences after a session that started with this palette and mouse. Unchanged ones stay as remembered
    /// before, because they may come from the settings.
    pub(super) fn updated_from(&self, screen: &Screen, began: (Palette, bool)) -> Preferences {
        let mut used: Vec<String> = screen.hints.known().filter_map(intent_name).collect();
        used.sort();
        used.dedup();
        let palette = screen.theme.palette;
        Preferences {
            used,
            palette: if palette == began.0 { self.palette } else { Some(palette) },
            mouse_off: if screen.mouse == began.1 { self.mouse_off } else { !screen.mouse },
            stars: screen.campaign.stars.clone(),
            has_played: true,
            codex: self.codex.clone(),
        }
    }

    /// Sets a screen's used hints, and the stars of levels.
    pub(super) fn apply_to(&self, screen: &mut Screen) {
        screen.hints.used = self.used.iter().filter_map(|name| intent_named(name)).collect();
        screen.campaign.stars.clone_from(&self.stars);
    }
}

/// Whether any land was played.
pub(super) fn has_played() -> bool {
    Preferences::read().0.has_played
}

/// What of the codex was read.
pub(in crate::app::play) fn codex_progress() -> CodexProgress {
    Preferences::read().0.codex
}

/// Remembers what of the codex was read; returns a message if that fails.
pub(in crate::app::play) fn remember_codex(progress: &CodexProgress) -> Option<String> {
    let kept = Preferences::read().0;
    if kept.codex == *progress {
        return None;
    }
    let written = Preferences { codex: progress.clone(), ..kept }.write();
    written.err().map(|error| format!("what you have read is not remembered: {error}"))
}

/// Parses a file; the error is one line.
fn parse(bytes: &[u8]) -> Result<Preferences, String> {
    if bytes.len() as u64 > BYTES_MAX {
        return Err("it is too long".to_owned());
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
    toml::from_str(text).map_err(|error| error_line(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::save::on_failing_disks;
    use crate::tui::KeyIntent;

    #[test]
    fn preferences_are_read_back_and_unknown_hints_dropped() {
        let mut screen = Screen::default();
        screen.hints.used = vec![KeyIntent::Next, KeyIntent::Digit(3), KeyIntent::Explain];
        let kept = Preferences::default().updated_from(&screen, (Palette::Contrast, false));
        assert_eq!((kept.palette, kept.mouse_off), (Some(Palette::Natural), false));
        let text = toml::to_string(&kept).expect("this can be written");
        let mut read: Preferences = toml::from_str(&text).expect("this can be read");
        assert_eq!(read, kept);
        read.used.push("nonsense".to_owned());
        let mut again = Screen::default();
        read.apply_to(&mut again);
        assert_eq!(again.hints.used, vec![KeyIntent::Explain, KeyIntent::Next]);
    }

    #[test]
    fn on_failing_disks_the_file_is_the_old_or_the_new_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state/remembered.toml");
        let before = Preferences { mouse_off: true, ..Preferences::default() };
        let mut written = 0;
        let times = on_failing_disks(|disk, how| {
            before.write_on(&Disk::default(), &path).expect("a sound disk");
            let result = Preferences::default().write_on(disk, &path);
            let text = std::fs::read_to_string(&path).expect("a file");
            let read: Preferences = toml::from_str(&text).expect("this can be read");
            written += u64::from(read == Preferences::default());
            assert!(read == before || read == Preferences::default(), "{how}");
            let words = result.err().map(|error| error.to_string());
            assert!(read != before || words.is_some(), "{how}: lost without an error");
            assert!(
                words.is_none_or(|words| words.contains("remembered.toml could not be written")),
                "{how}"
            );
            assert_eq!(
                std::fs::read_dir(folder.path().join("state")).expect("the folder").count(),
                1,
                "{how}"
            );
        });
        assert!(times > 20 && written > 8 && written < times, "{written} of {times}");
    }

    #[test]
    fn on_failing_disks_a_damaged_file_is_reported() {
        let long = "#".repeat(1 << 17);
        for text in [&b"used = 7\n"[..], b"[[[[", &[0xff; 9], long.as_bytes()] {
            let (mut kept, mut copied) = (0, 0);
            let times = on_failing_disks(|disk, how| {
                let folder = tempfile::tempdir().expect("a folder");
                let (path, bad) =
                    (folder.path().join("remembered.toml"), folder.path().join("remembered.toml.bad"));
                std::fs::write(&path, text).expect("a file");
                let (read, words) = Preferences::read_on(disk, &path);
                let words = words.unwrap_or_else(|| panic!("{how}: no message"));
                assert!(read == Preferences::default() && !words.contains('\n'), "{how}: {words}");
                assert!(words.contains("remembered.toml: "), "{how}: {words}");
                assert!(bad.exists() || !words.contains(".bad"), "{how}: {words}");
                kept += u64::from(words.contains(".bad"));
                copied += u64::from(bad.exists() && std::fs::read(&bad).expect("a copy") == text);
                assert!(std::fs::read(&path).expect("the file") == text, "{how}");
            });
            assert!(times > 8 && kept > 1 && kept < times && copied >= kept, "{kept} of {times}, {copied}");
        }
        let nowhere = tempfile::tempdir().expect("a folder").path().join("remembered.toml");
        assert_eq!(Preferences::read_on(&Disk::default(), &nowhere), (Preferences::default(), None));
    }
}
