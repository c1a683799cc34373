#!/usr/bin/env bash
# Fuzzes every target of the module for FUZZTIME (10s).
set -euo pipefail
cd "$(dirname "$0")/.."

go test -list '^Fuzz' ./... |
  awk '/^Fuzz/ {target[n++] = $1} /^ok/ {for (i = 0; i < n; i++) print $2, target[i]; n = 0}' |
  while read -r package target; do
    echo "== $package $target"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "${FUZZTIME:-10s}" "$package" </dev/null
  done
