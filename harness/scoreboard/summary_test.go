package scoreboard

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// solved returns the results of a solver that needed these times, in microseconds, for one case on each set of a
// problem.
func solved(problem, name string, us ...int) (rs []*results.Result) {
	for i, n := range us {
		rs = append(rs, accepted(fmt.Sprintf("%s/set%d", problem, i), name, time.Duration(n)*time.Microsecond))
	}
	return rs
}

// summaryOf renders the rows of the summary as text, without the blanks that lay them out.
func summaryOf(t *testing.T, rs ...[]*results.Result) (rows []string) {
	table, _, _ := strings.Cut(rendered(t, New(slices.Concat(rs...), Options{}).summary(), report.Text, 0), "\n\n")
	for _, line := range slices.Delete(strings.Split(table, "\n"), 1, 2) {
		if line != "" {
			rows = append(rows, strings.Join(strings.Fields(line), " "))
		}
	}
	return rows
}

func TestSummaryAddsUpTheSetsOfAProblem(t *testing.T) {
	failed := solved("p", "failing", 1, 2)
	failed[1].Verdict, failed[1].Passed = judge.WrongAnswer, 0
	assert.Equal(t, []string{"solver p q", "fast 30.00 µs 1-2 5.000 µs", "slow 110.0 µs 1-2 -", "failing WA 1/2 3 -"},
		summaryOf(t, solved("p", "slow", 50, 60), solved("p", "fast", 10, 20), solved("q", "fast", 5), failed),
		"who passes fewer cases is behind, however fast")
}

// ran makes results the results of programs, with processor times.
func ran(rs []*results.Result) []*results.Result {
	for _, r := range rs {
		r.Process = true
	}
	return rs
}

func TestOneRunDoesNotSettleASmallDifference(t *testing.T) {
	assert.Equal(t, []string{"solver p", "a 68.00 µs 1-2", "b 103.0 µs 1-2", "c 300.0 µs 3"},
		summaryOf(t, ran(solved("p", "a", 68)), ran(solved("p", "b", 103)), ran(solved("p", "c", 300))))
}

// TestOnePassBesideOtherLoadSettlesNothing: one pass must not decide a rank even by a factor of six, because a stop
// of 20 ms once put the slower solver first by that much.
func TestOnePassBesideOtherLoadSettlesNothing(t *testing.T) {
	all := slices.Concat(solved("p", "a", 8), solved("p", "b", 50))
	assert.Equal(t, []string{"solver p", "a 8.000 µs 1-2", "b 50.00 µs 1-2"}, summaryOf(t, all))
	assert.Contains(t, rendered(t, New(all, Options{}).Verdicts(), report.Text, 0),
		"p: one pass of each does not settle who is fastest; rounds of gridjudge bench do.")
	many := []int{5, 5, 5, 5, 5, 5, 5, 5}
	assert.Contains(t, rendered(t, New(slices.Concat(solved("p", "a", many...), solved("p", "b", 9, 9, 9, 9, 9, 9, 9, 90)), Options{}).Verdicts(), report.Text, 0), "p: a is first; by how much, gridjudge bench measures.")
}

func TestManySetsSettleASmallDifference(t *testing.T) {
	for lost, want := range []string{"1", "1", "1-2"} { // the sign test says 0.002, 0.021 and 0.109
		times := []int{11, 11, 11, 11, 11, 11, 11, 11, 11, 11}
		for i := range lost {
			times[i] = 9
		}
		assert.Contains(t, summaryOf(t, solved("p", "a", 10, 10, 10, 10, 10, 10, 10, 10, 10, 10), solved("p", "b", times...)), "a 100.0 µs "+want)
	}
}

func TestSummaryOfProgramsComparesTheRepeats(t *testing.T) {
	assert.Equal(t, []string{"solver p p (whole processes)", "builtin 5.000 µs -", "fast - 11.50 ms 1-2", "alike - 12.00 ms 1-2", "slow - 31.50 ms 3"},
		summaryOf(t, []*results.Result{
			repeated("p/set0", "fast", 10, 13, 11, 12, 10, 13, 11, 12), repeated("p/set0", "alike", 11, 12, 13, 11, 12, 12, 13, 11),
			repeated("p/set0", "slow", 30, 30, 31, 31, 32, 32, 33, 33),
		}, solved("p", "builtin", 5)), "solvers and processes have no common rank")
}

// TestOfAnEvenNumberOfRepeatsEveryFigureIsOfTheMedian: row, sum, rank, margin and XML all take the mean of the two
// middle times.
func TestOfAnEvenNumberOfRepeatsEveryFigureIsOfTheMedian(t *testing.T) {
	even := func() *results.Result {
		r := repeated("p/s", "even", 40, 10, 30, 20)
		r.Time = 20 * time.Millisecond // of the run that is shown, which has the lower of the two middle times
		return r
	}
	odd := repeated("p/s", "odd", 22, 22, 24, 24)
	odd.Time = 22 * time.Millisecond
	table := New([]*results.Result{even(), odd}, Options{}).Verdicts()
	row := map[string]any{}
	for i, c := range table.Columns {
		row[c.Name] = table.Rows[1][i].Value
	}
	assert.Equal(t, "even", row["solver"], "25 ms is more than 23 ms")
	assert.Equal(t, 25*time.Millisecond, row["cpu_ns"])
	assert.Equal(t, 25*time.Millisecond, row["par2_ns"])
	assert.Nil(t, row["par2_bound"])
	part := even()
	part.Verdict, part.Passed, part.Whole = judge.WrongAnswer, 1, true
	table = New([]*results.Result{part}, Options{}).Verdicts()
	assert.Equal(t, "at most", table.Rows[0][slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == "par2_bound" })].Value)
	assert.InDelta(t, 40.0, row["margin"], 1e-9)
	assert.InDelta(t, 25.0/23, row["ratio"], 1e-9)
	assert.Equal(t, []string{"solver p", "odd 23.00 ms 1-2", "even 25.00 ms 1-2"}, summaryOf(t, []*results.Result{even(), odd}))
	var xml strings.Builder
	require.NoError(t, New([]*results.Result{even()}, Options{}).WriteJUnit(&xml))
	assert.Contains(t, xml.String(), `time="0.025000000"`)
}

// TestRanksAreOverTheCommonSets: a note names the sets that are left out.
func TestRanksAreOverTheCommonSets(t *testing.T) {
	all := slices.Concat(solved("p", "a", 100, 200), solved("p", "b", 10))
	assert.Equal(t, []string{"solver p", "b 10.00 µs 1-2", "a 100.0 µs 1-2"}, summaryOf(t, all))
	assert.Contains(t, rendered(t, New(all, Options{}).Verdicts(), report.Text, 0), "Without rank: p/set1: not every solver has a result there.")
}

func TestWhatIsNotJudgedAlikeHasNoRank(t *testing.T) {
	interrupted := solved("p", "b", 10, 20)
	interrupted[1].Verdict = judge.NotJudged
	unlimited := solved("p", "b", 10, 20)
	unlimited[1].Verdict, unlimited[1].Passed, unlimited[1].Limits.Time = judge.WrongAnswer, 0, 0
	for want, other := range map[string][]*results.Result{"b -": interrupted, "b WA 1/2": unlimited} {
		rows := summaryOf(t, solved("p", "a", 100, 200), other)
		assert.Contains(t, rows, want)
		assert.Contains(t, rows, "a 300.0 µs", "no rank")
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
			all = append(all, ran(solved("p", fmt.Sprint("s", i), times[i]...))...)
		}
		ahead := aheadByDefinition(times)
		for _, row := range New(all, Options{}).summary().Rows {
			var i int
			_, err := fmt.Sscanf(row[0].Value.(string), "s%d", &i)
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
			assert.Equal(t, want, strings.Fields(row[1].Text)[2], "%v", times)
		}
	}
	assert.Greater(t, min(settled, open), 20, "the random data must have ranks of both kinds")
}

// aheadByDefinition returns the pairs of solvers whose first one surely has the smaller sum: it is below half of the
// other sum, or the sign test over the sets says so.
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
