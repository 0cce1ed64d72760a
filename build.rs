//! What a build has to know beforehand: the levels are part of the program, so that it is built anew when one of them is
//! added or changed; and which revision of the project it is made of, so that a report of a crash can name it.
//!
//! Builds for working on the game do not ask for a revision: they are made again with every change, and would be with every
//! commit, too.

#[path = "build/revision.rs"]
mod revision;

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=levels");
    let home = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let is_for_use = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let (told, files) = if is_for_use { revision::of(Path::new(&home)) } else { (None, Vec::new()) };
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rustc-env=WAYWORN_REVISION={}", told.as_deref().unwrap_or("unknown"));
}
