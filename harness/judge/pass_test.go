package judge

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// TestBlocksGiveTheSameAsTheWhole checks verdicts, counts and the first failure.
func TestBlocksGiveTheSameAsTheWhole(t *testing.T) {
	lie := after(func(_ solvers.Grid, r *solvers.Result) { r.First[3] = r.First[3]%4 + 1 })
	fail := func(solvers.Grid, solvers.Limits, *solvers.Result) { panic("no") }
	of := fours(t)
	for i := range of {
		of[i].Line = 10 + i
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
		whole, all := judged(t, spec(name, solver()), of, Options{})
		for n := 1; n <= len(of); n++ {
			if name == "wrong batch" && n < len(of) {
				continue // the last case of a block is wrong
			}
			got, columns := inBlocks(t, spec(name, solver()), of, n, Options{})
			assert.Equal(t, whole.Verdict, got.Verdict, "%s in blocks of %d", name, n)
			assert.Equal(t, whole.Tally, got.Tally, "%s in blocks of %d", name, n)
			assert.Equal(t, whole.Cases, got.Cases)
			assert.Equal(t, whole.Passed, got.Passed)
			assert.Equal(t, whole.Nodes, got.Nodes)
			assert.Equal(t, whole.Updates, got.Updates)
			assert.Equal(t, whole.Whole, got.Whole)
			assert.Equal(t, all.Verdicts, columns.Verdicts)
			assert.Equal(t, all.Answers, columns.Answers)
			assert.Equal(t, all.Nodes, columns.Nodes)
			assert.Equal(t, whole.Failed, got.Failed, "%s in blocks of %d", name, n)
			assert.Equal(t, whole.Reason(), got.Reason(), "%s in blocks of %d", name, n)
			assert.Equal(t, whole.Line, got.Line)
			if got.Failed > 0 {
				assert.Equal(t, of[got.Failed-1].Line, got.Line)
			}
		}
	}
}

// The slowest cases are solved again even if the sum of their times exceeds the limit, but each at most for the time
// of a case.
func TestTheLimitOfThePassIsNotThatOfTheSlowest(t *testing.T) {
	s := spec("echo", solveFunc(echo))
	p := NewPass(runner(s), Options{Slowest: 1, Limits: Limits{Time: time.Second, Case: time.Minute}})
	assert.Equal(t, Limits{Case: time.Minute}, p.again.options.Limits)
	assert.Equal(t, Limits{Time: time.Second, Case: time.Minute}, p.options.Limits)
}

// A failure of all cases has no line, even if an earlier case has failed.
func TestAFailureOfAllCasesHasNoLine(t *testing.T) {
	f := Fold{Limits: Limits{Time: time.Second}}
	f.Expect(2)
	f.Case(&Case{Number: 1, Line: 7, Facts: Facts{Ran: true, BuiltIn: true, Finding: cases.Finding{Match: cases.Wrong}}})
	f.All(&Case{Facts: Facts{Ran: true, BuiltIn: true, Wall: 2 * time.Second, Finding: cases.Finding{Match: cases.Right}}}, 2)
	got := f.Outcome()
	assert.Equal(t, TimeLimit, got.Verdict)
	assert.Equal(t, [2]int{}, [2]int{got.Failed, got.Line})
}

// An output with right answers alone may be rejected because of text after them. Then not every case is passed.
func TestARejectedOutputPassesNotEveryCase(t *testing.T) {
	f := Fold{Limits: Limits{Time: time.Second}}
	f.Expect(3)
	f.All(&Case{Facts: Facts{Ran: true, Finding: cases.Finding{Match: cases.Wrong, Passed: 3}}}, 3)
	got := f.Outcome()
	assert.Equal(t, 2, got.Passed)
	assert.Equal(t, Tally{Accepted: 2, WrongAnswer: 1}, got.Tally)
}

// TestRightAnswersNeedNoRule: where a Fold accepts a case without asking Derive, the outcome is the same as with it.
func TestRightAnswersNeedNoRule(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for range 1000 {
		limit := func() time.Duration { return time.Duration(r.IntN(2) * r.IntN(20)) }
		limits := Limits{Time: limit(), Wall: limit(), Case: limit(), KeepGoing: r.IntN(2) == 0}
		asked, unasked := Fold{Limits: limits}, Fold{Limits: limits}
		asked.Expect(5)
		unasked.Expect(5)
		for n := range 5 {
			c := Case{Number: n + 1, Facts: right, Timed: true}
			c.Facts.Wall = time.Duration(r.IntN(10))
			same := c
			same.Right = true
			more := asked.Case(&c)
			require.Equal(t, more, unasked.Case(&same), "%+v", limits)
			if !more {
				break
			}
		}
		require.Equal(t, asked.Outcome(), unasked.Outcome(), "%+v", limits)
	}
}

// TestSlowestCasesAreKept compares with sorting. Among cases that took the same time, the first is kept.
func TestSlowestCasesAreKept(t *testing.T) {
	times := []time.Duration{3, 9, 1, 9, 7, 2, 8}
	var sorted []Slow
	for i, d := range times {
		sorted = append(sorted, Slow{Case: i + 1, Line: 10 + i, Verdict: Accepted, Time: d, First: d})
	}
	slices.SortStableFunc(sorted, func(a, b Slow) int { return int(b.Time - a.Time) })
	for n := range 9 {
		f := Fold{Slowest: n}
		f.Expect(len(times))
		for i, d := range times {
			f.Case(&Case{Number: i + 1, Line: 10 + i, Timed: true, Facts: Facts{Ran: true, BuiltIn: true, Wall: d, Finding: cases.Finding{Match: cases.Right}}})
		}
		got := f.Outcome().Slowest
		require.Len(t, got, min(n, len(times)))
		assert.Equal(t, sorted[:len(got)], append([]Slow{}, got...))
	}
}

// TestAnInterruptIsNoSlowCase: an interrupt delays a case once, but not when the case is solved again.
func TestAnInterruptIsNoSlowCase(t *testing.T) {
	for jobs := 1; jobs <= 2; jobs++ {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			seen := map[string]bool{}
			slow := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				givens := 0
				for _, d := range p {
					givens += int(min(d, 1))
				}
				mu.Lock()
				first := !seen[p.String()]
				seen[p.String()] = true
				mu.Unlock()
				if givens == 15 && first {
					time.Sleep(time.Second)
				}
				time.Sleep(time.Duration(16-givens) * time.Millisecond)
				honest(p, l, r)
			})
			var of []grids.Case
			for _, holes := range []int{1, 3, 1, 2, 1, 4} {
				c := grids.Case{Puzzle: slices.Clone(grid(t, solved4)), Line: len(of) + 1}
				clear(c.Puzzle[len(of) : len(of)+holes])
				of = append(of, c)
			}
			got, _ := inBlocks(t, spec("slow", slow), of, 4, Options{Slowest: 2, Jobs: jobs})
			require.Len(t, got.Slowest, 2)
			assert.Equal(t, []Slow{{6, 6, Accepted, 4e6, 4e6, 5, 1, false}, {2, 2, Accepted, 3e6, 3e6, 4, 1, false}}, got.Slowest)
		})
	}
}

// TestABurstOfLoadIsNoSlowCase: a burst of load that slows everything down, for longer than ten solves of a case,
// does not hide a slow case. Of a thousand cases, 491 to 510 are equally slow, and an interrupt has delayed every
// third case once.
func TestABurstOfLoadIsNoSlowCase(t *testing.T) {
	clock, bursts := time.Duration(0), 0
	solve := func(number int) time.Duration {
		d := time.Duration(100-max(500-number, number-501)/10) * time.Microsecond
		if clock%(40*time.Millisecond) < 10*time.Millisecond {
			d, bursts = 3*d, bursts+1
		}
		clock += d
		return d
	}
	f := Fold{Slowest: 2, spare: candidates}
	for i := range 1000 {
		c := Slow{Case: i + 1, Verdict: Accepted, Time: solve(i + 1)}
		if i%3 == 0 {
			c.Time += 10 * time.Millisecond
		}
		f.keepSlow(c)
	}
	f.retimeSlowest(func(c *Slow) time.Duration {
		took := solve(c.Case)
		c.Time = min(c.Time, took)
		return took
	})
	assert.Greater(t, bursts, 100)
	var got []int
	for _, c := range f.out.Slowest {
		assert.Equal(t, 100*time.Microsecond, c.Time)
		got = append(got, c.Case)
	}
	slices.Sort(got)
	require.Len(t, got, 2)
	assert.GreaterOrEqual(t, got[0], 491)
	assert.LessOrEqual(t, got[1], 510)
}

// TestALateBatchPassesNoBlock checks that no case of any block is passed if a later block exceeds the limit.
func TestALateBatchPassesNoBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		block := 0
		slow := batchFunc(func(p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
			if block++; block == 2 {
				time.Sleep(600 * time.Millisecond)
			}
			honestBatch(p, l, r)
		})
		got, _ := inBlocks(t, spec("slow", slow), fours(t), 2, Options{Limits: Limits{Time: 500 * time.Millisecond}})
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Zero(t, got.Passed)
		assert.Zero(t, got.Failed)
		assert.Equal(t, 6, got.Cases)
		assert.Equal(t, Tally{TimeLimit: 4, NotJudged: 2}, got.Tally)
		assert.Equal(t, 600*time.Millisecond, got.Time)
		assert.Equal(t, 2, block, "no block is run after the limit")
	})
}

// TestTheTimeLimitAppliesToAllBlocks checks that the times of the blocks are added up.
func TestTheTimeLimitAppliesToAllBlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := after(func(solvers.Grid, *solvers.Result) { time.Sleep(20 * time.Millisecond) })
		got, _ := inBlocks(t, spec("slow", slow), fours(t), 1, Options{Limits: Limits{Time: 50 * time.Millisecond}})
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Less(t, got.Passed, 3)
		assert.Equal(t, 1, got.Tally[TimeLimit])
		assert.Equal(t, 6-got.Passed-1, got.Tally[NotJudged])
	})
}

func TestAnInterruptEndsAllBlocks(t *testing.T) {
	for _, jobs := range []int{1, 2} {
		ctx, cancel := context.WithCancel(t.Context())
		p := NewPass(runner(spec("honest", solveFunc(honest))), Options{Jobs: jobs})
		all := list(fours(t))
		require.NoError(t, p.Run(ctx, all.Slice(0, 2), nil))
		assert.EqualValues(t, 2, p.Done())
		cancel()
		assert.ErrorIs(t, p.Run(ctx, all.Slice(2, 4), nil), context.Canceled)
		assert.ErrorIs(t, p.Run(t.Context(), all.Slice(4, 6), nil), context.Canceled)
		got := p.Outcome()
		assert.Equal(t, NotJudged, got.Verdict)
		assert.Equal(t, "2 of 6 cases were judged", got.Reason())
		assert.Equal(t, 2, got.Passed)
		assert.Equal(t, 4, got.Tally[NotJudged])
		assert.EqualValues(t, 2, p.Done())
	}
}

// A solver that counts downwards has a counter that no output shows exactly. It is not accepted.
func TestACounterThatWrapped(t *testing.T) {
	down := after(func(_ solvers.Grid, r *solvers.Result) { r.Updates = -r.Updates - 1 })
	o, _ := judged(t, spec("down", solveFunc(down)), fours(t), Options{})
	assert.Equal(t, WrongAnswer, o.Verdict)
	assert.Contains(t, o.Reason(), "a counter has wrapped")
}
