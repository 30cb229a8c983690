package judge

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// TestARereadFileIsJudgedAsItsCasesAre compares the results on a file that is read again with those on its cases in
// memory: of one run, and of a recorded one that is interrupted and continued, also on a part of the file.
func TestARereadFileIsJudgedAsItsCasesAre(t *testing.T) {
	var text strings.Builder
	for _, c := range many(t, 30).Cases {
		text.WriteString(c.Puzzle.String() + "\n")
	}
	file := filepath.Join(t.TempDir(), "in.txt")
	require.NoError(t, os.WriteFile(file, []byte(text.String()), 0o666))
	load := func(reread bool) *testset.TestSet {
		sets, err := (&testset.Selection{Input: file, Problem: "sudoku4", Reread: reread}).Load(t.Context())
		require.NoError(t, err)
		require.Equal(t, reread, len(sets[0].Cases) == 0)
		return sets[0]
	}
	random := rand.New(rand.NewPCG(5, 6))
	same := func(want, got *SetResult, what string) {
		a, b := untimed(want), untimed(got)
		a.Set, b.Set = nil, nil
		for _, r := range []*SetResult{a, b} { // a record has no lines
			for i := range r.Timed {
				r.Timed[i].Line = 0
			}
			if r.Failed != nil {
				r.Failed.Line = 0
			}
		}
		require.Equal(t, a, b, what)
		if want.Failed != nil && want.Failed.Case > 0 {
			require.Equal(t, want.caseName(want.Failed), got.caseName(got.Failed), what)
		}
	}
	for name, solver := range spoiledAt() {
		spec := &solvers.Spec{Name: name, Doc: "a test", Sizes: []int{4}, New: func(int) solvers.Solver { return solver() }}
		for _, every := range []int{1, 3} {
			kept, reread := load(false), load(true)
			if every > 1 {
				third := func(number int) bool { return number%every == 0 }
				kept, reread = kept.Part(third), reread.Part(third)
			}
			want, err := RunSet(t.Context(), spec, kept, Options{Solutions: 2})
			require.NoError(t, err)
			got, err := RunSet(t.Context(), spec, reread, Options{Solutions: 2})
			require.NoError(t, err)
			same(want, got, name)
			for range 3 {
				portions := judgeInPieces(t, spec, reread, Options{Solutions: 2}, random)
				same(want, Join(reread, name, Options{Solutions: 2}, portions), name+" in pieces")
			}
		}
	}
}
