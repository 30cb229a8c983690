package main

import (
	"os"
	"strconv"
	"strings"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

// dialVariable turns the dial of one cell: "poj3074/named dlx 0.03" makes dlx do
// 3 % more work on that set. It is read by this test binary alone.
const dialVariable = "GRIDJUDGE_TEST_DIAL"

// dialled are the contestants with the dial built in.
func dialled(specs []solvers.Spec) []solvers.Spec {
	fields := strings.Fields(os.Getenv(dialVariable))
	if len(fields) != 3 {
		return specs
	}
	more, err := strconv.ParseFloat(fields[2], 64)
	if err != nil {
		panic(dialVariable + ": " + err.Error())
	}
	slow := map[string]bool{}
	sets, err := corpus.SelectSets([]string{fields[0]})
	if err != nil {
		panic(dialVariable + ": " + err.Error())
	}
	for _, set := range sets {
		cases, err := set.Load()
		if err != nil {
			panic(err)
		}
		for i := range cases {
			slow[string(cases[i].Puzzle)] = true
		}
	}
	out := append([]solvers.Spec(nil), specs...)
	for i := range out {
		if out[i].Name == fields[1] {
			make := out[i].New
			out[i].New = func(size int) solvers.Solver { return &dial{Solver: make(size), slow: slow, more: more} }
		}
	}
	return out
}

// dial is a solver that does a share more work on some puzzles: it owes that
// share of every puzzle's nodes and updates, and pays by solving a puzzle once
// more when it owes that many. Both sides of a comparison look puzzles up, with
// a share of 0 or more.
type dial struct {
	solvers.Solver
	slow    map[string]bool
	more    float64
	owed    float64
	scratch solvers.Result
}

// Solve solves, and pays what is owed.
func (d *dial) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	d.Solver.Solve(puzzle, limits, result)
	if !d.slow[string(puzzle)] {
		return
	}
	cost := float64(result.Nodes + result.Updates)
	for d.owed += d.more * cost; d.owed >= cost && cost > 0; d.owed -= cost {
		d.Solver.Solve(puzzle, limits, &d.scratch)
	}
}
