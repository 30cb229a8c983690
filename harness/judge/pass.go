package judge

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gridjudge/corpus/cases"
)

// Options say how contestants in this process are judged.
type Options struct {
	Limits Limits

	// Solutions is how many solutions to count up to; 0 means 1.
	Solutions uint64

	// Nodes bounds the search calls of each case; 0 means no budget.
	Nodes uint64

	// Jobs is the number of cases that are judged at a time, on as many threads; 0 means 1. With several jobs, the
	// cases disturb each other's times.
	Jobs int

	// Slowest is the number of slowest cases to keep. These cases are solved again, and the least time of each
	// counts.
	Slowest int

	// Grace is how long a Solver may go on after Cancel before it is abandoned; 0 means 2 s.
	Grace time.Duration
}

// A Pass runs a contestant of this process once over all cases of a test set. The test set comes in blocks.
//
//  1. A Pass has one or more jobs, which work at the same time. Each has a runner with a Solver. A goroutine of the job
//     hands the Solver a copy of each case, and a result that is filled with sentinels. The Solver solves one case
//     after another until 0.1 ms have passed or 16 cases are solved. Only Solve is timed.
//  2. After that, outside the timed section, the job checks the answers, and compares the copies with the cases,
//     because a Solver must not change them.
//  3. If the Solver panics, the case is RE, and a fresh Solver solves the next case.
//  4. The pass hands the cases to a Fold in order. The Fold derives their verdicts and says when the pass is over. A
//     single job hands over each case as soon as the case is checked. With several jobs, or in batches, the cases are
//     handed over when the block is done.
//  5. If a case exceeds a limit, the Solver may continue on it for half of the limit more, but for at least 1 s and
//     at most 5 s. Then Cancel is set, and the Solver should return.
//  6. If the Solver does not return within Grace after Cancel, it is abandoned: Go cannot stop a goroutine, so the
//     Solver continues to run, but it gets no further case.
//
// Three failures of a Solver end the judge, too, because Go cannot recover from them: a stack overflow, a concurrent
// map write, and os.Exit with a status other than 0. Run such a contestant as a program instead. A call of os.Exit(0)
// is turned into a panic while a verb runs, so the verdict is RE.
type Pass struct {
	options Options
	again   *Pass // solves the slowest cases again (see timeSlowest)
	fold    Fold
	passed  Case // used for each case whose facts are right, so that none is allocated
	jobs    []*job
	ended   bool // no further case is run
	before  int  // the number of cases in earlier blocks
	block   cases.Cases
	seen    []observed // what the jobs saw of the block and has not been folded; with one job, only batches use it
	folded  int        // the fold has this many cases of the block, the first ones
	done    atomic.Int64

	interrupted atomic.Bool

	// While several jobs run, mu guards the fields below, and the times of batches that spend adds to the fold.
	mu      sync.Mutex
	failed  *Facts // of a failure that does not belong to a single case
	gravest Verdict
}

// observed holds what a job saw of one case. It is small because there are many of them: most cases are accepted, and
// need no Facts of their own.
type observed struct {
	time           time.Duration
	nodes, updates uint64
	solutions      uint64 // the number that it counted
	answer         uint64
	facts          *Facts // nil: the answer is right, and the search ended by itself
	run, timed     bool   // timed: it has a time of its own, so it was not in a batch
	none, several  bool   // it found no solution, or more than one
}

// NewPass returns a pass that has not judged any case yet. newRunner makes a runner of the contestant.
func NewPass(newRunner func() cases.Runner, o Options) *Pass {
	o.Grace = cmp.Or(o.Grace, 2*time.Second)
	p := &Pass{options: o, fold: Fold{Limits: o.Limits}, passed: Case{Facts: right, Right: true}}
	if o.Slowest > 0 {
		p.fold.Slowest, p.fold.spare = o.Slowest, candidates
		alone := o
		alone.Jobs, alone.Slowest, alone.Limits.Time = 1, 0, 0 // the sum of these times means nothing
		p.again = NewPass(newRunner, alone)
	}
	for range max(o.Jobs, 1) {
		p.jobs = append(p.jobs, newJob(p, newRunner()))
	}
	return p
}

// Done returns the number of cases that were judged so far. It may be called at any time, from any goroutine.
func (p *Pass) Done() int64 { return p.done.Load() }

// mostInChunk is the largest number of cases that a job takes at a time if there are several jobs.
const mostInChunk = 256

// Run judges the next block of the test set. If keep is not nil, Run stores the values of each case in it. If an
// earlier case has ended the pass, Run only counts the cases of the block, and does not judge them. If ctx ended during
// this or an earlier block, the error is context.Canceled; the cases that were finished still count.
func (p *Pass) Run(ctx context.Context, block cases.Cases, keep *Columns) error {
	n := block.Len()
	p.fold.Expect(n)
	p.fold.Keep = keep
	if ctx.Err() != nil {
		p.interrupt()
	}
	if !p.ended && !p.interrupted.Load() && n > 0 {
		stop := context.AfterFunc(ctx, p.interrupt)
		p.judgeBlock(block)
		stop()
		p.timeSlowest(ctx, block)
	}
	p.before += n
	if p.interrupted.Load() {
		return context.Canceled
	}
	return nil
}

func (p *Pass) judgeBlock(block cases.Cases) {
	n := block.Len()
	p.block, p.folded, p.seen = block, 0, p.seen[:0]
	if len(p.jobs) > 1 {
		p.reserve()
	}
	Share(n, len(p.jobs), func(j int) bool { return p.jobs[j].batch }, func(j, from, to int) bool {
		p.jobs[j].judgeChunk(block.Slice(from, to), from)
		return !p.jobs[j].ended && !p.interrupted.Load()
	})
	if j := p.jobs[0]; j.ready {
		p.fold.out.Alone = j.runner.Batch() && !j.batch
	}
	p.foldWhole()
	for !p.ended && p.folded < len(p.seen) && p.seen[p.folded].run { // up to the first case that was not run
		p.foldCase(&p.seen[p.folded])
	}
	p.ended = p.ended || p.folded < n
}

// reserve makes room for what the jobs will see of each case of the block.
func (p *Pass) reserve() {
	n := p.block.Len()
	p.seen = slices.Grow(p.seen[:0], n)[:n]
	clear(p.seen)
}

// Share distributes the cases 0 to n-1 to jobs, which work at the same time. It gives each job a chunk of cases by
// calling work, and when the call returns, the job gets its next chunk. Towards the end the chunks become smaller, so
// that all jobs end at almost the same time. Share returns when no case is left, or when work has returned false for
// every job.
//
// There is one exception: a job that solves its cases in batches gets chunks of n/jobs cases, because a batch solver
// is faster if it gets many cases at once. A job knows whether it uses batches only after its first chunk, so Share
// asks before each chunk.
func Share(n, jobs int, batch func(job int) bool, work func(job, from, to int) (more bool)) {
	if jobs == 1 {
		work(0, 0, n)
		return
	}
	var mu sync.Mutex
	next := 0
	var wait sync.WaitGroup
	for j := range jobs {
		wait.Go(func() {
			for {
				mu.Lock()
				size := n/jobs + 1
				if !batch(j) {
					size = min(max((n-next)/jobs/8, 1), mostInChunk)
				}
				from, to := next, min(next+size, n)
				next = to
				mu.Unlock()
				if from == to || !work(j, from, to) {
					return
				}
			}
		})
	}
	wait.Wait()
}

// spend counts the time of a call that solved many cases, for the time limit and for the time of the pass.
func (p *Pass) spend(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fold.Spend(d)
}

// failAll records a failure that does not belong to a single case. If there are several, the gravest failure counts,
// and among equally grave failures the first.
func (p *Pass) failAll(facts *Facts) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if v, _ := Derive(facts, &p.options.Limits); v > p.gravest {
		p.failed, p.gravest = facts, v
	}
}

// right holds the facts of most cases: the Solver ran, and its answer is right.
var right = Facts{Ran: true, BuiltIn: true, Finding: cases.Finding{Match: cases.Right}}

// foldWhole ends the pass if something failed that does not belong to a single case. There are two such failures:
//   - The contestant failed as a whole, for example because the constructor of its Solver panicked (failAll).
//   - A Solver that solves several cases in one call took too long. For example, it may have solved 1,000 cases in 3 s,
//     and the limit of the set is 2 s. Only the total time is known, so nobody can tell which cases were solved within
//     the limit.
//
// In both situations no case counts as passed, not even the cases of earlier blocks.
func (p *Pass) foldWhole() {
	c := Case{Facts: right}
	switch {
	case p.interrupted.Load(), p.failed == nil && !p.fold.late():
		return
	case p.failed != nil:
		c.Facts = *p.failed
	}
	_, c.Facts.Wall = p.fold.Spent()          // if nothing else failed, this time makes it TLE
	for i := p.folded; i < len(p.seen); i++ { // cases of a batch; spend has given their time to the fold
		c.Nodes, c.Updates = c.Nodes+p.seen[i].nodes, c.Updates+p.seen[i].updates
	}
	p.fold.All(&c, p.fold.out.Cases) // including the cases of earlier blocks
	p.ended = true
}

// foldCase hands the next case to the fold, which may end the pass.
func (p *Pass) foldCase(s *observed) {
	c := &p.passed
	if s.facts != nil {
		c = &Case{Facts: *s.facts}
	}
	c.Number, c.Line, c.Timed = p.before+p.folded+1, p.block.Line(p.folded), s.timed
	c.Nodes, c.Updates, c.Answer = s.nodes, s.updates, s.answer
	c.Solutions, c.None, c.Several = s.solutions, s.none, s.several
	c.Facts.CPU, c.Facts.Wall, c.Facts.CaseTime = 0, s.time, 0
	p.ended = !p.fold.Case(c)
	p.folded++
}

// Outcome ends the pass and returns what it showed.
func (p *Pass) Outcome() *Outcome {
	for _, j := range p.jobs {
		j.watchdog.Stop()
	}
	if p.again != nil {
		p.again.Outcome()
	}
	return p.fold.Outcome()
}

// interrupt cancels everything that is being solved, and keeps the jobs from starting another case. This is final.
func (p *Pass) interrupt() {
	p.interrupted.Store(true)
	for _, j := range p.jobs {
		j.interrupt()
	}
}
