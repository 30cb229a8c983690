package bitboard

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// TestInsists chooses in empty grids with one given, where every other cell has failed.
func TestInsists(t *testing.T) {
	for _, v := range available() {
		for _, size := range sizes {
			s := newSolver(v.kernel(size), size)
			puzzle := solvers.NewGrid(size)
			puzzle[0] = 1
			s.kernel.load(puzzle)
			_, ok := s.kernel.propagate(0, 0, -1, 0)
			require.True(t, ok)
			usual, _, _ := s.kernel.choose(0)
			failed := len(puzzle) - 2
			require.NotEqual(t, usual, failed)
			for _, c := range []struct {
				why    string
				failed int
				nodes  uint64
				cell   int
			}{
				{"no contradiction yet", -1, cycle - 1, usual},
				{"a short search", failed, cycle - insisting - 1, usual},
				{"a long one", failed, cycle - insisting, map[int]int{9: usual, 16: failed}[size]},
				{"the next cycle", failed, cycle, usual},
				{"later", failed, 7*cycle - 1, map[int]int{9: usual, 16: failed}[size]},
				{"a solved cell", 0, cycle - 1, usual},
			} {
				cell, first, others := s.choose(0, c.failed, c.nodes)
				assert.Equal(t, c.cell, cell, "%s, %dx%d: %s", v.name, size, size, c.why)
				assert.Equal(t, s.kernel.digits(0, cell), first|others)
				assert.NotZero(t, others)
				assert.Zero(t, first&others|first&(first-1))
			}
		}
	}
}
