package judge

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// memory is a Recorder that keeps portions in memory. It stops judging after some cases where stop is positive.
type memory struct {
	before  []*Portion
	current []Outcome
	stop    int
	cancel  func()
}

func (m *memory) Begin(*testset.TestSet, string) []*Portion { return m.before }

func (m *memory) Observe(o Outcome) {
	m.current = append(m.current, o)
	if len(m.current) == m.stop {
		m.cancel()
	}
}

func (m *memory) End(p *Portion) error {
	kept := *p
	kept.Outcomes = m.current
	m.before = append(m.before, &kept)
	return nil
}

func (m *memory) Add(*SetResult) error { return nil }

// untimed is a result without its times, which differ from run to run.
func untimed(r *SetResult) *SetResult {
	u := *r
	u.Total, u.Timed = 0, slices.Clone(r.Timed)
	for i := range u.Timed {
		u.Timed[i].Time, u.Timed[i].Solutions = 0, 0
	}
	if r.Failed != nil {
		failed := *r.Failed
		failed.Time, failed.Solutions = 0, 0
		u.Failed = &failed
	}
	u.batch = false
	return &u
}

// many repeats the small cases.
func many(t *testing.T, n int) *testset.TestSet {
	var cases []corpus.Case
	for len(cases) < n {
		cases = append(cases, fours(t)...)
	}
	return &testset.TestSet{Name: "sudoku4/many", Cases: cases[:n], TimeLimit: time.Minute}
}

// misjudge makes the judge's own data on a case wrong.
func misjudge(c *corpus.Case) { c.Solutions = 0 }

// spoiledAt are contestants that fail on certain puzzles, however the cases are cut.
func spoiledAt() map[string]func() solvers.Solver {
	wrongOn := func(digits string, fail func(r *solvers.Result)) solveFunc {
		return func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			honest(p, l, r)
			if p.String() == digits {
				fail(r)
			}
		}
	}
	return map[string]func() solvers.Solver{
		"honest": func() solvers.Solver { return solveFunc(honest) },
		"batch":  func() solvers.Solver { return batchFunc(honestBatch) },
		"wrong":  func() solvers.Solver { return wrongOn(".23434122143.321", func(r *solvers.Result) { r.First[0] = 2 }) },
		"panics": func() solvers.Solver {
			return wrongOn("123....4........", func(*solvers.Result) { panic("no solution") })
		},
		"wrong-batch": func() solvers.Solver {
			return batchFunc(func(puzzles []solvers.Grid, l solvers.Limits, r []solvers.Result) {
				honestBatch(puzzles, l, r)
				for i, p := range puzzles {
					if p.String() == "123....4........" {
						r[i].Solutions = 1
					}
				}
			})
		},
	}
}

// TestPortionsJoinToTheWhole cuts a set into random portions, judges each one, interrupts some and continues them.
func TestPortionsJoinToTheWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, solver := range spoiledAt() {
		for trial := range 10 {
			set := many(t, 1+random.IntN(40))
			if random.IntN(2) == 0 {
				misjudge(&set.Cases[random.IntN(len(set.Cases))])
			}
			spec := &solvers.Spec{Name: name, Doc: "a test", Sizes: []int{4}, New: func(int) solvers.Solver { return solver() }}
			options := Options{Solutions: 2, KeepGoing: random.IntN(2) == 0, NodeBudget: []uint64{0, 5}[random.IntN(2)]}
			want, err := RunSet(t.Context(), spec, set, options)
			require.NoError(t, err)
			if name == "batch" || name == "wrong-batch" {
				want.Notes = nil // of --keep-going, which a shard without cases cannot give
			}
			of := 1 + random.IntN(9)
			var portions []*Portion
			for _, i := range random.Perm(of) {
				part := set.Part(func(number int) bool { return number%of == i })
				portions = append(portions, judgeInPieces(t, spec, part, options, random)...)
			}
			got := Join(set, name, options, portions)
			if want.Notes == nil {
				got.Notes = nil
			}
			require.Equal(t, untimed(want), untimed(got), "%s, trial %d, %d portions", name, trial, of)
		}
	}
}

// judgeInPieces judges a part of a set, interrupted after random numbers of cases.
func judgeInPieces(t *testing.T, spec *solvers.Spec, part *testset.TestSet, o Options, random *rand.Rand) []*Portion {
	m := &memory{}
	for {
		ctx, cancel := context.WithCancel(t.Context())
		m.current, m.stop, m.cancel = nil, random.IntN(8), cancel
		board := &Scoreboard{Recorder: m}
		result, err := board.runRecorded(ctx, spec, part, o)
		cancel()
		if err == nil {
			whole, err := RunSet(t.Context(), spec, part, o)
			require.NoError(t, err)
			require.Equal(t, whole.Tally, result.Tally, "a run that was continued")
			return m.before
		}
		require.ErrorIs(t, err, ErrInterrupted)
		last := m.before[len(m.before)-1]
		if last.Batch { // a call over many cases is made again
			m.before = m.before[:len(m.before)-1]
		}
	}
}

// TestLimitOnJoinedTimes compares Join with the rules of a time limit, written down once more.
func TestLimitOnJoinedTimes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	late := 0
	for trial := range 500 {
		set := many(t, 1+random.IntN(30))
		set.TimeLimit = time.Duration(1+random.IntN(60)) * time.Second
		options := Options{KeepGoing: random.IntN(2) == 0}
		all := make([]Outcome, len(set.Cases))
		for i := range all {
			all[i] = Outcome{Case: i + 1, Verdict: Accepted, Time: time.Duration(random.IntN(4)) * time.Second, Nodes: 1}
			if random.IntN(10) == 0 {
				all[i].Verdict, all[i].Reason = WrongAnswer, "wrong"
			}
		}
		var spent time.Duration
		var want Tally
		for i, o := range all {
			spent += o.Time
			switch {
			case spent <= set.TimeLimit:
				want[o.Verdict]++
				continue
			case options.KeepGoing:
				want[TimeLimit]++
				spent -= o.Time
				continue
			}
			want[TimeLimit]++
			want[NotJudged] = len(all) - i - 1
			late++
			break
		}
		of := 1 + random.IntN(6)
		portions := make([]*Portion, of)
		for i := range portions {
			portions[i] = &Portion{Ended: true}
		}
		// A portion that exceeds the limit by itself is not judged further, unless it keeps going.
		alone := make([]time.Duration, of)
		for i, o := range all {
			k := i % of
			if alone[k] > set.TimeLimit && !options.KeepGoing {
				continue
			}
			alone[k] += o.Time
			portions[k].Outcomes = append(portions[k].Outcomes, o)
		}
		random.Shuffle(of, func(i, j int) { portions[i], portions[j] = portions[j], portions[i] })
		got := Join(set, "x", options, portions)
		require.Equal(t, want, got.Tally, "trial %d", trial)
		if want[TimeLimit] > 0 && got.Failed.Verdict == TimeLimit {
			assert.Contains(t, got.Failed.Reason, fmt.Sprintf("over the limit of %v", set.TimeLimit))
		}
	}
	assert.Greater(t, late, 100, "few trials reach the limit")
}

// TestBatchesAreLateTogether: two calls of which each keeps the limit.
func TestBatchesAreLateTogether(t *testing.T) {
	set := many(t, 4)
	set.TimeLimit = 10 * time.Second
	half := func(total time.Duration, cases ...int) *Portion {
		p := &Portion{Batch: true, Total: total, Ended: true}
		for _, c := range cases {
			p.Outcomes = append(p.Outcomes, Outcome{Case: c, Verdict: Accepted, Nodes: 3})
		}
		return p
	}
	got := Join(set, "x", Options{}, []*Portion{half(5*time.Second, 2, 4), half(5*time.Second, 1, 3)})
	assert.Equal(t, Accepted, got.Verdict)
	assert.Equal(t, uint64(12), got.Nodes)
	got = Join(set, "x", Options{}, []*Portion{half(6*time.Second, 2, 4), half(5*time.Second, 1, 3)})
	assert.Equal(t, TimeLimit, got.Verdict)
	assert.Equal(t, "solving time 11s, over the limit of 10s", got.Failed.Reason)
	assert.Zero(t, got.Failed.Case)
	assert.Equal(t, Tally{TimeLimit: 1, NotJudged: 3}, got.Tally)
	assert.True(t, got.Late)
}

// TestTheTimeThatIsLeft: with --keep-going, a case that exceeds the limit takes no time from the cases after it.
func TestTheTimeThatIsLeft(t *testing.T) {
	set := many(t, 6)
	set.TimeLimit = 10 * time.Second
	before := []*Portion{
		{Outcomes: []Outcome{{Case: 1, Time: 3 * time.Second}, {Case: 2, Time: 15 * time.Second}}},
		{Outcomes: []Outcome{{Case: 3, Time: 7 * time.Second}, {Case: 4, Time: time.Second}}},
	}
	for keepGoing, want := range map[bool][]time.Duration{true: {7 * time.Second, 1}, false: {1, 1}} {
		for i, left := range want {
			rest := unjudged(set, before[:i+1], keepGoing)
			assert.Equal(t, left, rest.TimeLimit, "%d portions, keep going: %t", i+1, keepGoing)
			assert.Len(t, rest.Cases, 4-2*i)
		}
	}
	set.TimeLimit = 0
	assert.Zero(t, unjudged(set, before, true).TimeLimit, "no limit")
}

// TestAnAbandonedSolverEndsThePass: what comes behind it is not run, as in one pass.
func TestAnAbandonedSolverEndsThePass(t *testing.T) {
	set := many(t, 6)
	portions := []*Portion{
		{Outcomes: []Outcome{{Case: 1, Verdict: Accepted, Time: 1}, {Case: 3, Verdict: TimeLimit, Reason: "abandoned", Time: 9, Final: true}}, Ended: true},
		{Outcomes: []Outcome{{Case: 2, Verdict: Accepted, Time: 1}, {Case: 4, Verdict: Accepted, Time: 1}, {Case: 6, Verdict: Accepted, Time: 1}}, Ended: true},
	}
	got := Join(set, "x", Options{}, portions)
	assert.Equal(t, Tally{Accepted: 2, TimeLimit: 1, NotJudged: 3}, got.Tally)
	assert.Equal(t, "abandoned", got.Failed.Reason)
	assert.Equal(t, time.Duration(11), got.Total)
}

// TestBatchesAreBounded: a BatchSolver never gets more cases in one call than the judge says.
func TestBatchesAreBounded(t *testing.T) {
	set := many(t, batchCases+5)
	var calls []int
	counting := batchFunc(func(puzzles []solvers.Grid, _ solvers.Limits, r []solvers.Result) {
		calls = append(calls, len(puzzles))
		for i := range r {
			r[i].Reset()
			r[i].Nodes = 1
		}
	})
	got, err := RunSet(t.Context(), spec("counting", counting), set, Options{})
	require.NoError(t, err)
	assert.Equal(t, []int{batchCases, 5}, calls)
	assert.Equal(t, uint64(batchCases+5), got.Nodes)
	assert.Equal(t, batchCases+5, got.Cases)
}
