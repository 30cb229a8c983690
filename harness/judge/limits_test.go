package judge

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"gridjudge/solvers"
)

func TestNodeBudget(t *testing.T) {
	for _, s := range []solvers.Solver{solveFunc(honest), batchFunc(honestBatch)} {
		got, _ := judged(t, spec("honest", s), fours(t), Options{Nodes: 2})
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Equal(t, "node budget spent", got.Reason())
		assert.Equal(t, 1, got.Failed)
		assert.Equal(t, 3, got.Passed, "%s", got.Tally)
	}
}

// spin runs until it is cancelled. It sleeps, so that the clock of a bubble of package synctest moves on.
func spin(_ solvers.Grid, l solvers.Limits, r *solvers.Result) {
	r.Reset()
	for !l.Cancelled() {
		time.Sleep(time.Millisecond)
	}
	r.Stopped = solvers.Cancelled
}

func TestTimeLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, _ := judged(t, spec("spin", calls(3, spin)), fours(t), Options{Limits: Limits{Time: 500 * time.Millisecond}})
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Equal(t, 3, got.Failed, "%+v", got.Failed)
		assert.Equal(t, Tally{Accepted: 2, TimeLimit: 1, NotJudged: 3}, got.Tally)
		assert.GreaterOrEqual(t, got.Time, 1500*time.Millisecond, "it may run on for a second")
		assert.False(t, got.NearLimit())
		assert.Contains(t, got.Reason(), "over the limit of 500ms")
	})
}

// Cases that a solver solves after its time is over do not count, although several cases are solved before they are
// judged.
func TestTheTimeIsOverWithinAStretch(t *testing.T) {
	for name, after := range map[string]func(release <-chan struct{}, p solvers.Grid, l solvers.Limits, r *solvers.Result){
		"solves on": func(_ <-chan struct{}, p solvers.Grid, l solvers.Limits, r *solvers.Result) { honest(p, l, r) },
		"lies":      func(_ <-chan struct{}, _ solvers.Grid, _ solvers.Limits, r *solvers.Result) { r.Reset() },
		"panics":    func(<-chan struct{}, solvers.Grid, solvers.Limits, *solvers.Result) { panic("too late") },
		"is deaf":   func(release <-chan struct{}, _ solvers.Grid, _ solvers.Limits, _ *solvers.Result) { <-release },
	} {
		synctest.Test(t, func(t *testing.T) {
			release, asked := make(chan struct{}), 0
			solver := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				if asked++; asked > 3 {
					after(release, p, l, r)
					return
				}
				honest(p, l, r)
				time.Sleep(10 * time.Microsecond)
			})
			got, columns := judged(t, spec("late", solver), fours(t), Options{Limits: Limits{Time: 25 * time.Microsecond}})
			close(release)
			synctest.Wait()
			assert.GreaterOrEqual(t, asked, 4, name)
			assert.Equal(t, Tally{Accepted: 2, TimeLimit: 1, NotJudged: 3}, got.Tally, name)
			assert.Equal(t, 30*time.Microsecond, got.Time, name)
			assert.Equal(t, []Verdict{Accepted, Accepted, TimeLimit}, columns.Verdicts, name)
		})
	}
}

func TestBatchTimeLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := batchFunc(func(puzzles []solvers.Grid, l solvers.Limits, r []solvers.Result) {
			honestBatch(puzzles[:5], l, r[:5])
			spin(puzzles[5], l, &r[5])
		})
		got, _ := judged(t, spec("spin", slow), fours(t), Options{Limits: Limits{Time: 20 * time.Millisecond}})
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Zero(t, got.Failed)
		assert.Equal(t, Tally{TimeLimit: 6}, got.Tally)
		assert.Positive(t, got.Nodes)
	})
}

// A case that ends late, but before the watchdog cancels it, is TLE as well. The note that the verdict is close is
// shown only if no other case would have taken time, too.
func TestLateIsTLE(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := calls(2, func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			time.Sleep(250 * time.Millisecond)
			honest(p, l, r)
		})
		got, _ := judged(t, spec("late", late), fours(t), Options{Limits: Limits{Time: 200 * time.Millisecond}})
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Equal(t, 2, got.Failed)
		assert.Equal(t, 4, got.Tally[NotJudged])
		assert.False(t, got.NearLimit())
		last := calls(6, func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			time.Sleep(250 * time.Millisecond)
			honest(p, l, r)
		})
		got, _ = judged(t, spec("late", last), fours(t), Options{Limits: Limits{Time: 200 * time.Millisecond}})
		assert.Equal(t, 6, got.Failed)
		assert.True(t, got.NearLimit())
	})
}

// A contestant that ignores Cancel cannot be stopped, but the judge must end all the same.
func TestContestantIgnoresCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		deaf := func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			<-release
			honest(p, l, r)
		}
		for _, s := range []solvers.Solver{calls(2, deaf), batchFunc(func(p []solvers.Grid, l solvers.Limits, r []solvers.Result) { deaf(p[0], l, &r[0]) })} {
			start := time.Now()
			got, _ := judged(t, spec("deaf", s), fours(t), Options{Limits: Limits{Time: time.Millisecond}, Grace: 20 * time.Millisecond})
			assert.Less(t, time.Since(start), 30*time.Second)
			assert.Equal(t, TimeLimit, got.Verdict)
			assert.Contains(t, got.Reason(), "abandoned")
			assert.Equal(t, 20*time.Millisecond, got.Facts.Abandoned)
		}
	})
}
