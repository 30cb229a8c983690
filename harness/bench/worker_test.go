package bench

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// serveLines sends requests to a server and returns its answers.
func serveLines(t *testing.T, s *Server, requests ...Request) (answers []response) {
	var in, out strings.Builder
	for _, q := range requests {
		require.NoError(t, json.NewEncoder(&in).Encode(q))
	}
	require.NoError(t, s.Serve(t.Context(), strings.NewReader(in.String()), &out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 1+len(requests))
	var h hello
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &h))
	assert.Equal(t, Protocol, h.Protocol)
	for _, offer := range h.Benchmarks {
		assert.Equal(t, "sudoku4/fake", offer.Set)
		assert.Equal(t, s.Sets[0].Digest(), offer.Digest)
	}
	require.Len(t, h.Benchmarks, len(s.Contestants))
	for _, line := range lines[1:] {
		var a response
		require.NoError(t, json.Unmarshal([]byte(line), &a), line)
		answers = append(answers, a)
	}
	return answers
}

// fakeServer returns a server with an honest solver and one that is not accepted.
func fakeServer(t *testing.T) *Server {
	clock := &fakeClock{}
	session := fakeSession(fakeSet(t, "sudoku4/fake", 5), clock,
		fakeSpec("honest", func() solvers.Solver { return &honest{clock: clock} }),
		fakeSpec("broken", func() solvers.Solver { panic("no") }))
	return &Server{Sets: session.Sets, Contestants: session.Contestants, Settings: session.Settings}
}

func TestServe(t *testing.T) {
	b, broken := results.Benchmark{Set: "sudoku4/fake", Solver: "honest"}, results.Benchmark{Set: "sudoku4/fake", Solver: "broken"}
	answers := serveLines(t, fakeServer(t), Request{Benchmark: b, Judge: true, Audit: true}, Request{Benchmark: b, Part: whole(3)}, Request{Benchmark: b, Part: Part{Round: 4, Index: 1, Of: 2}},
		Request{Benchmark: broken, Judge: true}, Request{Benchmark: broken}, Request{Benchmark: results.Benchmark{Set: "no", Solver: "such"}, Judge: true})
	judged := answers[0].Result
	require.NotNil(t, judged)
	assert.Equal(t, b, judged.Benchmark)
	assert.Equal(t, judge.Accepted, judged.Verdict)
	assert.Positive(t, answers[0].Passes)
	for i, a := range answers[1:3] {
		require.NotNil(t, a.Sample)
		assert.Equal(t, 3+i, a.Sample.Round)
		assert.Equal(t, judged.Nodes, a.Sample.Nodes)
		assert.Positive(t, a.Sample.Wall)
		assert.Zero(t, a.Sample.P50, "compare needs totals only")
	}
	assert.Equal(t, answers[0].Passes, answers[1].Sample.Passes)
	assert.Equal(t, (answers[0].Passes+1)/2, answers[2].Sample.Passes)
	require.NotNil(t, answers[3].Result)
	assert.Equal(t, judge.RuntimeError, answers[3].Result.Verdict)
	assert.Zero(t, answers[3].Passes)
	assert.Contains(t, answers[4].Error, "was not judged")
	assert.Contains(t, answers[5].Error, "is not among the benchmarks")
	for _, a := range answers {
		assert.Nil(t, a.Failure)
	}

	// Another process of the same build relies on this judging.
	other := serveLines(t, fakeServer(t), Request{Benchmark: b, Part: whole(3), Passes: answers[0].Passes, Accepted: AcceptedPassOf(judged)})
	require.NotNil(t, other[0].Sample, other[0].Error)
	assert.Equal(t, answers[1].Sample.Wall, other[0].Sample.Wall)
	lie := *AcceptedPassOf(judged)
	lie.Answers++
	other = serveLines(t, fakeServer(t), Request{Benchmark: b, Part: whole(3), Passes: answers[0].Passes, Accepted: &lie})
	require.NotNil(t, other[0].Failure, "%+v", other[0])
	assert.Equal(t, judge.WrongAnswer, other[0].Failure.Verdict)
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
	assert.ErrorContains(t, err, "it uses protocol 1, this program 3")
	// A program that never ends.
	_, err = StartWorker(t.Context(), nil, "yes")
	require.ErrorIs(t, err, ErrNoBench)
}

// TestTheStandardErrorIsReadAfterTheEnd: the program is still writing to its standard error when its output ends.
// Under the race detector, reading it before the end of the program would fail.
func TestTheStandardErrorIsReadAfterTheEnd(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	w, err := StartWorker(t.Context(), nil, "sh", "-c", `echo '{"protocol":3}'; exec >&-; sleep 0.1; echo died >&2; sleep 0.1; echo of it >&2`)
	require.NoError(t, err)
	_, err = w.TakePart(t.Context(), Request{})
	assert.EqualError(t, err, "the measured program ended: died")
}

func TestAContestantsFailureHasItsVerdict(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	w, err := StartWorker(t.Context(), nil, "sh", "-c", `echo '{"protocol":3}'; read line; echo '{"failure":{"verdict":"WA","case":2,"facts":{"ran":true,"finding":{"match":"wrong","reason":"another answer"}}}}'; read line; echo '{"error":"no memory"}'`)
	require.NoError(t, err)
	defer w.Close()
	_, err = w.TakePart(t.Context(), Request{})
	failure := new(results.Failure)
	require.ErrorAs(t, err, &failure)
	assert.Equal(t, judge.WrongAnswer, failure.Verdict)
	assert.Equal(t, 2, failure.Case)
	assert.EqualError(t, failure, "WA: another answer")
	_, err = w.TakePart(t.Context(), Request{})
	assert.EqualError(t, err, "no memory")
	assert.False(t, errors.As(err, &failure), "the harness's own failure is nobody's")
}
