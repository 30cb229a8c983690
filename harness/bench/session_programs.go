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
func (s *Session) judgePrograms(ctx context.Context, set *testset.TestSet, entries []*entry) error {
	err := s.runPrograms(ctx, set, entries)
	for _, e := range entries {
		if len(e.runs) == 0 {
			continue
		}
		e.result.Digest, e.shown = set.Digest(), true
		columns := e.columns[slices.Index(e.runs, fill(e.result, e.runs))]
		if err == nil && s.Out != nil && len(columns.NS) > 0 {
			err = s.Out.Block(e.result, columns)
		}
		if err == nil {
			err = s.record(e.result)
		}
	}
	return err
}

func (s *Session) runPrograms(ctx context.Context, set *testset.TestSet, entries []*entry) error {
	for round := range max(s.Repeat, 1) {
		keep := func(r *program.Record) error {
			r.Repeat = round + 1
			if s.Out == nil || s.Measuring {
				return nil
			}
			return s.Out.Fact(r)
		}
		for _, i := range rand.New(rand.NewPCG(s.Plan.Seed, uint64(round))).Perm(len(entries)) {
			e := entries[i]
			s.tell(s.done, s.total, set.Name+" "+e.contestant.Name)
			columns := &judge.Columns{}
			res, err := e.contestant.Program.Judge(ctx, set, s.Programs, columns, keep)
			if len(res.Records) > 0 && (err == nil || len(e.runs) == 0) { // of an interrupted repeat only the first counts
				e.runs, e.columns = append(e.runs, res), append(e.columns, columns)
			}
			if err != nil {
				return err
			}
			if round == 0 {
				s.done += set.Len()
			}
		}
	}
	return nil
}

// fill makes the result of the repeats of a program. It describes one of them: the worst if it is not accepted, otherwise
// the one with the median time. It returns this one. The samples are all repeats.
func fill(r *results.Result, runs []*program.Result) (shown *program.Result) {
	shown = representative(runs)
	r.Outcome = *shown.Outcome
	r.PerCase, r.Ending, r.Unprotected, r.Answers = shown.PerCase, shown.Ending(), program.Unprotected(), shown.Digest()
	r.Unstable = slices.ContainsFunc(runs, func(run *program.Result) bool { return run.Verdict != runs[0].Verdict })
	r.Facts.PeakRSS = shown.PeakRSS()
	for i, run := range runs {
		r.Samples = append(r.Samples, &results.Sample{
			Round: i, Passes: 1, Wall: run.Wall, CPU: run.Time, P50: run.P50, P99: run.P99, RSS: run.PeakRSS(),
		})
	}
	return shown
}

// representative returns the repeat that is shown.
func representative(runs []*program.Result) *program.Result {
	worst := slices.MinFunc(runs, func(a, b *program.Result) int { return judge.Worse(a.Outcome, b.Outcome) })
	if worst.Verdict != judge.Accepted {
		return worst
	}
	sorted := slices.SortedStableFunc(slices.Values(runs), func(a, b *program.Result) int { return cmp.Compare(a.Time, b.Time) })
	return sorted[(len(sorted)-1)/2] // a time that a run really took; the median may lie between two
}
