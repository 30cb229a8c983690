package bitboard

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/internal/kerneltest"
	"gridjudge/solvers/solverstest"
)

// sizes are the sizes of the grids that every kernel takes.
var sizes = []int{9, 16}

// observed is a kernel that passes every state that propagation leaves to see.
type observed struct {
	kernel
	see func(at, solved int)
}

func (k observed) propagate(dst, src, cell int, digits uint) (solved int, ok bool) {
	solved, ok = k.kernel.propagate(dst, src, cell, digits)
	if ok {
		k.see(dst, solved)
	}
	return solved, ok
}

func names() (names []string) {
	for _, k := range available() {
		names = append(names, k.name)
	}
	return names
}

// TestKernelsPresent says in one line which kernels the other tests cannot run.
func TestKernelsPresent(t *testing.T) {
	kerneltest.Kernels(t, names(), allVariants)
}

// TestProcessorFlagsChooseTheKernel runs itself again in a process from which instructions of the assembly
// are hidden, and checks which kernel is chosen there. If there is only one kernel, it checks the choice
// at once.
func TestProcessorFlagsChooseTheKernel(t *testing.T) {
	const again = "GRIDJUDGE_BITBOARD_KERNEL"
	k := available()
	want := os.Getenv(again)
	if len(k) == 1 {
		want = "portable"
	}
	if want != "" {
		best := k[len(k)-1]
		if best.name != want {
			t.Fatalf("best kernel: %s, want %s", best.name, want)
		}
		if got, want := Spec.New(9).(*solver).kernel, best.new9(); reflect.TypeOf(got) != reflect.TypeOf(want) {
			t.Fatalf("kernel for size 9: %T, want %T", got, want)
		}
		if got, want := Spec.New(16).(*solver).kernel, best.new16(); reflect.TypeOf(got) != reflect.TypeOf(want) {
			t.Fatalf("kernel for size 16: %T, want %T", got, want)
		}
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
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if pass := "--- PASS: TestProcessorFlagsChooseTheKernel"; !strings.Contains(string(out), pass) {
			t.Errorf("output without %q:\n%s", pass, out)
		}
	}
}

// TestKernelsAgree solves puzzles with the portable kernel and with each of the others. The states after
// every search call without a contradiction must be the same, and so must the results under any limits.
// TestKernelsPresent says which kernels this processor cannot run.
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
		if !reflect.DeepEqual(b, a) {
			t.Fatalf("%v within %+v: %+v, want %+v", puzzle, limits, b, a)
		}
		if len(got) != len(want) {
			t.Fatalf("%v: %d states, want %d", puzzle, len(got), len(want))
		}
		for i := range want {
			if !slices.Equal(got[i], want[i]) {
				t.Fatalf("state %d of %v: %b, want %b", i, puzzle, got[i], want[i])
			}
		}
		counts[min(a.Solutions, 2)]++
		states += len(got)
		if uint64(len(got)) < a.Nodes {
			deadEnds++
		}
	}
	if states <= 1000 {
		t.Errorf("states compared: %d, want more than 1000", states)
	}
	if deadEnds <= 10 {
		t.Errorf("puzzles with dead ends: %d, want more than 10", deadEnds)
	}
	for n := range uint64(3) {
		if counts[n] <= 5 {
			t.Errorf("puzzles with %d solutions (2: or more): %d, want more than 5", n, counts[n])
		}
	}
}

// TestAgainstBacktracking counts solutions with every kernel, in puzzles that have few solutions and in
// puzzles that have many.
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
					if r.Solutions != want {
						t.Errorf("%s, up to %d: %d solutions, want %d: %v", k.name, limit, r.Solutions, want, puzzle)
					}
					if err := solvers.Check(puzzle, r.First); err != nil {
						t.Fatalf("%s: %v: %v", k.name, puzzle, err)
					}
				}
			}
		}
		if many <= 10 {
			t.Errorf("large counts at size %d: %d, want more than 10", size, many)
		}
	}
}

// TestFirstSolutionIsTheFirstFound asks for one solution, then for several: the first one must be the
// same. If a node budget ends the search after it has counted a solution, that solution must be there.
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
				if !slices.Equal(more.First, one.First) {
					t.Fatalf("%s: %v: first of several solutions %v, want %v", k.name, puzzle, more.First, one.First)
				}
				if more.Solutions > 1 {
					several++
				}
			}
			if several <= 10 {
				t.Errorf("%s: puzzles of size %d with several solutions: %d, want more than 10", k.name, size, several)
			}
		}
	}
}

// TestResultDependsOnThePuzzleAlone solves puzzles in one order, and then in the reverse order with the
// same solver.
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
			if !reflect.DeepEqual(again, first[i]) {
				t.Errorf("%v: %+v, at first %+v", p, again, first[i])
			}
		}
	}
}

// TestMatchingSeesTwoInOneRow leaves two columns of a matrix with places in the same row only. The digit
// would have to be in that row, which is a box, twice.
func TestMatchingSeesTwoInOneRow(t *testing.T) {
	m := ^uint64(3<<16 | 3<<32 | 3<<48)
	if _, ok := matchings16(m, 1, triads16, 0xf); ok {
		t.Error("two triads have one place: no contradiction is seen")
	}
	if _, ok := matchings16(m|1<<32, 1, triads16, 0xf); !ok {
		t.Error("two triads have two places: a contradiction is seen")
	}
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
