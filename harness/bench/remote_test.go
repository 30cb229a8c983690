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
func serveLines(t *testing.T, newMeter func(Request) (Divisible, error), requests ...Request) []string {
	var in, out strings.Builder
	for _, q := range requests {
		require.NoError(t, json.NewEncoder(&in).Encode(q))
	}
	cells := []results.CellAbout{{Set: "sudoku4/fake", Solver: "honest", Corpus: "d"}}
	require.NoError(t, Serve(t.Context(), strings.NewReader(in.String()), &out, cells, newMeter))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 1+len(requests))
	assert.Contains(t, lines[0], `"protocol":2`)
	return lines[1:]
}

func TestServe(t *testing.T) {
	clock := &fakeClock{}
	load := fakeLoad(t, "sudoku4/fake", 5)
	cell := results.Cell{Set: load.Set, Solver: "honest"}
	lines := serveLines(t, func(q Request) (Divisible, error) {
		if q.Cell != cell {
			return nil, io.ErrUnexpectedEOF
		}
		return fakeMeter("honest", load, clock, func() solvers.Solver { return &honest{clock: clock} }), nil
	}, Request{Cell: cell, Round: 3}, Request{Cell: cell, Round: 4}, Request{Cell: results.Cell{Set: "no", Solver: "such"}})
	for i, line := range lines[:2] {
		var a response
		require.NoError(t, json.Unmarshal([]byte(line), &a))
		require.NotNil(t, a.Sample, line)
		assert.Equal(t, cell, a.Sample.Cell)
		assert.Equal(t, 3+i, a.Sample.Round)
		assert.Positive(t, a.Sample.Nodes)
		assert.Positive(t, a.Sample.Time.Wall)
	}
	assert.Contains(t, lines[2], `"error":`)
}

func TestAProgramThatDoesNotServeIsNamed(t *testing.T) {
	_, err := StartRemote(context.Background(), nil, "false")
	require.ErrorIs(t, err, ErrNoBench)
	_, err = StartRemote(context.Background(), nil, "echo", "hello")
	require.ErrorIs(t, err, ErrNoBench)
	_, err = StartRemote(context.Background(), nil, "/no/such/program")
	require.Error(t, err)
	_, err = StartRemote(t.Context(), nil, "echo", `{"protocol":1}`)
	require.ErrorIs(t, err, ErrNoBench)
	assert.ErrorContains(t, err, "it speaks protocol 1, this program 2")
	// One that never ends, and one that waits for puzzles and never says a word.
	_, err = StartRemote(t.Context(), nil, "yes")
	require.ErrorIs(t, err, ErrNoBench)
	defer func(wait time.Duration) { helloWait = wait }(helloWait)
	helloWait = 50 * time.Millisecond
	_, err = StartRemote(t.Context(), nil, "cat")
	require.ErrorIs(t, err, ErrNoBench)
	assert.ErrorContains(t, err, "silent")
}
