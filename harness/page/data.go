package page

import (
	"math"
	"time"

	"gridjudge/harness/chart"
	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
)

// Data has the numbers of a page, for other software (JSON).
type Data struct {
	Runs        []Run        `json:"runs"`
	Differences []string     `json:"differences,omitempty"` // why times of these runs are not comparable; see results.Incomparable
	Legend      []string     `json:"legend,omitempty"`      // the runs of each class; "dlx [2]" is dlx in the runs of class 2
	Verdicts    []Verdict    `json:"verdicts"`
	Failing     []Failing    `json:"failing"`
	Medians     []Median     `json:"medians"`
	Groups      []Group      `json:"groups"`
	Winners     []Comparison `json:"winners"`   // per set: the best solver with the second best
	Against     []Comparison `json:"against"`   // per set: every solver with the reference
	Reference   string       `json:"reference"` // ranking.Reference, which is dlx
}

// Run identifies a recorded run.
type Run struct {
	Label    string            `json:"label"`
	Manifest *results.Manifest `json:"manifest,omitempty"` // nil for a bare file
	Warnings []string          `json:"warnings,omitempty"`
}

// Verdict is the verdict of a solver on a set.
type Verdict struct {
	Set     string `json:"set"`
	Solver  string `json:"solver"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
	Solved  int    `json:"solved"`
	Cases   int    `json:"cases"`
}

// Failing is a case that was not accepted.
type Failing struct {
	Set     string `json:"set"`
	Solver  string `json:"solver"`
	Case    int    `json:"case"`
	Verdict string `json:"verdict"`
}

// Median is the median of the samples of a benchmark, in nanoseconds, with its 95 % interval.
type Median struct {
	Set    string   `json:"set"`
	Solver string   `json:"solver"`
	NS     float64  `json:"median_ns"`
	Lo     *float64 `json:"lo_ns"` // null if there are too few samples
	Hi     *float64 `json:"hi_ns"`
	N      int      `json:"samples"`
}

// Group has the contestants of one problem that are ranked together: those of one class of runs, and either all
// measured as whole processes or all by solving alone.
type Group struct {
	Name          string         `json:"name"`
	Problem       string         `json:"problem"`
	Process       bool           `json:"process"`
	Sets          []string       `json:"sets"`
	LeftOut       []string       `json:"left_out,omitempty"`
	Ranks         []Rank         `json:"ranks"`
	Pairs         []Comparison   `json:"pairs"`
	Cases         []ranking.Case `json:"-"`
	CaseSets      []CaseSet      `json:"case_sets"` // the sets of the cases below, in their order
	CaseTimes     []CaseTimes    `json:"case_times"`
	CasesLeftOut  []string       `json:"cases_left_out,omitempty"`
	Contributions []Contribution `json:"contributions"`
	Work          []Work         `json:"work"`
	WorkBase      string         `json:"work_base,omitempty"` // the solver that Work compares with
}

// Rank is the result of a solver over the common sets of its group.
type Rank struct {
	Solver string   `json:"solver"`
	Solved int      `json:"solved"`
	Cases  int      `json:"cases"`
	PAR2   float64  `json:"par2_ns"`
	Ratio  float64  `json:"ratio"` // over the first solver
	Lo     *float64 `json:"ratio_lo"`
	Hi     *float64 `json:"ratio_hi"`
	Best   int      `json:"best_rank"`
	Worst  int      `json:"worst_rank"`
}

// Comparison compares two solvers.
type Comparison struct {
	Set      string   `json:"set,omitempty"`
	Solver   string   `json:"solver"`
	Other    string   `json:"other"`
	Ratio    float64  `json:"ratio"`
	Lo       *float64 `json:"ratio_lo"`
	Hi       *float64 `json:"ratio_hi"`
	Q        float64  `json:"q"`
	Exact    bool     `json:"exact"`    // decided by the number of solved cases
	Relation string   `json:"relation"` // of Solver to Other: better, worse or undecided
}

// CaseSet is the number of consecutive cases that belong to a set.
type CaseSet struct {
	Set   string `json:"set"`
	Cases int    `json:"cases"`
}

// CaseTimes holds the times and counters of one solver for every case of its group.
type CaseTimes struct {
	Solver string   `json:"solver"`
	NS     []int64  `json:"ns"` // -1 if the case was not solved
	Nodes  []uint64 `json:"nodes,omitempty"`
}

// Contribution is the contribution of a solver to the virtual best solver, which has the least time of any solver for
// every case.
type Contribution struct {
	Solver  string `json:"solver"`
	Solved  int    `json:"solved"`
	Unique  int    `json:"uniquely_solved"`
	Fastest int    `json:"uniquely_fastest"`

	// Slowdown compares two virtual best solvers: the time of the one without this solver, divided by the time of the
	// one with all solvers. Only cases that another solver solves count. It is null if there are none.
	Slowdown *float64 `json:"slowdown_without"`
}

// Work splits a ratio into two factors. The ratio is the time of a solver over the time of Group.WorkBase, on
// the cases that both solved. The factors are the ratio of the numbers of nodes and the ratio of the times per node.
type Work struct {
	Solver  string  `json:"solver"`
	Cases   int     `json:"cases"`
	Nodes   uint64  `json:"nodes"`
	NSPer   float64 `json:"ns_per_node"`
	ByNodes float64 `json:"nodes_ratio"`
	ByNode  float64 `json:"time_per_node_ratio"`
	Ratio   float64 `json:"time_ratio"`
}

// finite returns v, or nil if JSON cannot represent it.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func comparison(set string, p *ranking.Pair) Comparison {
	r := p.Effect.Ratio
	return Comparison{
		Set: set, Solver: p.Solver, Other: p.Other, Ratio: r.Center, Lo: finite(r.Lo), Hi: finite(r.Hi),
		Q: p.Q, Exact: p.Exact, Relation: p.Relation.String(),
	}
}

func comparisons(pairs []ranking.SetPair) []Comparison {
	out := make([]Comparison, len(pairs))
	for i := range pairs {
		out[i] = comparison(pairs[i].Set, &pairs[i].Pair)
	}
	return out
}

// collect computes the data of a page.
func collect(a *chart.Album) *Data {
	d := &Data{
		Reference: ranking.Reference, Failing: []Failing{},
		Winners: comparisons(a.Results.Winners()), Against: comparisons(a.Results.Against(ranking.Reference)),
	}
	for _, run := range a.Recorded.Runs {
		d.Runs = append(d.Runs, Run{run.Label, run.Manifest, run.Warnings})
	}
	d.Differences, d.Legend = results.Incomparable(a.Recorded.Runs), a.Results.Legend()
	for _, v := range a.Verdicts() {
		d.Verdicts = append(d.Verdicts, Verdict(v))
	}
	for _, c := range a.Recorded.Cases {
		n := 0
		for _, run := range c.Verdicts {
			for range run.N {
				n++
				if v := run.Verdict.String(); v != "AC" && v != "-" {
					d.Failing = append(d.Failing, Failing{c.Set, c.Solver, n, v})
				}
			}
		}
	}
	for _, b := range a.Results.Benchmarks {
		if r := a.Results.Of[b]; r.Timed() {
			m := r.Median()
			d.Medians = append(d.Medians, Median{b.Set, b.Solver, 1e9 * m.Center, finite(1e9 * m.Lo), finite(1e9 * m.Hi), m.N})
		}
	}
	for i := range a.Problems {
		d.Groups = append(d.Groups, group(a, &a.Problems[i]))
	}
	return d
}

func group(a *chart.Album, p *ranking.Problem) Group {
	g := Group{Name: p.Group.String(), Problem: p.Group.Problem, Process: p.Process, Sets: p.Sets, LeftOut: p.LeftOut}
	for i, r := range p.Ranks {
		g.Ranks = append(g.Ranks, Rank{r.Solver, r.Solved, r.Cases, 1e9 * r.PAR2, r.Ratio.Center, finite(r.Ratio.Lo), finite(r.Ratio.Hi), r.Best, r.Worst})
		for j := range p.Ranks {
			if j != i {
				g.Pairs = append(g.Pairs, comparison("", &p.Pairs[i][j]))
			}
		}
	}
	times, leftOut := a.CaseTimes(p.Group)
	g.Cases, g.CasesLeftOut = times.Cases, leftOut
	for _, c := range times.Cases {
		if n := len(g.CaseSets); n > 0 && g.CaseSets[n-1].Set == c.Set {
			g.CaseSets[n-1].Cases++
		} else {
			g.CaseSets = append(g.CaseSets, CaseSet{c.Set, 1})
		}
	}
	for _, s := range times.Solvers {
		t := CaseTimes{Solver: s.Solver, NS: make([]int64, len(s.Seconds)), Nodes: s.Nodes}
		for i, seconds := range s.Seconds {
			t.NS[i] = -1
			if !math.IsInf(seconds, 1) {
				t.NS[i] = int64(math.Round(seconds * 1e9))
			}
		}
		g.CaseTimes = append(g.CaseTimes, t)
	}
	if len(times.Solvers) > 0 {
		for _, c := range times.Contributions() {
			g.Contributions = append(g.Contributions, Contribution{c.Solver, c.Solved, c.Unique, c.Fastest, finite(c.Slowdown)})
		}
	}
	g.Work, g.WorkBase = work(times, p.Name(ranking.Reference))
	return g
}

// work compares every solver that counts nodes with the wanted solver. If the wanted solver does not count nodes, the
// first solver that counts them takes its place.
func work(times *ranking.CaseTimes, wanted string) (out []Work, reference string) {
	var base *ranking.SolverTimes
	for i := range times.Solvers {
		if s := &times.Solvers[i]; s.Nodes != nil && (base == nil || s.Solver == wanted) {
			base = s
		}
	}
	for _, s := range times.Solvers {
		if s.Nodes == nil {
			continue
		}
		reference = base.Solver
		w := Work{Solver: s.Solver}
		var nodes uint64
		var mine, others float64
		for i, t := range s.Seconds {
			if math.IsInf(t, 1) || math.IsInf(base.Seconds[i], 1) {
				continue
			}
			w.Cases++
			w.Nodes += s.Nodes[i]
			nodes += base.Nodes[i]
			mine, others = mine+t, others+base.Seconds[i]
		}
		if w.Cases == 0 || w.Nodes == 0 || nodes == 0 {
			continue
		}
		w.NSPer = 1e9 * mine / float64(w.Nodes)
		w.ByNodes = float64(w.Nodes) / float64(nodes)
		w.Ratio = mine / others
		w.ByNode = w.Ratio / w.ByNodes
		out = append(out, w)
	}
	return out, reference
}

// duration is a number of nanoseconds as a duration.
func duration(ns float64) time.Duration { return time.Duration(math.Round(ns)) }
