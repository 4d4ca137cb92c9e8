# Thin: names for what people do; CMake does it. `make` needs the packages of scripts/setup.sh.

BUILD := build
RINGSIDE := $(BUILD)/ringside
WORDS := /usr/share/dict/words
FUZZ_SECONDS ?= 60
TARGET ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: all setup build bench reference plots test fuzz regress golden clang asan tsan format clean

all: build

build:
	@test -f $(BUILD)/build.ninja || cmake --preset release >$(BUILD).log 2>&1 || { cat $(BUILD).log; \
	  echo "configuring failed: run scripts/setup.sh for what is missing" >&2; exit 1; }
	@rm -f $(BUILD).log
	@cmake --build --preset release -j $(JOBS)

setup:
	@scripts/setup.sh

bench: setup build
	$(RINGSIDE) bench --keys $(WORDS) --workload file,sequential --out results/latest --force
	@scripts/plots.sh results/latest

reference: setup build
	$(RINGSIDE) bench --keys $(WORDS) --workload file,sequential --out results/reference --force
	@scripts/plots.sh results/reference

plots:
	@scripts/plots.sh results/latest

test: setup build
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

fuzz: setup
	@scripts/fuzz.sh $(FUZZ_SECONDS) $(TARGET)

regress: build
	@scripts/regress.sh $(RINGSIDE)

golden: build
	@scripts/regress.sh --write $(RINGSIDE)

clang asan tsan:
	cmake --preset $@
	cmake --build --preset $@ -j $(JOBS)
	ctest --test-dir $(BUILD)/$@ --output-on-failure -j $(JOBS)

format:
	git ls-files '*.c' '*.h' '*.cc' | xargs clang-format -i

clean:
	rm -rf $(BUILD)
