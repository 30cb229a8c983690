package ranking

import (
	"slices"

	"gridjudge/harness/stats"
)

// A difference between two solvers counts only beyond these bounds, which are those of the gate of package compare.
const (
	falseDiscoveries = 0.05 // share of the pairs found different that are not
	leastDifference  = 0.01 // of time; the interval has to lie beyond it
)

// Relation says how one solver compares with another.
type Relation int

// The relations.
const (
	Undecided Relation = iota
	Better
	Worse
)

func (r Relation) String() string { return [...]string{"undecided", "better", "worse"}[r] }

// MarshalText writes the word of String.
func (r Relation) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Pair compares a solver with another one on the same sets.
type Pair struct {
	Solver string `json:"solver"`
	Other  string `json:"other"`
	Sets   int    `json:"sets"`  // number of sets for which both have results
	Exact  bool   `json:"exact"` // decided by the number of solved cases, without any statistics

	// Effect has the ratio (PAR2 of Solver) / (PAR2 of Other):
	//
	//   - Both were timed, in one and the same run: the median over the rounds of that run (stats.Paired).
	//   - Both were timed, otherwise: the median over all pairs of a round of Solver and a round of Other
	//     (stats.Unpaired).
	//   - Only one was timed: the median over its rounds. The other one has a single PAR2, which is in every ratio.
	//   - Neither was timed: one ratio, without an interval.
	Effect stats.Effect `json:"effect"`

	Q        float64  `json:"q"`        // Effect.P corrected for all pairs
	Relation Relation `json:"relation"` // of Solver to Other
}

// entry is the results of one solver on some sets.
type entry struct {
	solved, cases int
	rounds        []float64 // PAR2 of each round over all sets, in seconds; one value if nothing was timed
	timed         bool      // at least one set was timed
	run           string    // the run that the rounds are of; "" if several runs are mixed
}

// compare returns the pair of two solvers, not yet corrected and not yet decided.
func (e *entry) compare(other *entry) Pair {
	p := Pair{Q: 1}
	mine, others := e.rounds, other.rounds
	switch {
	case len(mine) == 0 || len(others) == 0:
		p.Effect = stats.Paired(nil, nil)
		return p
	case !e.timed:
		mine = slices.Repeat(mine[:1], len(others))
	case !other.timed:
		others = slices.Repeat(others[:1], len(mine))
	}
	if e.timed && other.timed && (e.run == "" || e.run != other.run) {
		p.Effect = stats.Unpaired(others, mine)
	} else {
		p.Effect = stats.Paired(others, mine)
	}
	p.Exact = e.solved != other.solved
	if p.Exact {
		p.Q, p.Relation = 0, Worse
		if e.solved > other.solved {
			p.Relation = Better
		}
	}
	return p
}

// decide corrects the p-values of all pairs that the number of solved cases does not decide, by the procedure of
// Benjamini and Hochberg, and decides those pairs. A pair and its reverse are one comparison: only one of them is
// among pairs.
func decide(pairs []*Pair) {
	var open []*Pair
	var p []float64
	for _, pair := range pairs {
		if !pair.Exact {
			open = append(open, pair)
			p = append(p, pair.Effect.P)
		}
	}
	for i, q := range stats.Adjust(p) {
		pair := open[i]
		pair.Q = q
		switch ratio := pair.Effect.Ratio; {
		case q >= falseDiscoveries || !ratio.Finite():
		case ratio.Hi < 1/(1+leastDifference):
			pair.Relation = Better
		case ratio.Lo > 1+leastDifference:
			pair.Relation = Worse
		}
	}
}

// Reversed returns the pair as the other solver sees it.
func (p *Pair) Reversed() Pair {
	r := *p
	r.Solver, r.Other = p.Other, p.Solver
	ratio := p.Effect.Ratio
	r.Effect.Ratio = stats.Interval{Center: 1 / ratio.Center, Lo: 1 / ratio.Hi, Hi: 1 / ratio.Lo, N: ratio.N}
	if !ratio.Finite() {
		r.Effect.Ratio.Lo, r.Effect.Ratio.Hi = ratio.Lo, ratio.Hi
	}
	switch p.Relation {
	case Better:
		r.Relation = Worse
	case Worse:
		r.Relation = Better
	}
	return r
}
