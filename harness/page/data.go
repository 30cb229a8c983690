package page

import (
	"math"
	"slices"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Data holds the numbers of a page. It is written as JSON for other software.
type Data struct {
	Runs        []Run           `json:"runs"`
	Differences []string        `json:"differences,omitempty"` // why times of these runs are not comparable; see results.Incomparable
	Legend      []string        `json:"legend,omitempty"`      // the runs of each class; "dlx [2]" is dlx in the runs of class 2
	Verdicts    []*SetResult    `json:"verdicts"`
	Groups      []*Group        `json:"groups"`
	Winners     []*ranking.Pair `json:"winners"`              // for each set, the best solver compared with the second best
	Against     []*ranking.Pair `json:"against"`              // for each set, every solver compared with the reference
	References  []string        `json:"references,omitempty"` // the references in Against, with their classes
}

// Run identifies a recorded run.
type Run struct {
	Label    string            `json:"label"`
	Manifest *results.Manifest `json:"manifest,omitempty"` // nil for a bare file
	Warnings []string          `json:"warnings,omitempty"`
}

// SetResult says what is known about a solver on a set. If pooled runs disagree, it says what the worst result is.
type SetResult struct {
	Set     string          `json:"set"`
	Solver  string          `json:"solver"`
	Verdict judge.Verdict   `json:"verdict"` // NotJudged if it comes from a bare file, which does not have verdicts
	Reason  string          `json:"reason,omitempty"`
	Solved  int             `json:"solved"`
	Cases   int             `json:"cases"`
	Median  *stats.Interval `json:"median_s,omitempty"` // median over its samples, in seconds
	Failing []Failing       `json:"failing,omitempty"`
}

// Failing is a case that was not accepted.
type Failing struct {
	Case    int           `json:"case"`
	Verdict judge.Verdict `json:"verdict"`
}

// Group holds the contestants of one problem that are ranked together. Their runs are of one class, and either all of
// them were timed as whole processes or all of them only while they solved.
type Group struct {
	Name         string                `json:"name"`
	Ranking      *ranking.Group        `json:"ranking"`
	Cases        []ranking.Case        `json:"-"`
	CaseSets     []CaseSet             `json:"case_sets"` // the sets of the cases below, in their order
	CaseTimes    []ranking.SolverTimes `json:"case_times"`
	CasesLeftOut []string              `json:"cases_left_out,omitempty"`
	Work         []Work                `json:"work"`
	WorkBase     string                `json:"work_base,omitempty"` // the solver that Work compares with
	FewRounds    bool                  `json:"-"`                   // an interrupt can reach the median time of a case

	verdicts []*SetResult
}

// CaseSet says how many consecutive cases belong to a set.
type CaseSet struct {
	Set   string `json:"set"`
	Cases int    `json:"cases"`
}

// Work explains why one solver is faster than another: because it searches fewer nodes, or because each node takes less
// time. For example, a solver may take 3 times as long as another one, because it searches twice as many nodes, and
// each node takes 1.5 times as long. A Work compares Solver with the solver that Group.WorkBase names, on the cases
// that both solved. Ratio is the ratio of their times. It is the product of ByNodes, the ratio of their numbers of
// nodes, and ByNode, the ratio of their times per node.
type Work struct {
	Solver  string  `json:"solver"`
	Cases   int     `json:"cases"`
	Nodes   uint64  `json:"nodes"`
	NSPer   float64 `json:"ns_per_node"`
	ByNodes float64 `json:"nodes_ratio"`
	ByNode  float64 `json:"time_per_node_ratio"`
	Ratio   float64 `json:"time_ratio"`
}

// collect computes the data of a page.
func collect(r *ranking.Recorded) *Data {
	d := &Data{
		Differences: results.Incomparable(r.Runs), Legend: ranking.Legend(ranking.Classes(r.Runs)),
	}
	d.Winners, d.Against = ranking.PerSet(r.Groups)
	for _, pair := range d.Against {
		d.References = results.With(d.References, pair.Other)
	}
	for _, run := range r.Runs {
		if run.Manifest == nil { // a bare file has no manifest, from which the page takes its facts
			d.Legend = results.With(d.Legend, run.Provenance())
		}
		d.Legend = results.With(d.Legend, results.SettingNotes(run.Results)...)
		d.Runs = append(d.Runs, Run{run.Label + run.Part, run.Manifest, slices.Concat(run.Warnings, run.Busy())})
	}
	for _, ranked := range r.Groups {
		g := group(r, ranked)
		for _, e := range ranked.Ordered() {
			for _, set := range e.Sets {
				v := setResultOf(set, e.Name, e.On[set])
				if cases := r.Cases(e.On[set]); cases != nil {
					v.Failing = failing(cases)
					few := len(cases.NS) > 0 && cases.Rounds < stats.MinSamples
					g.FewRounds = g.FewRounds || few && v.Verdict == judge.Accepted && !ranked.Process
				}
				g.verdicts = append(g.verdicts, v)
			}
		}
		d.Verdicts = append(d.Verdicts, g.verdicts...)
		d.Groups = append(d.Groups, g)
	}
	return d
}

// failed lists the verdicts other than Accepted.
func (d *Data) failed() []*SetResult {
	return slices.DeleteFunc(slices.Clone(d.Verdicts), func(v *SetResult) bool { return v.Verdict == judge.Accepted })
}

// judged lists the results that have a verdict. A file of go test -bench does not have verdicts: it only has times.
func (d *Data) judged() []*SetResult {
	return slices.DeleteFunc(slices.Clone(d.Verdicts), func(v *SetResult) bool { return v.Cases == 0 && v.Verdict == judge.Accepted })
}

// failing lists the cases that are known to have failed.
func failing(cases *results.Cases) (all []Failing) {
	n := 0
	for _, run := range cases.Verdicts {
		for range run.N {
			if n++; run.Verdict > judge.Accepted {
				all = append(all, Failing{n, run.Verdict})
			}
		}
	}
	return all
}

func setResultOf(set, solver string, p *ranking.Pool) *SetResult {
	// The verdict is not derived again, because each result was recorded with its verdict. If none was rejected, all
	// are AC.
	v := &SetResult{Set: set, Solver: solver, Verdict: judge.Accepted, Solved: p.Solved(), Cases: p.Cases()}
	if worst := p.Rejected(); worst != nil {
		v.Verdict, v.Reason = worst.Verdict, report.EscapeLines(worst.Rejection())
	} else if slices.ContainsFunc(p.Runs, func(run *results.Run) bool { return run.Manifest == nil }) {
		v.Verdict = judge.NotJudged // a file of samples has times, and perhaps numbers of cases, but no verdicts
	}
	if len(p.Times()) > 0 {
		v.Median = new(ranking.Seconds(p.Median()))
	}
	return v
}

func group(r *ranking.Recorded, ranked *ranking.Group) *Group {
	times, leftOut := r.CaseTimes(ranked)
	g := &Group{
		Name: ranked.String(), Ranking: ranked, Cases: times.Cases, CaseTimes: times.Solvers,
		CasesLeftOut: leftOut,
	}
	for _, c := range times.Cases {
		if n := len(g.CaseSets); n > 0 && g.CaseSets[n-1].Set == c.Set {
			g.CaseSets[n-1].Cases++
		} else {
			g.CaseSets = append(g.CaseSets, CaseSet{c.Set, 1})
		}
	}
	g.Work, g.WorkBase = work(times, ranked.Class.Name(ranking.Reference))
	return g
}

// work compares every solver that counts nodes with the solver named wanted. If that solver does not count nodes, the
// first solver that counts them takes its place.
func work(times *ranking.CaseTimes, wanted string) (out []Work, reference string) {
	counting := slices.DeleteFunc(slices.Clone(times.Solvers), func(s ranking.SolverTimes) bool { return s.Nodes == nil })
	if len(counting) == 0 {
		return nil, ""
	}
	named := slices.IndexFunc(counting, func(s ranking.SolverTimes) bool { return s.Solver == wanted })
	base := counting[max(0, named)]
	for _, s := range counting {
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
	return out, base.Solver
}

// Warnings returns the warnings of all runs, each sentence once.
func (p *Page) Warnings() (all []string) {
	for _, run := range p.Data.Runs {
		all = results.With(all, run.Warnings...)
	}
	return all
}
