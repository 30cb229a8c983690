package scoreboard

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// solved is a solver that needed these times in microseconds for one case on each of the sets of a problem.
func solved(problem, name string, us ...int) (rs []*results.Result) {
	for i, n := range us {
		rs = append(rs, accepted(fmt.Sprintf("%s/set%d", problem, i), name, time.Duration(n)*time.Microsecond))
	}
	return rs
}

// summaryOf renders the summary as CSV, its notes after it.
func summaryOf(t *testing.T, rs ...[]*results.Result) string {
	summary := Summary(slices.Concat(rs...))
	return rendered(t, summary, report.CSV, 0) + fmt.Sprint(summary.Notes[1:])
}

func TestSummaryAddsUpTheSetsOfAProblem(t *testing.T) {
	failed := solved("p", "failing", 1, 2)
	failed[1].Verdict, failed[1].Passed = judge.WrongAnswer, 0
	assert.Equal(t, `problem,solver,sets_accepted,sets,passed,cases,total_ns,par2_ns,rank
p,fast,2,2,2,2,30000,30000,1
p,slow,2,2,2,2,110000,110000,2
p,failing,1,2,1,2,3000,2000003000,3
q,fast,1,1,1,1,5000,5000,
[]`, summaryOf(t, solved("p", "slow", 50, 60), solved("p", "fast", 10, 20), solved("q", "fast", 5), failed),
		"who passes fewer cases is behind, however fast")
}

func TestOnePassDoesNotSettleASmallDifference(t *testing.T) {
	out := summaryOf(t, solved("p", "a", 68), solved("p", "b", 103), solved("p", "c", 300))
	assert.Contains(t, out, "p,a,1,1,1,1,68000,68000,1-2\n")
	assert.Contains(t, out, "p,b,1,1,1,1,103000,103000,1-2\n")
	assert.Contains(t, out, "p,c,1,1,1,1,300000,300000,3\n")
	assert.Contains(t, out, "[Not settled on p: gridjudge bench.]")
}

func TestManySetsSettleASmallDifference(t *testing.T) {
	for lost, want := range []string{"1", "1", "1-2"} { // the sign test says 0.002, 0.021 and 0.109
		times := []int{11, 11, 11, 11, 11, 11, 11, 11, 11, 11}
		for i := range lost {
			times[i] = 9
		}
		assert.Contains(t, summaryOf(t, solved("p", "a", 10, 10, 10, 10, 10, 10, 10, 10, 10, 10), solved("p", "b", times...)), "p,a,10,10,10,10,100000,100000,"+want+"\n")
	}
}

func TestSummaryOfProgramsComparesTheRepeats(t *testing.T) {
	assert.Equal(t, `problem,solver,sets_accepted,sets,passed,cases,total_ns,par2_ns,rank
p,builtin,1,1,1,1,5000,5000,
p (whole processes),fast,1,1,1,1,11500000,11500000,1-2
p (whole processes),alike,1,1,1,1,12000000,12000000,1-2
p (whole processes),slow,1,1,1,1,31500000,31500000,3
[Not settled on p (whole processes): more --repeat.]`, summaryOf(t, []*results.Result{
		repeated("p/set0", "fast", 10, 13, 11, 12, 10, 13, 11, 12), repeated("p/set0", "alike", 11, 12, 13, 11, 12, 12, 13, 11),
		repeated("p/set0", "slow", 30, 30, 31, 31, 32, 32, 33, 33),
	}, solved("p", "builtin", 5)), "solvers and processes have no common rank")
}

func TestWhatIsNotJudgedAlikeHasNoRank(t *testing.T) {
	interrupted := solved("p", "b", 10, 20)
	interrupted[1].Verdict = judge.NotJudged
	unlimited := solved("p", "b", 10, 20)
	unlimited[1].Verdict, unlimited[1].Passed, unlimited[1].Limits.Time = judge.WrongAnswer, 0, 0
	for name, other := range map[string][]*results.Result{"fewer sets": solved("p", "b", 10), "interrupted": interrupted, "no limit": unlimited} {
		for _, row := range Summary(append(solved("p", "a", 100, 200), other...)).Rows {
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
		sets := 3 + random.IntN(8)
		n := 2 + random.IntN(4)
		times := make([][]int, n)
		var all []*results.Result
		for i := range times {
			for range sets {
				times[i] = append(times[i], int(100*math.Exp(0.15*float64(i)+0.1*random.NormFloat64())))
			}
			all = append(all, solved("p", fmt.Sprint("s", i), times[i]...)...)
		}
		ahead := aheadByDefinition(times)
		for _, row := range Summary(all).Rows {
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
