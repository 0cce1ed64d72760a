//! The levels that come with the program, and levels by name or by file.

use crate::level::Level;
use crate::save::{SaveError, load_level};
use include_dir::{Dir, include_dir};
use std::io::{self, Write};
use std::path::Path;

/// The folder `levels`, as it was when the program was built.
pub static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/levels");
/// From this likeness on, 0 to 1, a name may have been meant.
const ALIKE: f64 = 0.7;

/// A level that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shipped {
    /// Its path below `levels`, without the ending: `lessons/u-trap`.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Shipped {
    /// Its name: `u-trap`.
    pub fn name(self) -> &'static str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }
}

/// Why there is no level.
#[derive(Debug, thiserror::Error)]
pub enum NoLevel {
    /// The file cannot be read, or is no level.
    #[error(transparent)]
    File(#[from] SaveError),
    /// A level of the program's own that is none; a test reads them all.
    #[error("the level {0} is damaged: {1}")]
    Shipped(&'static str, crate::level::LevelError),
    /// Neither a file nor a level has this name.
    #[error("there is no level '{name}': {hint} (`wayworn levels` lists all)")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        hint: String,
    },
}

/// All of them, in the order of their paths.
pub fn shipped() -> Vec<Shipped> {
    let mut found = Vec::new();
    let mut folders = vec![&SHIPPED];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        found.extend(folder.files().filter_map(|file| {
            let path = file.path().to_str()?.strip_suffix(".toml")?;
            Some(Shipped { path, text: file.contents_utf8()? })
        }));
    }
    found.sort_unstable();
    found
}

/// Reads the level of this file, or the shipped one of this name.
///
/// # Errors
/// When there is none, or where and why it is no level.
pub fn load(wanted: &Path) -> Result<Level, NoLevel> {
    if wanted.exists() {
        return Ok(load_level(wanted)?);
    }
    let name = wanted.to_string_lossy();
    let name = name.strip_prefix("levels/").unwrap_or(&name);
    let name = name.strip_suffix(".toml").unwrap_or(name);
    let all = shipped();
    if let Some(level) = all.iter().find(|level| level.path == name || level.name() == name) {
        return Level::parse(level.text).map_err(|error| NoLevel::Shipped(level.path, error));
    }
    let names = all.iter().map(|level| level.name());
    Err(NoLevel::Unknown { name: wanted.display().to_string(), hint: hint(name, names) })
}

/// What may have been meant, in words.
pub fn hint<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> String {
    let mut near: Vec<(f64, &str)> = all.map(|other| (strsim::jaro_winkler(name, other), other)).collect();
    near.retain(|(likeness, _)| *likeness >= ALIKE);
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let near: Vec<&str> = near.into_iter().take(3).map(|(_, name)| name).collect();
    if near.is_empty() {
        "nothing is called like that".to_owned()
    } else {
        format!("did you mean {}?", near.join(" or "))
    }
}

/// `wayworn levels`: prints names and titles.
///
/// # Errors
/// When standard output cannot be written.
pub fn list() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for level in shipped() {
        let title = Level::parse(level.text).map(|level| level.name).unwrap_or_default();
        writeln!(
            out,
            "{:<20} {:<12} {title}",
            level.name(),
            level.path.split('/').next().unwrap_or_default()
        )?;
    }
    writeln!(out, "\nPlay one with: wayworn --level NAME")
}
