package corpus

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// oracleBudget bounds the search calls of the oracle per case. With a larger budget it counts cases that the default
// does not reach:
//
//	go test ./corpus -run EmbeddedAnswers -v -oracle-budget 10000000
var oracleBudget = flag.Int("oracle-budget", 0, "search calls of the oracle per case; 0: a million up to 9x9, 4000 for larger ones")

// TestEmbeddedAnswers confirms every stored answer. It also confirms every certified count up to 9x9; under the race
// detector it does this for every tenth case. Of the larger puzzles it confirms the counts that the oracle reaches
// within its budget: a third of them, with at least the easy tiers.
func TestEmbeddedAnswers(t *testing.T) {
	sets, err := parseSets(embedded)
	must(t, err)
	if len(sets) == 0 {
		t.Fatal("there are no sets")
	}
	counted, confirmed := map[int]int{}, map[int]int{}
	for _, set := range sets {
		list, err := grids.CasesOf(set.Load())
		must(t, err)
		if list == nil {
			continue // the set does not have grids
		}
		size := set.Problem.Family.(*grids.Format).Size
		budget := *oracleBudget
		if budget == 0 {
			budget = 4000
			if size <= 9 {
				budget = 1_000_000
			}
		}
		oracles := map[int]*oracle{}
		reached, certified := 0, 0
		for i, c := range list {
			o := oracles[len(c.Puzzle)]
			if o == nil {
				o = newOracle(sideOf(c.Puzzle))
				oracles[len(c.Puzzle)] = o
			}
			if !c.Unsolvable() {
				if wrong := o.solves(c.Puzzle, c.Answer); wrong != "" {
					t.Errorf("%s#%d %v: %s", set.FullName(), i+1, c.Puzzle, wrong)
				}
			}
			if c.Solutions.Is == cases.Unknown || i%oneIn != 0 {
				continue
			}
			certified++
			limit, bound := c.Solutions.N+1, c.Solutions.Is == cases.LowerBound
			if bound {
				limit--
			}
			// If there are many solutions, the oracle finds them sooner around a known one.
			o.hint = nil
			if bound {
				o.hint = c.Answer
			}
			n, first := o.count(c.Puzzle, int(limit), budget)
			if n < 0 {
				continue
			}
			reached++
			if uint64(n) != c.Solutions.N {
				t.Errorf("%s#%d %v: %d solutions, want %d", set.FullName(), i+1, c.Puzzle, n, c.Solutions.N)
			}
			if n == 1 && !bound && !slices.Equal(first, c.Answer) {
				t.Errorf("%s#%d %v: answer %v, want %v", set.FullName(), i+1, c.Puzzle, first, []uint8(c.Answer))
			}
		}
		counted[size] += certified
		confirmed[size] += reached
		t.Logf("%s: %d of %d counts confirmed within %d search calls each", set.FullName(), reached, certified, budget)
	}
	for size := range counted {
		least := counted[size]
		if size > 9 {
			least /= 3
		}
		if confirmed[size] < least {
			t.Errorf("counts confirmed at %dx%[1]d: %d, want %d or more", size, confirmed[size], least)
		}
	}
}

// sideOf returns the number of rows of a grid.
func sideOf(g solvers.Grid) int {
	n := 1
	for n*n < len(g) {
		n++
	}
	return n
}

// TestLeastAnswers confirms that the stored answers are the least solutions where a problem asks for them: there is no
// solution that begins in the same way and goes on with a smaller digit.
func TestLeastAnswers(t *testing.T) {
	sets, err := parseSets(embedded)
	must(t, err)
	oracles, checked := map[int]*oracle{1: newOracle(1), 4: newOracle(4), 9: newOracle(9)}, 0
	for _, set := range sets {
		if format, ok := set.Problem.Family.(*grids.Format); !ok || !format.Least() {
			continue
		}
		list, err := grids.CasesOf(set.Load())
		must(t, err)
		for i, c := range list {
			if c.Unsolvable() {
				continue
			}
			o, begin := oracles[sideOf(c.Puzzle)], slices.Clone(c.Puzzle)
			for cell, given := range c.Puzzle {
				for d := uint8(1); given == 0 && d < c.Answer[cell]; d++ {
					begin[cell] = d
					if n, _ := o.count(begin, 1, 1_000_000); n != 0 {
						t.Fatalf("%s#%d: cell %d can be %d, not %d (%d)", set.FullName(), i+1, cell+1, d, c.Answer[cell], n)
					}
					checked++
				}
				begin[cell] = c.Answer[cell]
			}
		}
	}
	if checked < 1000 {
		t.Errorf("%d beginnings were tried", checked)
	}
}

// TestOracle compares the oracle with known counts, and feeds it wrong answers.
func TestOracle(t *testing.T) {
	o4, o9, o16 := newOracle(4), newOracle(9), newOracle(16)
	count := func(about string, o *oracle, puzzle string, limit, budget, want int) (first []uint8) {
		t.Helper()
		n, first := o.count(mustGrid(t, puzzle), limit, budget)
		if n != want {
			t.Errorf("%s: count %d, want %d", about, n, want)
		}
		return first
	}
	count("grids of 4x4", o4, strings.Repeat(".", 16), 1000, 0, 288)
	if first := count(nine, o9, nine, 2, 0, 1); !slices.Equal(first, mustGrid(t, nineFull)) {
		t.Errorf("%s: answer %v, want %s", nine, first, nineFull)
	}
	count("many solutions, up to the limit", o9, ".2.."+strings.Repeat(".", 77), 50, 0, 50)
	count("two 5s in a row", o9, "55"+nine[2:], 2, 0, 0)
	count("a given that contradicts the solution", o9, nine[:2]+"1"+nine[3:], 2, 0, 0)
	count("a budget too small", o16, strings.Repeat(".", 256), 1000, 100, -1)

	solves := func(puzzle, answer solvers.Grid, want string) {
		t.Helper()
		if got := o9.solves(puzzle, answer); got != want {
			t.Errorf("%v as an answer of %v: %q, want %q", answer, puzzle, got, want)
		}
	}
	full, empty := mustGrid(t, nineFull), mustGrid(t, strings.Repeat(".", 81))
	solves(mustGrid(t, nine), full, "")
	swapped := mustGrid(t, nineFull)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	solves(empty, swapped, "unit 10 does not hold every digit")
	solves(mustGrid(t, nine), swapped, "cell 1: given 5, answer 3")
	solves(mustGrid(t, nine), mustGrid(t, nine), "cell 3: given 0, answer 0")
}
