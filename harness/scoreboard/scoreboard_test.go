package scoreboard

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/report"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// A set that cannot be loaded is JE for every solver, and never hidden.
func TestSetThatCannotBeLoaded(t *testing.T) {
	p, err := corpus.LookupProblem("poj3074")
	require.NoError(t, err)
	b := &Scoreboard{}
	sets := []*testset.TestSet{{Name: "poj3074/gone", Problem: p, Err: errors.New("its digest is wrong")}}
	require.NoError(t, b.JudgeSolvers(t.Context(), []*solvers.Spec{spec("right", solveFunc(honest))}, sets, Options{}, func(int, string) {}))
	require.Len(t, b.Results(), 1)
	assert.Equal(t, JudgeError, b.Results()[0].Verdict)
	assert.Equal(t, 1, b.JudgeErrors())
	assert.Equal(t, 1, b.Unexpected())
	var out bytes.Buffer
	require.NoError(t, b.Table().Render(&out, report.Text, report.Style{}))
	assert.Contains(t, out.String(), "JE right poj3074/gone: its digest is wrong")
}

func TestExpectedVerdicts(t *testing.T) {
	set := &corpus.Set{Expect: map[string]string{"slow": "TLE"}}
	for _, c := range []struct {
		solver   string
		verdict  Verdict
		loosened bool
		want     bool
	}{
		{"fast", Accepted, false, true},
		{"fast", TimeLimit, false, false},
		{"slow", TimeLimit, false, true},
		{"slow", Accepted, false, false},
		{"slow", Accepted, true, true},
		{"slow", WrongAnswer, true, false},
		{"fast", NotJudged, true, false},
	} {
		s := &testset.TestSet{Embedded: set, Loosened: c.loosened}
		r := &SetResult{Set: s, Verdict: c.verdict, Expected: Expected(s, c.solver)}
		assert.Equal(t, c.want, r.AsExpected(), "%+v", c)
	}
}

// Results are in the order of the sets; on a set, solvers come before programs, and
// each group has its own ratios.
func TestScoreboardKeepsProgramsApart(t *testing.T) {
	first, second := &testset.TestSet{Name: "p/first"}, &testset.TestSet{Name: "p/second"}
	result := func(set *testset.TestSet, name string, total time.Duration, runs *Runs) *SetResult {
		return &SetResult{Set: set, Solver: name, Verdict: Accepted, Expected: Accepted, Cases: 1, Passed: 1, Total: total, Runs: runs}
	}
	b := &Scoreboard{}
	b.Add(
		result(first, "slow", 4, nil), result(first, "fast", 2, nil), result(second, "fast", 1, nil),
		result(first, "program", 1, &Runs{CPU: []time.Duration{1}}), result(first, "script", 3, &Runs{CPU: []time.Duration{3}}),
	)
	var names []string
	for _, r := range b.Results() {
		names = append(names, r.Set.Name+" "+r.Solver)
	}
	assert.Equal(t, []string{"p/first fast", "p/first slow", "p/first program", "p/first script", "p/second fast"}, names)
	var ratios []any
	table := b.Table()
	for _, row := range table.Rows {
		ratios = append(ratios, row[16].Value)
	}
	assert.Equal(t, "ratio", table.Columns[16].Name)
	assert.Equal(t, []any{1.0, 2.0, 1.0, 3.0, 1.0}, ratios)
}

// A margin is of the time that was judged: a run that something else has ended has none.
func TestMarginOfARunThatEndedOtherwise(t *testing.T) {
	for _, c := range []struct {
		verdict Verdict
		total   time.Duration
		want    string
	}{
		{Accepted, time.Second, "2.00x"}, {TimeLimit, 4 * time.Second, "0.50x"},
		{TimeLimit, time.Millisecond, ""}, {RuntimeError, time.Millisecond, ""}, {WrongAnswer, time.Second, ""},
	} {
		b := &Scoreboard{}
		b.Add(&SetResult{Set: &testset.TestSet{Name: "p/x"}, Solver: "s", Verdict: c.verdict, Cases: 1, Total: c.total, Limits: Limits{Time: 2 * time.Second}})
		table := b.Table()
		require.Equal(t, "margin", table.Columns[18].Name)
		assert.Equal(t, c.want, table.Rows[0][18].Text, "%v", c)
		assert.Equal(t, 2*time.Second, table.Rows[0][17].Value, "the limit stays")
	}
}
