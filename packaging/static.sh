#!/usr/bin/env bash
# Makes wayworn-VERSION-x86_64-linux.tar.gz: a static binary that runs on any Linux, and the licences of all in it.
#
# It is linked with musl, whose allocator is slow with several threads, so it has the feature `jemalloc`.
source "$(dirname "$0")/build.sh"
if ! has_target $musl || ! command -v musl-gcc > /dev/null; then
    echo "static.sh: needs musl: \`rustup target add $musl\`, and \`apt-get install musl-tools make\`" >&2
    exit 2
fi
binary=$(build $musl --features jemalloc "$@")
# A static program has no interpreter and needs no libraries.
if readelf --wide --program-headers --dynamic "$binary" | grep -E 'INTERP|NEEDED'; then
    echo "static.sh: $binary is not static" >&2
    exit 1
fi
name=wayworn-$version-x86_64-linux
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir "$stage/$name"
cp "$binary" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$stage/$name"
cp docs/manual.md "$stage/$name"
packaging/supply.py notices --target $musl --features jemalloc > "$stage/$name/NOTICES.txt"
packaging/supply.py sbom --target $musl --features jemalloc > "$stage/$name/sbom.cdx.json"
chmod -R u=rwX,go=rX "$stage/$name"
tar --directory "$stage" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    --create "$name" | gzip --no-name --best > "$out/$name.tar.gz"
stat --format '%s bytes  %n' "$binary" "$out/$name.tar.gz"
