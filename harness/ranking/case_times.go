package ranking

import (
	"encoding/json"
	"math"
	"slices"
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
}

// SolverTimes holds the times and counters of one solver, in the order of CaseTimes.Cases.
type SolverTimes struct {
	Solver  string
	Seconds []float64 // +Inf for a case that was not solved
	Nodes   []uint64  // nil if the solver does not count
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

// VirtualBest is the name of the virtual best solver.
const VirtualBest = "virtual best"

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
