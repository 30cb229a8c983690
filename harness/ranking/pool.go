package ranking

import (
	"cmp"
	"slices"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Pool collects the results of one contestant on one test set, from all runs of a class.
type Pool struct {
	Results []*results.Result
	Runs    []*results.Run // the run of each result; nil if the result is not recorded

	clock string // see Entrant.Clock
	all   *Pool  // the pool before share left out samples; nil if it left out none
}

// Single returns a pool with one result that does not come from a recorded run.
func Single(r *results.Result) *Pool {
	return &Pool{Results: []*results.Result{r}, Runs: []*results.Run{nil}}
}

// In returns the result that a run contributed to the pool; nil if there is none.
func (p *Pool) In(run *results.Run) *results.Result {
	if i := slices.Index(p.Runs, run); i >= 0 {
		return p.Results[i]
	}
	return nil
}

// recorded returns the pool with the samples that share left out.
func (p *Pool) recorded() *Pool { return cmp.Or(p.all, p) }

// beside returns the results of the runs that measured both pools, even if share left these runs out. Both results are
// empty if no run measured both pools.
func (p *Pool) beside(other *Pool) (a, b *Pool) {
	both := p.recorded().together(other.recorded())
	inBoth := func(_ *results.Result, run *results.Run) bool { return slices.Contains(both, run) }
	return p.recorded().with(inBoth), other.recorded().with(inBoth)
}

// with returns the pool with only those results that are wanted.
func (p *Pool) with(wanted func(*results.Result, *results.Run) bool) *Pool {
	of := &Pool{clock: p.clock, all: p}
	for i, run := range p.Runs {
		if wanted(p.Results[i], run) {
			of.Results, of.Runs = append(of.Results, p.Results[i]), append(of.Runs, run)
		}
	}
	return of
}

// together lists the runs that measured both pools.
func (p *Pool) together(other *Pool) []*results.Run {
	return slices.DeleteFunc(slices.Clone(p.Runs), func(run *results.Run) bool { return !slices.Contains(other.Runs, run) })
}

// SideBySide lists the runs that measured two pools in the same rounds, so that the ratio of each round may be used. It
// is empty if a bare file took all samples of one benchmark before the samples of the next one (results.Run.OneByOne).
//
// A pool may also have samples of runs that did not measure the other pool. Then the medians in tables come from more
// samples than the ratios. They agree nevertheless, because share only pools runs whose controls agree.
func (p *Pool) SideBySide(other *Pool) []*results.Run {
	return slices.DeleteFunc(p.together(other), func(run *results.Run) bool { return run != nil && run.OneByOne })
}

// worst returns the worst result by judge.WorstFirst. It stands for the pool.
func (p *Pool) worst() *results.Result {
	return slices.MinFunc(p.Results, func(a, b *results.Result) int { return judge.WorstFirst(&a.Outcome, &b.Outcome) })
}

// late reports whether the pool solved fewer cases than the other one, and its worst result exceeded a time limit. A
// spent node budget does not count as exceeding a time limit here, although it gets the same verdict.
func (p *Pool) late(than *Pool) bool {
	worst := p.worst()
	return worst.Verdict == judge.TimeLimit && worst.Limits.Time > 0 && !worst.Facts.BudgetSpent && p.Solved() < than.Solved()
}

// Rejected returns the worst result if it is not accepted, and nil if all results are accepted.
func (p *Pool) Rejected() *results.Result {
	if worst := p.worst(); !worst.Accepted() {
		return worst
	}
	return nil
}

// Solved returns the number of cases that were passed.
func (p *Pool) Solved() int { return p.worst().Passed }

// Cases returns the number of cases.
func (p *Pool) Cases() int { return p.worst().Cases }

// MostlyStart reports whether the time of some result is mostly the start of processes.
func (p *Pool) MostlyStart() bool {
	return p != nil && slices.ContainsFunc(p.Results, (*results.Result).MostlyStart)
}

// counts reports whether the values of a result count. If one run rejected the contestant and another one accepted it,
// only the rejected results count.
func (p *Pool) counts(r *results.Result) bool { return r.Accepted() == (p.Rejected() == nil) }

// Values lists the values in a unit of all results that count. A nil pool has none. Rejected results do not have times.
func (p *Pool) Values(unit string) (all []float64) {
	if p != nil {
		for _, r := range p.Results {
			if p.counts(r) {
				all = append(all, r.Values(unit)...)
			}
		}
	}
	return all
}

// Times lists the times of all samples in nanoseconds, in the unit by which the contestant is ranked.
func (p *Pool) Times() []float64 { return p.Values(p.unit()) }

func (p *Pool) unit() string { return cmp.Or(p.clock, results.UnitWall) }

// Median returns the median of Times, with its interval.
func (p *Pool) Median() stats.Interval { return stats.Median(p.Times()) }

// PAR2 returns the score of the benchmark, which is a term of the sum PAR2. If all results are accepted, it is the
// median time. Otherwise it is the score of the worst result.
func (p *Pool) PAR2() results.PAR2 {
	worst := p.worst()
	par2 := worst.PAR2Of(p.Times())
	if p.unit() != results.UnitWall && !worst.Process && !worst.Accepted() && worst.Passed > 0 {
		par2.AtMost = true // its judged pass only has a wall time, which is not less than its processor time
	}
	return par2
}

// Seconds converts an interval from nanoseconds to seconds.
func Seconds(i stats.Interval) stats.Interval {
	return stats.Interval{Center: i.Center / 1e9, Lo: i.Lo / 1e9, Hi: i.Hi / 1e9, N: i.N}
}
