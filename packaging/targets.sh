#!/usr/bin/env bash
# Checks that the program compiles for the systems that it is not built on. Only types are checked: nothing is linked,
# so the C code of zstd is left out where its compiler is missing.
source "$(dirname "$0")/build.sh"
for target in x86_64-pc-windows-gnu aarch64-apple-darwin; do
    if ! has_target $target; then
        echo "targets.sh: needs \`rustup target add $target\`" >&2
        exit 2
    fi
done
cargo check --locked --workspace --target x86_64-pc-windows-gnu
CC_aarch64_apple_darwin=true AR_aarch64_apple_darwin=true \
    cargo check --locked --workspace --target aarch64-apple-darwin
