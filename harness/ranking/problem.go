package ranking

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Group identifies contestants that are ranked together: on one problem, in runs of one class, and either all
// measured as whole processes or all measured by solving alone. Times of two groups have no ratio.
type Group struct {
	Problem string `json:"problem"`
	Process bool   `json:"process"`
	Class   int    `json:"class,omitempty"` // number of the class of runs; 0 if there is one class
}

func (g Group) String() string {
	if g.Process {
		return numbered(g.Problem, g.Class) + " (whole processes)"
	}
	return numbered(g.Problem, g.Class)
}

// Name returns what a solver is called in this group.
func (g Group) Name(solver string) string { return numbered(solver, g.Class) }

// Problem is the ranking of the solvers of one group over the sets that all of them have results of.
type Problem struct {
	Group
	Sets    []string `json:"sets"`               // the common sets
	Ranks   []Rank   `json:"ranks"`              // in order: the larger share of cases solved first, then the smaller PAR2
	Pairs   [][]Pair `json:"pairs"`              // Pairs[i][j] compares solver i of Ranks with solver j; Pairs[i][i] is the zero Pair
	LeftOut []string `json:"left_out,omitempty"` // the results that are not ranked, with the reasons
}

// Rank is the result of one solver in a ranking.
type Rank struct {
	Solver string `json:"solver"`
	Solved int    `json:"solved"`
	Cases  int    `json:"cases"`

	// PAR2 is the sum, in seconds, over the sets of the median time of a pass. An unsolved case costs 2 x (time limit of
	// its set / number of cases of the set).
	PAR2 float64 `json:"par2_s"`

	Ratio stats.Interval `json:"ratio"`     // Effect.Ratio of its Pair with the first solver; 1 for the first solver
	Best  int            `json:"best_rank"` // the interval of its rank
	Worst int            `json:"worst_rank"`
}

func problemOf(set string) string {
	problem, _, _ := strings.Cut(set, "/")
	return problem
}

// Rank ranks the solvers of every group. The pairs of all groups are corrected together.
func (c *Results) Rank() []Problem {
	var out []Problem
	var all []*Pair
	for _, group := range c.Groups() {
		p := Problem{Group: group}
		p.Sets, p.Ranks, p.LeftOut = c.order(group)
		p.Pairs = make([][]Pair, len(p.Ranks))
		for i := range p.Ranks {
			p.Pairs[i] = make([]Pair, len(p.Ranks))
			for j := range i {
				pair := &p.Pairs[i][j]
				*pair = c.entry(p.Ranks[i].Solver, p.Sets).compare(c.entry(p.Ranks[j].Solver, p.Sets))
				pair.Solver, pair.Other, pair.Sets = p.Ranks[i].Solver, p.Ranks[j].Solver, len(p.Sets)
				all = append(all, pair)
			}
		}
		out = append(out, p)
	}
	decide(all)
	for k := range out {
		out[k].finish()
	}
	return out
}

// finish fills in what follows from the decided pairs below the diagonal.
func (p *Problem) finish() {
	for i := range p.Ranks {
		for j := range i {
			p.Pairs[j][i] = p.Pairs[i][j].Reversed()
		}
	}
	ranks := stats.Ranks(len(p.Ranks), func(i, j int) bool { return p.Pairs[i][j].Relation == Better })
	for i := range p.Ranks {
		p.Ranks[i].Best, p.Ranks[i].Worst = ranks[i].Best, ranks[i].Worst
		p.Ranks[i].Ratio = stats.Interval{Center: 1, Lo: 1, Hi: 1, N: 1}
		if i > 0 {
			p.Ranks[i].Ratio = p.Pairs[i][0].Effect.Ratio
		}
	}
}

// order returns the common sets of a group and its solvers in their order.
func (c *Results) order(group Group) (sets []string, ranks []Rank, leftOut []string) {
	have := map[string][]string{} // sets of a solver
	var names []string
	for _, b := range c.Benchmarks {
		if c.GroupOf(b) == group {
			if have[b.Solver] == nil {
				names = append(names, b.Solver)
			}
			have[b.Solver] = append(have[b.Solver], b.Set)
		}
	}
	sets, names, leftOut = common(names, have)
	for _, name := range names {
		r := Rank{Solver: name}
		for _, set := range sets {
			result := c.Of[results.Benchmark{Set: set, Solver: name}]
			r.Solved += result.Solved
			r.Cases += result.Cases
			r.PAR2 += result.par2()
		}
		ranks = append(ranks, r)
	}
	slices.SortStableFunc(ranks, func(a, b Rank) int {
		return cmp.Or(cmp.Compare(b.Solved, a.Solved), cmp.Compare(a.PAR2, b.PAR2))
	})
	return sets, ranks, leftOut
}

// par2 returns the median, or the penalised time if there is none.
func (r *Result) par2() float64 {
	if r.Timed() {
		return r.Median().Center
	}
	return r.Penalised
}

// common returns the sets that all solvers have. While there is none, the solver with the fewest sets is left out,
// the last one of equals. Sets that are not common are left out, too.
func common(solvers []string, have map[string][]string) (sets, kept, leftOut []string) {
	kept = slices.Clone(solvers)
	for len(kept) > 0 {
		sets = slices.Clone(have[kept[0]])
		for _, name := range kept[1:] {
			sets = slices.DeleteFunc(sets, func(set string) bool { return !slices.Contains(have[name], set) })
		}
		if len(sets) > 0 {
			break
		}
		fewest := 0
		for i, name := range kept {
			if len(have[name]) <= len(have[kept[fewest]]) {
				fewest = i
			}
		}
		leftOut = append(leftOut, fmt.Sprintf("%s: it shares no set with all other solvers", kept[fewest]))
		kept = slices.Delete(kept, fewest, fewest+1)
	}
	var others []string
	for _, name := range kept {
		for _, set := range have[name] {
			if !slices.Contains(sets, set) && !slices.Contains(others, set) {
				others = append(others, set)
			}
		}
	}
	for _, set := range others {
		leftOut = append(leftOut, fmt.Sprintf("%s: not every solver has a result there", set))
	}
	return sets, kept, leftOut
}

// entry joins the results of a solver on sets. A round is as many samples as the set with the fewest has.
func (c *Results) entry(solver string, sets []string) *entry {
	e := &entry{}
	rounds := 0
	for i, set := range sets {
		r := c.Of[results.Benchmark{Set: set, Solver: solver}]
		e.solved += r.Solved
		e.cases += r.Cases
		if r.Timed() && (!e.timed || len(r.Seconds) < rounds) {
			rounds = len(r.Seconds)
		}
		e.timed = e.timed || r.Timed()
		if i == 0 {
			e.run = r.Run
		} else if e.run != r.Run {
			e.run = ""
		}
	}
	if !e.timed {
		rounds = min(len(sets), 1)
	}
	e.rounds = make([]float64, rounds)
	for _, set := range sets {
		r := c.Of[results.Benchmark{Set: set, Solver: solver}]
		for i := range e.rounds {
			if r.Timed() {
				e.rounds[i] += r.Seconds[i]
			} else {
				e.rounds[i] += r.Penalised
			}
		}
	}
	return e
}
