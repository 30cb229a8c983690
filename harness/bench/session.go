package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// Session judges contestants on test sets, and measures them. The verb judge calls Judge, and the verb bench then
// also calls Measure.
type Session struct {
	Sets        []*testset.TestSet // of all shards, not only of Request.Shard
	Contestants []Contestant
	Request     results.Request
	Plan        results.Plan

	Options  judge.Options   // for built-in solvers; the time limit comes from each set
	Programs program.Options // for programs

	Out    *results.Writer // nil: the run is not recorded
	Before *results.Run    // the interrupted run that is resumed, or nil

	Measuring bool // Measure will come after Judge
	Settings  Settings

	// Tell, unless nil, is called with the work done so far: cases judged, and then samples taken. total is 0 if it
	// is not known.
	Tell func(done, total int, what string)

	Results  []*results.Result // the benchmarks judged so far, in the order of the plan
	InputErr error             // errors in files of the user's; the cases before each error were judged

	total int // number of cases to judge; 0: not known
	done  int // number of cases judged
}

// Judge judges the contestants on the sets of the shard: each contestant on every set that it can solve (Meets). A
// user's file may be so long that reading it once for each built-in solver would take too much time. So the file is
// read only once, in blocks: all built-in solvers are judged on a block before the next block is read. If an error or
// an interrupt ends the judging, Results contains the benchmarks that were finished.
func (s *Session) Judge(ctx context.Context) error {
	defer func() { results.SettleStarts(s.Results) }()
	s.total = s.casesToJudge()
	for i, set := range s.Sets {
		if !s.Request.Shard.Has(i) {
			continue
		}
		if err := s.judgeSet(ctx, set); err != nil {
			return err
		}
	}
	return nil
}

// repeats returns how many times a program is judged. If Measure is called later, the answer is one, because Measure
// takes the samples.
func (s *Session) repeats() int {
	if s.Measuring {
		return 1
	}
	return max(s.Request.Rounds, 1)
}

// JudgeOne judges a contestant on a set, in order to measure it there. A solver counts solutions up to the number
// given by the parameter solutions. If the judge itself fails, JudgeOne returns an error.
func JudgeOne(ctx context.Context, set *testset.TestSet, c *Contestant, solutions uint64) (*results.Result, error) {
	s := &Session{Sets: []*testset.TestSet{set}, Contestants: []Contestant{*c}, Measuring: true}
	s.Options.Solutions = solutions
	if err := s.Judge(ctx); err != nil {
		return nil, err
	}
	r := s.Results[0]
	if r.Verdict == judge.JudgeError {
		return nil, errors.New(r.Reason())
	}
	return r, nil
}

// casesToJudge returns the number of cases of all benchmarks. It returns 0 if the number of cases in a file is not
// known yet.
func (s *Session) casesToJudge() (n int) {
	for _, b := range s.Plan.Benchmarks(s.Request.Shard) {
		set, _ := find(s.Sets, s.Contestants, b)
		if set.Len() == 0 {
			return 0
		}
		n += set.Len() * s.repeats()
	}
	return n
}

// entry is a contestant on the set that is being judged.
type entry struct {
	contestant *Contestant
	result     *results.Result
	pass       *judge.Pass // for a built-in solver
	judged     int         // for a built-in solver: the cases of the blocks that were judged to the end
	answers    []uint64    // for a solver that will be measured: a digest for each case
	repeats    []*program.Pass
	finished   bool // the result is complete, or has what was judged before an interrupt
}

func (s *Session) judgeSet(ctx context.Context, set *testset.TestSet) error {
	var all, recorded, solvers, programs []*entry
	for i := range s.Contestants {
		c := &s.Contestants[i]
		if !c.Meets(set) {
			continue
		}
		e := s.enter(c, set)
		all = append(all, e)
		switch {
		case e.finished:
			recorded = append(recorded, e)
		case c.Program != nil:
			programs = append(programs, e)
		default:
			solvers = append(solvers, e)
		}
	}
	inputErr, err := s.judgeSolvers(ctx, set, solvers)
	if err == nil && inputErr == nil {
		inputErr, err = s.judgePrograms(ctx, set, programs)
	}
	if err == nil && inputErr == nil {
		err = s.measureStarts(ctx, set, recorded)
	}
	if err == nil && inputErr == nil && set.File != "" {
		inputErr = sameCases(ctx, set, recorded)
	}
	s.InputErr = errors.Join(s.InputErr, inputErr)
	for _, e := range all {
		if e.finished {
			s.Results = append(s.Results, e.result)
		}
	}
	return err
}

// sameCases returns an error if a file of the user's has changed since an interrupted run judged it. Other sets need
// no such check, because the plan has their digests.
func sameCases(ctx context.Context, set *testset.TestSet, recorded []*entry) error {
	if len(recorded) > 0 && set.Digest() == "" {
		for _, err := range set.Blocks(ctx) {
			if err != nil {
				return err
			}
		}
	}
	for _, e := range recorded {
		if e.result.Digest != set.Digest() {
			return fmt.Errorf("%s: it has other cases than when %s was judged; judge it anew", set.File, e.contestant.Name)
		}
	}
	return nil
}

// enter returns the entry of a contestant on a set. Normally its result is empty. If an interrupted run has recorded
// the result already, the entry contains the recorded result, and the contestant is not judged again.
//
// There is one exception: the verb judge also records the judged pass as a sample. If the interrupted run was killed
// after it had recorded the verdict, but before it had recorded the sample, the contestant is judged again.
func (s *Session) enter(c *Contestant, set *testset.TestSet) *entry {
	b := results.Benchmark{Set: set.Name, Solver: c.Name}
	if s.Before != nil {
		if r := results.ByBenchmark(s.Before.Results)[b]; r != nil && (s.Measuring || !r.Awaits(1, s.Before.Manifest)) {
			r.File = set.File // the recorded one may be the copy in the run
			return &entry{contestant: c, result: r, finished: true}
		}
	}
	return &entry{contestant: c, result: &results.Result{Benchmark: b, Process: c.Program != nil, Unasked: c.Program != nil && c.Program.Unasked(), File: set.File}}
}

// judgeSolvers judges built-in solvers on the blocks of a set, up to the first error in the input.
func (s *Session) judgeSolvers(ctx context.Context, set *testset.TestSet, entries []*entry) (inputErr, err error) {
	if len(entries) == 0 {
		return nil, nil
	}
	for _, e := range entries {
		o := s.Options
		o.Limits.Time = set.TimeLimit
		e.pass = judge.NewPass(set.NewRunner(e.contestant.Spec), o)
		if o.Jobs > 1 {
			e.result.Jobs = o.Jobs
		}
		if e.result.Solutions = o.Solutions; o.Solutions <= 1 {
			e.result.Solutions = 0
		} else if set.Problem.CountsAll() {
			e.result.Solutions = results.All
		}
	}
	inputErr, err = s.judgeBlocks(ctx, set, entries)
	cut := err != nil
	for _, e := range entries {
		r := e.result
		r.Outcome = *e.pass.Outcome()
		// If an interrupt comes between two blocks, the pass is accepted if all cases so far are right. But more
		// cases may be left, so the verdict must not stay. (For a file, Len is 0, because nobody knows how many cases
		// are left.)
		if cut && r.Accepted() && r.Cases != set.Len() {
			r.Verdict = judge.NotJudged
		}
		if rest := set.Len() - r.Cases; cut && rest > 0 { // cases in the blocks after the interrupt
			r.Cases, r.Tally[judge.NotJudged] = set.Len(), r.Tally[judge.NotJudged]+rest
		}
		r.Digest, e.finished = set.Digest(), true
		inputErr = cmp.Or(inputErr, contradicted(set, r))
		if s.Measuring {
			r.Answers = digest(e.answers)
		}
		if inputErr == nil && (!cut || e.judged > 0 && e.judged == set.Len()) { // otherwise the result is shown, but not recorded
			err = cmp.Or(err, s.record(r))
		}
	}
	return inputErr, err
}

// contradicted returns the error in the user's file of answers that a pass has found, or nil if it has found none.
func contradicted(set *testset.TestSet, r *results.Result) error {
	if c := r.Contradicted; c != nil {
		return set.Contradicted(c.Number, c.Facts.Finding)
	}
	return nil
}

func (s *Session) judgeBlocks(ctx context.Context, set *testset.TestSet, entries []*entry) (inputErr, err error) {
	for block, failed := range set.Blocks(ctx) {
		switch {
		case ctx.Err() != nil:
			return nil, context.Canceled
		case failed != nil:
			return failed, nil
		}
		for _, e := range entries {
			var keep *judge.Columns
			if s.Measuring || s.Out != nil {
				keep = &judge.Columns{}
			}
			stop := s.watch(e.pass, s.judging(set, e))
			err := e.pass.Run(ctx, block, keep)
			stop()
			if err != nil {
				return nil, err
			}
			if s.Out != nil {
				if err := s.Out.Block(e.result, keep); err != nil {
					return nil, err
				}
			}
			if s.Measuring {
				e.answers = append(e.answers, keep.Answers...)
			}
			e.judged += block.Len()
		}
	}
	return nil, nil
}

// watchEvery is how often watch reports the progress of a pass.
const watchEvery = 100 * time.Millisecond

// judging returns a description of what is being judged, for the progress line. If Measure comes later, the
// description begins with "judging", because measuring has a progress line of its own.
func (s *Session) judging(set *testset.TestSet, e *entry) string {
	what := set.Name + " " + e.contestant.Name
	if s.Measuring {
		return "judging " + what
	}
	return what
}

// watch reports the progress of a pass until stop is called.
func (s *Session) watch(p *judge.Pass, what string) (stop func()) {
	before := s.done - int(p.Done())
	tell := func() { s.tell(before+int(p.Done()), s.total, what) }
	tell()
	var mu sync.Mutex // held while progress is reported
	var again *time.Timer
	stopped := false
	mu.Lock()
	defer mu.Unlock()
	again = time.AfterFunc(watchEvery, func() {
		mu.Lock()
		defer mu.Unlock()
		if !stopped {
			tell()
			again.Reset(watchEvery)
		}
	})
	return func() {
		mu.Lock()
		defer mu.Unlock()
		again.Stop()
		stopped, s.done = true, before+int(p.Done())
	}
}

func (s *Session) tell(done, total int, what string) {
	if s.Tell != nil {
		s.Tell(done, total, what)
	}
}

// record records a judged benchmark. In the verb judge, it also records an accepted pass as a sample. The solver was
// not warmed up for such a sample, so it is never pooled with samples of bench.
func (s *Session) record(r *results.Result) error {
	if s.Out == nil {
		return nil
	}
	if err := errors.Join(s.Out.Carry(r.Set, r.File), s.Out.Judged(r)); err != nil || s.Measuring || !r.Accepted() {
		return err
	}
	if len(r.Samples) == 0 {
		r.Samples = []*results.Sample{{Passes: 1, Wall: r.Time, P50: r.P50, P99: r.P99, Nodes: r.Nodes, Updates: r.Updates}}
	}
	return s.Out.Sampled(r, nil, r.Samples...)
}
