# Every command that a person or CI runs, one line each. `make` alone prints this list.
.DEFAULT_GOAL := help
.PHONY: help judge test ci bench compare calibrate table baseline corpus corpus-check corpus-figures
.PHONY: corpus-oracle corpus-verdicts power silence counters kills fixtures agreement
.PHONY: home picture report arm64-test slurm-test
.PHONY: best-known best-known-programs best-known-million best-known-record best-known-covers best-known-budget

# A program that is built this way knows its commit, and records it.
run := go run -buildvcs=true

# Where whole processes are timed, gridjudge is linked without libc: it then starts in 1.9 ms of processor time, not
# in 2.5 ms.
static := CGO_ENABLED=0

# The tables of the documents, between their markers.
tables := go test ./harness/cli -run '^TestTablesAreTheBaseline$$' -update-tables

help: ## print this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "%-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The module is called gridjudge until it has an address. Only its own files name it: imports, go.mod, and the documents.
home: ## give the module an address, in every file: make home MODULE=github.com/you/gridjudge
	@case '$(MODULE)' in */*) ;; *) echo 'which address? make home MODULE=github.com/you/gridjudge'; exit 2 ;; esac
	git ls-files -z '*.go' '*.mod' '*.md' '*.txtar' | OLD=$$(go list -m) NEW='$(MODULE)' xargs -0 \
	  perl -pi -e 's{"\Q$$ENV{OLD}\E/}{"$$ENV{NEW}/}g; s{\b(module|require|replace) \Q$$ENV{OLD}\E\b}{$$1 $$ENV{NEW}}g'

judge: ## judge every solver on the default sets
	$(run) . judge

test: ## run the tests
	go test ./...

ci: ## run the gate that every change must pass
	.ci/run

bench: ## measure every solver on bench's sets and record it (BENCH="--rounds 20 ...")
	$(run) . bench $(BENCH)

compare: ## find out whether the working tree is slower than revision BASE (default HEAD)
	$(run) . compare $(or $(BASE),HEAD) $(COMPARE)

picture: ## draw the README's pictures of the baseline again
	$(run) . plot bars results/baseline --problem poj3074 --out results/baseline.svg
	$(run) . plot bars results/baseline --problem hust1017 --out results/baseline-covers.svg

report: ## write report.html of the recorded runs RUNS (default the baseline)
	$(run) . report $(or $(RUNS),results/baseline) --out report.html

calibrate: ## measure this program against itself: the noise floor of this machine
	$(run) . calibrate

table: ## lay out the recorded runs RUNS (default the baseline), and rewrite the tables of the documents
	$(run) . table $(or $(RUNS),results/baseline)
	$(tables)

baseline: ## replace the committed baseline; on a quiet machine, from a clean tree
	$(run) . bench --out results/baseline.new
	rm -rf results/baseline
	mv results/baseline.new results/baseline

corpus: ## make every generated set of the corpus again, byte by byte
	$(run) . generate --remake all --out corpus

corpus-check: ## make every generated set again and compare; check the tier of every puzzle
	$(run) . generate --remake all
	go test ./corpus/generate -run '^(TestTiersOfSets|TestFigures|TestAdversaries)$$' -full -timeout 60m

corpus-figures: ## count what the generated sets cost, into corpus/README.md
	go test ./corpus/generate -run '^TestFigures$$' -update

corpus-oracle: ## count the solutions of every certified case again, ten million search calls each
	go test ./corpus -run EmbeddedAnswers -v -oracle-budget 10000000 -timeout 0

corpus-verdicts: ## judge every solver on all sets and record it, into corpus/README.md too (about 6 minutes)
	$(run) . judge --set all --format csv >results/verdicts.csv || [ $$? -eq 1 ] # 1: not all are accepted
	go test ./corpus -run '^TestVerdicts$$' -update-verdicts

power: ## 20 comparisons with 3 % injected into one of 50 benchmarks (about 20 minutes)
	$(run) ./harness/experiments power

silence: ## 20 comparisons of a program with itself while one core is loaded in bursts (about 20 minutes)
	$(run) ./harness/experiments silence

counters: ## compare the counters with those of published programs 100 times, half of them under -race
	go test -count 25 -cpu 1,2 -run '^TestFidelity$$' ./solvers/...
	go test -race -count 25 -cpu 1,2 -run '^TestFidelity$$' ./solvers/...

kills: ## kill 50 runs of bench at random moments and resume them (about a minute)
	go test -count 1 -v -run '^TestKills$$' ./harness/experiments -kills 50

fixtures: ## judge the fixtures of package program 50 times on loaded processors (about an hour)
	go test -count 1 -v -timeout 0 -run '^TestFixtures$$' ./harness/program -repeats 50 -load

agreement: ## compare all solvers on a million random 9x9 puzzles and on others (about 10 minutes)
	go test -count 1 -v -timeout 0 -run '^Test(All|Batches)Agree$$' ./solvers/all -puzzles 1000000

# The solvers with kernels of their own for amd64, and cdcl, whose scores are floats. The others are the same Go
# everywhere: with them the emulation takes three minutes instead of one.
arm64-test: ## run the tests of solvers that differ on arm64 on an emulated one (it needs qemu-user-static)
	@command -v qemu-aarch64-static >/dev/null || \
	  { echo 'qemu-aarch64-static is missing: install qemu-user-static'; exit 1; }
	GOOS=linux GOARCH=arm64 go test -exec qemu-aarch64-static \
	  ./solvers/bitboard ./solvers/bits ./solvers/cdcl ./solvers/sliced

slurm-test: ## run the recipes of examples (Debian's slurm-wlm, munge, parallel, openssh-server and rsync)
	cd examples/examplestest && GRIDJUDGE_RECIPES=required go test -count 1 -v -run '^Test(Slurm|Parallel)' .

# The programs of best-known are those of the folder FROM: best-known/README.md.
programs := --solver none --contestants contestants.toml --skip-missing

best-known-programs:
	@[ -d '$(FROM)' ] || \
	  { echo 'name the folder of the programs: make best-known FROM=folder (best-known/README.md)'; exit 2; }
	$(static) go build -o '$(FROM)/adapter' ./best-known/adapter
	$(static) go build -buildvcs=true -o '$(FROM)/gridjudge' .
	cp best-known/*.toml '$(FROM)'

best-known: best-known-programs ## judge the best known programs of the folder FROM on all sets and on FROM/lists
	cd '$(FROM)' && status=0; ./gridjudge judge $(programs) --set all || status=1; \
	[ ! -x source003 ] || ./gridjudge judge --solver none --contestants one-puzzle.toml --set all || status=1; \
	for list in lists/*; do ./gridjudge judge $(programs) $$list || status=1; done; \
	exit $$status

best-known-million: best-known-programs ## judge them on a million generated 9x9 puzzles (about 30 minutes)
	cd '$(FROM)' && for seed in 1 2 3 4 5 6 7 8 9 10; do \
	  if [ $$seed -le 5 ]; then kind='--givens 25'; else kind=--minimal; fi; \
	  ./gridjudge generate --problem poj3074 $$kind --count 100000 --seed $$seed > generated.txt && \
	  ./gridjudge judge $(programs) generated.txt || exit; \
	done; rm generated.txt

best-known-record: best-known-programs ## measure them and the solvers on a quiet machine (about 7 minutes)
	cd '$(FROM)' && rm -rf recorded && ./gridjudge bench --rounds 6 --out recorded \
	  --contestants contestants.toml --skip-missing \
	  --solver "$$(./gridjudge list solvers | awk '$$1 ~ /^(bitboard|sliced)-avx|^cdcl$$/ {print $$1}' | paste -sd,)" \
	  --set 'poj3076/easy,poj3076/medium,poj3076/hard,poj3076/extreme,sudoku25/easy,sudoku25/medium,sudoku25/hard' \
	  lists/* || [ $$? -eq 1 ] # 1: one was not accepted, and not timed
	rm -rf results/best-known
	cp -r '$(FROM)/recorded' results/best-known
	for simd in avx2 avx512; do \
	  $(run) . plot bars results/best-known --problem poj3074 --out results/best-known-$$simd.svg \
	  --filter "/solver:(sliced-$$simd OR bitboard-$$simd OR schoku OR tdoku-$$simd OR emerentius OR kudoku OR source000)" || exit; done
	$(tables)

# Named, medium, hard, infeasible, and the worst of xc: programs that visit covers do not end on hust1017/worst.
best-known-covers: best-known-programs ## measure those for exact cover, on a quiet machine (about 10 minutes)
	cd '$(FROM)' && rm -rf recorded && ./gridjudge bench --rounds 6 --out recorded \
	  --contestants contestants.toml --skip-missing --solver links,cells,bits,zdd,cdcl \
	  --set 'hust1017/[hmin]*,xc/[hminw]*' || [ $$? -eq 1 ] # 1: one was not accepted, and not timed
	rm -rf results/best-known-covers
	cp -r '$(FROM)/recorded' results/best-known-covers
	$(tables)

best-known-budget: ## count covers of the files FROM/xcc-benchmarks within MEMS memory accesses
	cd '$(FROM)' && for file in xcc-benchmarks/*; do for program in dlx2 ssxcc xccdc dlx6; do \
	  echo "$$file $$program: $$(./$$program v1 T$(or $(MEMS),2000000000) <$$file 2>&1 | grep -m 1 Altogether)"; \
	done; done
