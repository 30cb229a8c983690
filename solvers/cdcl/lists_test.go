package cdcl

import (
	"slices"
	"testing"
)

// TestLists makes lists twice. The second ones are fewer, and must not contain anything of the first ones.
func TestLists(t *testing.T) {
	var l lists[string]
	for _, want := range [][][]string{
		{{"d", "a"}, {}, {"c", "b"}, {"e"}},
		{{}, {"b", "a"}},
	} {
		l.reset(len(want))
		for n, items := range want {
			for range items {
				l.count(uint32(n))
			}
		}
		l.allocate()
		for n, items := range want {
			for _, item := range slices.Backward(items) {
				l.put(uint32(n), item)
			}
		}
		for n, items := range want {
			if got := l.of(uint32(n)); !slices.Equal(got, items) {
				t.Errorf("list %d of %d: %q, want %q", n, len(want), got, items)
			}
		}
	}
}
