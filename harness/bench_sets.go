package harness

import (
	"context"

	"gridjudge/corpus"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// benchSets returns the sets and the files that were asked for, or the sets marked bench.
func (a *app) benchSets(ctx context.Context, s *results.Selection) ([]*testset.TestSet, error) {
	isBench := func(s *corpus.Set) bool { return s.Bench }
	var sets []*testset.TestSet
	if len(s.Input) == 0 || len(s.Sets) > 0 {
		selected := &testset.Selection{Sets: s.Sets}
		if len(s.Input) == 0 {
			selected.Problem = s.Problem
		}
		var err error
		if sets, err = a.load(ctx, selected, isBench); err != nil {
			return nil, err
		}
	}
	for _, file := range s.Input {
		own, err := a.load(ctx, &testset.Selection{Problem: s.Problem, Input: file}, isBench)
		if err != nil {
			return nil, err
		}
		sets = append(sets, own...)
	}
	if err := testset.CheckNames(sets); err != nil {
		return nil, usageError("%w", err)
	}
	for _, set := range sets {
		if set.Err != nil {
			return nil, internalError("%w", set.Err)
		}
		if s.LimitScale > 0 {
			set.Limit(nil, s.LimitScale)
		}
	}
	return sets, nil
}
