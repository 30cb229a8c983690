package results

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
)

// TestPAR2ByItsDefinition: an unsolved case costs twice its share of the limit, and nothing else. If the time of the
// solved cases is not known, PAR2 is marked, and it is never below the value by the definition.
func TestPAR2ByItsDefinition(t *testing.T) {
	const s = time.Second
	ten := judge.Limits{Time: 10 * s}
	for name, row := range map[string]struct {
		outcome judge.Outcome
		times   []float64
		want    PAR2
	}{
		"all solved":           {judge.Outcome{Verdict: judge.Accepted, Cases: 10, Passed: 10, Time: s, Limits: ten}, []float64{1e9, 3e9, 2e9}, PAR2{NS: 2e9}},
		"none solved":          {judge.Outcome{Cases: 2, Time: 22500 * time.Millisecond, Limits: judge.Limits{Time: 15 * s}}, nil, PAR2{NS: 30e9}},
		"each case timed":      {judge.Outcome{Cases: 10, Passed: 9, Time: 9 * s, PassedTime: 4 * s, Limits: ten}, nil, PAR2{NS: 4e9 + 2e9}},
		"only a sum is known":  {judge.Outcome{Cases: 10, Passed: 9, Time: 9 * s, Whole: true, Limits: ten}, nil, PAR2{NS: 9e9 + 2e9, AtMost: true}},
		"recorded before":      {judge.Outcome{Cases: 10, Passed: 9, Time: 9 * s, Limits: ten}, nil, PAR2{NS: 9e9 + 2e9, AtMost: true}},
		"a limit of a program": {judge.Outcome{Cases: 10, Passed: 9, PassedTime: 4 * s, Limits: judge.Limits{Time: s, Set: 10 * s}}, nil, PAR2{NS: 4e9 + 2e9}},
		"a limit of its own":   {judge.Outcome{Cases: 10, Passed: 9, PassedTime: 4 * s, Time: 9 * s, Limits: judge.Limits{Time: s, Set: judge.NoSetLimit}}, nil, PAR2{NS: 4e9, NoLimit: true}},
		"no limit":             {judge.Outcome{Cases: 10, Passed: 9, PassedTime: 4 * s, Time: 9 * s}, nil, PAR2{NS: 4e9, NoLimit: true}},
		"nothing was run":      {judge.Outcome{}, nil, PAR2{}},
	} {
		r := &Result{Outcome: row.outcome}
		assert.Equal(t, row.want, r.PAR2Of(row.times), name)
	}
	assert.Equal(t, PAR2{NS: 5, AtMost: true}, PAR2{NS: 2}.Plus(PAR2{NS: 3, AtMost: true}))
	for text, sum := range map[string]PAR2{"2 s": {}, "≤ 2 s": {AtMost: true}, "": {AtMost: true, NoLimit: true}} {
		assert.Equal(t, text, sum.Cell(2, "2 s").Text)
	}
	text, err := json.Marshal(PAR2{NS: 1, AtMost: true})
	require.NoError(t, err)
	assert.JSONEq(t, `{"par2_ns": 1, "par2_at_most": true}`, string(text))
}

// TestADroppedContestantHasSolvedNothing: the passes before the round in which it failed do not count.
func TestADroppedContestantHasSolvedNothing(t *testing.T) {
	r := &Result{Outcome: judge.Outcome{Verdict: judge.Accepted, Cases: 2, Passed: 2, Time: time.Second, Limits: judge.Limits{Time: 10 * time.Second}}}
	r.Drop(3, NewFailure(1, judge.Facts{Ran: true, Exit: 1}))
	assert.Equal(t, PAR2{NS: 20e9}, r.PAR2())
}

// A file of samples does not say whether a PAR2 is exact, so it is shown as a bound. If all cases are solved, PAR2 is the
// median time, which is exact.
func TestPAR2OfAFileIsABound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "solve.bench")
	require.NoError(t, os.WriteFile(path, []byte(`BenchmarkSolve/problem=p/set=s/solver=some 1 1 solved/op 2 cases/op 600 par2-ns/op
BenchmarkSolve/problem=p/set=s/solver=none 1 0 solved/op 2 cases/op 800 par2-ns/op
BenchmarkSolve/problem=p/set=s/solver=all 1 100 ns/op 2 solved/op 2 cases/op
`), 0o666))
	run, err := Read(path)
	require.NoError(t, err)
	want := map[string]PAR2{"some": {NS: 600, AtMost: true}, "none": {NS: 800, AtMost: true}, "all": {NS: 100}}
	require.Len(t, run.Results, len(want))
	for _, r := range run.Results {
		assert.Equal(t, want[r.Solver], r.PAR2(), r.Solver)
	}
}
