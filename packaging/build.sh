# Sourced by the other scripts: builds the program as it is given away.
#
# The same commit gives the same bytes in any folder: paths are mapped away, the revision comes from git, and no clock
# is read. Packages land in $OUT, which is `packages` in the target folder unless it is set.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
target_dir=${CARGO_TARGET_DIR:-$root/target}
out=${OUT:-$target_dir/packages}
version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
musl=x86_64-unknown-linux-musl
gnu=x86_64-unknown-linux-gnu
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
mkdir -p "$out"

# Whether the standard library of a target is installed.
has_target() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ]
}

# Builds for a target, with further arguments for cargo; prints the path of the stripped binary. Of its symbols only the
# names of its own functions stay, for crash reports. Where the C library may be new, relocations are packed.
build() {
    local target=$1 cargo_home=${CARGO_HOME:-$HOME/.cargo}
    shift
    local maps="--remap-path-prefix=$root=wayworn --remap-path-prefix=$target_dir=target"
    [ "$target" != $gnu ] || maps="$maps -Clink-arg=-Wl,-z,pack-relative-relocs"
    env --unset=SOURCE_DATE_EPOCH WAYWORN_SOURCES=wayworn RUSTFLAGS="$maps --remap-path-prefix=$cargo_home=cargo" \
        CFLAGS="-ffile-prefix-map=$cargo_home=cargo -ffile-prefix-map=$target_dir=target" \
        CARGO_INCREMENTAL=0 \
        cargo build --locked --profile dist -p wayworn --bin wayworn --target "$target" "$@" >&2
    mkdir -p "$out/$target"
    objcopy --strip-all --wildcard \
        --keep-symbol='!*drop_in_place*' --keep-symbol='*wayworn*' --keep-symbol='*panicking*' \
        "$target_dir/$target/dist/wayworn" "$out/$target/wayworn"
    echo "$out/$target/wayworn"
}
