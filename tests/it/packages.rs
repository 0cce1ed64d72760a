//! Dependencies: only packages of the public registry, with licences compatible with the program's own, for the
//! compiler that it names.

use crate::kit;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

#[path = "../../build/revision.rs"]
mod revision;

/// Licences that allow redistribution.
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
/// Packages that have no place in a game without a network whose world reads no clock.
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

/// Whether a licence is allowed: all parts of an `AND`, one of an `OR` (or of the older `/`).
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
    let members = metadata["workspace_members"].as_array().unwrap();
    for package in packages.iter().filter(|package| !members.contains(&package["id"])) {
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
    assert!(sums + members.len() >= packages.len(), "{sums} check sums for {} packages", packages.len());
}

/// The revision of a project with these files.
fn revision(files: &[(&str, &str)]) -> Option<String> {
    let outer = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = outer.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let (found, read) = revision::of(&outer.path().join("home"));
    assert!(read.iter().all(|path| path.exists()), "{read:?}");
    assert!(found.is_none() || !read.is_empty(), "a changed revision would go unnoticed");
    found
}

/// A build finds its revision in a checkout, in a work tree beside one, and in a package; elsewhere it is unknown,
/// which is no error.
#[test]
fn a_build_finds_its_revision_by_itself() {
    let one = "0123456789abcdef0123456789abcdef01234567\n";
    let other = "fedcba9876543210fedcba9876543210fedcba98";
    let packed =
        format!("# pack-refs with: peeled\n{other} refs/heads/other\n{} refs/heads/main\n", one.trim());
    let package = format!("{{\"git\": {{\"sha1\": \"{}\"}}, \"path_in_vcs\": \"\"}}", one.trim());
    let head = ("home/.git/HEAD", "ref: refs/heads/main\n");
    let tree = ("home/.git", "gitdir: ../main/.git/worktrees/home\n");
    let tree_head = ("main/.git/worktrees/home/HEAD", "ref: refs/heads/main\n");
    let known = [
        vec![("home/.git/HEAD", one)],
        vec![head, ("home/.git/refs/heads/main", one), ("home/.git/logs/HEAD", "")],
        vec![head, ("home/.git/packed-refs", &packed)],
        vec![head, ("home/.git/refs/heads/main", one), ("home/.git/packed-refs", other)],
        vec![
            tree,
            tree_head,
            ("main/.git/worktrees/home/commondir", "../..\n"),
            ("main/.git/refs/heads/main", one),
        ],
        vec![("home/.cargo_vcs_info.json", &package), ("home/.git/HEAD", other)],
    ];
    for files in &known {
        assert_eq!(revision(files).as_deref(), Some("0123456789ab"), "{files:?}");
    }
    let unknown = [
        vec![],
        vec![head],
        vec![tree],
        vec![("home/.git/HEAD", "ref: ../../../etc/passwd\n")],
        vec![("home/.git/HEAD", "01234\n")],
        vec![("home/.cargo_vcs_info.json", "{}")],
    ];
    for files in &unknown {
        assert_eq!(revision(files), None, "{files:?}");
    }
    assert_eq!(revision::of(Path::new("nowhere")), (None, Vec::new()));
}
