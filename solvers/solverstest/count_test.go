package solverstest

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gridjudge/solvers"
)

// The counter of the suite and the counter of the judge, which do not share code, agree.
func TestCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(44, 8))
	several, none := 0, 0
	for i := range 300 {
		size, givens := 9, 30+i%20
		if i%5 == 0 {
			size, givens = 4, 3+i%7
		}
		g := Holed(size, givens, rng)
		if i%4 == 0 {
			g[rng.IntN(len(g))] = uint8(1 + rng.IntN(size))
		}
		want, decided := solvers.Count(g, 400, math.MaxInt)
		if got := Count(g, 400); !decided || got != uint64(want) {
			t.Fatalf("%v: %d solutions, the judge counts %d", g, got, want)
		}
		if want == 0 {
			none++
		} else if want > 1 {
			several++
		}
	}
	if several < 20 || none < 20 {
		t.Errorf("%d puzzles have several solutions and %d have none, want 20 or more of each", several, none)
	}
	if got := Count(must(strings.Repeat(".", 16)), math.MaxUint64); got != 288 {
		t.Errorf("%d grids of 4x4, want 288", got)
	}
}
