package cli

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

// solving is one run of the verb solve. It reads a block of cases, solves them with its runners, writes the answers in
// the order of the input, and then reads the next block. So it needs constant memory, however long the input is.
//
// The input may come from another program, which waits for each answer before it sends the next case. So a block ends
// as soon as no further input is there without waiting, and the answers to the block are written at once.
type solving struct {
	in         cases.Source
	reader     cases.Reader
	writer     cases.Writer
	stats      *bufio.Writer  // a line of CSV for each case; nil if the user does not want it
	unsolvable func(line int) // called with the line of each case that has no solution

	solver  string
	runners []cases.Runner // one for each job
	batch   bool           // the runners take many cases at once
	limits  solvers.Limits
	cancel  atomic.Bool

	cases []solved // the cases of the block

	// The number of cases that were answered so far, how many of them have no solution, and how many have at least as
	// many as limits.Solutions.
	count, none, several int

	nodes, updates uint64 // in all cases that were answered
}

// solved is the outcome of a case.
type solved struct {
	done   bool
	counts solvers.Counts
	answer []byte
	time   time.Duration // known only with statistics and without batches
	panic  any           // the value with which the solver panicked
}

// The largest number of cases in a block. A small block stays in the cache of the processor.
const (
	blockOfOne  = 64      // one job
	blockOfMany = 1 << 10 // several jobs
	blockOfAll  = 1 << 12 // a solver that takes many cases at once
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
		_, _ = s.stats.WriteString("index,solutions,nodes,updates,ns\n") // Flush returns an error again
	}
	return s
}

// run solves cases until the input ends or ctx ends. If there is an error, the answers to the cases before it are
// written.
func (s *solving) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { s.cancel.Store(true) })()
	err := s.blocks()
	if ctx.Err() != nil && err != nil {
		err = &statusError{exitInterrupted, fmt.Errorf("interrupted: what was solved is written")}
	}
	return cmp.Or(err, unwritten("answers", s.writer.Close()), s.flushStats())
}

// blocks reads, solves and answers block after block.
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

// solve solves the cases in chunk, which is a part of the block, and reports whether it solved all of them. A batch
// solver gets the whole chunk in one call. If this call panics, the panic does not tell which case caused it, so solve
// repeats the cases one by one.
func (s *solving) solve(runner cases.Runner, chunk cases.Cases, results []solved) (all bool) {
	runner.Lend(chunk)
	var batch any // what the call for all cases panicked with
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
			r.answer = runner.Answer(i) // it stays valid until the next block
		} else {
			r.answer = append(r.answer[:0], runner.Answer(i)...)
		}
	}
	return true
}

// call solves the cases in the slots from, from+1, ..., to-1 of a runner. It returns the value with which the solver
// panicked, or nil if it did not panic.
func (s *solving) call(runner cases.Runner, from, to int) (panicked any) {
	defer func() { panicked = recover() }()
	runner.Solve(from, to, &s.limits)
	return nil
}

// answer writes the answers to a block, up to the first case that was not solved; the error then says why.
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
		s.nodes, s.updates = s.nodes+r.counts.Nodes, s.updates+r.counts.Updates
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

// flushStats writes out the buffered statistics.
func (s *solving) flushStats() error {
	if s.stats == nil {
		return nil
	}
	return unwritten("statistics", s.stats.Flush())
}
