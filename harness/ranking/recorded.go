package ranking

import (
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

// References are the contestants that programs are compared with if the user names none: for grids, and for exact
// cover.
var References = []string{Reference, "links"}

// Recorded holds the content of recorded runs: results, their ranking, and the times of single cases.
type Recorded struct {
	Runs        []*results.Run
	Contestants map[string][]string // the problems of each, in all runs that were read, whatever was kept
	Groups      []*Group            // by Order

	cases map[*results.Run][]*results.Cases
}

// Load reads all runs that paths stand for (results.Load), and keeps what matches the filter. If f is nil, all is kept.
func Load(paths []string, f *report.Filter) (*Recorded, error) {
	r := &Recorded{Contestants: map[string][]string{}, cases: map[*results.Run][]*results.Cases{}}
	runs, err := results.Load(paths)
	if err != nil {
		return nil, err
	}
	for _, run := range runs {
		for _, result := range run.Results {
			problem, _, _ := strings.Cut(result.Set, "/")
			r.Contestants[result.Solver] = results.With(r.Contestants[result.Solver], problem)
		}
		if f != nil {
			keepMatching(run, f)
		}
		if len(run.Results) == 0 {
			continue
		}
		r.Runs = append(r.Runs, run)
		if run.Manifest != nil {
			if r.cases[run], err = results.ReadCases(run.Dir); err != nil {
				return nil, err
			}
		}
	}
	r.Groups = Order(r.Runs)
	switch {
	case len(r.Runs) == 0 && f != nil:
		return nil, errors.New("--filter matches no line")
	case len(r.Groups) == 0: // also if all results await their samples
		return nil, errors.New("these runs have no results yet")
	}
	return r, nil
}

// keepMatching leaves the results of a run that have a line that matches.
func keepMatching(run *results.Run, f *report.Filter) {
	run.Results = slices.DeleteFunc(run.Results, func(r *results.Result) bool {
		for _, line := range r.Lines() {
			if match, _ := f.Match(line); match.Any() { // an error says why it does not match
				return false
			}
		}
		return true
	})
}

// Cases returns the cases of a pool, from the latest run that counts and recorded them; nil if none did.
func (r *Recorded) Cases(p *Pool) (latest *results.Cases) {
	var started time.Time
	for i, run := range p.Runs {
		for _, c := range r.cases[run] {
			if r := p.Results[i]; c.Benchmark == r.Benchmark && p.counts(r) && (latest == nil || run.Manifest.Started.After(started)) {
				latest, started = c, run.Manifest.Started
			}
		}
	}
	return latest
}

// CaseTimes returns the times of the cases of a group, and sentences about the results that are left out. The
// solvers have the order of the ranking, and the sets are those that all of them have times of. If no case has a time, the result has no solver.
func (r *Recorded) CaseTimes(group *Group) (*CaseTimes, []string) {
	var timed []*Entrant
	var without, leftOut []string
	for _, e := range group.Ordered() {
		sets := slices.DeleteFunc(slices.Clone(e.Sets), func(set string) bool {
			c := r.Cases(e.On[set])
			return c == nil || len(c.NS) == 0
		})
		if len(sets) == 0 {
			without = append(without, e.Name)
		} else {
			timed = append(timed, &Entrant{Name: e.Name, Sets: sets, On: e.On})
		}
	}
	if len(without) > 0 {
		leftOut = append(leftOut, strings.Join(without, ", ")+": no times of single cases were recorded")
	}
	sets, timed, others := common(timed)
	out := &CaseTimes{}
	for i, e := range timed {
		times := SolverTimes{Solver: e.Name, Nodes: []uint64{}} // nil once a set has no counters
		for _, set := range sets {
			c, dropped := r.Cases(e.On[set]), e.On[set].worst().Dropped > 0
			for n, ns := range c.NS {
				if i == 0 {
					out.Cases = append(out.Cases, Case{set, n + 1})
				}
				seconds := float64(ns) / 1e9
				if dropped || len(c.Verdicts) > 0 && c.VerdictOf(n) != judge.Accepted {
					seconds = math.Inf(1)
				}
				times.Seconds = append(times.Seconds, seconds)
			}
			if times.Nodes != nil && len(c.Nodes) == len(c.NS) {
				times.Nodes = append(times.Nodes, c.Nodes...)
			} else {
				times.Nodes = nil
			}
		}
		if len(times.Seconds) != len(out.Cases) { // as in runs on different versions of a set
			return &CaseTimes{}, append(leftOut, group.String()+": the solvers have different numbers of cases in the same sets")
		}
		out.Solvers = append(out.Solvers, times)
	}
	return out, append(leftOut, others...)
}
