#!/usr/bin/env bash
# Fuzzes every reader in turn, each for a minute or as many seconds as are given, beginning with files of the project;
# `run.sh SECONDS TARGET...` only some. Needs the nightly toolchain and cargo-fuzz. What is found lies in `artifacts`.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-60}
shift || true

# Where files for a reader are.
seeds() {
    case $1 in
        save) echo ../tests/corpus/saves ../saves/golden ;;
        replay) echo ../tests/corpus/replays ../saves/golden ;;
        level) echo ../tests/corpus/levels ../levels ;;
        map) echo ../tests/corpus/maps ../levels/suite ;;
        scenario) echo seeds/scenario ../tests/corpus/maps ;;
        settings) echo seeds/settings ../tests/corpus/settings ;;
        keys) echo seeds/keys ;;
        page) echo ../codex ;;
        *) echo "no seeds for the target $1" >&2 && exit 1 ;;
    esac
}

for target in ${*:-$(cargo +nightly fuzz list)}; do
    folders=$(seeds "$target")
    mkdir -p "corpus/$target"
    # shellcheck disable=SC2086
    cargo +nightly fuzz run "$target" "corpus/$target" $folders -- -max_total_time="$seconds" -timeout=30 -rss_limit_mb=1024
done
