# Every command that a person or CI runs, one line each. `make` alone prints this list.
.DEFAULT_GOAL := help
.PHONY: help judge test fixtures ci parity

help: ## print this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 24

judge: ## judge every solver on the default sets
	go run . judge

test: ## run the tests
	go test ./...

fixtures: ## judge the bad programs 50 times over and record the verdicts
	go test ./harness/judge/external -run '^TestFixtures$$' -repeats 50 -timeout 60m -v | grep -E 'want|^(---|ok|FAIL|PASS)' > results/fixtures/repeats-50.txt

ci: ## run the gate that every change must pass
	.ci/run

parity: ## measure SOLVER on PROBLEM against the program THEIRS on FILES
	go build -o gridjudge . && go run ./harness/parity --ours "./gridjudge solve --solver $(SOLVER) --problem $(PROBLEM)" --theirs "$(THEIRS)" $(FILES)
