//! What the program is built of: packages of the public registry alone, under licences that go with its own, for the
//! compiler that it names.

use crate::kit;
use serde_json::Value;
use std::process::Command;

/// Licences under which everybody may pass the program on.
const LICENCES: [&str; 13] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "Unlicense",
    "WTFPL",
    "Zlib",
    "0BSD",
    "Unicode-DFS-2016",
    "Unicode-3.0",
    "CC0-1.0",
];
/// What has no business in a game that never speaks to a network and whose world knows no clock.
const BANNED: [&str; 6] = ["openssl-sys", "tokio", "hyper", "reqwest", "rustls", "chrono"];
/// Where packages come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn metadata() -> Value {
    // Packages for other systems need not have been fetched here.
    let version = Command::new(env!("CARGO")).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let mut command = Command::new(env!("CARGO"));
    let output = command
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host])
        .current_dir(kit::home())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// Whether a licence is one of the above: all parts of an `AND`, one of an `OR` (or of the older `/`).
fn is_free(licence: &str) -> bool {
    let one_of = |part: &str| {
        let part = part.trim().trim_start_matches('(').trim_end_matches(')');
        part.replace('/', " OR ").split(" OR ").any(|name| LICENCES.contains(&name.trim()))
    };
    licence.split(" AND ").all(one_of)
}

fn version(text: &str) -> Vec<u32> {
    text.split('.').map(|part| part.parse().unwrap_or(0)).collect()
}

#[test]
fn packages_come_from_the_registry_under_free_licences_for_this_compiler() {
    assert!(
        !is_free("GPL-3.0-only")
            && !is_free("MIT AND GPL-3.0")
            && is_free("(MIT OR GPL-2.0) AND Unicode-3.0")
    );
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100);
    let own = packages.iter().find(|package| package["name"] == "wayworn").unwrap();
    let compiler = version(own["rust_version"].as_str().unwrap());
    for package in packages.iter().filter(|package| package["name"] != "wayworn") {
        let name = package["name"].as_str().unwrap();
        assert_eq!(package["source"].as_str(), Some(REGISTRY), "{name}");
        assert!(!BANNED.contains(&name), "{name} is not wanted");
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_free(licence), "{name} is under '{licence}'");
        let needs = version(package["rust_version"].as_str().unwrap_or_default());
        assert!(needs <= compiler, "{name} needs Rust {needs:?}");
    }
    let lock = std::fs::read_to_string(kit::home().join("Cargo.lock")).unwrap();
    let sums = lock.lines().filter(|line| line.starts_with("checksum = ")).count();
    assert!(sums + 1 >= packages.len(), "{sums} check sums for {} packages", packages.len());
}
