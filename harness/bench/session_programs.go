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
// shuffled anew for each repeat. The result of a program is recorded after its last repeat, before the next program
// runs, so that an interrupt loses only what was not finished.
func (s *Session) judgePrograms(ctx context.Context, set *testset.TestSet, entries []*entry) (inputErr, err error) {
	inputErr, err = s.runPrograms(ctx, set, entries)
	for _, e := range entries {
		if !e.finished && len(e.repeats) > 0 { // an interrupt cut it short: it is shown, but not recorded
			contradiction, _ := s.finish(ctx, set, e, err)
			inputErr = cmp.Or(inputErr, contradiction)
		}
	}
	return inputErr, err
}

// finish makes the result of a program from its repeats. It records the result, unless cut says that the judging has
// ended early, or the answers of the user's file contradict it (inputErr). An interrupt while the start is measured does
// not lose the result: it is recorded without the start, which measureStarts measures when the run is resumed.
func (s *Session) finish(ctx context.Context, set *testset.TestSet, e *entry, cut error) (inputErr, err error) {
	shown := fill(e.result, e.repeats)
	if format := e.contestant.Program.FormatFor(set.Problem); format != set.Problem {
		e.result.Format = format.Name
	}
	e.result.Digest, e.finished = set.Digest(), true
	if inputErr = contradicted(set, e.result); inputErr != nil {
		return inputErr, nil
	}
	if e.result.Accepted() {
		// The start is measured once per problem. So after an interrupt it may be known only from another set of the
		// problem.
		e.result.Start = results.UnknownStart
		err = e.measureStart(ctx, set)
	}
	if cut != nil || err != nil && ctx.Err() == nil {
		return nil, cmp.Or(cut, err)
	}
	if s.Out != nil && len(shown.Columns.NS) > 0 {
		err = cmp.Or(err, s.Out.Block(e.result, &shown.Columns))
	}
	return nil, cmp.Or(err, s.record(e.result))
}

// measureStarts measures the starts of accepted programs whose judging was interrupted before their starts were known.
func (s *Session) measureStarts(ctx context.Context, set *testset.TestSet, recorded []*entry) error {
	for _, e := range recorded {
		if e.contestant.Program == nil || !e.result.Accepted() || e.result.Start != results.UnknownStart {
			continue
		}
		if err := e.measureStart(ctx, set); err != nil {
			return err
		}
		if e.result.Start != results.UnknownStart && s.Out != nil {
			if err := s.Out.Judged(e.result); err != nil {
				return err
			}
		}
	}
	return nil
}

// measureStart has the start of the program measured, by running it on an input without a case.
func (e *entry) measureStart(ctx context.Context, set *testset.TestSet) error {
	start, known, err := e.contestant.Program.Start(ctx, set)
	if err == nil && known {
		e.result.Start = start
	}
	return err
}

func (s *Session) runPrograms(ctx context.Context, set *testset.TestSet, entries []*entry) (inputErr, err error) {
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
				return inputErr, err
			}
			s.done += set.Len()
			if len(e.repeats) < s.repeats() {
				continue
			}
			contradiction, err := s.finish(ctx, set, e, nil)
			if inputErr = cmp.Or(inputErr, contradiction); err != nil {
				return inputErr, err
			}
		}
	}
	return inputErr, nil
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
