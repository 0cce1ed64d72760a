//! Build script: rebuilds the program when a level is added or changed, as levels are embedded, and passes on the
//! revision of the project and the folder of its sources, which crash reports name. A package sets that folder to a word
//! that is the same wherever it is built.
//!
//! Development builds have no revision, or every commit would rebuild them.

#[path = "build/revision.rs"]
mod revision;

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=levels");
    let home = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo::rerun-if-env-changed=WAYWORN_SOURCES");
    println!(
        "cargo::rustc-env=WAYWORN_SOURCES={}",
        std::env::var("WAYWORN_SOURCES").as_ref().unwrap_or(&home)
    );
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let (revision, files) = if is_release { revision::of(Path::new(&home)) } else { (None, Vec::new()) };
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rustc-env=WAYWORN_REVISION={}", revision.as_deref().unwrap_or("unknown"));
}
