package main

import (
	"math"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

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
	sets, err := corpus.SelectSets([]string{fields[0]})
	if err != nil {
		panic(dialVariable + ": " + err.Error())
	}
	var puzzles []solvers.Grid
	for _, set := range sets {
		cases, err := set.Load()
		if err != nil {
			panic(err)
		}
		for i := range cases {
			puzzles = append(puzzles, cases[i].Puzzle)
		}
	}
	out := append([]solvers.Spec(nil), specs...)
	for i := range out {
		if out[i].Name == fields[1] {
			make := out[i].New
			out[i].New = func(size int) solvers.Solver { return newDial(make(size), puzzles, more) }
		}
	}
	return out
}

// dial is a solver that does a share more work on some puzzles: it owes that
// share of every one that it has solved, and where it owes a whole one, it solves
// another of them, so that each is paid for equally often and none is still warm
// from a moment ago. (Debts in nodes and updates, paid by whatever puzzle comes
// next, are no debts in time: 3 % of them were 0.7 % of bitboard's time.) Both
// sides of a comparison look puzzles up, with a share of 0 or more.
type dial struct {
	solvers.Solver
	puzzles []solvers.Grid
	at      map[string]int
	more    float64
	owed    []float64
	scratch solvers.Result
}

var dials atomic.Int64 // made so far

func newDial(s solvers.Solver, puzzles []solvers.Grid, more float64) *dial {
	d := &dial{Solver: s, puzzles: puzzles, at: map[string]int{}, more: more, owed: make([]float64, len(puzzles))}
	number := dials.Add(1)
	for i, p := range puzzles {
		d.at[string(p)] = i
		// Not all at once, neither the puzzles nor the dials: a sample goes through
		// several solvers, and through each too seldom for all to be paid for.
		_, d.owed[i] = math.Modf(math.Phi*float64(i) + float64(number)/8)
	}
	return d
}

// Solve solves, and pays what is owed.
func (d *dial) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	d.Solver.Solve(puzzle, limits, result)
	i, ok := d.at[string(puzzle)]
	if !ok {
		return
	}
	if d.owed[i] += d.more; d.owed[i] >= 1 {
		d.owed[i]--
		d.Solver.Solve(d.puzzles[(i+len(d.puzzles)/2)%len(d.puzzles)], limits, &d.scratch)
	}
}

func TestTheDialAddsItsShare(t *testing.T) {
	puzzles := []solvers.Grid{solvers.NewGrid(4), solvers.NewGrid(4), solvers.NewGrid(4)}
	for i := range puzzles {
		puzzles[i][i] = 1
	}
	calls := &counting{}
	d := newDial(calls, puzzles, 0.03)
	var r solvers.Result
	for range 1000 {
		for _, p := range puzzles {
			d.Solve(p, solvers.Limits{}, &r)
		}
	}
	for i, p := range puzzles {
		assert.InDelta(t, 1030, calls.of[string(p)], 1, "puzzle %d", i)
	}
	few := &counting{}
	for range 8 { // too short for a debt of one each, as a sample is with its copies
		d := newDial(few, puzzles, 0.03)
		for range 16 {
			for _, p := range puzzles {
				d.Solve(p, solvers.Limits{}, &r)
			}
		}
	}
	for i, p := range puzzles {
		assert.InDelta(t, 8*16*1.03, few.of[string(p)], 1, "puzzle %d", i)
	}
	d.Solve(solvers.NewGrid(4), solvers.Limits{}, &r)
	assert.Equal(t, 1, calls.of[string(solvers.NewGrid(4))], "a puzzle of another set owes nothing")
}

// counting counts how often it is asked for each puzzle.
type counting struct{ of map[string]int }

func (c *counting) Solve(p solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	if c.of == nil {
		c.of = map[string]int{}
	}
	c.of[string(p)]++
	r.Reset()
}
