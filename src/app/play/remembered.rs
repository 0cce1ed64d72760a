//! What the game remembers of its own accord from one start to the next: hints that were used, the palette, the mouse.
//!
//! It never touches the settings, which belong to the player. Whatever is wrong with its file, the game starts.

use super::settings::PaletteWord;
use crate::save::{Disk, keep_bad_on, write_whole_on};
use crate::tui::{Palette, Screen, intent_name, intent_named};
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

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
    /// What the last game has left, or nothing. Of a file that cannot be read a copy is kept, for this one is written anew.
    pub fn read() -> Remembered {
        let Some(path) = path().filter(|path| path.exists()) else { return Remembered::default() };
        let read = std::fs::read_to_string(&path).ok().and_then(|text| toml::from_str(&text).ok());
        read.unwrap_or_else(|| {
            let _ = keep_bad_on(&Disk::default(), &path);
            Remembered::default()
        })
    }

    /// Writes it, whole or not at all. A folder that takes no files costs only hints, so nobody is told.
    pub fn write(&self) {
        if let Some(path) = path() {
            self.write_on(&Disk::default(), &path);
        }
    }

    fn write_on(&self, disk: &Disk, path: &Path) {
        let (Ok(text), Some(folder)) = (toml::to_string(self), path.parent()) else { return };
        let _ = disk.make_dir(folder);
        let words = "# Written by the game; settings of your own go into settings.toml.\n";
        let _ = write_whole_on(disk, path, format!("{words}{text}").as_bytes());
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
            before.write_on(&Disk::default(), &path);
            Remembered::default().write_on(disk, &path);
            let text = std::fs::read_to_string(&path).expect("a file");
            let read: Remembered = toml::from_str(&text).expect("this can be read");
            written += u64::from(read == Remembered::default());
            assert!(read == before || read == Remembered::default(), "{how}");
            assert_eq!(
                std::fs::read_dir(folder.path().join("state")).expect("the folder").count(),
                1,
                "{how}"
            );
        });
        assert!(times > 20 && written > 8 && written < times, "{written} of {times}");
    }
}
