package bench

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// serveLines sends requests to a server and returns its lines.
func serveLines(t *testing.T, newMeter func(Request) (PartialSampler, error), requests ...Request) []string {
	var in, out strings.Builder
	for _, q := range requests {
		require.NoError(t, json.NewEncoder(&in).Encode(q))
	}
	cells := []results.BenchmarkInfo{{Set: "sudoku4/fake", Solver: "honest", Corpus: "d"}}
	require.NoError(t, Serve(t.Context(), strings.NewReader(in.String()), &out, cells, newMeter))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 1+len(requests))
	assert.Contains(t, lines[0], `"protocol":2`)
	return lines[1:]
}

func TestServe(t *testing.T) {
	clock := &fakeClock{}
	load := fakeLoad(t, "sudoku4/fake", 5)
	cell := results.Benchmark{Set: load.Set, Solver: "honest"}
	lines := serveLines(t, func(q Request) (PartialSampler, error) {
		if q.Benchmark != cell {
			return nil, io.ErrUnexpectedEOF
		}
		return fakeMeter("honest", load, clock, func() solvers.Solver { return &honest{clock: clock} }), nil
	}, Request{Benchmark: cell, Round: 3}, Request{Benchmark: cell, Round: 4}, Request{Benchmark: results.Benchmark{Set: "no", Solver: "such"}})
	for i, line := range lines[:2] {
		var a response
		require.NoError(t, json.Unmarshal([]byte(line), &a))
		require.NotNil(t, a.Sample, line)
		assert.Equal(t, cell, a.Sample.Benchmark)
		assert.Equal(t, 3+i, a.Sample.Round)
		assert.Positive(t, a.Sample.Nodes)
		assert.Positive(t, a.Sample.Time.Wall)
	}
	assert.Contains(t, lines[2], `"error":`)
}

func TestAProgramThatDoesNotServeIsNamed(t *testing.T) {
	_, err := StartWorker(context.Background(), nil, "false")
	require.ErrorIs(t, err, ErrNoBench)
	_, err = StartWorker(context.Background(), nil, "echo", "hello")
	require.ErrorIs(t, err, ErrNoBench)
	_, err = StartWorker(context.Background(), nil, "/no/such/program")
	require.Error(t, err)
	_, err = StartWorker(t.Context(), nil, "echo", `{"protocol":1}`)
	require.ErrorIs(t, err, ErrNoBench)
	assert.ErrorContains(t, err, "it speaks protocol 1, this program 2")
	// One that never ends, and one that waits for puzzles and never says a word.
	_, err = StartWorker(t.Context(), nil, "yes")
	require.ErrorIs(t, err, ErrNoBench)
	defer func(wait time.Duration) { helloWait = wait }(helloWait)
	helloWait = 50 * time.Millisecond
	_, err = StartWorker(t.Context(), nil, "cat")
	require.ErrorIs(t, err, ErrNoBench)
	assert.ErrorContains(t, err, "silent")
}
