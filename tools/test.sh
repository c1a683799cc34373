#!/usr/bin/env bash
# What make test runs: all tests without cgo, then the race detector on the
# packages that may use concurrency. The last lines are go test's.
# BETHINK_FULL=1 runs the full counts.
set -euo pipefail
cd "$(dirname "$0")/.."

limit=10m
if [ -n "${BETHINK_FULL:-}" ]; then limit=80m; fi

compiler=$(go env CC)
race=1
if ! command -v "${compiler%% *}" >/dev/null; then
  race=
  echo "race detector left out: no C compiler (${compiler:-CC}) is installed"
fi

CGO_ENABLED=0 go test -shuffle=on -timeout "$limit" ./...
if [ -n "$race" ]; then tools/race.sh; fi
