//! Finds the folder of the saves. The files in it do not live here (`save`).

use etcetera::BaseStrategy;
use std::path::{Path, PathBuf};

/// The folder that is used if it exists.
const LOCAL_FOLDER: &str = "saves";

/// The folder of saves for this run of the program.
pub fn saves_folder(wanted: Option<PathBuf>) -> PathBuf {
    choose_folder(wanted, Path::new(LOCAL_FOLDER).is_dir(), user_data_folder())
}

/// Both default folders of saves.
pub fn default_folders() -> Vec<PathBuf> {
    [true, false].map(|is_here| choose_folder(None, is_here, user_data_folder())).into()
}

fn user_data_folder() -> Option<PathBuf> {
    etcetera::choose_base_strategy().ok().map(|system| system.data_dir())
}

/// The rule: the requested folder; else `./saves` if it exists; else the game's folder in the user's data folder; else
/// `./saves`.
pub fn choose_folder(wanted: Option<PathBuf>, is_here: bool, data: Option<PathBuf>) -> PathBuf {
    let own = || data.filter(|_| !is_here).map(|data| data.join("wayworn").join("saves"));
    wanted.or_else(own).unwrap_or_else(|| PathBuf::from(LOCAL_FOLDER))
}
