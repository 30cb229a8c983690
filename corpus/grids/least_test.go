package grids

import (
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
	"gridjudge/solvers/bitmask"
	"gridjudge/solvers/dlx"
)

// leastFull is the least grid of all, and nineLoose a puzzle with several solutions.
const (
	leastFull = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
	nineLoose = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28.....1........8..79"
)

// ran lets a solver find the least solution of a puzzle.
func ran(t *testing.T, spec *solvers.Spec, c Case, limits solvers.Limits) (r cases.Runner, found cases.Finding) {
	t.Helper()
	r = SPOJNovice42.NewRunner(spec)
	r.Load(&List{SPOJNovice42, []Case{c}})
	r.Use(0)
	r.Place([]int{0})
	r.Solve(0, 1, &limits)
	return r, r.Check(0, &limits)
}

// TestLeastSolutions compares what two solvers find with a search that enumerates.
func TestLeastSolutions(t *testing.T) {
	for puzzle, want := range map[string]string{
		strings.Repeat(".", 81): leastFull, nine: nineFull, nineLoose: leastOf(mustGrid(t, nineLoose)).String(), "55" + nine[2:]: "",
	} {
		var answers [2][]byte
		for i, spec := range []*solvers.Spec{&dlx.Spec, &bitmask.Spec} {
			r, found := ran(t, spec, Case{Puzzle: mustGrid(t, puzzle)}, solvers.Limits{Solutions: 1})
			answers[i] = r.Answer(0)
			if found.Match != cases.Right || r.Batch() {
				t.Errorf("%s, %s: %v", spec.Name, puzzle, found)
			}
		}
		if want != "" && !slices.Equal(answers[0], mustGrid(t, want)) || !slices.Equal(answers[0], answers[1]) {
			t.Errorf("%s: %v, %v; want %s", puzzle, answers[0], answers[1], want)
		}
	}
	if leastOf(mustGrid(t, nineLoose)).String() == nineFull {
		t.Error("the first solution is the least one, so that this test shows nothing")
	}
}

// leastOf tries the digits of each cell in order, with plain backtracking.
func leastOf(g solvers.Grid) solvers.Grid {
	i := slices.Index(g, 0)
	if i < 0 {
		return g
	}
	for d := uint8(1); d <= 9; d++ {
		next := slices.Clone(g)
		if next[i] = d; next.Conflict() == nil {
			if found := leastOf(next); found != nil {
				return found
			}
		}
	}
	return nil
}

// TestLeastKeepsTheLimits gives the sum of all calls a budget, and lets the first call count.
func TestLeastKeepsTheLimits(t *testing.T) {
	loose := Case{Puzzle: mustGrid(t, nineLoose)}
	first := solvers.Result{}
	bitmask.Spec.New(9).Solve(slices.Clone(loose.Puzzle), solvers.Limits{Solutions: 1}, &first)
	r, _ := ran(t, &bitmask.Spec, loose, solvers.Limits{Solutions: 1})
	all := r.Counts(0)
	if all.Nodes <= first.Nodes || all.Solutions != 1 {
		t.Errorf("%+v; the first call alone needs %d nodes", all, first.Nodes)
	}
	for budget := uint64(1); budget <= all.Nodes; budget++ {
		r, found := ran(t, &bitmask.Spec, loose, solvers.Limits{Solutions: 1, Nodes: budget})
		want := solvers.NodeBudget
		if budget == all.Nodes {
			want = solvers.Finished
		}
		if got := r.Counts(0); got.Nodes > budget || got.Stopped != want || found.Match != cases.Right {
			t.Errorf("budget %d of %d: %+v, %v", budget, all.Nodes, got, found)
		}
	}
	n, _ := solvers.Count(loose.Puzzle, 100, proofBudget)
	r, found := ran(t, &bitmask.Spec, loose, solvers.Limits{Solutions: 100})
	if got := r.Counts(0).Solutions; got != uint64(n) || found.Match != cases.Right {
		t.Errorf("%d solutions, want %d: %v", got, n, found)
	}
}

// stubborn is a solver that knows one solution, and says of every puzzle with more givens that it has none.
type stubborn struct {
	solution solvers.Grid
	givens   int
}

func (s *stubborn) Solve(g solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	r.Reset()
	if r.Nodes = 1; g.Givens() == s.givens {
		r.Found(s.solution)
	}
}

// TestAnswersThatAreNotTheLeast judges solutions that are not the least one, of a solver and in an output.
func TestAnswersThatAreNotTheLeast(t *testing.T) {
	loose := Case{Puzzle: mustGrid(t, nineLoose)}
	least, full := leastOf(loose.Puzzle), mustGrid(t, nineFull)
	cell := differs(least, full)
	spec := bitmask.Spec
	spec.New = func(int) solvers.Solver { return &stubborn{full, loose.Puzzle.Givens()} }
	r, found := ran(t, &spec, loose, solvers.Limits{Solutions: 1})
	if slices.Equal(r.Answer(0), least) || found.Match != cases.Wrong {
		t.Errorf("%v, %v", r.Answer(0), found)
	}
	for _, stored := range []solvers.Grid{nil, least} {
		c := Case{Puzzle: loose.Puzzle, Answer: stored, Solutions: cases.Certificate{N: 2, Is: cases.LowerBound}}
		if found := compareGrid(t, ECNU1021, c, least); found.Match != cases.Right {
			t.Errorf("the least solution: %v", found)
		}
		found := compareGrid(t, ECNU1021, c, full)
		if at := placeOf(ECNU1021, cell); found.Match != cases.Wrong || found.Line != at.Line || found.Column != at.Column {
			t.Errorf("another solution: %v, want the place %v", found, at)
		}
		if found := compareGrid(t, POJ2676, c, full); found.Match != cases.Right {
			t.Errorf("another solution, where any is right: %v", found)
		}
	}
	wrong := slices.Clone(least)
	wrong[80] = wrong[79]
	if found := compareGrid(t, ECNU1021, loose, wrong); found.Match != cases.Wrong {
		t.Errorf("no solution: %v", found)
	}
}
