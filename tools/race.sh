#!/usr/bin/env bash
# Runs the race detector on the packages in internal/arch/concurrency.txt that
# exist and have tests, the examples apart: they are run as programs.
set -euo pipefail
cd "$(dirname "$0")/.."

patterns=()
for pattern in $(awk '!/^#/ && NF && !/^\.\/examples/ {print $1}' internal/arch/concurrency.txt | sort -u); do
  if [ -d "${pattern%/...}" ]; then patterns+=("$pattern"); fi
done
mapfile -t packages < <(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' "${patterns[@]}" | grep .)
if [ ${#packages[@]} = 0 ]; then
  echo "race detector left out: no package in internal/arch/concurrency.txt has tests"
  exit 0
fi
CGO_ENABLED=1 go test -race -shuffle=on -timeout "${BETHINK_RACE_LIMIT:-10m}" "${packages[@]}"
