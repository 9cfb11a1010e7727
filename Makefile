# Targets on top of the CMake presets: repro computes verdicts, with g++; clang computes the same ones;
# perf computes timings; asan and tsan run checks.
JOBS ?= $(shell nproc)
RATTLEBACK = build/repro/rattleback
COMPARISON_PRESET ?= perf
NOISE ?= 0.1
# Debian's Python has numpy; another python3 earlier on the path may lack it.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)
ABSENT_PRESET ?= repro
RUNS ?= 10
SECONDS_EACH ?= 120

PROBLEMS = $(basename $(notdir $(wildcard problems/*.toml)))
COMPARISONS = $(PROBLEMS:%=results/full/comparison/%.json)

.PHONY: help reproduce reproduce-quick comparison engines report note site site-zip verdicts test test-clang test-absent test-arm64 test-asan test-tsan fuzz fuzz-asan fuzz-reader faults \
  laboratory laboratory-module lint tidy docs test-package power witness bench bench-compare bench-peers build build-perf package tag program-perf clean

help:
	@echo "make reproduce         run all experiments at published size -> results/full/index.html"
	@echo "make reproduce-quick   run smaller experiments (a minute) -> results/quick/index.html"
	@echo "make site, site-zip    run reproduce, comparison, bench and report -> results/full/index.html, results/site.zip"
	@echo "make comparison        run all integrators on all problems, in the performance build"
	@echo "make engines           compare the physics engines that are installed (./setup --engines) with exact rolling"
	@echo "make report            redraw the figures and rewrite the site of results/full (or results/quick)"
	@echo "make laboratory        build the laboratory's module for the site, if emscripten is installed"
	@echo "make verdicts          accept verdicts of both runs, numbers and curves of the full run -> verdicts/"
	@echo "make bench             measure timings; bench-compare BASELINE=OLD.json fails if slower; bench-peers: other programs"
	@echo "make test              build and run all tests"
	@echo "make test-clang        the same with clang, and both runs, whose verdicts must be those accepted"
	@echo "make test-arm64        the same for arm64, emulated, with the smaller experiments (hours)"
	@echo "make test-asan, -tsan  tests with address and undefined-behaviour sanitizers; with the thread sanitizer"
	@echo "make test-absent       ABSENT_PRESET=repro (g++) or clang: build without Octave, Google Benchmark and engines"
	@echo "make fuzz, fuzz-asan   RUNS=10: random lines, damaged files, texts, calls; with sanitizers; fuzz-reader: libFuzzer"
	@echo "make power             false neighbours that each row refutes; SECONDS_EACH=120 a study; POWER=--lot: a sample"
	@echo "make witness           name each pair of method and problem whose last state changed; ACCEPT=1 accepts them"
	@echo "make lint, tidy, faults  language, spelling and format; clang-tidy, which ./setup does not install; failing system calls"
	@echo "make docs, note        API reference -> build/api; docs/parasitic_mode.md as a PDF"
	@echo "make package           build Debian packages -> build/packages/; test-package installs them in a new root"
	@echo "make clean, tag        remove build/ (results/ stays); name the commit of a release by its version, v0.2.0"

build/%/build.ninja:
	cmake --preset $* -Wno-dev

# Before the first build: how long it takes, and what can be done meanwhile and next.
first_build = @test -x $(RATTLEBACK) || printf '%s\n' \
  "The first build takes about 12 minutes on two cores. To read meanwhile: docs/tutorial.md, docs/notation.md." \
  "Next: $(RATTLEBACK) list problems; $(RATTLEBACK) compare docs/examples/skate.toml; make reproduce"

build: build/repro/build.ninja
	$(first_build)
	cmake --build --preset repro --target rattleback python_package -j $(JOBS)

package: build/repro/build.ninja
	cmake --build --preset repro -j $(JOBS)
	cpack --config build/repro/CPackConfig.cmake -B build/packages

# The name is derived from the version in CMakeLists.txt alone.
tag:
	version=$$(sed -n 's/^project(rattleback VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt) && \
	  git tag -a "v$$version" -m "Rattleback $$version"

# As root, with the package mmdebstrap.
test-package: package
	tests/install/clean_root.sh build/packages

reproduce: build
	$(RATTLEBACK) reproduce --full --threads $(JOBS)

reproduce-quick: build
	$(RATTLEBACK) reproduce --quick --threads $(JOBS)

# CPU seconds are measured in the performance build; COMPARISON_PRESET=repro avoids a second build.
comparison: build/$(COMPARISON_PRESET)/build.ninja
	cmake --build --preset $(COMPARISON_PRESET) --target rattleback -j $(JOBS)
	$(MAKE) -j $(JOBS) $(COMPARISONS)

results/full/comparison/%.json: build/$(COMPARISON_PRESET)/rattleback
	build/$(COMPARISON_PRESET)/rattleback compare $* --limit 0 --output results/full > /dev/null
	build/$(COMPARISON_PRESET)/rattleback choose $* --output results/full

# The configuration finds engines that were installed after it.
engines: build
	cmake --preset repro -Wno-dev
	cmake --build --preset repro --target engines -j $(JOBS)
	rm -rf results/full/beyond_engines
	$(RATTLEBACK) reproduce beyond_engines --full

report: build
	$(RATTLEBACK) report

# Debian's emscripten finds its parser of JavaScript only on this path.
EMSCRIPTEN ?= /usr/share/emscripten
laboratory:
	@if test -f $(EMSCRIPTEN)/emcc.py; then $(MAKE) laboratory-module; \
	else echo "laboratory: left out, because emscripten is not installed (./setup --site)"; fi
laboratory-module:
	@mkdir -p build
	cmake -S laboratory -B build/laboratory -G Ninja -DCMAKE_BUILD_TYPE=Release \
	  -DCMAKE_TOOLCHAIN_FILE=$(EMSCRIPTEN)/cmake/Modules/Platform/Emscripten.cmake \
	  > build/laboratory.log || { cat build/laboratory.log; exit 1; }
	NODE_PATH=/usr/share/nodejs cmake --build build/laboratory -j $(JOBS)

# The page on the parasitic mode as a PDF.
note: report
	chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer \
	  --print-to-pdf=results/parasitic_mode.pdf 'file://$(CURDIR)/results/full/site/docs/parasitic_mode.html' 2> /dev/null
	@echo results/parasitic_mode.pdf

# All parts of the site, one after the other, so that no part disturbs the timings of another.
site:
	$(MAKE) reproduce
	$(MAKE) comparison
	$(MAKE) bench
	$(MAKE) laboratory
	$(MAKE) docs
	rm -rf results/full/api && cp -r build/api/html results/full/api
	$(MAKE) report

# Pages with the pictures and data that they link to.
site-zip: site
	rm -f results/site.zip
	cd results/full && find . -type f ! -name '.rattleback*' ! -path './comparison/*.json' ! -path './choices/*' \
	  ! -path './bench*.json' ! -path './guarded/*' \( ! -path './comparison/figures/*.svg' -o -name '*_path.svg' \) \
	  \( ! -path './*/figures/*.png' -o -name '*.small.png' \) | sort > ../site.list && \
	  cmake -E tar cf ../site.zip --format=zip --files-from=../site.list && rm ../site.list

# Findings that the run could not measure (a physics engine is not installed) keep numbers and evidence.
verdicts:
	mkdir -p verdicts/full verdicts/quick
	cp $(addprefix results/full/guarded/,readings.csv errata.csv curves.csv made_by.txt) verdicts/full/
	touch verdicts/full/findings.csv verdicts/findings.md
	awk 'FILENAME == ARGV[1] {line = $$0; sub(/,[^,]*,[^,]*$$/, "", line); old[line] = $$0; next} \
	  {line = $$0} sub(/,nan,[^,]*$$/, "", line) && line in old {print old[line]; next} 1' \
	  verdicts/full/findings.csv results/full/guarded/findings.csv > results/findings.csv
	mv results/findings.csv verdicts/full/findings.csv
	awk -F ' [|] ' -v OFS=' | ' 'FILENAME == ARGV[1] {number[$$2] = $$5; evidence[$$2] = $$6; next} \
	  $$5 == "nan" && $$2 in number {$$5 = number[$$2]; $$6 = evidence[$$2]} 1' \
	  verdicts/findings.md results/full/findings.md > results/findings.md
	mv results/findings.md verdicts/findings.md
	(echo paper,id,verdict; grep -vxFf results/full/guarded/verdicts.csv results/quick/guarded/verdicts.csv) > verdicts/quick/verdicts.csv
	cp results/full/statements.md verdicts/full.md
	for part in comparison timings choices; do \
	  test ! -f results/full/guarded/$$part.json || cp results/full/guarded/$$part.json verdicts/full/; done
	cp results/full/errata.md verdicts/

test: build/repro/build.ninja
	$(first_build)
	cmake --build --preset repro -j $(JOBS)
	ctest --test-dir build/repro --output-on-failure -j $(JOBS)

# Needs `./setup --clang`. Numbers may differ in their last digits from those of g++, verdicts may not.
test-clang: build/clang/build.ninja
	cmake --build --preset clang -j $(JOBS)
	ctest --test-dir build/clang --output-on-failure -j $(JOBS)
	build/clang/rattleback reproduce --quick --strict=verdicts --output results/clang/quick --threads $(JOBS)
	build/clang/rattleback reproduce --full --strict=verdicts --output results/clang/full --threads $(JOBS)

# CMake finds none of the three, as on a machine without them; what depends on them is compiled again,
# before and after.
absent = -DCMAKE_DISABLE_FIND_PACKAGE_benchmark=$(1)
test-absent: build/$(ABSENT_PRESET)/build.ninja
	cmake --preset $(ABSENT_PRESET) -Wno-dev $(call absent,ON) -DRATTLEBACK_OCTAVE=OFF && \
	  cmake --build --preset $(ABSENT_PRESET) -j $(JOBS) && RATTLEBACK_ENGINES=/nonexistent \
	  build/$(ABSENT_PRESET)/rattleback reproduce beyond_engines --quick --strict --output build/absent; status=$$?; \
	cmake --preset $(ABSENT_PRESET) -Wno-dev $(call absent,OFF) -URATTLEBACK_OCTAVE && \
	  cmake --build --preset $(ABSENT_PRESET) -j $(JOBS) && exit $$status

lint:
	tests/repository/lint.sh

tidy: build/repro/build.ninja
	cmake --build --preset repro -j $(JOBS)
	tests/repository/tidy.sh build/repro

docs:
	mkdir -p build/api
	RATTLEBACK_API=build/api doxygen docs/Doxyfile

# Tests of numbers, without those of pages, commands and installation.
NUMBER_TESTS = core_test registry_test baselines_test driven_test projection_test \
  geometric_test symmetric_test problems_test bicycle_test \
  text_test laws_test experiments_test growth_test
none =
space = $(none) $(none)
ARM64 = qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=build/arm64/sysroot/usr/lib/aarch64-linux-gnu

build/arm64/build.ninja: cmake/arm64/sysroot.sh
	cmake/arm64/sysroot.sh build/arm64/sysroot
	cmake --preset arm64 -Wno-dev

test-arm64: build/arm64/build.ninja
	cmake --build --preset arm64 --target rattleback $(NUMBER_TESTS) -j $(JOBS)
	ctest --test-dir build/arm64 -L '^($(subst $(space),|,$(strip $(NUMBER_TESTS))))$$' --output-on-failure -j $(JOBS)
	$(ARM64) build/arm64/rattleback reproduce --quick --strict=verdicts --threads $(JOBS) --output results/arm64

test-asan: build/asan/build.ninja
	cmake --build --preset asan -j $(JOBS)
	ctest --test-dir build/asan --output-on-failure -j $(JOBS)

test-tsan: build/tsan/build.ninja
	cmake --build --preset tsan --target rattleback -j $(JOBS)
	tests/tsan/tsan.sh build/tsan

# Each run takes new examples, and first those that failed before (.hypothesis).
fuzz: build
	cmake --build --preset repro --target text_probe text_test rattleback_python -j $(JOBS)
	build/repro/tests/text_test --gtest_filter=Units.* --gtest_also_run_disabled_tests
	RATTLEBACK_RANDOM=1 ctest --test-dir build/repro -R '^fuzz\.|python.fuzz' --repeat until-fail:$(RUNS) --output-on-failure -j $(JOBS)

fuzz-asan: build/asan/build.ninja
	cmake --build --preset asan --target rattleback text_probe -j $(JOBS)
	RATTLEBACK_RANDOM=1 ctest --test-dir build/asan -R '^fuzz\.' --repeat until-fail:$(RUNS) --output-on-failure -j $(JOBS)

fuzz-reader: build/clang/build.ninja
	cmake --build --preset clang --target problem_text_fuzzer -j $(JOBS)
	mkdir -p build/clang/corpus && cp problems/*.toml docs/examples/*.toml build/clang/corpus
	build/clang/tests/problem_text_fuzzer -max_total_time=600 -timeout=10 build/clang/corpus

faults: build
	cmake --build --preset repro --target rattleback_faulty -j $(JOBS)
	python3 tests/faults/faults.py $(RATTLEBACK) build/repro/tests/librattleback_faulty.so \
	  build/repro/tests/all_faults --jobs $(JOBS)

# Needs `./setup --power`. The next run resumes.
power: build
	nice $(PYTHON) tests/power/power.py build/repro build/power --seconds $(SECONDS_EACH) --jobs $(JOBS) $(POWER)

witness: build/repro/build.ninja
	cmake --build --preset repro --target witness -j $(JOBS)
	build/repro/tests/witness $(if $(ACCEPT),--accept)

build-perf: build/perf/build.ninja
	cmake --build --preset perf --target rattleback_benchmarks -j $(JOBS)

# BENCH_FLAGS=--benchmark_filter=lanes measures a part of the timings.
bench: build-perf
	@mkdir -p results/full
	@test ! -f results/full/bench.json || mv results/full/bench.json results/full/bench_before.json
	build/perf/rattleback_benchmarks --benchmark_repetitions=3 \
	  --benchmark_display_aggregates_only=true --benchmark_out=results/full/bench.json \
	  --benchmark_out_format=json \
	  --benchmark_context=commit=$$(git rev-parse HEAD 2>/dev/null || echo unknown) $(BENCH_FLAGS)

# The comparison of Google Benchmark (Debian: libbenchmark-tools), of medians; fails if one is slower by more than NOISE.
bench-compare:
	@test -f '$(BASELINE)' || { echo "make bench-compare needs BASELINE=OLD.json" >&2; exit 2; }
	@mkdir -p build
	/usr/bin/python3 /usr/share/benchmark/compare.py --display_aggregates_only --no-utest \
	  --dump_to_json=build/bench_compare.json benchmarks '$(BASELINE)' results/full/bench.json
	@/usr/bin/python3 -c 'import json, sys; slower = [one["name"] for one in json.load(open("build/bench_compare.json")) \
	  if one["aggregate_name"] == "median" and one["measurements"][0]["cpu"] > $(NOISE)]; \
	  print(len(slower), "medians are slower by more than $(NOISE)", *slower, sep="\n  "); sys.exit(bool(slower))'

# On a quiet machine. Peers that are not installed are named; Control-C keeps finished rows, and the next run resumes.
# PEERS_FLAGS="--only snakeboard --limit 10"; HEYOKA and ODELAB are the paths of these programs.
bench-peers: build
	$(PYTHON) experiments/peers/peers.py --write docs/comparison.md $(PEERS_FLAGS)

clean:
	rm -rf build
