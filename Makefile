# Every command that a person or CI runs, one line each. `make` alone prints this list.
.DEFAULT_GOAL := help
.PHONY: bench compare table baseline calibrate experiment-power experiment-silence experiment-counters experiment-kills
.PHONY: help judge test experiment-fixtures ci parity
.PHONY: corpus corpus-check corpus-figures corpus-oracle

help: ## print this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 24

judge: ## judge every solver on the default sets
	go run . judge

test: ## run the tests
	go test ./...

.PHONY: agree
agree: ## compare bitboard with dlx on a million random 9x9 and 10,000 random 16x16, and record it
	go test . -run '^TestBitboardAgreesWithDLX$$' -agree9 1000000 -agree16 0 -timeout 120m -v > results/experiments/agree-9x9.txt
	go test . -run '^TestBitboardAgreesWithDLX$$' -agree9 0 -agree16 10000 -timeout 120m -v > results/experiments/agree-16x16.txt

experiment-fixtures: ## judge the bad programs 50 times over and record the verdicts
	go test ./harness/program -run '^TestFixtures$$' -repeats 50 -timeout 60m -v | grep -E 'want|^(---|ok|FAIL|PASS)' > results/experiments/fixtures.txt

corpus-oracle: ## count the solutions of every certified case again, ten million search calls each
	go test ./corpus -run EmbeddedAnswers -v -oracle-budget 10000000 -timeout 0

ci: ## run the gate that every change must pass
	.ci/run

parity: ## measure SOLVER on PROBLEM against the program THEIRS on FILES
	go build -o gridjudge . && go run ./harness/parity --ours "./gridjudge solve --solver $(SOLVER) --problem $(PROBLEM)" --theirs "$(THEIRS)" $(FILES)

bench: ## measure every solver on bench's sets and record it (BENCH="--rounds 20 ...")
	go run . bench $(BENCH)

compare: ## say whether the working tree is slower than revision BASE (default HEAD)
	go run . compare $(or $(BASE),HEAD) $(COMPARE)

table: ## lay out the recorded runs RUNS (default the baseline), and rewrite the tables of the documents
	go run . table $(or $(RUNS),results/baseline) && go run . table --splice README.md && go run . table --splice METHODOLOGY.md

.PHONY: picture
picture: ## draw the README's picture of the baseline again
	go run . plot bars results/baseline --out results/baseline.svg

.PHONY: report
report: ## write report.html of the recorded runs RUNS (default the baseline)
	go run . report $(or $(RUNS),results/baseline) --out report.html

baseline: ## record the run that is committed; on a quiet machine, from a clean tree
	go run . bench --out results/baseline.new && rm -rf results/baseline && mv results/baseline.new results/baseline

calibrate: ## measure this program against itself: the noise floor of this machine
	go run . calibrate

experiment-power: ## 20 times 3 % in one of 50 cells, and the power curve (about 50 minutes)
	GRIDJUDGE_EXPERIMENT=power go test -run '^TestExperimentPower$$' -v -timeout 3h . | tee results/experiments/power.txt

experiment-silence: ## 20 times A against A while another process loads one core in bursts (about 50 minutes)
	GRIDJUDGE_EXPERIMENT=silence go test -run '^TestExperimentSilence$$' -v -timeout 3h . | tee results/experiments/silence.txt

experiment-counters: ## counters over 100 runs, GOMAXPROCS 1 and 2, with and without -race (about 10 minutes)
	GRIDJUDGE_EXPERIMENT=counters go test -run '^TestCountersAreIdenticalEverywhere$$' -v -timeout 1h . | tee results/experiments/counters.txt
	GRIDJUDGE_EXPERIMENT=counters go test -race -run '^TestCountersAreIdenticalEverywhere$$' -v -timeout 1h . | tee -a results/experiments/counters.txt

experiment-kills: ## kill a run at 50 random moments and go on with it (about a minute)
	GRIDJUDGE_KILLS=50 go test -run '^TestKilledAtAnyMomentARunGoesOn$$' -v -timeout 1h . | tee results/experiments/kills.txt

corpus: ## make every generated set of the corpus again, byte by byte
	go run . generate --recorded all --out corpus

corpus-check: ## make every generated set again and compare; hold every puzzle to its tier
	go run . generate --recorded all --check && go test ./corpus/generate -run '^(TestTiersOfSets|TestFigures)$$' -full -timeout 60m

sliced-rows: ## measure each kernel of sliced and the program YARDSTICK (it reads poj3074) on FILES, and record the table
	YARDSTICK="$(abspath $(YARDSTICK))" FILES="$(abspath $(FILES))" go test . -run '^TestSlicedRows$$' -count 1 -v -timeout 1h | tee results/experiments/sliced-rows.txt

batches: ## hold sliced's kernels against bitboard and dlx on a million random puzzles (about a minute)
	GRIDJUDGE_BATCH_PUZZLES=1000000 go test -run '^TestBatchKernelsAgree$$' -v -timeout 1h . | tee results/experiments/batches.txt

corpus-figures: ## count what the generated sets cost, into corpus/README.md
	go test ./corpus/generate -run '^TestFigures$$' -update

.PHONY: profile
profile: ## profile every contestant on its worst tier of bench, into profiles/ (about a minute)
	go test . -run '^TestProfiles$$' -profiles profiles -v

.PHONY: corpus-verdicts
corpus-verdicts: ## judge every solver on all sets and record it, into corpus/README.md too (about 6 minutes)
	go run . judge --set all --format csv > results/experiments/judge-all.csv && go test ./corpus -run '^TestVerdicts$$' -update-verdicts
