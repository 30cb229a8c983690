package stream

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

	"gridjudge/solvers"
)

// rotate solves a grid by turning each digit into the next one. It counts in Nodes the
// value of the first four cells, which tells puzzles apart, and fails where that is bad.
type rotate struct{ bad uint64 }

func (s rotate) Solve(puzzle solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	r.Reset()
	r.Nodes = number(puzzle)
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

func number(puzzle solvers.Grid) (n uint64) {
	for _, d := range puzzle {
		n = n*5 + uint64(d)
	}
	return n % 1_000_003
}

// list returns count different puzzles as text.
func list(count int) string {
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
	text := list(3000)
	want := ""
	for _, jobs := range []int{1, 2, 5} {
		for name, solver := range map[string]solvers.Solver{"one by one": rotate{bad: 1 << 40}, "batch": rotateMany{rotate{bad: 1 << 40}}} {
			for in, reader := range map[string]io.Reader{"in one read": strings.NewReader(text), "in pieces": &pieces{text: text}} {
				o, out, stats := options(t.Context(), t, reader)
				o.Jobs = jobs
				o.Spec = &solvers.Spec{Name: "rotate", Sizes: []int{4}, New: func(int) solvers.Solver { return solver }}
				var unsolvable []int
				o.Unsolvable = func(line int) { unsolvable = append(unsolvable, line) }
				require.NoError(t, New(o).Run(t.Context()))
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

// TestAPanicNamesItsPuzzle checks that what comes before the puzzle is written.
func TestAPanicNamesItsPuzzle(t *testing.T) {
	text := list(500)
	lines := strings.Split(text, "\n")
	puzzle, err := solvers.ParseGrid(lines[299])
	require.NoError(t, err)
	for _, jobs := range []int{1, 3} {
		o, out, _ := options(t.Context(), t, strings.NewReader(text))
		o.Jobs = jobs
		o.Spec = &solvers.Spec{Name: "rotate", Sizes: []int{4}, New: func(int) solvers.Solver { return rotate{number(puzzle)} }}
		var panicked *PanicError
		require.ErrorAs(t, New(o).Run(t.Context()), &panicked)
		assert.Equal(t, "in:300", panicked.Where)
		assert.Equal(t, 299, strings.Count(out.String(), "\n"), "%d jobs", jobs)
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

// TestMemoryIsBounded checks how far the reading goes while nothing is solved.
func TestMemoryIsBounded(t *testing.T) {
	text := list(100_000)
	in := &counting{Reader: strings.NewReader(text)}
	o, _, _ := options(t.Context(), t, in)
	o.Jobs = 2
	release := make(chan struct{})
	o.Spec = &solvers.Spec{Name: "stuck", Sizes: []int{4}, New: func(int) solvers.Solver { return stuck{release} }}
	ended := make(chan error)
	go func() { ended <- New(o).Run(t.Context()) }()
	var before int64
	for before == 0 || in.read.Load() != before {
		before = in.read.Load()
		time.Sleep(50 * time.Millisecond)
	}
	assert.Less(t, before, int64(5*mostSmall*17+64<<10), "bytes read for five batches")
	close(release)
	require.NoError(t, <-ended)
	assert.Equal(t, int64(len(text)), in.read.Load())
}

// TestJobsEndWhenNothingCanBeWritten checks that the error is returned although the input
// goes on.
func TestJobsEndWhenNothingCanBeWritten(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	in := &stuckReader{strings.NewReader(list(10)), make(chan struct{})}
	o, _, _ := options(ctx, t, in)
	o.Jobs, o.Out, o.Stats = 2, &failingWriter{}, &bytes.Buffer{}
	assert.ErrorContains(t, New(o).Run(ctx), "cannot write the answers")
}
