package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// Session is the one loop over contestants and sets: judge ends after Judge, and bench goes on with Measure.
type Session struct {
	Sets        []*testset.TestSet // of all shards
	Contestants []Contestant
	Plan        results.Plan
	Shard       results.Shard

	Options  judge.Options   // of built-in solvers; the time limit is that of each set
	Programs program.Options // of programs
	Repeat   int             // how often a program is judged; 0 means once

	Out    *results.Writer // nil: the run is not recorded
	Before *results.Run    // of a resumed run; else nil

	// Measuring keeps the cases and the values of each case for Measure.
	Measuring bool
	Settings  Settings

	// Tell, unless nil, is called with the work done so far: cases judged, then samples taken. total is 0 if it is not
	// known.
	Tell func(done, total int, what string)

	Results  []*results.Result // of the benchmarks, in the order of the plan
	InputErr error             // in a file of the user's, after the cases that were judged

	columns map[results.Benchmark]*judge.Columns
	failed  map[results.Benchmark]*results.Failure // of a resumed run: accepted contestants that now fail
	done    int                                    // cases judged
}

// Judge judges every contestant on every set of the shard that it meets. A file of the user's is read once: every
// solver is judged on a block before the next one is read. Results keeps what was finished if an error or an interrupt
// ends the judging.
func (s *Session) Judge(ctx context.Context) error {
	s.columns, s.failed = map[results.Benchmark]*judge.Columns{}, map[results.Benchmark]*results.Failure{}
	for i, set := range s.Sets {
		if !s.Shard.Has(i) {
			continue
		}
		if err := s.judgeSet(ctx, set); err != nil {
			return err
		}
	}
	return nil
}

// entry is a contestant on the set that is judged.
type entry struct {
	contestant *Contestant
	result     *results.Result
	pass       *judge.Pass // of a built-in solver
	columns    *judge.Columns
	recorded   bool // by an interrupted run
}

func (s *Session) judgeSet(ctx context.Context, set *testset.TestSet) error {
	before := len(s.Results)
	defer func() { s.sort(s.Results[before:]) }()
	var solvers, programs []*entry
	for i := range s.Contestants {
		c := &s.Contestants[i]
		if !c.Meets(set) {
			continue
		}
		e := s.enter(c, set)
		switch {
		case e.recorded && !(s.Measuring && e.result.Accepted() && c.Spec != nil):
			s.Results = append(s.Results, e.result)
		case c.Program != nil:
			programs = append(programs, e)
		default:
			solvers = append(solvers, e)
		}
	}
	if s.Measuring && set.Err == nil {
		if _, err := set.All(ctx); err != nil {
			return err
		}
	}
	recorded := s.Results[before:]
	if err := s.judgeSolvers(ctx, set, solvers); err != nil {
		return err
	}
	if err := s.judgePrograms(ctx, set, programs); err != nil || set.File == "" || s.InputErr != nil {
		return err
	}
	s.InputErr = sameCases(ctx, set, recorded)
	return nil
}

// sameCases returns an error if a file has other cases than when an interrupted run judged it. (The plan has the digests
// of the other sets.)
func sameCases(ctx context.Context, set *testset.TestSet, recorded []*results.Result) error {
	if len(recorded) > 0 && set.Digest() == "" {
		for _, err := range set.Blocks(ctx) {
			if err != nil {
				return err
			}
		}
	}
	for _, r := range recorded {
		if r.Digest != set.Digest() {
			return fmt.Errorf("%s: it has other cases than when %s was judged; judge it anew", set.File, r.Solver)
		}
	}
	return nil
}

// sort puts the results on one set into the order of the contestants: what an interrupted run has recorded came first.
func (s *Session) sort(of []*results.Result) {
	index := func(r *results.Result) int {
		return slices.IndexFunc(s.Contestants, func(c Contestant) bool { return c.Name == r.Solver })
	}
	slices.SortStableFunc(of, func(a, b *results.Result) int { return index(a) - index(b) })
}

// enter returns a contestant with an empty result, or with the one that an interrupted run has recorded.
func (s *Session) enter(c *Contestant, set *testset.TestSet) *entry {
	b := results.Benchmark{Set: set.Name, Solver: c.Name}
	if s.Before != nil {
		if at := slices.IndexFunc(s.Before.Results, func(r *results.Result) bool { return r.Benchmark == b }); at >= 0 {
			return &entry{contestant: c, result: s.Before.Results[at], recorded: true}
		}
	}
	r := &results.Result{Benchmark: b, Process: c.Program != nil, File: set.File, LimitRaised: set.LimitRaised}
	r.Expected = set.Expected(c.Name)
	return &entry{contestant: c, result: r}
}

// judgeSolvers judges built-in solvers on the blocks of a set.
func (s *Session) judgeSolvers(ctx context.Context, set *testset.TestSet, entries []*entry) error {
	if len(entries) == 0 {
		return nil
	}
	for _, e := range entries {
		o := s.Options
		o.Limits.Time = set.TimeLimit
		e.pass = judge.NewPass(set.NewRunner(e.contestant.Spec), o)
		if s.Measuring {
			e.columns = &judge.Columns{}
		}
		if o.Jobs > 1 {
			e.result.Jobs = o.Jobs
		}
	}
	err := s.judgeBlocks(ctx, set, entries)
	for _, e := range entries {
		if err := s.finish(set, e, err); err != nil {
			return err
		}
	}
	return err
}

func (s *Session) judgeBlocks(ctx context.Context, set *testset.TestSet, entries []*entry) error {
	if set.Err != nil {
		return nil
	}
	for block, err := range set.Blocks(ctx) {
		switch {
		case ctx.Err() != nil:
			return judge.ErrInterrupted
		case err != nil:
			s.InputErr = err
			return nil
		}
		for _, e := range entries {
			keep := e.columns
			if keep == nil && s.Out != nil {
				keep = &judge.Columns{}
			}
			from := 0
			if keep != nil {
				from = len(keep.Verdicts)
			}
			stop := s.watch(e.pass, set.Name+" "+e.contestant.Name)
			err := e.pass.Run(ctx, block, keep)
			stop()
			if err != nil {
				return err
			}
			if s.Out != nil && !e.recorded {
				if err := s.Out.Block(e.result, keep.From(from)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// watchEvery is how often the progress of a pass is told.
const watchEvery = 100 * time.Millisecond

// watch tells the progress of a pass until stop is called.
func (s *Session) watch(p *judge.Pass, what string) (stop func()) {
	before := int(p.Done())
	if s.Tell == nil {
		return func() { s.done += int(p.Done()) - before }
	}
	tell := func() { s.Tell(s.done+int(p.Done())-before, s.total(), what) }
	tell()
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(watchEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				tell()
			case <-quit:
				return
			}
		}
	}()
	return func() {
		close(quit)
		<-ended
		s.done += int(p.Done()) - before
	}
}

// total returns the number of cases that are judged in all; 0 if a file's is not known.
func (s *Session) total() (n int) {
	for i, set := range s.Sets {
		if !s.Shard.Has(i) {
			continue
		}
		if set.Len() == 0 && set.Err == nil {
			return 0
		}
		for k := range s.Contestants {
			if s.Contestants[k].Meets(set) {
				n += set.Len()
			}
		}
	}
	return n
}

// finish takes the outcome of a built-in solver, and records it. judgeErr is the error that ended the judging: an
// unfinished result is shown, but not recorded.
func (s *Session) finish(set *testset.TestSet, e *entry, judgeErr error) error {
	was, r := e.result, e.result
	if e.recorded {
		r = &results.Result{}
	}
	expected := was.Expected
	if set.Err != nil {
		fold := judge.Fold{}
		fold.Expect(1)
		fold.All(&judge.Case{Facts: judge.Facts{JudgeError: set.Err.Error()}}, 1)
		r.Outcome = *fold.Outcome()
	} else {
		r.Outcome = *e.pass.Outcome()
	}
	r.Expected = expected
	if e.columns != nil {
		r.Answers = digest(e.columns.Answers)
		s.columns[was.Benchmark] = e.columns
	}
	r.Digest = set.Digest()
	s.Results = append(s.Results, was)
	switch {
	case judgeErr != nil || s.InputErr != nil:
		return nil
	case e.recorded: // it was judged again to be measured
		if !r.Accepted() {
			s.failed[was.Benchmark] = &results.Failure{Verdict: r.Verdict, Case: r.Failed, Facts: r.Facts}
		}
		return nil
	case s.Out == nil:
		return nil
	}
	return s.record(r)
}

// record records a judged benchmark. A judged pass of the verb judge is also a sample: it is cold, and never pooled
// with those of bench.
func (s *Session) record(r *results.Result) error {
	if err := s.Out.Judged(r); err != nil || s.Measuring || !r.Accepted() {
		return err
	}
	if len(r.Samples) == 0 {
		r.Samples = []*results.Sample{{Passes: 1, Wall: r.Time, CPU: r.Time, P50: r.P50, P99: r.P99, Nodes: r.Nodes, Updates: r.Updates}}
	}
	for _, sample := range r.Samples {
		if err := s.Out.Sampled(r, sample, nil); err != nil {
			return err
		}
	}
	return nil
}
