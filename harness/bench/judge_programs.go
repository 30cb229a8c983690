package bench

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// judgePrograms judges programs on a set, each Repeat times, in an order that follows from the seed and is shuffled
// anew for each repeat.
func (s *Session) judgePrograms(ctx context.Context, set *testset.TestSet, entries []*entry) (err error) {
	runs := make([][]*program.Result, len(entries))
	columns := make([]judge.Columns, len(entries))
	repeats := max(s.Repeat, 1)
rounds:
	for round := range repeats {
		for _, i := range rand.New(rand.NewPCG(s.Plan.Seed, uint64(round))).Perm(len(entries)) {
			e := entries[i]
			if s.Tell != nil {
				s.Tell(s.done, s.total(), set.Name+" "+e.contestant.Name)
			}
			var res *program.Result
			columns[i] = judge.Columns{}
			res, err = e.contestant.Program.Judge(ctx, set, s.Programs, &columns[i], func(r *program.Record) error {
				r.Repeat = round + 1
				if s.Out == nil || s.Measuring {
					return nil
				}
				return s.Out.Fact(r)
			})
			if len(res.Records) > 0 && (err == nil || len(runs[i]) == 0) {
				runs[i] = append(runs[i], res)
			}
			if err != nil {
				break rounds
			}
			if round == 0 {
				s.done += set.Len()
			}
		}
	}
	for i, e := range entries {
		if len(runs[i]) == 0 {
			continue
		}
		fill(e.result, runs[i])
		e.result.Digest = set.Digest()
		s.Results = append(s.Results, e.result)
		if err != nil || s.Out == nil {
			continue
		}
		if len(columns[i].NS) > 0 {
			if err := s.Out.Block(e.result, &columns[i]); err != nil {
				return err
			}
		}
		if err := s.record(e.result); err != nil {
			return err
		}
	}
	return err
}

// fill makes the result of the repeats of a program. It describes one of them: the first one with JE; otherwise the
// first one with an unexpected verdict; otherwise the one with the median time. An accepted one has all repeats as
// samples.
func fill(r *results.Result, runs []*program.Result) {
	shown := representative(runs, r.Expected)
	expected := r.Expected
	r.Outcome = *shown.Outcome
	r.Expected = expected
	r.PerCase, r.Ending, r.Unprotected, r.Answers = shown.PerCase, shown.Ending(), program.Unprotected(), shown.Digest()
	r.Unstable = slices.ContainsFunc(runs, func(run *program.Result) bool { return run.Verdict != runs[0].Verdict })
	r.Facts.PeakRSS = shown.PeakRSS()
	for i, run := range runs {
		r.Samples = append(r.Samples, &results.Sample{
			Round: i, Passes: 1, Wall: run.Wall, CPU: run.Time, P50: run.P50, P99: run.P99, RSS: run.PeakRSS(), Answers: run.Digest(),
		})
	}
}

func representative(runs []*program.Result, expected judge.Verdict) *program.Result {
	for _, run := range runs {
		if run.Tally[judge.JudgeError] > 0 {
			return run
		}
	}
	for _, run := range runs {
		if run.Verdict != expected {
			return run
		}
	}
	sorted := slices.SortedStableFunc(slices.Values(runs), func(a, b *program.Result) int { return cmp.Compare(a.Time, b.Time) })
	return sorted[(len(sorted)-1)/2] // a time that a run really took; the median may lie between two
}
