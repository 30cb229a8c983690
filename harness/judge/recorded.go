package judge

import (
	"context"

	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// Recorder records outcomes during a judging, and returns those of an earlier, interrupted judging.
type Recorder interface {
	// Begin announces the next benchmark. It returns the portions of it that an interrupted judging has recorded.
	Begin(set *testset.TestSet, solver string) []*Portion

	// Observe is called with the outcome of every case, numbered as in the whole set. Its verdict ignores the time
	// limit of the set.
	Observe(o Outcome)

	// End ends the benchmark with its portion. Observe was called with each of p.Outcomes.
	End(p *Portion) error

	// Add keeps the result of a program.
	Add(result *SetResult) error
}

// runRecorded judges one solver on the cases of a set that are not yet recorded, and records them.
func (b *Scoreboard) runRecorded(ctx context.Context, spec *solvers.Spec, set *testset.TestSet, o Options) (*SetResult, error) {
	if set.Err != nil {
		result := Failed(set, spec.Name, set.Err)
		b.Recorder.Begin(set, spec.Name)
		return result, b.Recorder.End(&Portion{Overall: result.Failed, Ended: true})
	}
	before := b.Recorder.Begin(set, spec.Name)
	rest := set
	if len(before) > 0 {
		for _, p := range before {
			if p.Ended {
				return Join(set, spec.Name, o, before), nil
			}
		}
		rest = unjudged(set, before, o.KeepGoing)
	}
	portion := &Portion{}
	report := o.Observe
	o.Observe = func(outcome *Outcome, f *Facts, r *solvers.Result) {
		kept := *outcome
		if !kept.Final {
			kept.Verdict, kept.Reason = Derive(f, Limits{Case: o.CaseLimit})
		}
		if kept.Case == 0 {
			portion.Overall = &kept
		} else {
			kept.Case = rest.Number(kept.Case)
			b.Recorder.Observe(kept)
		}
		if kept.Case > 0 && len(before) > 0 {
			portion.Outcomes = append(portion.Outcomes, kept)
		}
		if report != nil {
			report(outcome, f, r)
		}
	}
	result, err := RunSet(ctx, spec, rest, o)
	portion.Notes = result.Notes
	if portion.Batch = result.batch; portion.Batch {
		portion.Total = result.Total
	}
	portion.Ended = err == nil
	if e := b.Recorder.End(portion); e != nil {
		return result, e
	}
	if len(before) > 0 {
		result = Join(set, spec.Name, o, append(before, portion))
	}
	return result, err
}

// unjudged returns the set with the cases that no portion has. Its time limit is the rest of the set's limit.
func unjudged(set *testset.TestSet, before []*Portion, keepGoing bool) *testset.TestSet {
	judged := map[int]bool{}
	left := set.TimeLimit
	for _, p := range before {
		for _, o := range p.Outcomes {
			judged[o.Case] = true
			if !keepGoing || o.Time <= left { // else the case exceeded the limit, and its time does not count
				left -= o.Time
			}
		}
	}
	rest := set.Part(func(number int) bool { return !judged[number] })
	if set.TimeLimit > 0 {
		rest.TimeLimit = max(left, 1)
	}
	return rest
}
