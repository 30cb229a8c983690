package judge

import (
	"context"
	"iter"

	"gridjudge/corpus"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// JudgeParts judges every solver that takes its size on a set whose cases come in parts:
// all solvers judge a part before the next one is read. set has no cases itself. Of
// single cases the times are kept, and o.Slowest slowest ones. progress is told of which
// set and solver a part is done.
func (b *Scoreboard) JudgeParts(ctx context.Context, specs []*solvers.Spec, set *testset.TestSet, parts iter.Seq[[]corpus.Case], o Options, progress func(what string)) error {
	o.TimeLimit, o.TimesOnly = set.TimeLimit, true
	var passes []*Pass
	for _, spec := range specs {
		if !spec.Takes(set.Problem.Size) {
			b.addAbsent(spec, set.Problem.Size)
			continue
		}
		passes = append(passes, NewPass(spec, o))
	}
	var err error
	for part := range parts {
		for _, p := range passes {
			if e := p.Judge(ctx, part); e != nil {
				err = e
			}
			progress(set.Name + " " + p.spec.Name)
		}
		if err != nil {
			break
		}
	}
	for _, p := range passes {
		result := p.Result()
		result.Set, result.Expected = set, Expected(set, p.spec.Name)
		b.Add(result)
	}
	return err
}
