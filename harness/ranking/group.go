package ranking

import (
	"fmt"
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Group holds contestants that are ranked together, because their times may be compared. Contestants of different
// groups are never compared, so ratios exist only within a group. The contestants of a group have three things in
// common:
//   - They work on the same problem.
//   - Their runs belong to the same class, so their samples may be pooled.
//   - They are timed in the same way. Programs are timed as whole processes, and other solvers only while they solve.
type Group struct {
	Problem     string     `json:"problem"` // or a test set, if OrderResults ranks by set
	Process     bool       `json:"process"`
	ClassNumber int        `json:"class,omitempty"` // Class.Number
	Sets        []string   `json:"sets"`            // the sets that all rows have
	Rows        []*Entrant `json:"ranks"`           // in order: more cases solved first, then the smaller PAR2
	Pairs       [][]Pair   `json:"pairs"`           // Pairs[i][j] compares row i with row j; Pairs[i][i] is undecided
	LeftOut     []string   `json:"left_out,omitempty"`

	Entrants []*Entrant `json:"-"` // all contestants, in the order of the runs
	Class    *Class     `json:"-"` // the class of the runs; nil if they are not recorded

	compared map[runsOnSet]*Across // the results of compareRunsOn: a table asks for each of them many times
}

// Rank is the interval of ranks that a contestant may have, from the best to the worst, both counted from 1. The two
// are equal if it is certain how the contestant compares with every other one.
type Rank struct {
	Best  int `json:"best_rank,omitempty"`
	Worst int `json:"worst_rank,omitempty"`
}

func (r Rank) String() string {
	if r.Best == r.Worst {
		return fmt.Sprint(r.Best)
	}
	return fmt.Sprintf("%d-%d", r.Best, r.Worst)
}

// Entrant is a contestant in a group. The field On holds its results on each test set. Arrange sets the fields Solved,
// Cases and PAR2, which sum these results up over the sets that all entrants have.
type Entrant struct {
	Name       string           `json:"solver"` // with the number of its class, if there are several classes: "dlx [2]"
	Contestant string           `json:"-"`      // name without the class
	Sets       []string         `json:"-"`
	On         map[string]*Pool `json:"-"`
	Clock      string           `json:"-"` // unit of the times that rank it: results.UnitCPU, or "" for UnitWall

	Solved int            `json:"solved"`
	Cases  int            `json:"cases"`
	Ratio  stats.Interval `json:"ratio,omitzero"` // Effect.Ratio of its Pair with the first row; 1 there; zero if none
	results.PAR2
	Rank // zero if the entrant is not ranked
}

// Add adds a result on a set and returns the pool of the set. run is nil if the result is not recorded.
func (e *Entrant) Add(set string, run *results.Run, r *results.Result) *Pool {
	p := e.On[set]
	if p == nil {
		if e.On == nil {
			e.On = map[string]*Pool{}
		}
		p = &Pool{clock: e.Clock}
		e.Sets, e.On[set] = append(e.Sets, set), p
	}
	p.Results, p.Runs = append(p.Results, r), append(p.Runs, run)
	return p
}

// Ordered lists all entrants in the order of the ranking. Those that were not arranged come last.
func (g *Group) Ordered() []*Entrant {
	ranked := func(e *Entrant) bool { return slices.Contains(g.Rows, e) }
	return slices.Concat(g.Rows, slices.DeleteFunc(slices.Clone(g.Entrants), ranked))
}

// Ranked reports whether an entrant gets a rank. Three kinds of entrants do not get a rank:
//   - Entrants that cannot be compared with the others, for example because they have no common set. They are not in
//     Rows.
//   - Entrants that did not solve any case.
//   - Entrants that spent most of their time on starting processes, so that their times say little about the search.
//     There is one exception: such an entrant gets a rank if all its comparisons with other entrants are decided
//     nevertheless (see Pair.Start).
func (g *Group) Ranked(e *Entrant) bool {
	i := slices.Index(g.Rows, e)
	switch {
	case i < 0, e.Solved == 0 && e.Cases > 0:
		return false
	case !e.MostlyStart(g.Sets):
		return true
	}
	open := func(p Pair) bool { return p.Start && p.Relation == Undecided }
	return len(g.Rows) > 1 && !slices.ContainsFunc(g.Pairs[i], open)
}

func (g *Group) String() string {
	if g.Process {
		return g.Class.Name(g.Problem) + " (whole processes)"
	}
	if slices.ContainsFunc(g.Entrants, func(e *Entrant) bool { return e.Clock == results.UnitCPU }) {
		return g.Class.Name(g.Problem) + " (processor time)"
	}
	return g.Class.Name(g.Problem)
}

// Entrant returns the entrant with a name; nil if there is none.
func (g *Group) Entrant(name string) *Entrant {
	i := slices.IndexFunc(g.Entrants, func(e *Entrant) bool { return e.Name == name })
	if i < 0 {
		return nil
	}
	return g.Entrants[i]
}

// conclude decides pairs of contestants that no run measured together. Suppose that a is surely better than b, and that
// b is surely better than c. Then a is better than c, even if the times of a and c alone do not decide this.
//
// Without this conclusion, the output would contradict itself. The pair of a and c would be undecided, so c could be as
// good as a, and the rank of a would be 1-2. But the sentence below the table says that a is first.
//
// If it is not certain that the times of a and c may be compared (Across.Holds), conclude leaves this pair undecided.
func (g *Group) conclude() {
	for k := range g.Rows {
		for i := range g.Rows {
			for j := range g.Rows {
				p := &g.Pairs[i][j]
				open := p.Across != nil && p.Across.Holds() && p.Relation == Undecided
				if open && g.Pairs[i][k].Relation == Ahead && g.Pairs[k][j].Relation == Ahead {
					p.Relation, g.Pairs[j][i].Relation = Ahead, Behind
				}
			}
		}
	}
}

// finish computes the ranks and the ratios of the rows from the decided pairs. Each pair was decided in one direction
// only, Pairs[i][j] with j < i, so finish first adds the other direction.
//
// If some pairs are undecided, a rank is a range. For example, suppose that there are five contestants. One of them is
// surely better than dlx, two are surely worse, and the last one may be either. Then dlx may be second or third, so its
// rank is 2-3: the best rank is 1 plus the number of contestants that are surely better, and the worst rank is the
// number of all contestants minus the number of contestants that are surely worse.
func (g *Group) finish() {
	for i := range g.Rows {
		for j := range i {
			g.Pairs[j][i] = g.Pairs[i][j].Reversed()
		}
	}
	g.conclude()
	for i, e := range g.Rows {
		e.Rank, e.Ratio = Rank{1, len(g.Rows)}, stats.Interval{Center: 1, Lo: 1, Hi: 1, N: 1}
		for j := range g.Rows {
			switch g.Pairs[i][j].Relation { // how e compares with row j
			case Behind:
				e.Best++
			case Ahead:
				e.Worst--
			}
		}
		switch {
		case i == 0:
		case g.Pairs[i][0].Exact(): // it would mostly be a ratio of penalties
			e.Ratio = stats.Interval{}
		default:
			e.Ratio = g.Pairs[i][0].Effect.Ratio
		}
		if !g.Ranked(e) {
			e.Rank, e.Ratio = Rank{}, stats.Interval{}
		}
	}
}
