package ranking

import (
	"cmp"
	"slices"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Pool is what the runs of a class have of one benchmark.
type Pool struct {
	Results []*results.Result
	Runs    []*results.Run // of each result; nil: of no recorded run

	clock string // of Entrant.Clock
}

// Single returns the pool of a result of no recorded run.
func Single(r *results.Result) *Pool {
	return &Pool{Results: []*results.Result{r}, Runs: []*results.Run{nil}}
}

// In returns the result of a run; nil if there is none.
func (p *Pool) In(run *results.Run) *results.Result {
	if i := slices.Index(p.Runs, run); i >= 0 {
		return p.Results[i]
	}
	return nil
}

// SideBySide reports whether all samples of two pools are of common rounds. They are not if one has samples of a run
// without the other, because the medians that tables show are of all samples.
func (p *Pool) SideBySide(other *Pool) bool {
	return slices.Equal(p.Runs, other.Runs) && !slices.ContainsFunc(p.Runs, func(run *results.Run) bool { return run != nil && run.OneByOne })
}

// worst returns the result that counts, by judge.WorstFirst.
func (p *Pool) worst() *results.Result {
	return slices.MinFunc(p.Results, func(a, b *results.Result) int { return judge.WorstFirst(&a.Outcome, &b.Outcome) })
}

// late reports whether the pool has fewer solved cases than another one, and exceeded a limit of time, not of nodes.
func (p *Pool) late(than *Pool) bool {
	worst := p.worst()
	return worst.Verdict == judge.TimeLimit && worst.Limits.Time > 0 && !worst.Facts.BudgetSpent && p.Solved() < than.Solved()
}

// Rejected returns the worst result; nil if all were accepted.
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

// counts reports whether a result counts. Where runs disagree, those that rejected the contestant count.
func (p *Pool) counts(r *results.Result) bool { return r.Accepted() == (p.Rejected() == nil) }

// Values lists the values in a unit of all results that count; none if there is no pool. Rejected results have no times.
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

// Times lists the times of all samples by the clock of the ranking, in nanoseconds.
func (p *Pool) Times() []float64 { return p.Values(p.unit()) }

func (p *Pool) unit() string { return cmp.Or(p.clock, results.UnitWall) }

// Median returns the median of Times, with its interval.
func (p *Pool) Median() stats.Interval { return stats.Median(p.Times()) }

// PAR2 returns the term of the benchmark in the sum PAR2: what the worst failure costs, or the median.
func (p *Pool) PAR2() results.PAR2 {
	worst := p.worst()
	par2 := worst.PAR2Of(p.Times())
	if p.unit() != results.UnitWall && !worst.Process && !worst.Accepted() && worst.Passed > 0 {
		par2.AtMost = true // a solver is judged by wall time, which is not less than its processor time
	}
	return par2
}

// Seconds converts nanoseconds.
func Seconds(i stats.Interval) stats.Interval {
	return stats.Interval{Center: i.Center / 1e9, Lo: i.Lo / 1e9, Hi: i.Hi / 1e9, N: i.N}
}
