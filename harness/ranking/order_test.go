package ranking

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// timed is the result of a benchmark with these samples.
func timed(seconds ...float64) *Result {
	return &Result{Seconds: seconds, Run: "r", Solved: 10, Cases: 10}
}

// collected are results without files.
func collected(of map[string]*Result, order ...string) *Results {
	c := &Results{Of: map[results.Benchmark]*Result{}}
	for _, name := range order {
		var b results.Benchmark
		fmt.Sscanf(name, "%s %s", &b.Set, &b.Solver)
		c.Benchmarks = append(c.Benchmarks, b)
		c.Of[b] = of[name]
	}
	return c
}

func around(center float64, rounds int) []float64 {
	out := make([]float64, rounds)
	for i := range out {
		out[i] = center * (1 + 0.001*float64(i%3-1))
	}
	return out
}

func TestRankingByHand(t *testing.T) {
	c := collected(map[string]*Result{
		"p/x fast":  timed(around(1, 10)...),
		"p/x slow":  timed(around(2, 10)...),
		"p/x twin":  timed(around(1, 10)...),
		"p/x fails": {Run: "r", Solved: 9, Cases: 10, Penalised: 0.5},
		"p/y fast":  timed(around(3, 10)...),
		"p/y slow":  timed(around(4, 10)...),
		"p/y twin":  timed(around(3, 10)...),
		"p/y fails": timed(around(0.1, 10)...),
		"p/z fast":  timed(around(9, 10)...),
	}, "p/x fast", "p/x slow", "p/x twin", "p/x fails", "p/y fast", "p/y slow", "p/y twin", "p/y fails", "p/z fast")
	problems := c.Rank()
	require.Len(t, problems, 1)
	p := problems[0]
	assert.Equal(t, []string{"p/x", "p/y"}, p.Sets)
	assert.Equal(t, []string{"p/z: not every solver has a result there"}, p.LeftOut)
	type row struct {
		solver             string
		solved, best, last int
		par2               float64
	}
	var rows []row
	for _, r := range p.Ranks {
		rows = append(rows, row{r.Solver, r.Solved, r.Best, r.Worst, math.Round(1000*r.PAR2) / 1000})
	}
	assert.Equal(t, []row{{"fast", 20, 1, 2, 4}, {"twin", 20, 1, 2, 4}, {"slow", 20, 3, 3, 6}, {"fails", 19, 4, 4, 0.6}}, rows,
		"who solved fewer comes last, however fast it is")
	assert.InDelta(t, 1.5, p.Ranks[2].Ratio.Center, 1e-9)
	assert.Equal(t, Undecided, p.Pairs[0][1].Relation)
	assert.Equal(t, Better, p.Pairs[0][2].Relation)
	assert.Equal(t, Worse, p.Pairs[2][0].Relation)
	assert.True(t, p.Pairs[3][0].Exact)
	assert.InDelta(t, 2.0/1024*3/2, p.Pairs[2][0].Q, 1e-12, "two of three timed pairs have the p-value 2/1024 of ten of ten rounds")
}

func TestRankingOfFewResults(t *testing.T) {
	assert.Empty(t, collected(nil).Rank())
	one := collected(map[string]*Result{"p/x a": timed(1)}, "p/x a").Rank()
	require.Len(t, one, 1)
	assert.Equal(t, [2]int{1, 1}, [2]int{one[0].Ranks[0].Best, one[0].Ranks[0].Worst})
	none := collected(map[string]*Result{
		"p/x a": {Run: "r", Cases: 10, Penalised: 20}, "p/x b": {Run: "r", Cases: 10, Penalised: 20},
	}, "p/x a", "p/x b").Rank()
	assert.Equal(t, [2]int{1, 2}, [2]int{none[0].Ranks[0].Best, none[0].Ranks[0].Worst}, "nothing solved, nothing decided")
	apart := collected(map[string]*Result{"p/x a": timed(1), "p/y a": timed(1), "p/z b": timed(1)}, "p/x a", "p/y a", "p/z b").Rank()
	assert.Equal(t, []string{"b: it shares no set with all other solvers"}, apart[0].LeftOut)
	few := collected(map[string]*Result{"p/x a": timed(1, 1, 1), "p/x b": timed(2, 2, 2)}, "p/x a", "p/x b").Rank()
	assert.Equal(t, Undecided, few[0].Pairs[0][1].Relation, "three rounds decide nothing")
	cut := collected(map[string]*Result{"p/x a": timed(1, 2, 3), "p/y a": timed(10, 20)}, "p/x a", "p/y a")
	assert.Equal(t, []float64{11, 22}, cut.entry("a", []string{"p/x", "p/y"}).rounds, "a run that is cut short has as many rounds as its shortest set")
}

// Ranks and decisions agree with a second implementation that shares no code: the sign test by summing binomial
// coefficients, the correction by its definition, intervals by sorting.
func TestRankingAgreesWithTheDefinitions(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 12))
	decided := 0
	for try := range 100 {
		n := 2 + r.IntN(5)
		rounds := 6 + r.IntN(8)
		of := map[string]*Result{}
		var order []string
		for s := range n {
			of[fmt.Sprint("p/x s", s)] = &Result{Run: "r", Solved: 9 + r.IntN(2), Cases: 10}
			for range rounds {
				of[fmt.Sprint("p/x s", s)].Seconds = append(of[fmt.Sprint("p/x s", s)].Seconds, (1+0.05*float64(s))*math.Exp(0.03*r.NormFloat64()))
			}
			order = append(order, fmt.Sprint("p/x s", s))
		}
		p := collected(of, order...).Rank()[0]
		type test struct {
			i, j   int
			p      float64
			ratios []float64
		}
		var tests []test
		for i := range n {
			for j := range i {
				a, b := of["p/x "+p.Ranks[i].Solver], of["p/x "+p.Ranks[j].Solver]
				if a.Solved != b.Solved {
					continue
				}
				up := 0
				var ratios []float64
				for k := range rounds {
					ratios = append(ratios, a.Seconds[k]/b.Seconds[k])
					if a.Seconds[k] > b.Seconds[k] {
						up++
					}
				}
				tests = append(tests, test{i, j, signTest(up, rounds), ratios})
			}
		}
		for _, x := range tests {
			q := 1.0
			for _, y := range tests {
				// The q-value is the least bound p_k m / k over all p_k that are at least p.
				if y.p >= x.p {
					rank := 0
					for _, z := range tests {
						if z.p <= y.p {
							rank++
						}
					}
					q = min(q, y.p*float64(len(tests))/float64(rank))
				}
			}
			pair := p.Pairs[x.i][x.j]
			assert.InDelta(t, q, pair.Q, 1e-9, "try %d: %s against %s", try, pair.Solver, pair.Other)
			slices.Sort(x.ratios)
			k := 0
			for signTest(k, rounds) <= 0.05 {
				k++
			}
			lo, hi := x.ratios[k-1], x.ratios[rounds-k]
			want := Undecided
			if q < 0.05 && hi < 1/1.01 {
				want = Better
			} else if q < 0.05 && lo > 1.01 {
				want = Worse
			}
			if want != Undecided {
				decided++
			}
			assert.Equal(t, want, pair.Relation, "try %d: %s against %s, ratios %v", try, pair.Solver, pair.Other, x.ratios)
			assert.Equal(t, map[Relation]Relation{Better: Worse, Worse: Better, Undecided: Undecided}[want], p.Pairs[x.j][x.i].Relation)
		}
		for i, rank := range p.Ranks {
			better, worse := 0, 0
			for j := range p.Ranks {
				switch {
				case j == i:
				case p.Pairs[j][i].Relation == Better:
					better++
				case p.Pairs[j][i].Relation == Worse:
					worse++
				}
			}
			assert.Equal(t, [2]int{1 + better, n - worse}, [2]int{rank.Best, rank.Worst})
		}
	}
	assert.Greater(t, decided, 50, "the random data must have pairs that are decided")
}

// signTest is the two-sided p-value of k successes in n fair trials.
func signTest(k, n int) float64 {
	tail := 0.0
	for i := 0; i <= min(k, n-k); i++ {
		choose := 1.0
		for f := range i {
			choose = choose * float64(n-f) / float64(f+1)
		}
		tail += choose
	}
	return min(1, 2*tail/math.Pow(2, float64(n)))
}

func TestPairsOfSetsByHand(t *testing.T) {
	c := collected(map[string]*Result{
		"p/x dlx": timed(around(4, 10)...), "p/x a": timed(around(2, 10)...), "p/x b": timed(around(8, 10)...),
		"p/y dlx": timed(around(1, 10)...), "p/y a": timed(around(3, 10)...),
		"p/z a": timed(around(3, 10)...),
	}, "p/x dlx", "p/x a", "p/x b", "p/y dlx", "p/y a", "p/z a")
	type row struct {
		set, solver, other string
		ratio              float64
		relation           Relation
	}
	rows := func(pairs []SetPair) (out []row) {
		for _, p := range pairs {
			out = append(out, row{p.Set, p.Solver, p.Other, math.Round(100*p.Effect.Ratio.Center) / 100, p.Relation})
		}
		return out
	}
	assert.Equal(t, []row{{"p/x", "a", "dlx", 0.5, Better}, {"p/x", "b", "dlx", 2, Worse}, {"p/y", "a", "dlx", 3, Worse}}, rows(c.Against("dlx")))
	assert.Equal(t, []row{{"p/x", "a", "dlx", 0.5, Better}, {"p/y", "dlx", "a", 0.33, Better}}, rows(c.Winners()))
	assert.Empty(t, c.Against("nobody"))
}
