package bench

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// serveLines sends requests to a server and returns its lines.
func serveLines(t *testing.T, newSampler func(Request) (PartialSampler, error), requests ...Request) []string {
	var in, out strings.Builder
	for _, q := range requests {
		require.NoError(t, json.NewEncoder(&in).Encode(q))
	}
	benchmarks := []results.BenchmarkInfo{{Set: "sudoku4/fake", Solver: "honest", Corpus: "d"}}
	require.NoError(t, serve(t.Context(), strings.NewReader(in.String()), &out, benchmarks, newSampler))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 1+len(requests))
	assert.Contains(t, lines[0], `"protocol":2`)
	return lines[1:]
}

func TestServe(t *testing.T) {
	clock := &fakeClock{}
	set := fakeSet(t, "sudoku4/fake", 5)
	benchmark := results.Benchmark{Set: set.Name, Solver: "honest"}
	lines := serveLines(t, func(q Request) (PartialSampler, error) {
		if q.Benchmark != benchmark {
			return nil, io.ErrUnexpectedEOF
		}
		return fakeSampler("honest", set, clock, func() solvers.Solver { return &honest{clock: clock} }), nil
	}, Request{Benchmark: benchmark, Round: 3}, Request{Benchmark: benchmark, Round: 4}, Request{Benchmark: results.Benchmark{Set: "no", Solver: "such"}})
	for i, line := range lines[:2] {
		var a response
		require.NoError(t, json.Unmarshal([]byte(line), &a))
		require.NotNil(t, a.Sample, line)
		assert.Equal(t, benchmark, a.Sample.Benchmark)
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
	assert.ErrorContains(t, err, "it uses protocol 1, this program 2")
	// One that never ends, and one that waits for puzzles and never says a word.
	_, err = StartWorker(t.Context(), nil, "yes")
	require.ErrorIs(t, err, ErrNoBench)
	defer func(wait time.Duration) { helloWait = wait }(helloWait)
	helloWait = 50 * time.Millisecond
	_, err = StartWorker(t.Context(), nil, "cat")
	require.ErrorIs(t, err, ErrNoBench)
	assert.ErrorContains(t, err, "printed nothing")
}

// TestTheStandardErrorIsReadAfterTheEnd: the program is still writing when its output
// ends. Under the race detector a read before its end would fail.
func TestTheStandardErrorIsReadAfterTheEnd(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	w, err := StartWorker(t.Context(), nil, "sh", "-c", `echo '{"protocol":2}'; exec >&-; sleep 0.1; echo died >&2; sleep 0.1; echo of it >&2`)
	require.NoError(t, err)
	_, err = w.Sample(t.Context(), Request{})
	assert.EqualError(t, err, "the measured program ended: died")
}

func TestAContestantsFailureHasItsVerdict(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	w, err := StartWorker(t.Context(), nil, "sh", "-c", `echo '{"protocol":2}'; read line; echo '{"fault":"WA: case 2: another answer"}'; read line; echo '{"error":"no memory"}'`)
	require.NoError(t, err)
	defer w.Close()
	_, err = w.Sample(t.Context(), Request{})
	rejection := new(results.Rejection)
	require.ErrorAs(t, err, &rejection)
	assert.Equal(t, results.Rejection{Verdict: judge.WrongAnswer, Case: 2, Reason: "another answer"}, *rejection)
	_, err = w.Sample(t.Context(), Request{})
	assert.EqualError(t, err, "no memory")
	assert.False(t, errors.As(err, &rejection), "the harness's own failure is nobody's rejection")
}
