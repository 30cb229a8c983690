package solvers_test

import (
	"slices"
	"testing"

	"gridjudge/solvers"
)

func TestPalette(t *testing.T) {
	m := &solvers.Matrix{Primary: 1, Secondary: 2}
	for _, color := range []int32{7, 3, 0, 7} {
		m.AddColored([]int32{2, 0, 1}, []int32{color, 0, 5})
	}
	p := make(solvers.Palette, 9).Of(m)
	var got [][2]int
	for n := range p {
		got = append(got, [2]int{int(p.Item(n)), n})
	}
	if want := [][2]int{{1, 0}, {2, 1}, {2, 2}}; !slices.Equal(got, want) {
		t.Fatalf("items and numbers %v, want %v", got, want)
	}
	for n, of := range [][2]int32{{1, 5}, {2, 3}, {2, 7}} {
		if got := p.Number(of[0], of[1]); got != n {
			t.Errorf("item %d, colour %d has the number %d, want %d", of[0], of[1], got, n)
		}
	}
	if p = p.Of(solvers.NewMatrix(1, 0, [][]int32{{0}})); len(p) > 0 {
		t.Errorf("palette %v of a matrix without colours", p)
	}
}
