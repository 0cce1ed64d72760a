#!/usr/bin/env bash
# Packs the published crates, names what is in them, and builds each from its package: crates.sh [--no-verify].
# Then installs the program from a fresh clone into an empty folder, as `cargo install --path .` does.
source "$(dirname "$0")/build.sh"
made=$target_dir/crates
# Cargo takes a version for unchangeable, and would build against what an earlier commit made of it.
rm -rf "$made" "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/wayworn-{paths,engine}-"$version"
cargo package --workspace --exclude wayworn-workbench --locked --target-dir "$made" "$@"
for package in "$made/package/"wayworn*-"$version".crate; do
    echo "$(stat --format %s "$package") bytes, $(tar --list --file "$package" | wc -l) files  $package"
    if tar --list --file "$package" | grep -E '\.(png|gif|save|replay)$|/tests/|/benches/'; then
        echo "crates.sh: that has no place in a package" >&2
        exit 1
    fi
done
clean=$(mktemp -d)
trap 'rm -rf "$clean"' EXIT
git clone --quiet --depth 1 "file://$root" "$clean/wayworn"
cargo install --quiet --locked --path "$clean/wayworn" --root "$clean/installed"
(cd "$clean/installed" && find . -type f -printf '%s bytes  %p\n' && bin/wayworn --version)
