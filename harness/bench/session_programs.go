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

// judgePrograms judges programs on a set, as many times as repeats says. The order follows from the seed and is
// shuffled anew for each repeat.
func (s *Session) judgePrograms(ctx context.Context, set *testset.TestSet, entries []*entry) (inputErr, err error) {
	err = s.runPrograms(ctx, set, entries)
	for _, e := range entries {
		if len(e.repeats) == 0 {
			continue
		}
		shown := fill(e.result, e.repeats)
		if format := e.contestant.Program.FormatFor(set.Problem); format != set.Problem {
			e.result.Format = format.Name
		}
		e.result.Digest, e.finished = set.Digest(), true
		if inputErr = cmp.Or(inputErr, contradicted(set, e.result)); inputErr != nil {
			continue // the result is shown, but not recorded
		}
		if e.result.Accepted() {
			// The start is measured once per problem. So after an interrupt it may be known only from another set of
			// the problem.
			e.result.Start = results.UnknownStart
			if failed := e.measureStart(ctx, set); err == nil {
				err = failed
			}
		}
		if err == nil && s.Out != nil && len(shown.Columns.NS) > 0 {
			err = s.Out.Block(e.result, &shown.Columns)
		}
		if err == nil {
			err = s.record(e.result)
		}
	}
	return inputErr, err
}

// measureStart has the start of the program measured, by running it on an input without a case.
func (e *entry) measureStart(ctx context.Context, set *testset.TestSet) error {
	start, known, err := e.contestant.Program.Start(ctx, set)
	if err == nil && known {
		e.result.Start = start
	}
	return err
}

func (s *Session) runPrograms(ctx context.Context, set *testset.TestSet, entries []*entry) error {
	options := s.Programs
	for round := range s.repeats() {
		options.Keep = func(r *program.Record) error {
			r.Repeat = round + 1
			if s.Out == nil || s.Measuring {
				return nil
			}
			recorded := *r
			recorded.Command = results.RelativeWords(r.Command)
			return s.Out.Fact(&recorded)
		}
		for _, i := range rand.New(rand.NewPCG(s.Request.Seed, uint64(round))).Perm(len(entries)) {
			e := entries[i]
			s.tell(s.done, s.total, s.judging(set, e))
			pass, err := e.contestant.Program.Judge(ctx, set, options)
			if len(pass.Records) > 0 && (err == nil || round == 0) { // only the first counts if interrupted
				e.repeats = append(e.repeats, pass)
			}
			if err != nil {
				return err
			}
			s.done += set.Len()
		}
	}
	return nil
}

// fill makes the result of a program from its repeats. The result describes one of them, which fill returns: if any
// repeat is not accepted, the worst one, and otherwise the one with the median time. All repeats become samples.
func fill(r *results.Result, repeats []*program.Pass) (shown *program.Pass) {
	shown = slices.MinFunc(repeats, func(a, b *program.Pass) int { return judge.WorstFirst(a.Outcome, b.Outcome) })
	if shown.Verdict == judge.Accepted { // a time that a repeat really took: the lower of two middle ones
		sorted := slices.SortedStableFunc(slices.Values(repeats), func(a, b *program.Pass) int { return cmp.Compare(a.Time, b.Time) })
		shown = sorted[(len(sorted)-1)/2]
	}
	r.Outcome = *shown.Outcome
	r.PerCase, r.Ending, r.Unprotected, r.Answers = shown.PerCase, shown.Ending(), program.Unprotected(), shown.Digest()
	verdicts := judge.Tally{}
	for _, p := range repeats {
		verdicts[p.Verdict]++
	}
	if len(verdicts) > 1 {
		r.Unstable, r.Repeats = true, verdicts
	}
	r.Stopped = slices.ContainsFunc(repeats, func(p *program.Pass) bool { return p.Stopped }) // because times and memory are of all repeats
	for i, p := range repeats {
		counters, fault := p.Counters()
		r.CountersFault = cmp.Or(r.CountersFault, fault)
		r.Samples = append(r.Samples, &results.Sample{
			Round: i, Passes: 1, Wall: p.Wall, CPU: p.Time, P50: p.P50, P99: p.P99, RSS: p.PeakRSS(), Counters: counters,
		})
	}
	if !r.Accepted() && (len(repeats) > 1 || len(r.Samples[0].Counters) > 0) {
		r.Repeated = r.Samples
	}
	return shown
}
