package program

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
)

// Without any time limit, wall time is limited by default.
func TestDefaultWallLimit(t *testing.T) {
	q, err := corpus.LookupProblem("poj3074")
	require.NoError(t, err)
	for _, c := range []struct {
		limit, own  time.Duration
		cases       int
		defaultWall bool
		want        time.Duration
	}{
		{0, 0, 1, true, 10 * time.Second},
		{0, 0, 7, true, 70 * time.Second},
		{0, 0, 0, true, 10 * time.Second},
		{0, 0, 1000, true, 10 * time.Minute},
		{0, 0, 7, false, 0},
		{0, time.Second, 7, true, time.Second},
		{time.Second, 0, 7, true, 11 * time.Second},
	} {
		p := &Program{Contestant: &Contestant{Limits: Overrides{Wall: c.own}}}
		judged, kill := p.limits(q, p.allow(c.limit), 81, c.cases, c.defaultWall)
		assert.Equal(t, c.want, judged.Wall, "%+v", c)
		assert.Equal(t, c.want, kill.Wall, "%+v", c)
	}
}
