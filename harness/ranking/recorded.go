package ranking

import (
	"errors"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// Reference is the contestant with which the others are compared if the user does not name one. It is the classic
// solver of the field.
const Reference = "dlx"

// References are the contestants with which programs are compared if the user does not name one: the first one for
// grids, the second one for exact cover.
var References = []string{Reference, "links"}

// Recorded holds the content of recorded runs: results, their ranking, and the times of single cases.
type Recorded struct {
	Runs        []*results.Run
	Contestants map[string][]string // the problems of each contestant in all runs that were read, before filtering
	Groups      []*Group            // from Order

	cases map[*results.Run][]*results.Cases
}

// Load reads all runs that paths stand for (results.Load), and keeps the results that match the filter. A nil filter
// keeps all of them.
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
			if err := keepMatching(run, f); err != nil {
				return nil, err
			}
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

// keepMatching removes the results of a run for which no line matches the filter. It returns an error if the filter
// matches only some units of a line (benchstat's key .unit), because a filter chooses benchmarks.
func keepMatching(run *results.Run, f *report.Filter) (err error) {
	run.Results = slices.DeleteFunc(run.Results, func(r *results.Result) bool {
		for _, line := range r.Lines() {
			match, _ := f.Match(line) // an error says why it does not match
			if match.Any() && !match.All() {
				err = errors.New("--filter chooses benchmarks, so it cannot have the key .unit: table --unit chooses units")
			}
			if match.Any() {
				return false
			}
		}
		return true
	})
	return err
}

// Cases returns what was recorded about the single cases of a pool, such as their times. It returns nil if nothing was
// recorded. If several runs recorded the cases, Cases returns the record of the latest run. There is one exception: if
// some run rejected the contestant, tables show the worst result, so Cases returns the record of the run with the worst
// result.
func (r *Recorded) Cases(p *Pool) *results.Cases {
	cases, _ := r.latest(p)
	return cases
}

// latest returns what Cases returns, and whether other runs also recorded these cases.
func (r *Recorded) latest(p *Pool) (latest *results.Cases, several bool) {
	var started time.Time
	for i, run := range p.Runs {
		if p.Rejected() != nil && p.Results[i] != p.worst() {
			continue
		}
		for _, c := range r.cases[run] {
			if c.Benchmark != p.Results[i].Benchmark {
				continue
			}
			several = latest != nil
			if latest == nil || run.Manifest.Started.After(started) {
				latest, started = c, run.Manifest.Started
			}
		}
	}
	return latest, several
}
