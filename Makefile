# Thin: names for what people do; CMake does it. `make` needs the packages of scripts/setup.sh.

RINGSIDE := build/ringside
VECTORS_PRINT := build/tests/vectors_print
WORDS := /usr/share/dict/words
FUZZ_SECONDS ?= 60
TARGET ?=
KEYS ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
SAMPLE ?= 300
SEED ?= 1

.PHONY: all setup build bench bench-full reference plots live test fuzz fuzz-merge coverage \
        regress golden portability claims mutants oracle clang asan tsan msan format \
        clean

all: build

# Where both are asked for, in this order also under -j.
ifneq ($(filter setup bench bench-full reference test clang asan tsan msan,$(MAKECMDGOALS)),)
build: | setup
endif

build:
	@mkdir -p build
	@test -f build/build.ninja || cmake --preset release >build/configure.log 2>&1 || \
	  { cat build/configure.log; \
	    echo "configuring failed: run scripts/setup.sh for what is missing" >&2; exit 1; }
	@cmake --build --preset release -j $(JOBS)

setup:
	@scripts/setup.sh

bench: setup build
	$(RINGSIDE) bench --keys $(WORDS) --workload sequential,file --out results/latest --force
	@scripts/plots.sh results/latest

# hours; after Ctrl-C the same command goes on where it was
bench-full: setup build
	$(RINGSIDE) bench --preset full --workload uniform --out results/full --resume --force
	@scripts/plots.sh results/full

reference: setup build
	$(RINGSIDE) bench --keys $(WORDS) --workload sequential,file --out results/reference --force
	@scripts/plots.sh results/reference

plots:
	@scripts/plots.sh results/latest

# 77: skipped, with the reason
live: build
	@scripts/live.sh $(RINGSIDE) $(KEYS) || test $$? -eq 77

test: setup build
	@ctest --preset release -j $(JOBS)
	@scripts/skips.sh

fuzz: setup
	@scripts/fuzz.sh $(FUZZ_SECONDS) $(TARGET)

# what long hunts found worth keeping goes into the committed corpora
fuzz-merge: setup
	@scripts/fuzz_merge.sh $(TARGET)

coverage: setup
	@scripts/coverage.sh

regress: build
	@scripts/vectors.sh $(VECTORS_PRINT)
	@scripts/regress.sh $(RINGSIDE)

golden: build
	@scripts/vectors.sh --write $(VECTORS_PRINT)
	@scripts/regress.sh --write $(RINGSIDE)

# other compilers, flags and processors; scripts/setup.sh --portability gets what that takes
portability: setup
	@scripts/portability.sh

# published numbers, run again: results/claims.csv and docs/claims.md
claims: build
	$(RINGSIDE) claims --out build/claims --force
	cp build/claims/claims.csv results/claims.csv
	cp build/claims/claims.md docs/claims.md

# breaks the code on purpose; the tests must tell: results/mutants.csv. Hours; RESUME=1 goes on
mutants: setup
	@scripts/mutants.py --set all --sample $(SAMPLE) --seed $(SEED) --jobs $(JOBS) \
	  $(if $(RESUME),--resume)

# how soon fuzzing finds slips that were seen elsewhere, from nothing: results/oracle.csv
oracle: setup
	@scripts/mutants.py --oracle --seed $(SEED) --jobs $(JOBS)

# TESTS='^test_shim': those alone that match; NOT='^test_plot': those that do not
clang asan tsan msan: setup
	cmake --preset $@
	cmake --build --preset $@ -j $(JOBS)
	ctest --preset $@ -j $(JOBS) $(if $(TESTS),-R '$(TESTS)') $(if $(NOT),-E '$(NOT)')

format:
	git ls-files '*.c' '*.h' '*.cc' | xargs clang-format -i

clean:
	rm -rf build
