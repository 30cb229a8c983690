package program

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
)

// Without any time limit, wall time is limited by default.
func TestDefaultWallLimit(t *testing.T) {
	q, err := corpus.LookupProblem("poj3074")
	require.NoError(t, err)
	for _, c := range []struct {
		limit, own time.Duration
		cases      int
		unlimited  bool
		want       time.Duration
	}{
		{0, 0, 1, false, 10 * time.Second},
		{0, 0, 7, false, 70 * time.Second},
		{0, 0, 0, false, 10 * time.Second},
		{0, 0, 1000, false, 10 * time.Minute},
		{0, 0, 7, true, 0},
		{0, time.Second, 7, false, time.Second},
		{time.Second, 0, 7, false, 11 * time.Second},
	} {
		p := &Program{Contestant: &Contestant{Limits: Overrides{Wall: c.own}}}
		pass := p.passLimits(&testset.TestSet{TimeLimit: c.limit}, Options{}, 1, false)
		judged, kill := p.processLimits(pass, q, 81, c.cases, c.unlimited)
		assert.Equal(t, c.want, judged.Wall, "%+v", c)
		assert.Equal(t, c.want, kill.Wall, "%+v", c)
		assert.Equal(t, 2*c.limit, kill.CPU, "%+v", c)
	}
}

// The note on the default limit of wall time names only the programs whose processes have it.
func TestWhoHasTheDefaultWallLimitIsTold(t *testing.T) {
	q, err := corpus.LookupProblem("poj3074")
	require.NoError(t, err)
	const s = time.Second
	for _, c := range []struct {
		set  testset.TestSet
		own  Overrides
		o    Options
		told bool
	}{
		{testset.TestSet{}, Overrides{}, Options{}, true},
		{testset.TestSet{}, Overrides{}, Options{PerCase: true}, true},
		{testset.TestSet{}, Overrides{Memory: 1 << 30}, Options{}, true},
		{testset.TestSet{TimeLimit: s}, Overrides{}, Options{}, false},
		{testset.TestSet{Unlimited: true}, Overrides{}, Options{}, false},
		{testset.TestSet{Unlimited: true}, Overrides{Time: s}, Options{}, false},
		{testset.TestSet{Unlimited: true}, Overrides{}, Options{PerCase: true, Limits: judge.Limits{Case: s}}, false},
		{testset.TestSet{}, Overrides{Time: s}, Options{}, false},
		{testset.TestSet{}, Overrides{Wall: s}, Options{}, false},
		{testset.TestSet{}, Overrides{}, Options{PerCase: true, Limits: judge.Limits{Case: s}}, false},
	} {
		c.set.Problem, c.set.Named = q, true
		limited := &Program{Contestant: &Contestant{Name: "limited", Limits: Overrides{Wall: s}}}
		p := &Program{Contestant: &Contestant{Name: "mine", Limits: c.own}}
		notes := strings.Join(Notes([]*Program{limited, p}, []*testset.TestSet{&c.set}, c.o), "\n")
		assert.Equal(t, c.told, strings.Contains(notes, "mine"), "%+v: %s", c, notes)
		assert.NotContains(t, notes, "limited may")
		// The limit that the user is told is the limit that the process gets.
		l := timeLeft(p.passLimits(&c.set, c.o, 1, c.o.PerCase), 0, 0)
		l, _ = p.processLimits(l, q, 81, 1, c.set.Unlimited)
		assert.Equal(t, c.told, l.Time == 0 && l.Wall == wallPerCase, "%+v", c)
		assert.Equal(t, l.Time == 0 && l.Wall == 0, p.Endless(&c.set, c.o), "%+v", c)
	}
}

// The limits of a pass follow from the set, the program and the options. A process gets what the processes before it
// have left.
func TestTimeLimits(t *testing.T) {
	const s = time.Second
	o := Options{Limits: judge.Limits{Case: 3 * s, KeepGoing: true}}
	perCase := func(limit, wall time.Duration) judge.Limits {
		return judge.Limits{Time: limit, Wall: wall, Case: 3 * s, KeepGoing: true}
	}
	for _, c := range []struct {
		limit     time.Duration
		own       Overrides
		processes int // above 1: one process per case
		pass      judge.Limits
		cpu, wall time.Duration // spent
		left      judge.Limits
	}{
		{4 * s, Overrides{}, 1, judge.Limits{Time: 4 * s, Wall: 14 * s}, 0, 0, judge.Limits{Time: 4 * s, Wall: 14 * s}},
		{4 * s, Overrides{Time: 10 * s}, 1, judge.Limits{Time: 10 * s, Set: 4 * s, Wall: 30 * s}, 0, 0,
			judge.Limits{Time: 10 * s, Wall: 30 * s}},
		{0, Overrides{Time: 10 * s}, 1, judge.Limits{Time: 10 * s, Set: judge.NoSetLimit, Wall: 30 * s}, 0, 0,
			judge.Limits{Time: 10 * s, Wall: 30 * s}},
		{4 * s, Overrides{Wall: 9 * s}, 100, perCase(5*s, 9*s), s, 8 * s, judge.Limits{Time: 3 * s, Wall: s}},
		{4 * s, Overrides{}, 100, perCase(5*s, 15*s), 4 * s, 4 * s, judge.Limits{Time: s, Wall: 11 * s}},
		{4 * s, Overrides{}, 100, perCase(5*s, 15*s), 6 * s, 16 * s, judge.Limits{Time: 1, Wall: 1}},
		{0, Overrides{}, 100, perCase(0, 0), 100 * s, 100 * s, judge.Limits{Time: 3 * s, Wall: 13 * s}},
	} {
		p := &Program{Contestant: &Contestant{Limits: c.own}}
		pass := p.passLimits(&testset.TestSet{Problem: &corpus.Problem{}, TimeLimit: c.limit}, o, c.processes, c.processes > 1)
		assert.Equal(t, c.pass, pass, "%+v", c)
		assert.Equal(t, c.left, timeLeft(pass, c.cpu, c.wall), "%+v", c)
	}
	single := &testset.TestSet{Problem: &corpus.Problem{OneCase: true}, TimeLimit: 4 * s}
	p := &Program{Contestant: &Contestant{Limits: Overrides{Time: s}}}
	assert.True(t, p.runsPerCase(single, Options{}))
	assert.False(t, p.runsPerCase(&testset.TestSet{Problem: &corpus.Problem{}}, Options{}))
	pass := p.passLimits(single, Options{}, 100, true)
	assert.Equal(t, judge.Limits{Time: 100 * s, Set: 400 * s, Case: s, Wall: 300 * s}, pass, "the limit of a case, not of all: an unsolved one costs 2 x 4 s")
	assert.Equal(t, judge.Limits{Time: s, Wall: 11 * s}, timeLeft(pass, 70*s, 70*s))
	p.Limits.Wall = 2 * s
	pass = p.passLimits(single, Options{}, 100, true)
	assert.Equal(t, 200*s, pass.Wall)
	assert.Equal(t, 2*s, timeLeft(pass, 0, 0).Wall, "no case gets the time of the others")

	problem := func(name string) *corpus.Problem {
		found, err := corpus.LookupProblem(name)
		require.NoError(t, err)
		return found
	}
	p = &Program{Contestant: &Contestant{Problems: []*corpus.Problem{problem("luogu1784")}}}
	many := &testset.TestSet{Problem: problem("poj3074"), TimeLimit: s}
	assert.True(t, p.runsPerCase(many, Options{}), "a program for files of one case")
	assert.Equal(t, 2*s, p.passLimits(many, Options{}, 100, true).Time, "but the limit is that of the set")
}
