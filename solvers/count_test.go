package solvers

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCountStopsAtItsBudget(t *testing.T) {
	n, decided := Count(NewGrid(9), 1<<30, 1000)
	assert.False(t, decided)
	assert.Less(t, n, 1000)
	n, decided = Count(NewGrid(25), 1, 200_000)
	assert.True(t, decided)
	assert.Equal(t, 1, n)
	n, decided = Count(NewGrid(4), 1000, 200_000)
	assert.True(t, decided)
	assert.Equal(t, 288, n, "there are 288 grids of 4x4")
}
