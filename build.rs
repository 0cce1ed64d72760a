//! Build script: rebuilds the program when a level or a page of the codex is added or changed, as they are embedded, and passes on the
//! revision of the project, so that a crash report can name it.
//!
//! Development builds have no revision, or every commit would rebuild them.

#[path = "build/revision.rs"]
mod revision;

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=levels");
    println!("cargo::rerun-if-changed=codex");
    let home = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let (revision, files) = if is_release { revision::of(Path::new(&home)) } else { (None, Vec::new()) };
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rustc-env=WAYWORN_REVISION={}", revision.as_deref().unwrap_or("unknown"));
}
