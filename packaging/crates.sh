#!/usr/bin/env bash
# Packs the published crates, names what is in them, and builds each from its package: crates.sh [--no-verify].
# Then installs the program from a fresh clone into an empty folder, as `cargo install --path .` does.
source "$(dirname "$0")/build.sh"
cargo package --workspace --exclude wayworn-workbench --locked "$@"
for package in "$target_dir/package/"wayworn*-"$version".crate; do
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
