package ranking

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Class has results whose samples may be pooled (results.Manifest.Poolable).
type Class struct {
	Number  int // from 1; 0 if there is no other class
	members []member
}

// member has the results of one origin of a run; of a bare file, which has no origins, all of its results.
type member struct {
	run      *results.Run
	manifest *results.Manifest // nil of a bare file
	results  []*results.Result
}

// Classes divides runs by their origins into classes, in their order.
func Classes(runs []*results.Run) []*Class {
	var all []*Class
	for _, run := range runs {
		for _, m := range membersOf(run) {
			at := slices.IndexFunc(all, func(c *Class) bool { return c.admits(m) })
			if at < 0 {
				at = len(all)
				all = append(all, &Class{})
			}
			all[at].members = append(all[at].members, m)
		}
	}
	for i, c := range all {
		if len(all) > 1 {
			c.Number = i + 1
		}
	}
	return all
}

// membersOf returns a member for each origin of a run that has results.
func membersOf(run *results.Run) (all []member) {
	origins := run.Origins
	if len(origins) == 0 {
		origins = []*results.Manifest{nil}
	}
	for i, manifest := range origins {
		m := member{run: run, manifest: manifest}
		byBench := manifest != nil && manifest.Verb == "bench"
		for _, r := range run.Results {
			// What bench has accepted and not yet measured is no result: a judged pass is no sample.
			awaitsSamples := byBench && r.Accepted() && len(r.Samples) == 0
			if r.Origin == i && !awaitsSamples {
				m.results = append(m.results, r)
			}
		}
		if len(m.results) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// admits reports whether the samples of a member may be pooled with those of every member of the class.
func (c *Class) admits(m member) bool {
	return !slices.ContainsFunc(c.members, func(other member) bool { return !m.manifest.Poolable(other.manifest) })
}

// Runs lists the runs of the class.
func (c *Class) Runs() (runs []*results.Run) {
	for _, m := range c.members {
		if !slices.Contains(runs, m.run) {
			runs = append(runs, m.run)
		}
	}
	return runs
}

// Label joins the names of the runs.
func (c *Class) Label() string {
	var names []string
	for _, run := range c.Runs() {
		names = append(names, filepath.Base(run.Label))
	}
	return strings.Join(names, "+")
}

// Name returns a name with the number of the class: "dlx [2]".
func (c *Class) Name(name string) string {
	if c == nil || c.Number == 0 {
		return name
	}
	return fmt.Sprintf("%s [%d]", name, c.Number)
}

// Legend returns a line for each run of a numbered class.
func (c *Class) Legend() (lines []string) {
	if c == nil || c.Number == 0 {
		return nil
	}
	for _, run := range c.Runs() {
		lines = append(lines, fmt.Sprintf("[%d] %s", c.Number, run.Provenance()))
	}
	return lines
}

// Legend explains the numbers of classes, with one line per run. It is empty if there is one class.
func Legend(classes []*Class) (lines []string) {
	for _, c := range classes {
		lines = append(lines, c.Legend()...)
	}
	if len(lines) == 0 {
		return nil
	}
	return append(lines, "Runs of different verbs, machines, builds, settings or cases are never pooled: "+
		"the solvers of each have ratios of their own.")
}

// Each calls visit with every result of the class.
func (c *Class) Each(visit func(run *results.Run, r *results.Result)) {
	for _, m := range c.members {
		for _, r := range m.results {
			visit(m.run, r)
		}
	}
}

// Pool is what the runs of a class have of one benchmark.
type Pool struct {
	Results []*results.Result
	Runs    []*results.Run // of each result; nil: of no recorded run
}

// in returns the result of a run; nil if there is none.
func (p *Pool) in(run *results.Run) *results.Result {
	if i := slices.Index(p.Runs, run); i >= 0 {
		return p.Results[i]
	}
	return nil
}

// worst returns the result that counts, by judge.Worse.
func (p *Pool) worst() *results.Result {
	return slices.MinFunc(p.Results, func(a, b *results.Result) int { return judge.Worse(&a.Outcome, &b.Outcome) })
}

// Rejection returns the worst result; nil if all were accepted.
func (p *Pool) Rejection() *results.Result {
	if worst := p.worst(); !worst.Accepted() {
		return worst
	}
	return nil
}

// Solved returns the number of cases that were passed.
func (p *Pool) Solved() int { return p.worst().Passed }

// Cases returns the number of cases.
func (p *Pool) Cases() int { return p.worst().Cases }

// Times lists the times of all samples, in nanoseconds.
func (p *Pool) Times() (times []float64) {
	for _, r := range p.Results {
		times = append(times, r.Times()...)
	}
	return times
}

// Median returns the median of Times, with its interval.
func (p *Pool) Median() stats.Interval { return stats.Median(p.Times()) }

// PAR2 returns the term of the benchmark in the sum PAR2, in nanoseconds: what the worst failure costs, or the median.
func (p *Pool) PAR2() float64 {
	worst, times := p.worst(), p.Times()
	if !worst.Accepted() || len(times) == 0 {
		return worst.PAR2()
	}
	return stats.Median(times).Center
}

// Seconds converts nanoseconds.
func Seconds(i stats.Interval) stats.Interval {
	return stats.Interval{Center: i.Center / 1e9, Lo: i.Lo / 1e9, Hi: i.Hi / 1e9, N: i.N}
}
