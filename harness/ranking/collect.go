package ranking

import (
	"slices"

	"golang.org/x/perf/benchunit"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Results holds the samples and counts of each benchmark. Runs of one class are pooled, as in Tables. If there are
// several classes, the name of a solver ends in the number of its class: "dlx [2]".
type Results struct {
	Benchmarks []results.Benchmark // in their recorded order
	Of         map[results.Benchmark]*Result

	classes []*class
}

// Result holds the samples and counts of one benchmark. If some of its runs accepted it and others did not, it has the
// samples of the former and the failures of the latter.
type Result struct {
	Solver        string    // without the number of its class
	Class         int       // number of the class of its runs; 0 if there is one class
	Seconds       []float64 // of each sample
	Run           string    // the run that the samples are of; "" if there are several
	Process       bool
	Solved, Cases int     // of the run that solved the fewest cases
	Penalised     float64 // PAR2 in seconds, if the benchmark was not timed
	Failures      []Failure
}

// Failure is why a run did not time a benchmark. It is known if the run has a manifest.
type Failure struct {
	results.Rejection
	Solved int // cases
}

// Timed reports whether the benchmark was timed.
func (r *Result) Timed() bool { return len(r.Seconds) > 0 }

// Median returns the median of the samples in seconds, with its interval.
func (r *Result) Median() stats.Interval { return stats.Median(r.Seconds) }

// Collect merges the results of runs that may be pooled.
func Collect(runs []*results.Run) *Results {
	c := &Results{Of: map[results.Benchmark]*Result{}, classes: classesOf(runs)}
	for i, class := range c.classes {
		for _, run := range class.runs {
			c.add(run, numberOf(i, c.classes))
		}
	}
	return c
}

// add adds a run of a class.
func (c *Results) add(run *results.Run, class int) {
	_, wall := benchunit.Tidy(1, results.UnitWall)
	_, par2 := benchunit.Tidy(1, results.UnitPAR2)
	infos := map[results.Benchmark]results.BenchmarkInfo{}
	if run.Manifest != nil {
		for _, info := range run.Manifest.Benchmarks {
			infos[info.Benchmark()] = info
		}
	}
	for _, line := range run.Results {
		b, _ := results.ParseName(line.Name)
		info := infos[b]
		solver := b.Solver
		b.Solver = numbered(solver, class)
		r := c.Of[b]
		if r == nil {
			r = &Result{Solver: solver, Class: class, Run: run.Label}
			c.Of[b] = r
			c.Benchmarks = append(c.Benchmarks, b)
		}
		if r.Run != run.Label {
			r.Run = ""
		}
		r.Process = r.Process || results.IsProcess(line) || info.Process
		if v, ok := line.Value(wall); ok {
			r.Seconds = append(r.Seconds, v)
		}
		if v, ok := line.Value(par2); ok {
			r.Penalised = v
		}
		if v, ok := line.Value(results.UnitCases); ok {
			solved, _ := line.Value(results.UnitSolved)
			if r.Cases == 0 || int(solved) < r.Solved {
				r.Solved, r.Cases = int(solved), int(v)
			}
			if !info.Rejected.IsZero() {
				r.Failures = append(r.Failures, Failure{info.Rejected, int(solved)})
			}
		}
	}
}

// RunsOf returns the runs that the results of a group come from.
func (c *Results) RunsOf(group Group) []*results.Run { return c.classes[max(group.Class-1, 0)].runs }

// Legend explains the numbers of classes in names such as "dlx [2]", with one line per run. It is empty if there is
// one class.
func (c *Results) Legend() []string { return legend(c.classes) }

// LegendOf returns the lines of Legend for the class of one group.
func (c *Results) LegendOf(group Group) []string {
	if group.Class == 0 {
		return nil
	}
	return c.classes[group.Class-1].legend(group.Class)
}

// Groups returns all groups in their recorded order.
func (c *Results) Groups() []Group {
	var groups []Group
	for _, b := range c.Benchmarks {
		if g := c.GroupOf(b); !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	return groups
}

// GroupOf returns the group of a benchmark.
func (c *Results) GroupOf(b results.Benchmark) Group {
	r := c.Of[b]
	return Group{problemOf(b.Set), r.Process, r.Class}
}
