package bits

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/internal/kerneltest"
)

// All kernels give the same results, on lists of any length.
func TestKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 25))
	for options := range 300 {
		for range 20 {
			from := make([]uint64, options)
			for i := range from {
				from[i] = rng.Uint64() & rng.Uint64() & rng.Uint64() & rng.Uint64()
			}
			taken := rng.Uint64() & rng.Uint64() & rng.Uint64()
			to, wanted := make([]uint64, options+slack), make([]uint64, options)
			left, tally := filter(to, from, taken)
			wantedLeft, wantedTally := filterPortable(wanted, from, taken)
			if left != wantedLeft {
				t.Fatalf("%d options: %d are left, want %d", options, left, wantedLeft)
			}
			if !slices.Equal(to[:left], wanted[:left]) {
				t.Fatalf("%d options: %#x are left, want %#x", options, to[:left], wanted[:left])
			}
			if tally != wantedTally {
				t.Fatalf("%d options: tally %#x, want %#x", options, tally, wantedTally)
			}
			var c, wantedPlanes planes
			c.count(from)
			wantedPlanes.add(from)
			if c != wantedPlanes {
				t.Fatalf("%d options: planes %#x, want %#x", options, c, wantedPlanes)
			}
		}
	}
}

func TestKernelsPresent(t *testing.T) {
	present := []string{"portable"}
	if wide {
		present = allKernels
	}
	kerneltest.Kernels(t, present, allKernels)
}

// With the portable kernel, the search visits the same tree.
func TestPortable(t *testing.T) {
	if !wide {
		return // all other tests are about it
	}
	for _, m := range []*solvers.Matrix{matrices.Queens(9), matrices.Pentominoes(3, 20), matrices.YPentominoes(10, 10)} {
		all := solvers.Limits{Solutions: math.MaxUint64}
		var withAssembly, without solvers.Cover
		New().Solve(m, all, &withAssembly)
		wide = false
		New().Solve(m, all, &without)
		wide = true
		if !reflect.DeepEqual(without, withAssembly) {
			t.Errorf("portable kernel: %+v, want %+v", without, withAssembly)
		}
	}
}
