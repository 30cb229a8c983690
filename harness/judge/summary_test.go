package judge

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/report"
	"gridjudge/harness/testset"
)

// solved is a solver that needed these times in microseconds for one case on each of the sets.
func solved(sets []*testset.TestSet, name string, us ...int) (results []*SetResult) {
	for i, n := range us {
		results = append(results, &SetResult{
			Set: sets[i], Solver: name, Verdict: Accepted, Expected: Accepted, Cases: 1, Passed: 1,
			Limits: Limits{Time: time.Second}, Total: time.Duration(n) * time.Microsecond,
		})
	}
	return results
}

func someSets(problem string, n int) (sets []*testset.TestSet) {
	for i := range n {
		sets = append(sets, &testset.TestSet{Name: fmt.Sprintf("%s/set%d", problem, i), Cases: make([]corpus.Case, 1)})
	}
	return sets
}

// summaryOf renders the summary as CSV, its notes after it.
func summaryOf(t *testing.T, b *Scoreboard) string {
	var out bytes.Buffer
	summary := b.Summary()
	require.NoError(t, summary.Render(&out, report.CSV, report.Style{}))
	return out.String() + fmt.Sprint(summary.Notes[1:])
}

func TestSummaryAddsUpTheSetsOfAProblem(t *testing.T) {
	sets, others := someSets("p", 2), someSets("q", 1)
	b := &Scoreboard{}
	b.Add(solved(sets, "slow", 50, 60)...)
	b.Add(solved(sets, "fast", 10, 20)...)
	b.Add(solved(others, "fast", 5)...)
	failed := solved(sets, "failing", 1, 2)
	failed[1].Verdict, failed[1].Passed, failed[1].Failed = WrongAnswer, 0, &Outcome{Case: 1, Verdict: WrongAnswer}
	b.Add(failed...)
	assert.Equal(t, `problem,solver,sets_accepted,sets,passed,cases,total_ns,par2_ns,rank
p,fast,2,2,2,2,30000,30000,1
p,slow,2,2,2,2,110000,110000,2
p,failing,1,2,1,2,3000,2000003000,3
q,fast,1,1,1,1,5000,5000,
[]`, summaryOf(t, b), "who passes fewer cases is behind, however fast")
}

func TestOnePassDoesNotSettleASmallDifference(t *testing.T) {
	sets := someSets("p", 1)
	b := &Scoreboard{}
	b.Add(solved(sets, "a", 68)...)
	b.Add(solved(sets, "b", 103)...)
	b.Add(solved(sets, "c", 300)...)
	out := summaryOf(t, b)
	assert.Contains(t, out, "p,a,1,1,1,1,68000,68000,1-2\n")
	assert.Contains(t, out, "p,b,1,1,1,1,103000,103000,1-2\n")
	assert.Contains(t, out, "p,c,1,1,1,1,300000,300000,3\n")
	assert.Contains(t, out, "[Not settled on p: gridjudge bench. ")
}

func TestManySetsSettleASmallDifference(t *testing.T) {
	sets := someSets("p", 10)
	for lost, want := range []string{"1", "1", "1-2"} { // the sign test says 0.002, 0.021 and 0.109
		b := &Scoreboard{}
		times := []int{11, 11, 11, 11, 11, 11, 11, 11, 11, 11}
		for i := range lost {
			times[i] = 9
		}
		b.Add(solved(sets, "a", 10, 10, 10, 10, 10, 10, 10, 10, 10, 10)...)
		b.Add(solved(sets, "b", times...)...)
		assert.Contains(t, summaryOf(t, b), "p,a,10,10,10,10,100000,100000,"+want+"\n")
	}
}

func TestSummaryOfProgramsComparesIntervals(t *testing.T) {
	sets := someSets("p", 1)
	set := sets[0]
	b := &Scoreboard{}
	b.Add(timed(set, "fast", 10, 10, 11, 11, 12, 12, 13, 13), timed(set, "alike", 11, 11, 12, 12, 13, 13, 14, 14), timed(set, "slow", 30, 30, 31, 31, 32, 32, 33, 33))
	b.Add(solved(sets, "builtin", 5)...)
	assert.Equal(t, `problem,solver,sets_accepted,sets,passed,cases,total_ns,par2_ns,rank
p,builtin,1,1,1,1,5000,5000,
p (whole processes),fast,1,1,1,1,11500000,11500000,1-2
p (whole processes),alike,1,1,1,1,12500000,12500000,1-2
p (whole processes),slow,1,1,1,1,31500000,31500000,3
[Not settled on p (whole processes): --repeat 16.]`, summaryOf(t, b), "solvers and processes have no common rank")
}

func TestWhatIsNotJudgedAlikeHasNoRank(t *testing.T) {
	sets := someSets("p", 2)
	interrupted := solved(sets, "b", 10, 20)
	interrupted[1].Verdict = NotJudged
	unlimited := solved(sets, "b", 10, 20)
	unlimited[1].Verdict, unlimited[1].Passed, unlimited[1].Limits.Time = WrongAnswer, 0, 0
	for name, other := range map[string][]*SetResult{"fewer sets": solved(sets, "b", 10), "interrupted": interrupted, "no limit": unlimited} {
		b := &Scoreboard{}
		b.Add(solved(sets, "a", 100, 200)...)
		b.Add(other...)
		for _, row := range b.Summary().Rows {
			assert.Nil(t, row[8].Value, name)
			assert.Equal(t, name == "no limit" && row[1].Value == "b", row[7].Value == nil, name)
		}
	}
}
