package all

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// TestBatchKernelsAgree gives the same random puzzles, in batches of ten
// thousand at most, to sliced and each of its kernels, to bitboard, and one in ten to dlx.
// All must count the same solutions up to two; sliced and its kernels must be
// equal in answers and counts, too. GRIDJUDGE_BATCH_PUZZLES sets how many.
func TestBatchKernelsAgree(t *testing.T) {
	total := 2000
	if s := os.Getenv("GRIDJUDGE_BATCH_PUZZLES"); s != "" {
		n, err := strconv.Atoi(s)
		require.NoError(t, err, "GRIDJUDGE_BATCH_PUZZLES")
		total = n
	}
	solver := map[string]solvers.Solver{}
	var kernels []string
	for i := range Contestants {
		s := &Contestants[i]
		if s.Name == "sliced" || s.VariantOf == "sliced" || s.Name == "bitboard" || s.Name == "dlx" {
			solver[s.Name] = s.New(9)
		}
		if s.VariantOf == "sliced" {
			kernels = append(kernels, s.Name)
		}
	}
	require.NotEmpty(t, kernels)
	require.Len(t, solver, len(kernels)+3)
	rng := rand.New(rand.NewPCG(20, 26))
	counts := map[int]int{}
	for done := 0; done < total; {
		puzzles := make([]solvers.Grid, min(10_000, total-done))
		for i := range puzzles {
			puzzles[i] = random(9, rng)
		}
		limits := solvers.Limits{Solutions: 2}
		pass := func(name string, puzzles []solvers.Grid) []solvers.Result {
			results := make([]solvers.Result, len(puzzles))
			solvers.SolveAll(solver[name], puzzles, limits, results)
			return results
		}
		want := pass("sliced", puzzles)
		for _, name := range kernels {
			for i, r := range pass(name, puzzles) {
				same := slices.Equal(r.First, want[i].First) && r.Solutions == want[i].Solutions &&
					r.Nodes == want[i].Nodes && r.Updates == want[i].Updates && r.Stopped == want[i].Stopped
				require.True(t, same, "%s and sliced differ on %v: %+v, %+v", name, puzzles[i], r, want[i])
			}
		}
		for i, r := range want {
			counts[r.Solutions]++
			if r.Solutions > 0 {
				require.NoError(t, solvers.Check(puzzles[i], r.First), "sliced on %v", puzzles[i])
			}
		}
		for name, puzzles := range map[string][]solvers.Grid{"bitboard": puzzles, "dlx": puzzles[:(len(puzzles)+9)/10]} {
			for i, r := range pass(name, puzzles) {
				require.Equal(t, want[i].Solutions, r.Solutions, "solutions of %v: sliced, %s", puzzles[i], name)
			}
		}
		done += len(puzzles)
	}
	for n := range 3 {
		require.NotZero(t, counts[n], "no puzzle with %d solutions was tried", n)
	}
	t.Logf("%d puzzles, by number of solutions (2: two or more): %v; %v", total, counts, kernels)
}
