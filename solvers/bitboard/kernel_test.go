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
	"gridjudge/solvers/internal/kerneltest"
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
	kerneltest.Kernels(t, names(), allVariants)
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
// whatever the limits. TestKernelsPresent says which kernels the processor lacks.
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
	watched := func(shown kernel, states *[][]uint32) *solver {
		k := shown.(stateful)
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
		var a, b solvers.Result
		want, got = want[:0], got[:0]
		reference.Solve(puzzle, limits, &a)
		other.Solve(puzzle, limits, &b)
		require.Equal(t, a, b, "%v within %+v", puzzle, limits)
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
	assert.Greater(t, deadEnds, 10, "puzzles with dead ends")
	for n := range uint64(3) {
		assert.Greater(t, counts[n], 5, "puzzles with %d solutions (2: or more)", n)
	}
}

// TestAgainstBacktracking counts the solutions of puzzles with few and with many
// by every kernel.
func TestAgainstBacktracking(t *testing.T) {
	for _, size := range sizes {
		kernels := available()
		many, made := 0, make([]solvers.Solver, len(kernels))
		for i, k := range kernels {
			made[i] = newSolver(k.kernel(size), size)
		}
		rng := rand.New(rand.NewPCG(5, uint64(size)))
		givens := map[int]int{9: 26, 16: 125}[size]
		for range 1350 / size {
			puzzle := solverstest.Holed(size, givens+rng.IntN(size), rng)
			count := solverstest.Count(puzzle, 400) // which takes longer than all kernels
			for _, limit := range []uint64{1, 2, 65, 400} {
				want := min(count, limit)
				if want > 64 {
					many++
				}
				for i, k := range kernels {
					var r solvers.Result
					made[i].Solve(puzzle, solvers.Limits{Solutions: limit}, &r)
					assert.Equal(t, want, r.Solutions, "%s, up to %d: %v", k.name, limit, puzzle)
					require.NoError(t, solvers.Check(puzzle, r.First), "%s: %v", k.name, puzzle)
				}
			}
		}
		assert.Greater(t, many, 10, "large counts at size %d", size)
	}
}

// TestFirstSolutionIsTheFirstFound wants one solution, then several: the first is the same,
// and within a budget a solution that was counted is there.
func TestFirstSolutionIsTheFirstFound(t *testing.T) {
	for _, k := range available() {
		for size, givens := range map[int]int{9: 24, 16: 90} {
			rng := rand.New(rand.NewPCG(5, 2))
			s, several := newSolver(k.kernel(size), size), 0
			for range 60 {
				puzzle := solverstest.Holed(size, givens+rng.IntN(size), rng)
				var one, more solvers.Result
				s.Solve(puzzle, solvers.Limits{}, &one)
				s.Solve(puzzle, solvers.Limits{Solutions: 5, Nodes: one.Nodes + rng.Uint64N(3000)}, &more)
				require.Equal(t, one.First, more.First, "%s: %v", k.name, puzzle)
				if more.Solutions > 1 {
					several++
				}
			}
			assert.Greater(t, several, 10, "puzzles with several solutions")
		}
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
