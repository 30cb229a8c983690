package solverstest

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// short times are for solvers that hang.
var short = times{suite: 2 * time.Second, rule: time.Second, least: 50 * time.Millisecond}

// wrongSpec enters the honest solver with one fault.
func wrongSpec(solve func(s *wrong, p solvers.Grid, l solvers.Limits, r *solvers.Result)) solvers.Spec {
	return solvers.Spec{Name: "wrong", Doc: "wrong", Sizes: []int{4}, New: func(size int) solvers.Solver {
		return &wrong{plain: newPlain(size), fault: solve}
	}}
}

// However much of its time each rule takes, all of them get some, and the
// suite ends within its own.
func TestAllowance(t *testing.T) {
	all := len(solvers.Sizes()) * len(rules)
	for _, part := range []float64{0, 0.1, 0.5, 1} {
		a := allow(usual, all)
		start := a.end.Add(-usual.suite)
		now := start
		for i := range all {
			given := a.next(now)
			require.GreaterOrEqual(t, given, usual.least, "rule %d, part %v", i, part)
			require.LessOrEqual(t, given, usual.rule, "rule %d, part %v", i, part)
			now = now.Add(time.Duration(part * float64(given)))
		}
		assert.LessOrEqual(t, now.Sub(start), usual.suite, "part %v", part)
	}
	assert.Less(t, usual.suite, time.Minute*raceFactor*emulationFactor)
}

// A solver that never returns is reported by every rule that calls it, with
// the puzzle, what the puzzle tests, and the rule.
func TestEveryRuleRunsAfterAHang(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	spec := wrongSpec(func(*wrong, solvers.Grid, solvers.Limits, *solvers.Result) { <-release })
	var caught []string
	for _, v := range violations(spec, short) {
		caught = append(caught, v.Rule)
		require.IsType(t, hangError{}, v.Err, v.Rule)
		assert.Regexp(t, `^4x4, \w+: no end within \S+: no return from "[^"]+" \([.\d]+; it tests that .+\), limit .+ \(.+\)$`, v.Error())
	}
	var all []string
	for _, r := range rules {
		if r.name != "batch" { // it calls a BatchSolver only
			all = append(all, r.name)
		}
	}
	assert.Equal(t, all, caught)
}

// The puzzle that is named is the one that the solver hangs on, of a call and
// of a batch, and the one that it panics on.
func TestThePuzzleIsNamed(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	const name = "without 2 cycles of two rows"
	i := slices.IndexFunc(Cases(4), func(c Case) bool { return c.Name == name })
	require.GreaterOrEqual(t, i, 0)
	bad := Cases(4)[i]
	answers := rules[0]
	spec := wrongSpec(func(s *wrong, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		if slices.Equal(p, bad.Puzzle) {
			<-release
		}
		s.plain.Solve(p, l, r)
	})
	err := guarded(answers, spec, 4, 100*time.Millisecond)
	require.IsType(t, hangError{}, err)
	assert.ErrorContains(t, err, `"`+name+`"`)
	assert.ErrorContains(t, err, bad.Reason)

	spec = wrongSpec(func(s *wrong, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		if slices.Equal(p, bad.Puzzle) {
			panic("spoilt")
		}
		s.plain.Solve(p, l, r)
	})
	assert.ErrorContains(t, guarded(answers, spec, 4, usual.rule), `panic: spoilt: no return from "`+name+`"`)

	spec = wrongSpec(func(s *wrong, p solvers.Grid, l solvers.Limits, r *solvers.Result) { s.plain.Solve(p, l, r) })
	single := spec.New
	spec.New = func(size int) solvers.Solver {
		s := single(size).(*wrong)
		s.batch = func(*wrong, []solvers.Grid, solvers.Limits, []solvers.Result) { <-release }
		return wrongBatch{s}
	}
	batches := rule{name: "batches", broken: func(spec solvers.Spec, size int) error {
		spec.New(size).(solvers.BatchSolver).SolveBatch([]solvers.Grid{bad.Puzzle, bad.Puzzle}, solvers.Limits{}, make([]solvers.Result, 2))
		return nil
	}}
	err = guarded(batches, spec, 4, 100*time.Millisecond)
	require.IsType(t, hangError{}, err)
	assert.ErrorContains(t, err, `"`+name+`"`)
	assert.ErrorContains(t, err, "the first of a batch of 2")
}

// A rule that was given up ends at its next call, and one whose calls all
// return is not blamed on a puzzle.
func TestAbandonedRuleEnds(t *testing.T) {
	release, ended := make(chan struct{}), make(chan struct{})
	solved := false
	spec := wrongSpec(func(*wrong, solvers.Grid, solvers.Limits, *solvers.Result) { solved = true })
	slow := rule{name: "slow", broken: func(spec solvers.Spec, size int) error {
		defer close(ended)
		s := spec.New(size)
		<-release
		s.Solve(Pattern(size), solvers.Limits{}, new(solvers.Result))
		return nil
	}}
	err := guarded(slow, spec, 4, 10*time.Millisecond)
	require.IsType(t, hangError{}, err)
	assert.ErrorContains(t, err, "each call returned, but they are slow (solvers made: 1)")
	close(release)
	<-ended
	assert.False(t, solved)
}

// What fails on a case says what the case tests.
func TestFailureSaysWhatTheCaseTests(t *testing.T) {
	spec := wrongSpec(func(s *wrong, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		s.plain.Solve(p, l, r)
		r.Solutions *= 2
	})
	found := violations(spec, usual)
	require.NotEmpty(t, found)
	assert.ErrorContains(t, found[0], Cases(4)[0].Reason)
}
