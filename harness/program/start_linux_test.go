package program

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/harness/testset"
)

// A program that sleeps on an input without a case does not hold up the judge: its start is unknown.
func TestTheStartOfAProgramThatSleeps(t *testing.T) {
	t.Parallel()
	problem, err := corpus.LookupProblem("poj3074")
	require.NoError(t, err)
	set := testset.Of("poj3074/none", problem, &grids.List{Format: grids.POJ3074})
	c := &Contestant{Name: "sleeps", Directory: t.TempDir(), Run: []string{"sh", "-c", "cat; exec sleep 1000"}}
	p, err := c.Prepare(t.Context())
	require.NoError(t, err)
	began := time.Now()
	_, known, err := p.Start(t.Context(), set)
	require.NoError(t, err)
	assert.False(t, known)
	assert.Less(t, time.Since(began), time.Minute, "it sleeps for 1000 s")
}
