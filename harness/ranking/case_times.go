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
	Latest  bool // some times were recorded by several runs, and come from the latest one
}

// SolverTimes holds the times and counters of one solver, in the order of CaseTimes.Cases.
type SolverTimes struct {
	Solver  string
	Seconds []float64 // +Inf for a case that was not solved, or not run
	Nodes   []uint64  // nil if the solver does not count
}

// CaseTimes returns the times of the single cases, so that the solvers of a group can be compared case by case. A
// reader may see, for example, that one solver solved 90 % of the cases within a second, and another solver 80 %. These
// percentages can be compared only if both solvers have times for the same cases. So CaseTimes leaves out some solvers
// and sets:
//   - A solver is left out if, for example, the time of a case that it ran was not recorded.
//   - A set is left out if one of the remaining solvers has no times on it.
//
// The solvers come in the order of the ranking. The second result lists a sentence for each solver and each set that is
// left out. If no times were recorded, CaseTimes.Solvers is empty.
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
	timed, apart := group.comparable(timed)
	leftOut = append(leftOut, apart...)
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

// caseCounts returns the number of cases of each set. All results of a group on a set have the same cases.
func (g *Group) caseCounts() map[string]int {
	counts := map[string]int{}
	for _, e := range g.Entrants {
		for set, p := range e.On {
			counts[set] = max(counts[set], p.Cases())
		}
	}
	return counts
}

// solvedNothing reports whether no case of a pool counts as solved. The recorded verdicts of single cases are not
// enough to see that: a contestant may have failed after it was judged, in the audit or in a round, and then no case
// counts.
func (p *Pool) solvedNothing() bool { return p.Rejected() != nil && p.Solved() == 0 }

// complete reports whether a pool has a time for each case that was run. The parameter cases is the number of all
// cases, including the cases that were not run. A pool that solved nothing does not need times.
func (r *Recorded) complete(p *Pool, cases int) bool {
	return p.solvedNothing() || len(r.Cases(p).NS)+p.worst().Tally[judge.NotJudged] == cases
}

// timesOf returns the time and the number of search nodes of each case of a set. They come from the record of a pool,
// which holds all results of one contestant on the set. The parameter cases is the number of cases of the set.
//   - seconds: the times. The time of a case is +Inf if the case was not solved. This includes cases that were not run,
//     because the contestant exceeded a limit before.
//   - nodes: the numbers of nodes. It is nil if the contestant does not count nodes.
//   - several: true if several runs recorded the cases. The times are then those of the latest run.
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

// VirtualBest is the name of the virtual best solver. The name says "of these", because solvers without times of single
// cases do not take part in it.
const VirtualBest = "virtual best of these"

// Best returns the times of the virtual best solver: for each case, the least time of all solvers. A portfolio that
// always chose the fastest solver for a case would have these times.
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

// Share is a point of a distribution: Share is the share of the cases whose value is at most X.
type Share struct {
	X, Share float64
}

// Distribution returns the empirical cumulative distribution of the values. For each different finite value X, in
// ascending order, it has a point that says which share of all values is at most X. For example, the values 1, 1, 3 and
// +Inf give the points {1, 0.5} and {3, 0.75}. Infinite values get no point, but they count among all values. So if
// there are any, the last share is below 1.
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

// Profile returns the performance profile of each solver. A profile shows how far a solver is behind the best solver of
// each case: it is the distribution, over the cases, of the solver's time divided by the least time of all solvers. For
// example, the point {X: 2, Share: 0.9} says that on 90 % of the cases the solver took at most twice as long as the
// best one. If the solver did not solve a case, its ratio there is +Inf. (Dolan and Moré: Benchmarking Optimization
// Software with Performance Profiles, Mathematical Programming 91, 2002.)
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
