//! What the game remembers of its own accord from one start to the next: hints that were used, the palette, the mouse.
//!
//! It never touches the settings, which belong to the player. Whatever is wrong with its file, the game starts.

use super::settings::PaletteWord;
use crate::save::{Disk, SaveError, keep_bad_on, write_whole_on};
use crate::text::Printable;
use crate::tui::{Palette, Screen, intent_name, intent_named};
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// The file is never longer than this, in bytes.
const LONGEST: u64 = 1 << 16;

/// What is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Remembered {
    /// Names of the intents that were used.
    pub used: Vec<String>,
    /// The palette that was chosen last.
    pub palette: Option<PaletteWord>,
    /// Whether the mouse was left to the terminal.
    pub mouse_off: bool,
}

/// Where it is kept: the user's folder of states, or of data where there is none.
fn path() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("wayworn/remembered.toml"))
}

impl Remembered {
    /// What the last game has left, or nothing. Of a file that cannot be read a copy is kept, for this one is written anew;
    /// then there is something to tell the player.
    pub fn read() -> (Remembered, Option<String>) {
        path().map_or_else(Default::default, |path| Self::read_on(&Disk::default(), &path))
    }

    fn read_on(disk: &Disk, path: &Path) -> (Remembered, Option<String>) {
        let read = disk.read(path, LONGEST + 1).map_err(|error| (error.kind(), error.to_string()));
        let why = match read.map(|(bytes, _)| of_bytes(&bytes)) {
            Ok(Ok(remembered)) => return (remembered, None),
            Err((io::ErrorKind::NotFound, _)) => return Default::default(),
            Ok(Err(why)) | Err((_, why)) => why,
        };
        let kept = keep_bad_on(disk, path)
            .map_or_else(|_| String::new(), |bad| format!("; a copy is {}", Printable(bad)));
        let words = "hints, palette and mouse begin anew, because what was remembered of them";
        let told = format!("{words} cannot be read: {}: {why}{kept}", Printable(path));
        (Remembered::default(), Some(told))
    }

    /// Writes it, whole or not at all.
    ///
    /// # Errors
    /// When the system refuses; what was remembered before is still there then.
    pub fn write(&self) -> Result<(), SaveError> {
        path().map_or(Ok(()), |path| self.write_on(&Disk::default(), &path))
    }

    fn write_on(&self, disk: &Disk, path: &Path) -> Result<(), SaveError> {
        let (Ok(text), Some(folder)) = (toml::to_string(self), path.parent()) else { return Ok(()) };
        // Where there is none, writing says so.
        let _ = disk.make_dir(folder);
        let words = "# Written by the game; settings of your own go into settings.toml.\n";
        write_whole_on(disk, path, format!("{words}{text}").as_bytes())
    }

    /// What is to be remembered of a screen that began with this palette and this mouse. What nobody has changed stays
    /// as it was remembered before, because it may have come from the settings.
    pub fn after(&self, screen: &Screen, began: (Palette, bool)) -> Remembered {
        let mut used: Vec<String> = screen.used.iter().filter_map(|intent| intent_name(*intent)).collect();
        used.sort();
        used.dedup();
        let palette = screen.theme.palette;
        Remembered {
            used,
            palette: if palette == began.0 { self.palette } else { Some(palette.into()) },
            mouse_off: if screen.mouse == began.1 { self.mouse_off } else { !screen.mouse },
        }
    }

    /// Tells a screen which hints are no longer needed.
    pub fn tell(&self, screen: &mut Screen) {
        screen.used = self.used.iter().filter_map(|name| intent_named(name)).collect();
    }
}

/// What a file says, or what is wrong with it, in one line.
fn of_bytes(bytes: &[u8]) -> Result<Remembered, String> {
    if bytes.len() as u64 > LONGEST {
        return Err("it is too long".to_owned());
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "it is no text in UTF-8".to_owned())?;
    toml::from_str(text).map_err(|error| error.message().lines().collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::save::on_failing_disks;
    use crate::tui::Intent;

    #[test]
    fn what_is_remembered_comes_back_and_nonsense_is_left_out() {
        let screen =
            Screen { used: vec![Intent::Next, Intent::Digit(3), Intent::Explain], ..Screen::default() };
        let kept = Remembered::default().after(&screen, (Palette::Contrast, false));
        assert_eq!((kept.palette, kept.mouse_off), (Some(PaletteWord::Natural), false));
        let text = toml::to_string(&kept).expect("this can be written");
        let mut read: Remembered = toml::from_str(&text).expect("this can be read");
        assert_eq!(read, kept);
        read.used.push("nonsense".to_owned());
        let mut again = Screen::default();
        read.tell(&mut again);
        assert_eq!(again.used, vec![Intent::Explain, Intent::Next]);
    }

    #[test]
    fn whatever_fails_what_is_remembered_is_the_old_or_the_new() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state/remembered.toml");
        let before = Remembered { mouse_off: true, ..Remembered::default() };
        let mut written = 0;
        let times = on_failing_disks(|disk, how| {
            before.write_on(&Disk::default(), &path).expect("a sound disk");
            let told = Remembered::default().write_on(disk, &path);
            let text = std::fs::read_to_string(&path).expect("a file");
            let read: Remembered = toml::from_str(&text).expect("this can be read");
            written += u64::from(read == Remembered::default());
            assert!(read == before || read == Remembered::default(), "{how}");
            let words = told.err().map(|error| error.to_string());
            assert!(read != before || words.is_some(), "{how}: lost without a word");
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
    fn whatever_fails_what_cannot_be_read_is_told() {
        let long = "#".repeat(1 << 17);
        for text in [&b"used = 7\n"[..], b"[[[[", &[0xff; 9], long.as_bytes()] {
            let (mut kept, mut told) = (0, 0);
            let times = on_failing_disks(|disk, how| {
                let folder = tempfile::tempdir().expect("a folder");
                let (path, bad) =
                    (folder.path().join("remembered.toml"), folder.path().join("remembered.toml.bad"));
                std::fs::write(&path, text).expect("a file");
                let (read, words) = Remembered::read_on(disk, &path);
                let words = words.unwrap_or_else(|| panic!("{how}: nothing is told"));
                assert!(read == Remembered::default() && !words.contains('\n'), "{how}: {words}");
                assert!(words.contains("remembered.toml: "), "{how}: {words}");
                assert!(bad.exists() || !words.contains(".bad"), "{how}: {words}");
                kept += u64::from(words.contains(".bad"));
                told += u64::from(bad.exists() && std::fs::read(&bad).expect("a copy") == text);
                assert!(std::fs::read(&path).expect("the file") == text, "{how}");
            });
            assert!(times > 8 && kept > 1 && kept < times && told >= kept, "{kept} of {times}, {told}");
        }
        let nowhere = tempfile::tempdir().expect("a folder").path().join("remembered.toml");
        assert_eq!(Remembered::read_on(&Disk::default(), &nowhere), (Remembered::default(), None));
    }
}
