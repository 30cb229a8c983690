package recipe

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
)

// TestCompareSet wants a set that was made differently to be noticed.
func TestCompareSet(t *testing.T) {
	sets, err := corpus.SelectSets([]string{"poj3074/easy"})
	require.NoError(t, err)
	require.Len(t, sets, 1)
	cases, err := sets[0].Load()
	require.NoError(t, err)
	for _, c := range []struct {
		name   string
		cases  []grids.Case
		prefix bool
		want   string
	}{
		{"all", cases, false, same},
		{"first ones", cases[:3], true, same},
		{"too few", cases[:3], false, "3 cases instead of 1000"},
		{"another order", []grids.Case{cases[0], cases[2]}, true, "differs from case 2 on"},
	} {
		got, err := compareSet(sets[0], c.cases, c.prefix)
		require.NoError(t, err, c.name)
		assert.Equal(t, c.want, got, c.name)
	}
	other := slices.Clone(cases[:1])
	other[0].Solutions = 2
	got, err := compareSet(sets[0], other, true)
	require.NoError(t, err)
	assert.Equal(t, "differs from case 1 on", got, "another count")
}

// TestRecordedCommands reads the command of every generated set back and wants
// the same command line written for it.
func TestRecordedCommands(t *testing.T) {
	sets, err := corpus.Sets()
	require.NoError(t, err)
	found := 0
	for _, set := range sets {
		if set.Command == "" {
			continue
		}
		found++
		r, err := Parse(set.Command)
		require.NoError(t, err, set.FullName())
		assert.Equal(t, set.Command, r.Command(), set.FullName())
		cases, err := set.Load()
		require.NoError(t, err, set.FullName())
		assert.Equal(t, r.Count, len(cases), "%s has %d cases, its command makes %d", set.FullName(), len(cases), r.Count)
	}
	assert.NotZero(t, found)
	for _, bad := range []string{"", "make corpus", "gridjudge judge", "gridjudge generate --sede 1", "gridjudge generate 1", "gridjudge generate '"} {
		_, err := Parse(bad)
		assert.Error(t, err, "%q", bad)
	}
}
