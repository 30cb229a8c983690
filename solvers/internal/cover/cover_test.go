package cover_test

import (
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// Every option is at the index that its cell and digit determine, and covers one item from each
// group. Every item has exactly one option for each digit or place.
func TestOptionsAndItems(t *testing.T) {
	for _, n := range solvers.Sizes() {
		options := cover.Options(n)
		if len(options) != n*n*n {
			t.Fatalf("size %d: %d options, want %d", n, len(options), n*n*n)
		}
		width := make([]int, cover.Items(n))
		for i, o := range options {
			if place := o.Cell*n + int(o.Digit) - 1; place != i {
				t.Errorf("size %d, option %d: cell %d and digit %d say option %d", n, i, o.Cell, o.Digit, place)
			}
			for group, item := range o.Items {
				if got := int(item) / (n * n); got != group {
					t.Fatalf("size %d, option %d, item %d: group %d, want %d", n, i, item, got, group)
				}
				width[item]++
			}
		}
		for item, w := range width {
			if w != n {
				t.Errorf("size %d: %d options of item %d, want %d", n, w, item, n)
			}
		}
	}
}

// Two options share an item, and so exclude each other, exactly if a grid that contains both breaks
// a rule.
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
			if shared != clash {
				t.Errorf("digit %d in cell %d with digit %d in cell %d: they share an item: %v, they clash: %v",
					a.Digit, a.Cell, b.Digit, b.Cell, shared, clash)
			}
		}
	}
}
