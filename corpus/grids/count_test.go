package grids

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/solvers"
)

func TestCountStopsAtItsBudget(t *testing.T) {
	n, decided := Count(solvers.NewGrid(9), 1<<30, 1000)
	assert.False(t, decided)
	assert.Less(t, n, 1000)
	n, decided = Count(solvers.NewGrid(25), 1, proofBudget)
	assert.True(t, decided)
	assert.Equal(t, 1, n)
	n, decided = Count(solvers.NewGrid(4), 1000, proofBudget)
	assert.True(t, decided)
	assert.Equal(t, 288, n, "there are 288 grids of 4x4")
}
