package ranking

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"gridjudge/harness/judge"
)

// Case names one case of a test set, counted from 1.
type Case struct {
	Set    string `json:"set"` // problem/name
	Number int    `json:"case"`
}

// CaseTimes holds the times and counters of several solvers for the same cases.
type CaseTimes struct {
	Cases   []Case
	Solvers []SolverTimes
	Latest  bool // some times are those of the latest of several runs
}

// SolverTimes holds the times and counters of one solver, in the order of CaseTimes.Cases.
type SolverTimes struct {
	Solver  string
	Seconds []float64 // +Inf for a case that was not solved, or not run
	Nodes   []uint64  // nil if the solver does not count
}

// CaseTimes returns the times of the cases of a group, and sentences about the results that are left out. The solvers
// have the order of the ranking, and the sets are those that all of them have times of. A solver has a time for every
// case of these sets, so that shares are shares of all cases. If no solver has times, the result has no solver.
func (r *Recorded) CaseTimes(group *Group) (*CaseTimes, []string) {
	var timed []*Entrant
	var without, leftOut []string
	solvedNothing := func(e *Entrant, sets []string) bool {
		if slices.ContainsFunc(sets, func(set string) bool { return !e.On[set].solvedNothing() }) {
			return false
		}
		leftOut = append(leftOut, fmt.Sprintf("%s: no case counts as solved (%s)", e.Name, e.On[sets[0]].Rejected().Rejection()))
		return true
	}
	cases := group.caseCounts()
	for _, e := range group.Ordered() {
		if solvedNothing(e, e.Sets) {
			continue
		}
		sets := slices.DeleteFunc(slices.Clone(e.Sets), func(set string) bool {
			c := r.Cases(e.On[set])
			return !e.On[set].solvedNothing() && (c == nil || len(c.NS) == 0)
		})
		incomplete := slices.IndexFunc(sets, func(set string) bool { return !r.complete(e.On[set], cases[set]) })
		switch {
		case !slices.ContainsFunc(sets, func(set string) bool { return !e.On[set].solvedNothing() }):
			without = append(without, e.Name)
		case incomplete >= 0:
			leftOut = append(leftOut, fmt.Sprintf("%s: the record does not have the times of all cases of %s", e.Name, sets[incomplete]))
		default:
			timed = append(timed, &Entrant{Name: e.Name, Sets: sets, On: e.On})
		}
	}
	if len(without) > 0 {
		leftOut = append(leftOut, strings.Join(without, ", ")+": no times of single cases were recorded")
	}
	sets, timed, others := common(timed)
	out := &CaseTimes{}
	for _, set := range sets {
		for n := range cases[set] {
			out.Cases = append(out.Cases, Case{set, n + 1})
		}
	}
	for _, e := range timed {
		if solvedNothing(e, sets) {
			continue
		}
		times := SolverTimes{Solver: e.Name, Nodes: []uint64{}} // nil once a set has no counters
		for _, set := range sets {
			seconds, nodes, several := r.timesOf(e.On[set], cases[set])
			times.Seconds = append(times.Seconds, seconds...)
			if times.Nodes != nil && nodes != nil {
				times.Nodes = append(times.Nodes, nodes...)
			} else {
				times.Nodes = nil
			}
			out.Latest = out.Latest || several
		}
		out.Solvers = append(out.Solvers, times)
	}
	return out, append(leftOut, others...)
}

// caseCounts returns the number of cases of each set. The results of a group are on sets with the same cases.
func (g *Group) caseCounts() map[string]int {
	counts := map[string]int{}
	for _, e := range g.Entrants {
		for set, p := range e.On {
			counts[set] = max(counts[set], p.Cases())
		}
	}
	return counts
}

// solvedNothing reports whether no case of a pool counts as solved. The recorded verdicts do not say so of a contestant
// that failed after it was judged: in the audit, or in a round.
func (p *Pool) solvedNothing() bool { return p.Rejected() != nil && p.Solved() == 0 }

// complete reports whether a pool has a time for each of so many cases that was run, if any was solved.
func (r *Recorded) complete(p *Pool, cases int) bool {
	return p.solvedNothing() || len(r.Cases(p).NS)+p.worst().Tally[judge.NotJudged] == cases
}

// timesOf returns the times and nodes of so many cases of a pool, and whether they are those of the latest of several
// runs. A case that was not run, because the contestant exceeded a limit before it, is unsolved.
func (r *Recorded) timesOf(p *Pool, cases int) (seconds []float64, nodes []uint64, several bool) {
	seconds, nodes = slices.Repeat([]float64{math.Inf(1)}, cases), make([]uint64, cases)
	if p.solvedNothing() {
		return seconds, nodes, false
	}
	c, several := r.latest(p)
	for n, ns := range c.NS {
		if len(c.Verdicts) == 0 || c.VerdictOf(n) == judge.Accepted {
			seconds[n] = float64(ns) / 1e9
		}
	}
	if len(c.Nodes) != len(c.NS) {
		return seconds, nil, several
	}
	copy(nodes, c.Nodes)
	return seconds, nodes, several
}

// MarshalJSON writes the times in whole nanoseconds, and -1 for a case that was not solved.
func (s SolverTimes) MarshalJSON() ([]byte, error) {
	ns := make([]int64, len(s.Seconds))
	for i, t := range s.Seconds {
		ns[i] = -1
		if !math.IsInf(t, 1) {
			ns[i] = int64(math.Round(t * 1e9))
		}
	}
	return json.Marshal(struct {
		Solver string   `json:"solver"`
		NS     []int64  `json:"ns"`
		Nodes  []uint64 `json:"nodes,omitempty"`
	}{s.Solver, ns, s.Nodes})
}

// VirtualBest is the name of the virtual best solver. It says that a solver without times of single cases is not one of
// those whose best time it has.
const VirtualBest = "virtual best of these"

// Best returns the times of the virtual best solver: for each case the least time of all solvers. A portfolio that
// chose the fastest solver for each case would have these times.
func (c *CaseTimes) Best() SolverTimes {
	best := make([]float64, len(c.Cases))
	for i := range best {
		best[i] = math.Inf(1)
		for _, s := range c.Solvers {
			best[i] = min(best[i], s.Seconds[i])
		}
	}
	return SolverTimes{Solver: VirtualBest, Seconds: best}
}

// Share is a point of a distribution: the share of the cases with a value of at most X.
type Share struct {
	X, Share float64
}

// Distribution returns the empirical cumulative distribution of values: one point per different finite value, in
// ascending order. A share is a share of all values, the infinite ones included. So with infinite values the last
// share is below 1.
func Distribution(values []float64) []Share {
	sorted := slices.Sorted(slices.Values(values))
	var out []Share
	for i, v := range sorted {
		if math.IsInf(v, 1) {
			break
		}
		if i+1 == len(sorted) || sorted[i+1] != v {
			out = append(out, Share{v, float64(i+1) / float64(len(values))})
		}
	}
	return out
}

// Profile returns the performance profile of each solver: the distribution, over the cases, of the ratio of its time
// to the best solver's time. The ratio of a case that the solver did not solve is +Inf. (Dolan and Moré: Benchmarking
// Optimization Software with Performance Profiles, Mathematical Programming 91, 2002.)
func (c *CaseTimes) Profile() [][]Share {
	best := c.Best().Seconds
	out := make([][]Share, len(c.Solvers))
	for s := range c.Solvers {
		ratios := make([]float64, len(best))
		for i, t := range c.Solvers[s].Seconds {
			switch {
			case math.IsInf(t, 1):
				ratios[i] = t
			case best[i] > 0:
				ratios[i] = t / best[i]
			default:
				ratios[i] = 1
			}
		}
		out[s] = Distribution(ratios)
	}
	return out
}
