package ranking

import (
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// Recorded holds the content of recorded runs: samples, manifests, and the times of single cases.
type Recorded struct {
	Runs  []*results.Run
	Cases []*results.Cases // one per benchmark with times of single cases, from the latest run that has them
}

// Read reads the runs that paths stand for; see results.Find.
func Read(paths []string) (*Recorded, error) { return ReadMatching(paths, nil) }

// ReadMatching reads runs and keeps only the lines that match the filter. Manifests and times of single cases are cut
// down to the benchmarks of these lines. If f is nil, all is kept.
func ReadMatching(paths []string, f *report.Filter) (*Recorded, error) {
	r := &Recorded{}
	dirs := map[*results.Run]string{}
	for _, path := range paths {
		found, err := results.Find(path)
		if err != nil {
			return nil, err
		}
		for _, dir := range found {
			run, err := results.ReadRun(dir)
			if err != nil {
				return nil, err
			}
			r.Runs = append(r.Runs, run)
			dirs[run] = dir
		}
	}
	if f != nil {
		var err error
		if r.Runs, err = matching(r.Runs, f); err != nil {
			return nil, err
		}
	}
	latest := map[results.Benchmark]time.Time{}
	classes := classesOf(r.Runs)
	for i, class := range classes {
		for _, run := range class.runs {
			if run.Manifest == nil {
				continue
			}
			cases, err := results.ReadCases(dirs[run])
			if err != nil {
				return nil, err
			}
			kept := benchmarksOf(run)
			for _, c := range cases {
				if !kept[c.Benchmark()] {
					continue
				}
				c.Solver = numbered(c.Solver, numberOf(i, classes))
				r.addCases(c, run.Manifest.Started, latest)
			}
		}
	}
	return r, nil
}

// addCases adds the cases of a benchmark, or replaces those of an older run.
func (r *Recorded) addCases(c *results.Cases, started time.Time, latest map[results.Benchmark]time.Time) {
	b := c.Benchmark()
	i := slices.IndexFunc(r.Cases, func(old *results.Cases) bool { return old.Benchmark() == b })
	switch {
	case i < 0:
		r.Cases = append(r.Cases, c)
	case started.After(latest[b]):
		r.Cases[i] = c
	default:
		return
	}
	latest[b] = started
}

// CaseTimes returns the times of the cases of a group, and sentences about the results that are left out. The
// sets are those that all solvers in the result have times of. If no case has a time, the result has no solver.
func (r *Recorded) CaseTimes(group Group) (*CaseTimes, []string) {
	have := map[string][]string{}
	of := map[results.Benchmark]*results.Cases{}
	var names, leftOut []string
	all := Collect(r.Runs)
	for _, b := range all.Benchmarks {
		if all.GroupOf(b) == group && !slices.Contains(names, b.Solver) {
			names = append(names, b.Solver)
		}
	}
	for _, c := range r.Cases {
		if b := c.Benchmark(); all.Of[b] != nil && all.GroupOf(b) == group && len(c.NS) > 0 {
			of[c.Benchmark()] = c
			have[c.Solver] = append(have[c.Solver], c.Set)
		}
	}
	var without []string
	names = slices.DeleteFunc(names, func(name string) bool {
		if len(have[name]) == 0 {
			without = append(without, name)
		}
		return len(have[name]) == 0
	})
	if len(without) > 0 {
		leftOut = append(leftOut, strings.Join(without, ", ")+": no times of single cases were recorded")
	}
	sets, names, others := common(names, have)
	out := &CaseTimes{}
	for i, name := range names {
		times := SolverTimes{Solver: name, Nodes: []uint64{}}
		for _, set := range sets {
			c := of[results.Benchmark{Set: set, Solver: name}]
			for n, ns := range c.NS {
				if i == 0 {
					out.Cases = append(out.Cases, Case{set, n + 1})
				}
				times.Seconds = append(times.Seconds, seconds(c, n, ns))
			}
			if times.Nodes != nil && len(c.Nodes) == len(c.NS) {
				times.Nodes = append(times.Nodes, c.Nodes...)
			} else {
				times.Nodes = nil
			}
		}
		out.Solvers = append(out.Solvers, times)
	}
	if out.uneven() {
		return &CaseTimes{}, append(leftOut, group.String()+": the solvers have different numbers of cases in the same sets")
	}
	return out, append(leftOut, others...)
}

// uneven reports whether the solvers have different numbers of cases, as runs on different versions of a set do.
func (c *CaseTimes) uneven() bool {
	return slices.ContainsFunc(c.Solvers, func(s SolverTimes) bool { return len(s.Seconds) != len(c.Cases) })
}

// seconds returns the time of case n, counted from 0: +Inf if it was not accepted.
func seconds(c *results.Cases, n int, ns int64) float64 {
	if len(c.Verdicts) > 0 && VerdictOf(c, n) != "AC" {
		return math.Inf(1)
	}
	return float64(ns) / 1e9
}

// VerdictOf returns the short form of the verdict of case n, counted from 0; "" if it is not known.
func VerdictOf(c *results.Cases, n int) string {
	for _, run := range c.Verdicts {
		if n < run.N {
			return run.Verdict.String()
		}
		n -= run.N
	}
	return ""
}

// HasHistory reports whether some run has a manifest, as the folders of bench, judge --record and merge have, and has
// times. A bare file has no manifest.
func (r *Recorded) HasHistory() bool {
	return slices.ContainsFunc(r.Runs, func(run *results.Run) bool { return run.Manifest != nil && len(run.Values(results.UnitWall)) > 0 })
}

// captionOf returns the provenance of each run, and the digest of its cases.
func captionOf(runs []*results.Run) string {
	var parts []string
	for _, run := range runs {
		part := run.Provenance()
		if run.Manifest != nil {
			part += ", cases " + run.Manifest.Corpus
		}
		parts = append(parts, part+".")
	}
	return strings.Join(parts, " ")
}
