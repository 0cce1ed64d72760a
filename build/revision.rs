//! Finds the revision of the project in a folder from files alone, without running a program or reading a clock, so
//! that
//! the same revision gives the same program wherever it is built.

use std::path::{Path, PathBuf};

/// Digits of a revision that are used.
const TOLD: usize = 12;

/// The revision checked out in a folder, or of a package of the project, and the files that determine it.
pub(crate) fn of(home: &Path) -> (Option<String>, Vec<PathBuf>) {
    let package = home.join(".cargo_vcs_info.json");
    if let Ok(text) = std::fs::read_to_string(&package) {
        return (text.split('"').find_map(sound), vec![package]);
    }
    let Some(git) = git_folder(home) else { return (None, Vec::new()) };
    let head = git.join("HEAD");
    let Ok(text) = std::fs::read_to_string(&head) else { return (None, Vec::new()) };
    let Some(name) = text.trim().strip_prefix("ref: ") else { return (sound(text.trim()), vec![head]) };
    // Linked work trees share the branches of the main one.
    let shared =
        std::fs::read_to_string(git.join("commondir")).map_or(git.clone(), |path| git.join(path.trim()));
    let (branch, packed, moves) = (shared.join(name), shared.join("packed-refs"), git.join("logs/HEAD"));
    let loose = std::fs::read_to_string(&branch).ok().and_then(|text| sound(text.trim()));
    let revision = loose.or_else(|| {
        let text = std::fs::read_to_string(&packed).ok()?;
        text.lines().find_map(|line| sound(line.strip_suffix(name)?.trim_end()))
    });
    // Cargo would rerun the build script every time for a missing file.
    (revision, [head, branch, packed, moves].into_iter().filter(|path| path.exists()).collect())
}

/// The git folder of a work tree.
fn git_folder(home: &Path) -> Option<PathBuf> {
    let git = home.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = std::fs::read_to_string(git).ok()?;
    Some(home.join(text.trim().strip_prefix("gitdir: ")?))
}

/// The first digits of a revision; `None` if the text is not one.
fn sound(text: &str) -> Option<String> {
    let is_revision = text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_revision.then(|| text[..TOLD].to_owned())
}
