package bitboard

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// sizes are those of the grids that every kernel takes.
var sizes = []int{9, 16}

// observed is a kernel that shows every state that propagation leaves.
type observed struct {
	kernel
	see func(at, solved int)
}

func (k observed) propagate(to, from, cell int, digits uint) (solved int, ok bool) {
	solved, ok = k.kernel.propagate(to, from, cell, digits)
	if ok {
		k.see(to, solved)
	}
	return solved, ok
}

func names() (names []string) {
	for _, k := range available() {
		names = append(names, k.name)
	}
	return names
}

// TestKernelsPresent says in one line what the other tests leave out.
func TestKernelsPresent(t *testing.T) {
	solverstest.Kernels(t, names(), allVariants)
}

// TestProcessorFlagsChooseTheKernel runs this test again with instructions of the
// assembly hidden. Where there is one kernel, it checks the choice at once.
func TestProcessorFlagsChooseTheKernel(t *testing.T) {
	const again = "GRIDJUDGE_BITBOARD_KERNEL"
	k := available()
	want := os.Getenv(again)
	if len(k) == 1 {
		want = "portable"
	}
	if want != "" {
		require.Equal(t, want, k[len(k)-1].name)
		require.IsType(t, k[len(k)-1].new9(), Spec.New(9).(*solver).kernel)
		require.IsType(t, k[len(k)-1].new16(), Spec.New(16).(*solver).kernel)
		return
	}
	for want, hidden := range map[string]string{
		"portable": "cpu.avx2=off,cpu.avx512f=off",
		"avx2":     "cpu.avx512f=off",
	} {
		if !slices.Contains(names(), want) {
			continue // TestKernelsPresent says so
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestProcessorFlagsChooseTheKernel$", "-test.v")
		cmd.Env = append(os.Environ(), again+"="+want, "GODEBUG="+hidden)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), "--- PASS: TestProcessorFlagsChooseTheKernel")
	}
}

// TestKernelsAgree solves puzzles by the portable kernel and by each other one.
// The states after every search call are the same, and so is the result,
// whatever the limits and whenever clause learning takes over. TestKernelsPresent
// says which kernels the processor lacks.
func TestKernelsAgree(t *testing.T) {
	for _, k := range available()[1:] {
		for _, size := range sizes {
			t.Run(k.name+"/"+map[int]string{9: "size=9", 16: "size=16"}[size], func(t *testing.T) { agree(t, k, size) })
		}
	}
}

func agree(t *testing.T, k variant, size int) {
	rng := rand.New(rand.NewPCG(7, uint64(size)))
	var want, got [][]uint32
	watched := func(k kernel, states *[][]uint32) *solver {
		return newSolver(observed{k, func(at, solved int) {
			cells := make([]uint32, size*size+1)
			cells[0] = uint32(solved)
			for cell := range size * size {
				cells[1+cell] = uint32(k.digits(at, cell))
			}
			*states = append(*states, cells)
		}}, size)
	}
	reference, other := watched(portable.kernel(size), &want), watched(k.kernel(size), &got)
	puzzles, givens, solutions, nodes := 900, 18, uint64(30), 120
	if size == 16 {
		puzzles, givens, solutions, nodes = 200, 85, 5, 250
	}
	counts := map[uint64]int{}
	states, deadEnds := 0, 0
	for i := range puzzles {
		puzzle := solverstest.Holed(size, givens+rng.IntN(2*size), rng)
		if i%3 == 0 { // may have no solution
			puzzle[rng.IntN(len(puzzle))] = uint8(1 + rng.IntN(size))
		}
		limits := solvers.Limits{Solutions: 1 + rng.Uint64N(solutions), Nodes: uint64(1 + rng.IntN(nodes))}
		if size == 16 {
			first := turn{left: uint64(1 + rng.IntN(nodes)), learn: uint64(1 + rng.IntN(20))}
			reference.turns = []turn{first, {left: uint64(1 + rng.IntN(nodes))}}
			other.turns = reference.turns
		}
		var a, b solvers.Result
		want, got = want[:0], got[:0]
		reference.Solve(puzzle, limits, &a)
		other.Solve(puzzle, limits, &b)
		require.Equal(t, a, b, "%v within %+v, turns %+v", puzzle, limits, reference.turns)
		require.Equal(t, len(want), len(got), "%v", puzzle)
		for i := range want {
			require.Equal(t, want[i], got[i], "state %d of %v", i, puzzle)
		}
		counts[min(a.Solutions, 2)]++
		states += len(got)
		if uint64(len(got)) < a.Nodes {
			deadEnds++
		}
	}
	assert.Greater(t, states, 1000, "states compared")
	assert.Greater(t, deadEnds, 10, "puzzles with dead ends, or handed over")
	for n := range uint64(3) {
		assert.Greater(t, counts[n], 5, "puzzles with %d solutions (2: or more)", n)
	}
}

// TestAgainstBacktracking counts the solutions of puzzles with few and with many
// by every kernel.
func TestAgainstBacktracking(t *testing.T) {
	for _, k := range available() {
		rng := rand.New(rand.NewPCG(5, 1))
		s, many := newSolver(k.kernel(9), 9), 0
		for range 150 {
			puzzle := solverstest.Holed(9, 26+rng.IntN(9), rng)
			for _, limit := range []uint64{1, 2, 65, 400} {
				want := solverstest.Count(puzzle, limit)
				if want > 64 {
					many++
				}
				var r solvers.Result
				s.Solve(puzzle, solvers.Limits{Solutions: limit}, &r)
				assert.Equal(t, want, r.Solutions, "%s, up to %d: %v", k.name, limit, puzzle)
				require.NoError(t, solvers.Check(puzzle, r.First), "%s: %v", k.name, puzzle)
			}
		}
		assert.Greater(t, many, 10, "large counts")
	}
}

// TestHandOver hands 16x16 puzzles over after a few search calls. The
// counts are those without a hand-over, and a solution that was found before is
// the first one.
func TestHandOver(t *testing.T) {
	for _, k := range available() {
		rng := rand.New(rand.NewPCG(5, 2))
		alone, s := newSolver(k.kernel(16), 16), newSolver(k.kernel(16), 16)
		alone.turns = []turn{{left: never}}
		var whole, handed solvers.Result
		taken, before := 0, 0
		for range 60 {
			puzzle := solverstest.Holed(16, 95+rng.IntN(25), rng)
			for _, limit := range []uint64{2, 70} {
				limits := solvers.Limits{Solutions: limit}
				alone.Solve(puzzle, limits, &whole)
				left := uint64(1 + rng.IntN(30))
				s.turns = []turn{{left: left, learn: 1 + rng.Uint64N(40)}, {left: left}}
				s.Solve(puzzle, limits, &handed)
				if handed.Nodes != whole.Nodes {
					taken++
				}
				require.Equal(t, whole.Solutions, handed.Solutions, "%s, up to %d: %v", k.name, limit, puzzle)
				require.NoError(t, solvers.Check(puzzle, handed.First), "%s: %v", k.name, puzzle)
				limits.Nodes = left
				if alone.Solve(puzzle, limits, &whole); whole.Solutions > 0 {
					before++
					require.Equal(t, whole.First, handed.First, "%s: %v", k.name, puzzle)
				}

				limits.Nodes = left + rng.Uint64N(20)
				s.Solve(puzzle, limits, &handed)
				require.Equal(t, handed.Solutions > 0, len(handed.First) > 0, "within %d search calls: %v", limits.Nodes, puzzle)
			}
		}
		assert.Greater(t, taken, 20, "puzzles that were handed over")
		assert.Greater(t, before, 5, "puzzles with a solution found before")
	}
}

// TestResultDependsOnThePuzzleAlone solves puzzles in one order, then in the
// other with the same solver.
func TestResultDependsOnThePuzzleAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	for size, givens := range map[int]int{9: 20, 16: 85} {
		s := Spec.New(size)
		puzzles := make([]solvers.Grid, 12)
		first := make([]solvers.Result, len(puzzles))
		limits := solvers.Limits{Solutions: 3, Nodes: 3500}
		for i := range puzzles {
			puzzles[i] = solverstest.Holed(size, givens, rng)
			s.Solve(puzzles[i], limits, &first[i])
		}
		for i, p := range slices.Backward(puzzles) {
			var again solvers.Result
			s.Solve(p, limits, &again)
			assert.Equal(t, first[i], again, "%v", p)
		}
	}
}

// TestMatchingSeesTwoInOneRow gives two column triads of one box no place but
// there: the digit would have to be twice in the box.
func TestMatchingSeesTwoInOneRow(t *testing.T) {
	m := ^uint64(3<<16 | 3<<32 | 3<<48)
	_, ok := matchings16(m, 1, triads16, 0xf)
	assert.False(t, ok)
	_, ok = matchings16(m|1<<32, 1, triads16, 0xf)
	assert.True(t, ok)
}

func BenchmarkSolve(b *testing.B) {
	for _, k := range available() {
		for size, givens := range map[int]int{9: 24, 16: 100} {
			b.Run("kernel="+k.name+"/"+map[int]string{9: "size=9", 16: "size=16"}[size], func(b *testing.B) {
				rng := rand.New(rand.NewPCG(6, 1))
				puzzles := make([]solvers.Grid, 64)
				for i := range puzzles {
					puzzles[i] = solverstest.Holed(size, givens, rng)
				}
				s := newSolver(k.kernel(size), size)
				var r solvers.Result
				nodes := uint64(0)
				b.ReportAllocs()
				for b.Loop() {
					for _, p := range puzzles {
						s.Solve(p, solvers.Limits{Solutions: 2}, &r)
						nodes += r.Nodes
					}
				}
				b.ReportMetric(float64(nodes)/float64(b.N*len(puzzles)), "nodes/puzzle")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(puzzles)), "ns/puzzle")
			})
		}
	}
}
