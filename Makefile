# The targets of the project; plain make lists them. They need Go and bash;
# lint-full and staticcheck fetch their pinned version through the Go proxy.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
export CGO_ENABLED := 0
export GOAMD64 := v1

golangci := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
licenses := go run -C tools ./licenses -root ..

.PHONY: help build run test test-full race fuzz bench fmt vet staticcheck lint-full model licenses ci

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' Makefile

build: ## build bin/bethink
	go build -o bin/ ./cmd/bethink

run: build ## build it and play: make run ARGS="--help"
	bin/bethink run $(ARGS)

test: ## all tests, then the race detector where a C compiler is found
	@tools/test.sh

test-full: ## the same with the full counts
	@BETHINK_FULL=1 BETHINK_RACE_LIMIT=80m tools/test.sh

race: ## the race detector on the packages that may use concurrency
	@tools/race.sh

fuzz: ## fuzz every target for FUZZTIME (10s)
	@tools/fuzz.sh

bench: ## the benchmarks: make bench PKG=./dist BENCH=Update
	go test -run '^$$' -bench '$(or $(BENCH),.)' -benchmem $(or $(PKG),./...)

fmt: ## format the code
	gofmt -w .

vet: ## go vet
	go vet ./...

staticcheck: ## staticcheck, pinned in tools/go.mod
	go tool -modfile=tools/go.mod staticcheck ./...

lint-full: ## golangci-lint with all house rules (its first build takes minutes)
	go run $(golangci) run ./...

model: ## fetch a small language model and serve it: make model MODEL=smollm2 PORT=8080
	@MODEL=$(MODEL) PORT=$(PORT) tools/model.sh

licenses: ## make THIRD_PARTY_LICENSES
	$(licenses) -o THIRD_PARTY_LICENSES ./cmd/bethink

ci: ## what gates a change
	@.ci/run
