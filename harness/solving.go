package harness

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// batchSize is how many puzzles a BatchSolver sees at once, at most.
const batchSize = 4096

// solving is a stream of puzzles on its way to answers.
type solving struct {
	app     *app
	spec    *solvers.Spec
	solver  solvers.Solver
	limits  solvers.Limits
	cancel  atomic.Bool
	reading atomic.Bool
	failed  error // to write, while the reader went for more

	name   string
	reader *corpus.Reader
	writer *corpus.Writer
	stats  *bufio.Writer
	file   *os.File // of stats
	line   []byte   // of stats

	cases      []corpus.Case
	puzzles    []solvers.Grid
	results    []solvers.Result
	batched    bool
	index      int
	unsolvable int
	echoes     bool // of the unsolvable are no failure
}

// errCancelled says that the search was interrupted.
var errCancelled = &statusError{exitInterrupted, errors.New("interrupted: what was solved is written")}

func (a *app) newSolving(f *solveFlags, file string) (*solving, io.Closer, error) {
	switch {
	case f.solver == "":
		return nil, nil, usageError("--solver is missing (see gridjudge list solvers)")
	case f.problem == "":
		return nil, nil, usageError("--problem is missing (see gridjudge list problems)")
	case f.solutions < 1:
		return nil, nil, usageError("--solutions must be at least 1")
	}
	specs, err := a.pick([]string{f.solver})
	if err != nil {
		return nil, nil, err
	}
	p, err := corpus.LookupProblem(f.problem)
	if err != nil {
		return nil, nil, usageError("%w", err)
	}
	if !specs[0].Takes(p.Size) {
		return nil, nil, usageError("%s does not take %dx%d, the size of %s (it takes %v)", f.solver, p.Size, p.Size, p.Name, specs[0].Sizes)
	}
	in, err := testset.Open(file, a.stdin)
	if err != nil {
		return nil, nil, usageError("%w", err)
	}
	name := testset.ShownName(file)
	s := &solving{echoes: f.echoes, app: a, spec: specs[0], solver: specs[0].New(p.Size), name: name, writer: p.NewWriter(a.stdout)}
	s.limits = solvers.Limits{Solutions: f.solutions, Cancel: &s.cancel}
	s.reader = corpus.NewReader(s.forthcoming(in), name, p)
	_, s.batched = s.solver.(solvers.BatchSolver)
	size := 1
	if s.batched {
		size = batchSize
	}
	s.cases = make([]corpus.Case, 0, size)
	s.puzzles = make([]solvers.Grid, 0, size)
	s.results = make([]solvers.Result, size)
	if f.stats != "" {
		if s.file, err = os.Create(f.stats); err != nil {
			in.Close()
			return nil, nil, usageError("--stats: %w", err)
		}
		s.stats = bufio.NewWriterSize(s.file, 64<<10)
		s.stats.WriteString("index,solutions,nodes,updates,ns\n")
	}
	return s, in, nil
}

// forthcoming is in for the reader. Nobody waits at the other end of a file.
func (s *solving) forthcoming(in io.Reader) io.Reader {
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return in
		}
	}
	return &forthcoming{s, in}
}

// forthcoming writes out all answers before it reads on: whoever gives the
// puzzles may be waiting for them.
type forthcoming struct {
	s  *solving
	in io.Reader
}

func (f *forthcoming) Read(p []byte) (int, error) {
	if f.s.failed = f.s.flush(); f.s.failed != nil {
		return 0, f.s.failed
	}
	f.s.reading.Store(true)
	defer f.s.reading.Store(false)
	return f.in.Read(p)
}

// run solves to the end of the input. Whatever ends it, what was solved before
// is written.
func (s *solving) run() (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &statusError{exitUnexpected, fmt.Errorf("%s panicked on the puzzle at %s:%d: %v", s.spec.Name, s.name, s.cases[0].Line, v)}
		}
		err = s.finish(err)
	}()
	for {
		c, err := s.reader.Next()
		if err != nil {
			if s.failed != nil {
				// What the reader has met is the failure to write answers.
				return s.failed
			}
			if e := s.answer(); e != nil {
				return e
			}
			if err == io.EOF {
				return nil
			}
			return &statusError{exitUsage, err}
		}
		s.cases = append(s.cases, c)
		s.puzzles = append(s.puzzles, c.Puzzle)
		if len(s.cases) == cap(s.cases) {
			if err := s.answer(); err != nil {
				return err
			}
		}
	}
}

// finish closes the outputs and settles the exit status.
func (s *solving) finish(err error) error {
	if e := s.writer.Close(); e != nil && err == nil {
		err = faultError("cannot write the answers: %w", e)
	}
	if s.file != nil {
		e := s.stats.Flush()
		if e2 := s.file.Close(); e == nil {
			e = e2
		}
		if e != nil && err == nil {
			err = faultError("--stats: %w", e)
		}
	}
	if err == nil && s.unsolvable > 0 && !s.echoes {
		err = unexpected()
	}
	return err
}

// flush answers what is waiting and hands it on.
func (s *solving) flush() error {
	if err := s.answer(); err != nil {
		return err
	}
	if err := s.writer.Flush(); err != nil {
		return faultError("cannot write the answers: %w", err)
	}
	return nil
}

// answer solves the puzzles in hand and writes their answers.
func (s *solving) answer() error {
	if len(s.cases) == 0 {
		return nil
	}
	results := s.results[:len(s.cases)]
	var start time.Time
	if s.stats != nil {
		start = time.Now()
	}
	solvers.SolveAll(s.solver, s.puzzles, s.limits, results)
	if s.stats != nil {
		s.record(results, time.Since(start))
	}
	for i := range results {
		if results[i].Stopped == solvers.Cancelled {
			return errCancelled
		}
		grid := results[i].First
		if results[i].Solutions == 0 {
			grid = s.cases[i].Puzzle
			s.unsolvable++
			fmt.Fprintf(s.app.stderr, "%s:%d: the puzzle has no solution; it is echoed as given\n", s.name, s.cases[i].Line)
		}
		if err := s.writer.Write(grid); err != nil {
			return faultError("cannot write the answers: %w", err)
		}
	}
	for _, p := range s.puzzles {
		s.reader.Recycle(p)
	}
	s.cases, s.puzzles = s.cases[:0], s.puzzles[:0]
	return nil
}

// record writes the statistics of the puzzles in hand. Errors of the buffered
// writer stay with it until finish.
func (s *solving) record(results []solvers.Result, elapsed time.Duration) {
	for i := range results {
		r := &results[i]
		if r.Stopped == solvers.Cancelled {
			return
		}
		s.index++
		b := strconv.AppendInt(s.line[:0], int64(s.index), 10)
		b = strconv.AppendInt(append(b, ','), int64(r.Solutions), 10)
		b = strconv.AppendUint(append(b, ','), r.Nodes, 10)
		b = strconv.AppendUint(append(b, ','), r.Updates, 10)
		b = append(b, ',')
		if !s.batched {
			b = strconv.AppendInt(b, int64(elapsed), 10)
		}
		s.line = append(b, '\n')
		s.stats.Write(s.line)
	}
}
