package ranking

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/harness/results"
)

// Ranks and decisions agree with a second implementation that shares no code with the first. It computes the sign test
// by summing binomial coefficients, the correction by its definition, and intervals by sorting.
func TestRankingAgreesWithTheDefinitions(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 12))
	decided := 0
	for try := range 100 {
		n := 2 + r.IntN(5)
		rounds := 6 + r.IntN(8)
		of := map[string]*results.Result{}
		var order []string
		for s := range n {
			var times []float64
			for range rounds {
				times = append(times, (1+0.05*float64(s))*math.Exp(0.03*r.NormFloat64()))
			}
			of[fmt.Sprint("p/x s", s)] = timed(times...)
			of[fmt.Sprint("p/x s", s)].Passed = 9 + r.IntN(2)
			of[fmt.Sprint("p/x s", s)].Limits.Set = 1 // without a limit, PAR2 would not be known
			order = append(order, fmt.Sprint("p/x s", s))
		}
		p := ordered(of, order...)[0]
		type test struct {
			i, j   int
			p      float64
			ratios []float64
		}
		var tests []test
		for i := range n {
			for j := range i {
				a, b := of["p/x "+p.Rows[i].Contestant], of["p/x "+p.Rows[j].Contestant]
				if a.Passed != b.Passed {
					continue
				}
				up := 0
				var ratios []float64
				for k := range rounds {
					ratios = append(ratios, a.PassTime(a.Samples[k])/b.PassTime(b.Samples[k]))
					if a.PassTime(a.Samples[k]) > b.PassTime(b.Samples[k]) {
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
				want = Ahead
			} else if q < 0.05 && lo > 1.01 {
				want = Behind
			}
			if want != Undecided {
				decided++
			}
			assert.Equal(t, want, pair.Relation, "try %d: %s against %s, ratios %v", try, pair.Solver, pair.Other, x.ratios)
			assert.Equal(t, map[Relation]Relation{Ahead: Behind, Behind: Ahead, Undecided: Undecided}[want], p.Pairs[x.j][x.i].Relation)
		}
		for i, rank := range p.Rows {
			better, worse := 0, 0
			for j := range p.Rows {
				switch {
				case j == i:
				case p.Pairs[j][i].Relation == Ahead:
					better++
				case p.Pairs[j][i].Relation == Behind:
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
