#!/usr/bin/env bash
# Builds the commit in two folders and compares the binaries: reproducible.sh [TARGET]. Names the sections that differ.
source "$(dirname "$0")/build.sh"
target=${1:-$musl}
twins=$(mktemp -d)
trap 'rm -rf "$twins"' EXIT
for twin in one another/folder; do
    git clone --quiet "file://$root" "$twins/$twin"
    git -C "$twins/$twin" checkout --quiet --detach "$(git rev-parse HEAD)"
    env --unset=OUT CARGO_TARGET_DIR="$twins/$twin/target" bash -c \
        "source '$twins/$twin/packaging/build.sh'; build '$target' --features jemalloc"
done
one=$twins/one/target/$target/dist/wayworn
another=$twins/another/folder/target/$target/dist/wayworn
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
