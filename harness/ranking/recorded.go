package ranking

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// Reference is the contestant with which the others are compared if the user names none: the classic of the field.
const Reference = "dlx"

// Recorded holds the content of recorded runs: results, and the times of single cases.
type Recorded struct {
	Runs  []*results.Run
	Cases []*results.Cases // one per benchmark, from the latest run that has it; with the numbers of classes
}

// Read reads the runs that paths stand for (see results.Find), and keeps what matches the filter. If f is nil, all is
// kept.
func Read(paths []string, f *report.Filter) (*Recorded, error) {
	r := &Recorded{}
	for _, path := range paths {
		found, err := results.Find(path)
		if err != nil {
			return nil, err
		}
		for _, dir := range found {
			run, err := results.Read(dir)
			if err != nil {
				return nil, err
			}
			if run.Results, err = matching(run, f); err != nil {
				return nil, err
			}
			if len(run.Results) > 0 {
				r.Runs = append(r.Runs, run)
			}
		}
	}
	if len(r.Runs) == 0 {
		return nil, errors.New("--filter matches no line")
	}
	return r, r.readCases()
}

// matching returns the results of a run with a line that matches.
func matching(run *results.Run, f *report.Filter) (kept []*results.Result, err error) {
	if f == nil {
		return run.Results, nil
	}
	for _, r := range run.Results {
		for _, line := range r.Lines() {
			match, err := f.Match(line)
			if err != nil {
				return nil, err
			}
			if match.Any() {
				kept = append(kept, r)
				break
			}
		}
	}
	return kept, nil
}

// readCases reads the cases of the results, the latest of each benchmark.
func (r *Recorded) readCases() error {
	started := map[results.Benchmark]time.Time{}
	for _, class := range Classes(r.Runs) {
		for _, run := range class.Runs() {
			if run.Dir == "" || run.Manifest == nil {
				continue
			}
			kept := map[results.Benchmark]bool{}
			class.Each(func(of *results.Run, res *results.Result) { kept[res.Benchmark] = kept[res.Benchmark] || of == run })
			cases, err := results.ReadCases(run.Dir)
			if err != nil {
				return err
			}
			for _, c := range cases {
				if !kept[c.Benchmark] {
					continue
				}
				c.Solver = class.Name(c.Solver)
				i := slices.IndexFunc(r.Cases, func(other *results.Cases) bool { return other.Benchmark == c.Benchmark })
				switch {
				case i < 0:
					r.Cases = append(r.Cases, c)
				case run.Manifest.Started.After(started[c.Benchmark]):
					r.Cases[i] = c
				default:
					continue
				}
				started[c.Benchmark] = run.Manifest.Started
			}
		}
	}
	return nil
}

// CaseTimes returns the times of the cases of a group, and sentences about the results that are left out. The
// sets are those that all solvers in the result have times of. If no case has a time, the result has no solver.
func (r *Recorded) CaseTimes(group *Group) (*CaseTimes, []string) {
	have := map[string][]string{}
	of := map[results.Benchmark]*results.Cases{}
	for _, c := range r.Cases {
		if e := group.Entrant(c.Solver); e != nil && e.On[c.Set] != nil && len(c.NS) > 0 {
			of[c.Benchmark] = c
			have[c.Solver] = append(have[c.Solver], c.Set)
		}
	}
	var names, without, leftOut []string
	for _, e := range group.Entrants {
		if len(have[e.Name]) == 0 {
			without = append(without, e.Name)
		} else {
			names = append(names, e.Name)
		}
	}
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
	if len(c.Verdicts) > 0 && c.VerdictOf(n) != judge.Accepted {
		return math.Inf(1)
	}
	return float64(ns) / 1e9
}

// Rejection returns the worst result of a pool that was not accepted: of several verdicts the last in the order of
// package judge, of equal ones that with the fewest cases. It is nil if all were accepted.
func (p *Pool) Rejection() *results.Result {
	rejected := slices.DeleteFunc(slices.Clone(p.Results), (*results.Result).Accepted)
	if len(rejected) == 0 {
		return nil
	}
	return slices.MaxFunc(rejected, func(a, b *results.Result) int {
		return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(b.Passed, a.Passed))
	})
}
