package chart

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
)

// Album holds the data that the charts of some runs share.
type Album struct {
	Recorded *ranking.Recorded
	Results  *ranking.Results
	Problems []ranking.Problem

	styles map[string]int // of the solvers: the same in every class of runs
	times  map[ranking.Group]caseTimes
}

type caseTimes struct {
	*ranking.CaseTimes
	leftOut []string
}

// NewAlbum computes the data of all charts.
func NewAlbum(recorded *ranking.Recorded) *Album {
	a := &Album{Recorded: recorded, Results: ranking.Collect(recorded.Runs), styles: map[string]int{}, times: map[ranking.Group]caseTimes{}}
	a.Problems = a.Results.Rank()
	for _, b := range a.Results.Benchmarks {
		if solver := a.Results.Of[b].Solver; a.styles[solver] == 0 {
			a.styles[solver] = len(a.styles) + 1
		}
	}
	a.styles[ranking.VirtualBest] = len(a.styles) + 1
	for _, b := range a.Results.Benchmarks {
		a.styles[b.Solver] = a.styles[a.Results.Of[b].Solver]
	}
	for _, group := range a.Results.Groups() {
		times, leftOut := recorded.CaseTimes(group)
		a.times[group] = caseTimes{times, leftOut}
	}
	return a
}

// Problem returns the first ranking whose problem or group has the name. If the name is empty, it returns the first
// ranking.
func (a *Album) Problem(name string) (*ranking.Problem, error) {
	for i := range a.Problems {
		if name == "" || a.Problems[i].Problem == name || a.Problems[i].Group.String() == name {
			return &a.Problems[i], nil
		}
	}
	return nil, fmt.Errorf("no run has results of the problem %q; there are %s", name, groupNames(a.Results.Groups()))
}

// CaseTimes returns the times of the single cases of a group, and a sentence about each result that is left out.
func (a *Album) CaseTimes(group ranking.Group) (*ranking.CaseTimes, []string) {
	t := a.times[group]
	return t.CaseTimes, t.leftOut
}

// Pair returns the two solvers of a scatter. If two are named, it returns these. Otherwise it returns ranking.Reference
// and, of the other solvers with times of single cases, the one that ranks first.
func (a *Album) Pair(group ranking.Group, named []string) ([2]string, error) {
	times, _ := a.CaseTimes(group)
	has := func(name string) bool {
		return slices.ContainsFunc(times.Solvers, func(s ranking.SolverTimes) bool { return s.Solver == name })
	}
	switch {
	case len(named) == 2:
		pair := [2]string(named)
		for i, name := range pair {
			if !has(name) {
				pair[i] = group.Name(name)
			}
		}
		return pair, nil
	case len(named) > 0:
		return [2]string{}, fmt.Errorf("a scatter compares two solvers; %d are named", len(named))
	case len(times.Solvers) < 2:
		return [2]string{}, fmt.Errorf("%s: a scatter needs times of single cases of two solvers; the runs have those of %d", group, len(times.Solvers))
	}
	var ranked []string
	for _, p := range a.Problems {
		for _, rank := range p.Ranks {
			if p.Group == group && has(rank.Solver) {
				ranked = append(ranked, rank.Solver)
			}
		}
	}
	for _, s := range times.Solvers { // those that share no set with the ranked ones
		if !slices.Contains(ranked, s.Solver) {
			ranked = append(ranked, s.Solver)
		}
	}
	first := group.Name(ranking.Reference)
	if !has(first) {
		first = ranked[1]
	}
	return [2]string{first, ranked[slices.IndexFunc(ranked, func(name string) bool { return name != first })]}, nil
}

// Style returns the number of a solver's colour, dashes and mark, counted from 1.
func (a *Album) Style(solver string) int { return a.styles[solver] }

// limits returns the time limits of a group's sets in seconds, in ascending order, each once.
func (a *Album) limits(group ranking.Group) []float64 {
	var out []float64
	for _, run := range a.Results.RunsOf(group) {
		if run.Manifest == nil {
			continue
		}
		for _, b := range run.Manifest.Benchmarks {
			if limit := b.Limit.Seconds(); limit > 0 && strings.HasPrefix(b.Set, group.Problem+"/") && !slices.Contains(out, limit) {
				out = append(out, limit)
			}
		}
	}
	slices.Sort(out)
	return out
}

// series returns an empty series of a solver.
func (a *Album) series(solver string) Series {
	return Series{Name: solver, Style: a.styles[solver]}
}

// leftOut turns sentences about left-out results into notes.
func leftOut(what []string) []string {
	var notes []string
	for _, w := range what {
		notes = append(notes, "Left out: "+w+".")
	}
	return notes
}

// groupNames lists groups in words.
func groupNames(groups []ranking.Group) string {
	var names []string
	for _, group := range groups {
		names = append(names, group.String())
	}
	return strings.Join(names, ", ")
}

// result returns the merged result of a benchmark, or nil if there is none.
func (a *Album) result(set, solver string) *ranking.Result {
	return a.Results.Of[results.Benchmark{Set: set, Solver: solver}]
}
