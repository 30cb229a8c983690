package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/grids"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// echo answers every puzzle with the same full grid.
type echo struct{ answer solvers.Grid }

func (e echo) Solve(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	r.Reset()
	r.Nodes = 7
	r.Found(e.answer)
}

const solved4 = "1234341221434321"

// newTest returns a run of a solver on the 4x4 puzzles of in, and the buffers to which it writes.
func newTest(ctx context.Context, in io.Reader, solver solvers.Solver, jobs int) (s *solving, out, stats *bytes.Buffer) {
	out, stats = &bytes.Buffer{}, &bytes.Buffer{}
	return newTestTo(ctx, in, solver, jobs, out, stats), out, stats
}

func newTestTo(ctx context.Context, in io.Reader, solver solvers.Solver, jobs int, out, stats io.Writer) *solving {
	source, _, _ := testset.Open(ctx, "-", in) // standard input can be opened
	source.Name = "in"
	spec := &solvers.Spec{Name: "test", Sizes: []int{4}, New: func(int) solvers.Solver { return solver }}
	s := newSolving(source, out, stats, grids.Sudoku4, spec, 1, jobs)
	s.unsolvable = func(int) {}
	return s
}

// theAnswer is an echo of a 4x4 grid.
func theAnswer(t *testing.T) echo {
	answer, err := solvers.ParseGrid(solved4)
	require.NoError(t, err)
	return echo{answer}
}

// status returns the exit status of an error.
func status(t *testing.T, err error) int {
	var s *statusError
	require.ErrorAs(t, err, &s)
	return s.code
}

// stuckReader gives its text, then waits for ever; asked is closed when it waits.
type stuckReader struct {
	text  io.Reader
	asked chan struct{}
}

func (r *stuckReader) Read(p []byte) (int, error) {
	if n, err := r.text.Read(p); err == nil {
		return n, nil
	}
	close(r.asked)
	select {}
}

// An interrupt while the stream waits for input loses neither answers nor
// statistics.
func TestInterruptWhileWaitingKeepsEverything(t *testing.T) {
	in := &stuckReader{strings.NewReader("12343412214.....\n"), make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	s, out, stats := newTest(ctx, in, theAnswer(t), 1)
	go func() {
		<-in.asked
		cancel()
	}()
	require.Equal(t, exitInterrupted, status(t, s.run(ctx)))
	assert.Equal(t, solved4+"\n", out.String())
	lines := strings.Split(strings.TrimSpace(stats.String()), "\n")
	require.Len(t, lines, 2, stats.String())
	assert.Regexp(t, `^1,1,7,0,\d+$`, lines[1])
}

func TestAnswersBeforeAnInputErrorAreWritten(t *testing.T) {
	s, out, _ := newTest(t.Context(), strings.NewReader("12343412214.....\n123943412214....\n"), theAnswer(t), 1)
	require.Equal(t, exitUsage, status(t, s.run(t.Context())))
	assert.Equal(t, solved4+"\n", out.String())
}

// failingWriter fails after its first bytes.
type failingWriter struct{ room int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return 0, io.ErrShortWrite
	}
	w.room -= len(p)
	return len(p), nil
}

func TestStatisticsThatCannotBeWrittenAreAnError(t *testing.T) {
	s := newTestTo(t.Context(), strings.NewReader("12343412214.....\n"), theAnswer(t), 1, io.Discard, &failingWriter{})
	assert.ErrorContains(t, s.run(t.Context()), "cannot write the statistics")
}

// rotate solves a grid by turning each digit into the next one. As Nodes it counts the value of the first four cells,
// which tells puzzles apart, and it panics on the puzzle with the value bad.
type rotate struct{ bad uint64 }

func (s rotate) Solve(puzzle solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	r.Reset()
	r.Nodes = puzzleNumber(puzzle)
	if r.Nodes == s.bad {
		panic("bad puzzle")
	}
	if r.Nodes%7 == 3 {
		return // has no solution
	}
	answer := make(solvers.Grid, len(puzzle))
	for i, d := range puzzle {
		answer[i] = d%4 + 1
	}
	r.Found(answer)
}

// rotateMany is rotate as a BatchSolver.
type rotateMany struct{ rotate }

func (s rotateMany) SolveBatch(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) {
	for i, p := range puzzles {
		s.Solve(p, limits, &results[i])
	}
}

func puzzleNumber(puzzle solvers.Grid) (n uint64) {
	for _, d := range puzzle {
		n = n*5 + uint64(d)
	}
	return n % 1_000_003
}

// puzzleList returns count different puzzles as text.
func puzzleList(count int) string {
	var b strings.Builder
	for i := range count {
		for k := range 16 {
			b.WriteByte(".1234"[(i>>(2*(k%8))+k/8*3)%5])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// pieces gives its text in pieces of odd sizes, so that reads end within puzzles.
type pieces struct {
	text string
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.text == "" {
		return 0, io.EOF
	}
	p.size = p.size*5%301 + 1
	n := copy(b, p.text[:min(p.size, len(p.text))])
	p.text = p.text[n:]
	return n, nil
}

// TestJobsChangeNothing checks that answers, statistics and unsolvable lines are the same,
// and in the same order, for any number of jobs, and for a solver of batches.
func TestJobsChangeNothing(t *testing.T) {
	text := puzzleList(3000)
	want := ""
	for _, jobs := range []int{1, 2, 5} {
		for name, solver := range map[string]solvers.Solver{"one by one": rotate{bad: 1 << 40}, "batch": rotateMany{rotate{bad: 1 << 40}}} {
			for in, reader := range map[string]io.Reader{"in one read": strings.NewReader(text), "in pieces": &pieces{text: text}} {
				s, out, stats := newTest(t.Context(), reader, solver, jobs)
				var unsolvable []int
				s.unsolvable = func(line int) { unsolvable = append(unsolvable, line) }
				require.NoError(t, s.run(t.Context()))
				var got strings.Builder
				for line := range strings.Lines(stats.String()) {
					got.WriteString(line[:strings.LastIndexByte(line, ',')+1] + "\n") // without the time
				}
				fmt.Fprintf(&got, "%v\n%s", unsolvable, out)
				if want == "" {
					want = got.String()
					require.Equal(t, 3000, strings.Count(out.String(), "\n"))
					require.NotEmpty(t, unsolvable)
				}
				require.Equal(t, want, got.String(), "%d jobs, %s, %s", jobs, name, in)
			}
		}
	}
}

// TestAPanicNamesItsPuzzle also checks that the answers to the puzzles before it are written.
func TestAPanicNamesItsPuzzle(t *testing.T) {
	text := puzzleList(500)
	lines := strings.Split(text, "\n")
	puzzle, err := solvers.ParseGrid(lines[299])
	require.NoError(t, err)
	bad := rotate{puzzleNumber(puzzle)}
	for _, solver := range []solvers.Solver{bad, rotateMany{bad}} {
		for _, jobs := range []int{1, 3} {
			s, out, _ := newTest(t.Context(), strings.NewReader(text), solver, jobs)
			err := s.run(t.Context())
			require.Equal(t, exitUnexpected, status(t, err))
			assert.ErrorContains(t, err, "test panicked on the case at in:300: bad puzzle")
			assert.Equal(t, 299, strings.Count(out.String(), "\n"), "%T, %d jobs", solver, jobs)
		}
	}
}

// crowded panics if it gets more than one puzzle at once.
type crowded struct{ rotate }

func (s crowded) SolveBatch(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) {
	if len(puzzles) > 1 {
		panic("too many")
	}
	s.Solve(puzzles[0], limits, &results[0])
}

// TestAPanicOfSeveralPuzzlesTogetherIsTold checks that a panic is an error even if no puzzle alone shows it.
func TestAPanicOfSeveralPuzzlesTogetherIsTold(t *testing.T) {
	s, _, _ := newTest(t.Context(), strings.NewReader(puzzleList(5)), crowded{rotate{bad: 1 << 40}}, 1)
	err := s.run(t.Context())
	require.Equal(t, exitUnexpected, status(t, err))
	assert.ErrorContains(t, err, "too many")
	assert.ErrorContains(t, err, "in:5")
	assert.ErrorContains(t, err, "from line 1 on")
}

// stopping is rotate, but it ends the search early on the puzzle with a given number.
type stopping struct {
	rotate
	at   uint64
	stop solvers.Stop
}

func (s stopping) Solve(puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	if s.rotate.Solve(puzzle, limits, r); r.Nodes == s.at {
		r.Stopped = s.stop
	}
}

// TestASearchThatDidNotFinishIsNoAnswer checks that the error names the line and the reason, and that only the answers
// before it are written.
func TestASearchThatDidNotFinishIsNoAnswer(t *testing.T) {
	text := puzzleList(500)
	puzzle, err := solvers.ParseGrid(strings.Split(text, "\n")[299])
	require.NoError(t, err)
	for stop := solvers.NodeBudget; stop <= solvers.MemoryBudget+1; stop++ {
		for _, jobs := range []int{1, 3} {
			solver := stopping{rotate{bad: 1 << 40}, puzzleNumber(puzzle), stop}
			s, out, stats := newTest(t.Context(), strings.NewReader(text), solver, jobs)
			err := s.run(t.Context())
			require.Equal(t, exitUnexpected, status(t, err))
			assert.ErrorContains(t, err, "in:300: "+stop.String())
			assert.Equal(t, 299, strings.Count(out.String(), "\n"), "%v, %d jobs", stop, jobs)
			assert.Equal(t, 300, strings.Count(stats.String(), "\n"), "%v, %d jobs", stop, jobs)
		}
	}
}

// stuck is a solver that waits for the end of a channel.
type stuck struct{ release chan struct{} }

func (s stuck) Solve(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	<-s.release
	r.Reset()
}

// counting counts the bytes that were read.
type counting struct {
	io.Reader
	read atomic.Int64
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p[:min(len(p), 1000)])
	c.read.Add(int64(n))
	return n, err
}

// TestMemoryIsBounded checks how far the input is read while no case is solved.
func TestMemoryIsBounded(t *testing.T) {
	text := puzzleList(100_000)
	in := &counting{Reader: strings.NewReader(text)}
	release := make(chan struct{})
	s, _, _ := newTest(t.Context(), in, stuck{release}, 2)
	ended := make(chan error)
	go func() { ended <- s.run(t.Context()) }()
	var before int64
	for before == 0 || in.read.Load() != before {
		before = in.read.Load()
		time.Sleep(50 * time.Millisecond)
	}
	assert.Less(t, before, int64(blockOfMany*17+64<<10), "bytes read for a block")
	close(release)
	require.NoError(t, <-ended)
	assert.Equal(t, int64(len(text)), in.read.Load())
}

// TestJobsEndWhenNothingCanBeWritten checks that the error is returned although the input goes on.
func TestJobsEndWhenNothingCanBeWritten(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	in := &stuckReader{strings.NewReader(puzzleList(10)), make(chan struct{})}
	s := newTestTo(ctx, in, theAnswer(t), 2, &failingWriter{}, io.Discard)
	assert.ErrorContains(t, s.run(ctx), "cannot write the answers")
}
