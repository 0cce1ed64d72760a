#!/usr/bin/env bash
# Checks, in a copy, that the oldest version of each direct dependency that Cargo.toml allows is enough. Needs the
# nightly toolchain to choose the versions; the stable one compiles them.
source "$(dirname "$0")/build.sh"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git archive HEAD | tar --extract --directory "$copy"
cd "$copy"
rm Cargo.lock
cargo +nightly generate-lockfile -Z direct-minimal-versions
CARGO_TARGET_DIR=$target_dir cargo check --locked --workspace --all-targets "$@"
