//! In which folder the saves are.

use etcetera::BaseStrategy;
use std::path::{Path, PathBuf};

/// The folder that is taken where it is there.
const HERE: &str = "saves";

/// The folder of saves of this start of the program.
pub fn saves(wanted: Option<PathBuf>) -> PathBuf {
    choose(wanted, Path::new(HERE).is_dir(), data())
}

/// Both folders that saves are in by default.
pub fn all() -> Vec<PathBuf> {
    [true, false].map(|is_here| choose(None, is_here, data())).into()
}

fn data() -> Option<PathBuf> {
    etcetera::choose_base_strategy().ok().map(|system| system.data_dir())
}

/// The rule: what was asked for, else `./saves` where that is, else a folder of the game's own among the user's data,
/// and `./saves` again for a user without any.
pub fn choose(wanted: Option<PathBuf>, is_here: bool, data: Option<PathBuf>) -> PathBuf {
    let own = || data.filter(|_| !is_here).map(|data| data.join("wayworn").join("saves"));
    wanted.or_else(own).unwrap_or_else(|| PathBuf::from(HERE))
}
