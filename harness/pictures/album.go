package pictures

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/plot"
	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
)

// Reference is the solver that others are compared with where the user names none: the classic of the field.
const Reference = "dlx"

// Album holds what the charts of some runs have in common.
type Album struct {
	Recorded *ranking.Recorded
	Results  *ranking.Results
	Problems []ranking.Problem

	styles map[string]int // of the solvers
	times  map[string]caseTimes
}

type caseTimes struct {
	*ranking.CaseTimes
	leftOut []string
}

// NewAlbum computes what the charts show.
func NewAlbum(recorded *ranking.Recorded) *Album {
	a := &Album{Recorded: recorded, Results: ranking.Collect(recorded.Runs), styles: map[string]int{}, times: map[string]caseTimes{}}
	a.Problems = a.Results.Rank()
	for _, b := range a.Results.Benchmarks {
		if a.styles[b.Solver] == 0 {
			a.styles[b.Solver] = len(a.styles) + 1
		}
	}
	a.styles[ranking.VirtualBest] = len(a.styles) + 1
	for _, name := range a.Results.Problems() {
		times, leftOut := recorded.CaseTimes(name)
		a.times[name] = caseTimes{times, leftOut}
	}
	return a
}

// Problem returns the ranking of a problem; the first one where the name is empty.
func (a *Album) Problem(name string) (*ranking.Problem, error) {
	for i := range a.Problems {
		if name == "" || a.Problems[i].Name == name {
			return &a.Problems[i], nil
		}
	}
	return nil, fmt.Errorf("no run has results of the problem %q; there are %s", name, strings.Join(a.Results.Problems(), ", "))
}

// CaseTimes returns the times of single cases of a problem, and what is left out.
func (a *Album) CaseTimes(problem string) (*ranking.CaseTimes, []string) {
	t := a.times[problem]
	return t.CaseTimes, t.leftOut
}

// Best returns the solver that ranks first among those with times of single cases, other than one of them; "" where
// there is none.
func (a *Album) Best(problem *ranking.Problem, other string) string {
	times, _ := a.CaseTimes(problem.Name)
	for _, rank := range problem.Ranks {
		if rank.Solver != other && slices.ContainsFunc(times.Solvers, func(s ranking.SolverTimes) bool { return s.Solver == rank.Solver }) {
			return rank.Solver
		}
	}
	return ""
}

// Style returns the number of a solver's colour, dashes and mark, counted from 1.
func (a *Album) Style(solver string) int { return a.styles[solver] }

// limits returns the time limits of a problem's sets in seconds, in ascending order, each once.
func (a *Album) limits(problem string) []float64 {
	var out []float64
	for _, run := range a.Recorded.Runs {
		if run.Manifest == nil {
			continue
		}
		for _, b := range run.Manifest.Benchmarks {
			if limit := b.Limit.Seconds(); limit > 0 && strings.HasPrefix(b.Set, problem+"/") && !slices.Contains(out, limit) {
				out = append(out, limit)
			}
		}
	}
	slices.Sort(out)
	return out
}

// series returns an empty series of a solver.
func (a *Album) series(solver string) plot.Series {
	return plot.Series{Name: solver, Style: a.styles[solver]}
}

// leftOut turns what is left out into notes.
func leftOut(what []string) []string {
	var notes []string
	for _, w := range what {
		notes = append(notes, "Left out: "+w+".")
	}
	return notes
}

// result returns the merged result of a benchmark, nil where there is none.
func (a *Album) result(set, solver string) *ranking.Result {
	return a.Results.Of[results.Benchmark{Set: set, Solver: solver}]
}
