package stream

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/grids"
	"gridjudge/harness/input"
	"gridjudge/solvers"
)

// echo answers every puzzle with the same full grid.
type echo struct{ answer solvers.Grid }

func (e echo) Solve(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	r.Reset()
	r.Nodes = 7
	r.Found(e.answer)
}

const solved = "1234341221434321"

func options(ctx context.Context, t *testing.T, in io.Reader) (o Options, out, stats *bytes.Buffer) {
	answer, err := solvers.ParseGrid(solved)
	require.NoError(t, err)
	out, stats = &bytes.Buffer{}, &bytes.Buffer{}
	return Options{
		Spec:   &solvers.Spec{Name: "echo", Sizes: []int{4}, New: func(int) solvers.Solver { return echo{answer} }},
		Format: grids.Sudoku4, Solutions: 1, In: input.New(ctx, in), Name: "in", Out: out, Stats: stats, Unsolvable: func(int) {},
	}, out, stats
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
	o, out, stats := options(ctx, t, in)
	go func() {
		<-in.asked
		cancel()
	}()
	require.ErrorIs(t, New(o).Run(ctx), ErrInterrupted)
	assert.Equal(t, solved+"\n", out.String())
	lines := strings.Split(strings.TrimSpace(stats.String()), "\n")
	require.Len(t, lines, 2, stats.String())
	assert.Regexp(t, `^1,1,7,0,\d+$`, lines[1])
}

func TestAnswersBeforeAnInputErrorAreWritten(t *testing.T) {
	o, out, _ := options(t.Context(), t, strings.NewReader("12343412214.....\n123943412214....\n"))
	var input *InputError
	require.ErrorAs(t, New(o).Run(t.Context()), &input)
	assert.Equal(t, solved+"\n", out.String())
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
	o, _, _ := options(t.Context(), t, strings.NewReader("12343412214.....\n"))
	o.Stats = &failingWriter{}
	assert.ErrorContains(t, New(o).Run(t.Context()), "cannot write the statistics")
}
