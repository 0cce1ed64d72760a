#!/usr/bin/env bash
# Builds the commit here and in a clone elsewhere, and compares the binaries: reproducible.sh [TARGET]. Names the
# sections that differ.
source "$(dirname "$0")/build.sh"
target=${1:-$musl}
if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
    echo "reproducible.sh: commit what has changed first" >&2
    exit 2
fi
elsewhere=$(mktemp -d)
trap 'rm -rf "$elsewhere"' EXIT
git clone --quiet "file://$root" "$elsewhere/clone"
git -C "$elsewhere/clone" checkout --quiet --detach "$(git rev-parse HEAD)"
one=$(build "$target" --features jemalloc)
another=$(env --unset=OUT CARGO_TARGET_DIR="$elsewhere/target" bash -c \
    "source '$elsewhere/clone/packaging/build.sh'; build '$target' --features jemalloc")
sha256sum "$one" "$another"
if cmp --silent "$one" "$another"; then
    echo "the same bytes"
    exit
fi
for section in $(readelf --wide --section-headers "$one" | sed -n 's/^ *\[ *[0-9]*\] \(\.[^ ]*\).*/\1/p'); do
    bytes() { objcopy --dump-section "$section=/dev/stdout" "$1" /dev/null 2> /dev/null; }
    cmp --silent <(bytes "$one") <(bytes "$another") || echo "$section differs"
done
exit 1
