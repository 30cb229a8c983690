package judge

import (
	"context"
	"iter"

	"gridjudge/corpus"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// JudgeParts judges every solver that takes the size of the set. The cases come in parts,
// and set itself has none: all solvers are judged on a part before the next part is read.
// JudgeParts keeps the times of all cases, and the outcomes of the o.Slowest slowest ones.
// It calls progress with the names of set and solver after each part of each solver.
func (b *Scoreboard) JudgeParts(ctx context.Context, specs []*solvers.Spec, set *testset.TestSet, parts iter.Seq[[]corpus.Case], o Options, progress func(what string)) error {
	o.TimeLimit, o.TimesOnly = set.TimeLimit, true
	var passes []*pass
	for _, spec := range specs {
		if !spec.Takes(set.Problem.Size) {
			b.addAbsent(spec, set.Problem.Size)
			continue
		}
		passes = append(passes, newPass(spec, o))
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
