package scoreboard

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/grids"
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
		sets = append(sets, &testset.TestSet{Name: fmt.Sprintf("%s/set%d", problem, i), Cases: make([]grids.Case, 1)})
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

// TestSummaryAgreesWithTheDefinitions compares the ranks with a second implementation that shares no code: the sign
// test by counting all outcomes, and the correction of Benjamini and Hochberg by its definition.
func TestSummaryAgreesWithTheDefinitions(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 5))
	settled, open := 0, 0
	for range 60 {
		sets := someSets("p", 3+random.IntN(8))
		n := 2 + random.IntN(4)
		times := make([][]int, n)
		b := &Scoreboard{}
		for i := range times {
			for range sets {
				times[i] = append(times[i], int(100*math.Exp(0.15*float64(i)+0.1*random.NormFloat64())))
			}
			b.Add(solved(sets, fmt.Sprint("s", i), times[i]...)...)
		}
		ahead := aheadByDefinition(times)
		for _, row := range b.Summary().Rows {
			var i int
			_, err := fmt.Sscanf(row[1].Value.(string), "s%d", &i)
			require.NoError(t, err)
			best, worst := 1, n
			for j := range n {
				if ahead[[2]int{j, i}] {
					best++
				}
				if ahead[[2]int{i, j}] {
					worst--
				}
			}
			want := fmt.Sprintf("%d-%d", best, worst)
			if best == worst {
				want = fmt.Sprint(best)
				settled++
			} else {
				open++
			}
			assert.Equal(t, want, row[8].Value, "%v", times)
		}
	}
	assert.Greater(t, min(settled, open), 20, "the random data must have ranks of both kinds")
}

// aheadByDefinition returns the pairs of which the first has the smaller sum, surely: below half of the other, or by
// the sign test over the sets.
func aheadByDefinition(times [][]int) map[[2]int]bool {
	type pair struct{ i, j, wins, losses int }
	sum := func(values []int) (total int) {
		for _, v := range values {
			total += v
		}
		return total
	}
	var pairs []pair
	var p []float64
	for j := range times {
		for i := range j {
			x := pair{i: i, j: j}
			for k := range times[i] {
				switch {
				case times[i][k] < times[j][k]:
					x.wins++
				case times[i][k] > times[j][k]:
					x.losses++
				}
			}
			tosses := x.wins + x.losses
			extreme := 0
			for outcome := range 1 << tosses {
				if heads := bits.OnesCount(uint(outcome)); min(heads, tosses-heads) <= min(x.wins, x.losses) {
					extreme++
				}
			}
			pairs = append(pairs, x)
			p = append(p, float64(extreme)/float64(int(1)<<tosses))
		}
	}
	ahead := map[[2]int]bool{}
	for k, x := range pairs {
		q := 1.0
		for _, bound := range p {
			if bound < p[k] {
				continue
			}
			rank := 0
			for _, other := range p {
				if other <= bound {
					rank++
				}
			}
			q = min(q, bound*float64(len(p))/float64(rank))
		}
		i, j, wins := x.i, x.j, x.wins > x.losses
		if sum(times[i]) > sum(times[j]) {
			i, j, wins = j, i, x.losses > x.wins
		}
		if a, b := sum(times[i]), sum(times[j]); a < b && (b > 2*a || wins && q < 0.05) {
			ahead[[2]int{i, j}] = true
		}
	}
	return ahead
}
