#!/usr/bin/env bash
# Makes wayworn_VERSION_amd64.deb: the program, manual pages, completions, a desktop entry and an icon.
#
# With musl the program is static and the package depends on nothing; without, it depends on the C library it was built
# with. `try-deb.sh` installs and removes it.
source "$(dirname "$0")/build.sh"
BYTES_MAX=$((12 * 1024 * 1024))
depends=
if has_target $musl && command -v musl-gcc > /dev/null; then
    target=$musl
    binary=$(build $musl --features jemalloc "$@")
else
    target=$gnu
    binary=$(build $gnu --features jemalloc "$@")
    # Packed relocations came with 2.36.
    libc=$({ objdump -T "$binary" | grep -o 'GLIBC_[0-9.]*'; echo GLIBC_2.36; } | sort -Vu | tail -n 1)
    depends="Depends: libc6 (>= ${libc#GLIBC_}), libgcc-s1"
fi
size=$(stat --format %s "$binary")
if [ "$size" -gt $BYTES_MAX ]; then
    echo "deb.sh: $binary has $size bytes, more than $BYTES_MAX" >&2
    exit 1
fi
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
share=$stage/usr/share
docs=$share/doc/wayworn
install -Dm755 "$binary" "$stage/usr/bin/wayworn"
page() {
    install -d "$share/man/man1"
    "$binary" man ${2:+"$2"} | gzip --no-name --best > "$share/man/man1/$1.1.gz"
}
page wayworn
for command in $("$binary" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]\+\) .*/\1/p' | grep -v '^help$'); do
    page "wayworn-$command" "$command"
done
install -d "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d"
"$binary" completions bash > "$share/bash-completion/completions/wayworn"
"$binary" completions zsh > "$share/zsh/vendor-completions/_wayworn"
"$binary" completions fish > "$share/fish/vendor_completions.d/wayworn.fish"
install -Dm644 packaging/wayworn.desktop "$share/applications/wayworn.desktop"
install -Dm644 packaging/wayworn.svg "$share/icons/hicolor/scalable/apps/wayworn.svg"
install -Dm644 docs/manual.md "$docs/manual.md"
gzip --no-name --best < CHANGELOG.md > "$docs/changelog.gz"
packaging/supply.py notices --target $target --features jemalloc | gzip --no-name --best > "$docs/NOTICES.txt.gz"
packaging/supply.py sbom --target $target --features jemalloc | gzip --no-name --best > "$docs/sbom.cdx.json.gz"
{
    echo "Wayworn is under the MIT licence below or the Apache License 2.0"
    echo "(/usr/share/common-licenses/Apache-2.0), as you choose. What is linked in: NOTICES.txt.gz."
    echo
    cat LICENSE-MIT
} > "$docs/copyright"
install -d "$stage/DEBIAN"
(cd "$stage" && find usr -type f | LC_ALL=C sort | xargs md5sum > DEBIAN/md5sums)
{
    echo "Package: wayworn"
    echo "Version: $version"
    echo "Architecture: amd64"
    echo "Maintainer: $(git log -1 --format='%an <%ae>')"
    echo "Installed-Size: $(du --summarize --apparent-size --block-size=1K "$stage/usr" | cut -f 1)"
    ${depends:+echo "$depends"}
    echo "Section: games"
    echo "Priority: optional"
    echo "Description: terminal roguelike sandbox of roads and pathfinding"
    echo " A living land in the terminal, where footsteps wear roads and every traveller"
    echo " really finds its path. You watch, ask why a traveller chose its path, give"
    echo " orders, build walls, and see who has to plan again."
} > "$stage/DEBIAN/control"
chmod -R u=rwX,go=rX "$stage"
package=$out/wayworn_${version}_amd64.deb
dpkg-deb --root-owner-group -Zxz --build "$stage" "$package" > /dev/null
stat --format '%s bytes  %n' "$binary" "$package"
