#!/usr/bin/env bash
# Runs the race detector on the packages in internal/arch/concurrency.txt that
# exist, the examples apart: they are run as programs.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=()
for pattern in $(awk '!/^#/ && NF && !/^\.\/examples/ {print $1}' internal/arch/concurrency.txt | sort -u); do
  if [ -d "${pattern%/...}" ]; then packages+=("$pattern"); fi
done
CGO_ENABLED=1 go test -race -shuffle=on -timeout "${BETHINK_RACE_LIMIT:-10m}" "${packages[@]}"
