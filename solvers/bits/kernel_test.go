package bits

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/internal/kerneltest"
)

// The kernels do the same on lists of any length.
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
			require.Equal(t, wantedLeft, left, options)
			require.Equal(t, wanted[:left], to[:left], options)
			require.Equal(t, wantedTally, tally, options)
			var c, wantedPlanes planes
			c.count(from)
			wantedPlanes.add(from)
			require.Equal(t, wantedPlanes, c, options)
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

// The portable kernel searches the same tree.
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
		assert.Equal(t, withAssembly, without)
	}
}
