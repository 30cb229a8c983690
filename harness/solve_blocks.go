package harness

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/solvers"
)

// solving is one run of solve: it reads a block of cases, solves them with its runners, writes the answers in the order
// of the input, and reads the next block. So its memory is constant. The program that sends the input may wait for
// an answer before it sends more: a block ends where the reader would wait, and its answers are then written out.
type solving struct {
	in         cases.Source
	reader     cases.Reader
	writer     cases.Writer
	stats      *bufio.Writer  // lines of CSV for each case; nil: none
	unsolvable func(line int) // is told the line of each case that has no solution

	solver  string
	runners []cases.Runner // one for each job
	batch   bool           // they take many cases at once
	limits  solvers.Limits
	cancel  atomic.Bool

	cases []solved // of the block

	count, none, several int // cases answered so far, and those of them with no solution or with as many as are counted
}

// solved is what came of a case.
type solved struct {
	done   bool
	counts solvers.Counts
	answer []byte
	time   time.Duration // known if there are statistics, and no batches
	panic  any           // the value with which the solver panicked
}

// The largest block. A small one stays in the cache.
const (
	blockOfOne  = 64      // for one job
	blockOfMany = 1 << 10 // for several
	blockOfAll  = 1 << 12 // for a solver that takes many cases at once
)

// newSolving makes a run. statistics may be nil.
func newSolving(in cases.Source, out io.Writer, statistics io.Writer, family cases.Family, spec *solvers.Spec, solutions, jobs int) *solving {
	s := &solving{in: in, reader: family.NewReader(in, nil), writer: family.NewWriter(out), solver: spec.Name}
	s.limits = solvers.Limits{Solutions: uint64(solutions), Cancel: &s.cancel}
	for range jobs {
		runner := family.NewRunner(spec)
		runner.Use(0)
		s.runners = append(s.runners, runner)
	}
	s.batch = s.runners[0].Batch()
	if statistics != nil {
		s.stats = bufio.NewWriterSize(statistics, 64<<10)
		_, _ = s.stats.WriteString("index,solutions,nodes,updates,ns\n") // an error is that of Flush, too
	}
	return s
}

// run solves cases until the input ends or ctx ends. The answers to the cases before an error are written.
func (s *solving) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { s.cancel.Store(true) })()
	err := s.blocks()
	if ctx.Err() != nil && err != nil {
		err = &statusError{exitInterrupted, fmt.Errorf("interrupted: what was solved is written")}
	}
	return cmp.Or(err, unwritten("answers", s.writer.Close()), s.flushStats())
}

// blocks solves block after block.
func (s *solving) blocks() error {
	limit := blockOfOne
	switch {
	case s.batch:
		limit = blockOfAll
	case len(s.runners) > 1:
		limit = blockOfMany
	}
	for {
		block, err := s.reader.Next(limit)
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return usageError("%w", err)
		}
		n := block.Len()
		if n > len(s.cases) {
			s.cases = make([]solved, n)
		}
		judge.Share(n, len(s.runners), func(int) bool { return s.batch }, func(job, from, to int) (more bool) {
			return s.solve(s.runners[job], block.Slice(from, to), s.cases[from:to])
		})
		if err := s.answer(block); err != nil {
			return err
		}
		if !s.in.Waits {
			continue
		}
		if err := cmp.Or(unwritten("answers", s.writer.Flush()), s.flushStats()); err != nil {
			return err
		}
	}
}

// solve solves some cases of the block. It reports whether all of them were solved. If a batch panics, its cases are solved
// one by one, because that shows which of them the solver panics on.
func (s *solving) solve(runner cases.Runner, chunk cases.Cases, results []solved) (all bool) {
	runner.Lend(chunk)
	var batch any // the value with which the call for all cases panicked
	if s.batch {
		if batch = s.call(runner, 0, len(results)); batch != nil {
			runner.Forget()
			runner.Use(0)
		}
	}
	for i := range results {
		r := &results[i]
		switch {
		case s.batch && batch == nil:
		case s.stats == nil:
			r.panic = s.call(runner, i, i+1)
		default:
			start := time.Now()
			r.panic = s.call(runner, i, i+1)
			r.time = time.Since(start)
		}
		if r.panic == nil && batch != nil && i == len(results)-1 {
			r.panic = fmt.Sprintf("%v (in one call with the cases from line %d on, but on none alone)", batch, chunk.Line(0))
		}
		if r.panic != nil {
			return false
		}
		r.counts = runner.Counts(i)
		if r.counts.Stopped == solvers.Cancelled && s.cancel.Load() {
			return false
		}
		if r.done = true; len(s.runners) == 1 {
			r.answer = runner.Answer(i) // stays until the next block
		} else {
			r.answer = append(r.answer[:0], runner.Answer(i)...)
		}
	}
	return true
}

// call solves slots. It returns the value with which the solver panicked.
func (s *solving) call(runner cases.Runner, from, to int) (panicked any) {
	defer func() { panicked = recover() }()
	runner.Solve(from, to, &s.limits)
	return nil
}

// answer writes the answers to a block. Where a case was not solved, the error says why.
func (s *solving) answer(block cases.Cases) error {
	for i := range block.Len() {
		r := &s.cases[i]
		switch {
		case r.panic != nil:
			return &statusError{exitUnexpected, fmt.Errorf("%s panicked on the case at %s:%d: %v", s.solver, s.in.Name, block.Line(i), r.panic)}
		case !r.done:
			return context.Canceled
		case r.counts.Stopped != solvers.Finished:
			return &statusError{exitUnexpected, fmt.Errorf("%s did not finish the case at %s:%d: %s", s.solver, s.in.Name, block.Line(i), r.counts.Stopped)}
		}
		r.done = false // for the next block
		s.count++
		if s.stats != nil {
			s.addStats(r)
		}
		answer := r.answer
		switch r.counts.Solutions {
		case 0:
			s.none++
			answer = nil
			s.unsolvable(block.Line(i))
		case s.limits.Solutions:
			s.several++
		}
		if err := unwritten("answers", s.writer.Write(block, i, answer)); err != nil {
			return err
		}
	}
	return nil
}

// addStats adds the line of a case to the statistics.
func (s *solving) addStats(r *solved) {
	line := strconv.AppendInt(s.stats.AvailableBuffer(), int64(s.count), 10)
	for _, n := range []uint64{r.counts.Solutions, r.counts.Nodes, r.counts.Updates} {
		line = strconv.AppendUint(append(line, ','), n, 10)
	}
	line = append(line, ',')
	if !s.batch {
		line = strconv.AppendInt(line, int64(r.time), 10)
	}
	_, _ = s.stats.Write(append(line, '\n'))
}

// flushStats writes the statistics out.
func (s *solving) flushStats() error {
	if s.stats == nil {
		return nil
	}
	return unwritten("statistics", s.stats.Flush())
}
