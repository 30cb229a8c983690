package judge

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/stats"
	"gridjudge/solvers"
)

// inParts judges cases in parts of n.
func inParts(t *testing.T, spec *solvers.Spec, cases []corpus.Case, n int, o Options) *SetResult {
	p := newPass(spec, o)
	for part := range slices.Chunk(cases, n) {
		require.NoError(t, p.Judge(t.Context(), part))
	}
	return p.Result()
}

// TestPartsGiveTheSameAsTheWhole checks verdicts, counts and the first failure.
func TestPartsGiveTheSameAsTheWhole(t *testing.T) {
	lie := after(func(_ solvers.Grid, r *solvers.Result) { r.First[3] = r.First[3]%4 + 1 })
	fail := func(solvers.Grid, solvers.Limits, *solvers.Result) { panic("no") }
	cases := fours(t)
	for i := range cases {
		cases[i].Line = 10 + i
	}
	for name, solver := range map[string]func() solvers.Solver{
		"honest": func() solvers.Solver { return solveFunc(honest) },
		"batch":  func() solvers.Solver { return batchFunc(honestBatch) },
		"wrong":  func() solvers.Solver { return calls(3, lie) },
		"panics": func() solvers.Solver { return calls(4, fail) },
		"wrong batch": func() solvers.Solver {
			return batchFunc(func(p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
				honestBatch(p, l, r)
				r[len(r)-1].First = nil
			})
		},
	} {
		whole, err := Run(t.Context(), spec(name, solver()), cases, Options{})
		require.NoError(t, err)
		for n := 1; n <= len(cases); n++ {
			if name == "wrong batch" && n < len(cases) {
				continue // the last case of a part is wrong
			}
			got := inParts(t, spec(name, solver()), cases, n, Options{TimesOnly: true, Slowest: 2})
			assert.Equal(t, whole.Verdict, got.Verdict, "%s in parts of %d", name, n)
			assert.Equal(t, whole.Tally, got.Tally, "%s in parts of %d", name, n)
			assert.Equal(t, whole.Cases, got.Cases)
			assert.Equal(t, whole.Passed, got.Passed)
			assert.Equal(t, whole.Nodes, got.Nodes)
			assert.Equal(t, whole.Updates, got.Updates)
			assert.Empty(t, got.Timed, "outcomes are not kept")
			if whole.Failed == nil {
				assert.Nil(t, got.Failed)
			} else {
				assert.Equal(t, whole.Failed.Case, got.Failed.Case, "%s in parts of %d", name, n)
				assert.Equal(t, whole.Failed.Reason, got.Failed.Reason)
				assert.Equal(t, cases[got.Failed.Case-1].Line, got.Failed.Line)
			}
		}
	}
}

// TestSlowestCasesAreKept checks the list of the slowest cases where outcomes are not kept.
func TestSlowestCasesAreKept(t *testing.T) {
	times := []time.Duration{3, 9, 1, 9, 7, 2, 8}
	for n := range 9 {
		kept := &SetResult{times: &stats.Durations{}, slowest: make([]Outcome, 0, n)}
		all := &SetResult{}
		for i, d := range times {
			kept.record(Outcome{Case: i + 1, Verdict: Accepted, Time: d}, true)
			all.record(Outcome{Case: i + 1, Verdict: Accepted, Time: d}, true)
		}
		assert.Equal(t, all.slowestCases(n), kept.slowestCases(n))
		for _, q := range []float64{0, 0.5, 1} {
			want, _ := all.Quantile(q)
			got, timed := kept.Quantile(q)
			assert.True(t, timed)
			assert.Equal(t, want, got)
		}
		assert.Equal(t, all.Total, kept.Total)
	}
}

// TestALateBatchPassesNoPart checks that a limit which a later part exceeds applies to all.
func TestALateBatchPassesNoPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		part := 0
		slow := batchFunc(func(p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
			if part++; part == 2 {
				time.Sleep(600 * time.Millisecond)
			}
			honestBatch(p, l, r)
		})
		got := inParts(t, spec("slow", slow), fours(t), 2, Options{TimeLimit: 500 * time.Millisecond})
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Zero(t, got.Passed)
		assert.Zero(t, got.Failed.Case)
		assert.Equal(t, 6, got.Cases)
		assert.Equal(t, 2, part, "no part is run after the limit")
	})
}

// TestTheTimeLimitAppliesToAllParts checks that the times of the parts are added up.
func TestTheTimeLimitAppliesToAllParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := after(func(solvers.Grid, *solvers.Result) { time.Sleep(20 * time.Millisecond) })
		got := inParts(t, spec("slow", slow), fours(t), 1, Options{TimeLimit: 50 * time.Millisecond})
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Less(t, got.Passed, 3)
		assert.Equal(t, 1, got.Tally[TimeLimit])
		assert.Equal(t, 6-got.Passed-1, got.Tally[NotJudged])
	})
}

func TestAnInterruptEndsAllParts(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := newPass(spec("honest", solveFunc(honest)), Options{})
	cases := fours(t)
	require.NoError(t, p.Judge(ctx, cases[:2]))
	cancel()
	assert.ErrorIs(t, p.Judge(ctx, cases[2:4]), ErrInterrupted)
	assert.ErrorIs(t, p.Judge(t.Context(), cases[4:]), ErrInterrupted)
	got := p.Result()
	assert.Equal(t, NotJudged, got.Verdict)
	assert.Equal(t, 2, got.Passed)
	assert.Equal(t, 4, got.Tally[NotJudged])
}
