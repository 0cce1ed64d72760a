#!/usr/bin/env bash
# Installs the package of `deb.sh` in an empty root, looks at it, and removes it: try-deb.sh PACKAGE. Needs root.
set -euo pipefail
package=$(realpath "$1")
clean=$(mktemp -d)
trap 'rm -rf "$clean"' EXIT
mkdir -p "$clean"/var/lib/dpkg/{info,updates,triggers} "$clean/var/log" "$clean/tmp"
touch "$clean/var/lib/dpkg/status" "$clean/var/lib/dpkg/available"
# What belongs to packages: not dpkg's own books.
files() {
    (cd "$clean" && find . -path ./var -prune -o -mindepth 1 -print | LC_ALL=C sort)
}
before=$(files)
# `--force-depends`: an empty root has no C library to depend on.
dpkg --root="$clean" --force-depends --install "$package"
echo "installed:"
files
dpkg --root="$clean" --verify wayworn
if ! readelf --program-headers "$clean/usr/bin/wayworn" | grep -q INTERP; then
    # Static, it needs nothing but itself.
    chroot "$clean" /usr/bin/wayworn --version
    chroot "$clean" /usr/bin/wayworn run --seed 7 --size 64x64 --ticks 500 | head -n 3
fi
for page in "$clean"/usr/share/man/man1/*.gz; do
    [ -z "$(gzip -dc "$page" | man --warnings=all --local-file - 2>&1 > /dev/null)" ] || { echo "$page: unsound"; exit 1; }
done
bash -n "$clean/usr/share/bash-completion/completions/wayworn"
if command -v desktop-file-validate > /dev/null; then
    desktop-file-validate "$clean/usr/share/applications/wayworn.desktop"
fi
dpkg --root="$clean" --purge wayworn
after=$(files)
if [ "$before" != "$after" ]; then
    echo "left behind:"
    diff <(echo "$before") <(echo "$after")
fi
echo "removed: the root is as it was before"
