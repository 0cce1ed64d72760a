//! Which revision of the project lies in a folder, read from files that are there anyway: no program is run and no clock is
//! read, so that the same revision comes to the same program wherever it is built.

use std::path::{Path, PathBuf};

/// Letters of a revision that are told.
const TOLD: usize = 12;

/// The revision that is checked out in a folder, or that a package of the project was made of, and the files that say so.
pub fn of(home: &Path) -> (Option<String>, Vec<PathBuf>) {
    let package = home.join(".cargo_vcs_info.json");
    if let Ok(text) = std::fs::read_to_string(&package) {
        return (text.split('"').find_map(sound), vec![package]);
    }
    let Some(git) = git_folder(home) else { return (None, Vec::new()) };
    let head = git.join("HEAD");
    let Ok(text) = std::fs::read_to_string(&head) else { return (None, Vec::new()) };
    let Some(name) = text.trim().strip_prefix("ref: ") else { return (sound(text.trim()), vec![head]) };
    // Several work trees share the branches of one of them.
    let shared =
        std::fs::read_to_string(git.join("commondir")).map_or(git.clone(), |path| git.join(path.trim()));
    let (branch, packed, moves) = (shared.join(name), shared.join("packed-refs"), git.join("logs/HEAD"));
    let here = std::fs::read_to_string(&branch).ok().and_then(|text| sound(text.trim()));
    let told = here.or_else(|| {
        let text = std::fs::read_to_string(&packed).ok()?;
        text.lines().find_map(|line| sound(line.strip_suffix(name)?.trim_end()))
    });
    // A file that is not there would have it asked with every build.
    (told, [head, branch, packed, moves].into_iter().filter(|path| path.exists()).collect())
}

/// The folder in which git keeps what it knows of a work tree.
fn git_folder(home: &Path) -> Option<PathBuf> {
    let git = home.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = std::fs::read_to_string(git).ok()?;
    Some(home.join(text.trim().strip_prefix("gitdir: ")?))
}

/// The beginning of a revision, if it is one.
fn sound(text: &str) -> Option<String> {
    let is_one = text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_one.then(|| text[..TOLD].to_owned())
}
