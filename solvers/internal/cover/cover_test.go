package cover_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// Every option stands where its cell and digit say, covers one item of each
// group, and every item has exactly one option a digit or a place.
func TestOptionsAndItems(t *testing.T) {
	for _, n := range solvers.Sizes() {
		options := cover.Options(n)
		require.Len(t, options, n*n*n, "size %d", n)
		width := make([]int, cover.Items(n))
		for i, o := range options {
			assert.Equal(t, i, o.Cell*n+int(o.Digit)-1, "size %d, option %d", n, i)
			for group, item := range o.Items {
				require.Equal(t, group, int(item)/(n*n), "size %d, option %d, item %d", n, i, item)
				width[item]++
			}
		}
		for item, w := range width {
			assert.Equal(t, n, w, "size %d: options of item %d", n, item)
		}
	}
}

// Two options exclude each other, by sharing an item, exactly where a grid
// that holds both breaks a rule.
func TestSharedItemsAreTheRules(t *testing.T) {
	const n = 4
	options := cover.Options(n)
	for i, a := range options {
		for _, b := range options[:i] {
			shared := false
			for group := range a.Items {
				shared = shared || a.Items[group] == b.Items[group]
			}
			g := solvers.NewGrid(n)
			g[a.Cell], g[b.Cell] = a.Digit, b.Digit
			clash := a.Cell == b.Cell || g.Conflict() != nil
			assert.Equal(t, clash, shared, "digit %d in cell %d with digit %d in cell %d", a.Digit, a.Cell, b.Digit, b.Cell)
		}
	}
}
