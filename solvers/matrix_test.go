package solvers_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"gridjudge/solvers"
)

// Knuth's example of seven items and six options, with two additional secondary items.
func knuth() *solvers.Matrix {
	return solvers.NewMatrix(7, 2, [][]int32{
		{2, 4}, {0, 3, 6}, {1, 2, 5, 7}, {0, 3, 5}, {1, 6}, {3, 4, 6, 7}, {7, 8}, {},
	})
}

func TestMatrixValid(t *testing.T) {
	if err := knuth().Valid(); err != nil {
		t.Fatal(err)
	}
	if err := new(solvers.Matrix).Valid(); err != nil {
		t.Fatalf("no items, no options: %v", err)
	}
	for text, spoil := range map[string]func(m *solvers.Matrix){
		"-1 primary and 2 secondary":     func(m *solvers.Matrix) { m.Primary = -1 },
		"7 primary and -1 secondary":     func(m *solvers.Matrix) { m.Secondary = -1 },
		"are more than 2147483647":       func(m *solvers.Matrix) { m.Primary = math.MaxInt32 },
		"option 1 has item 9, but":       func(m *solvers.Matrix) { m.Option(1)[0] = 9 },
		"option 1 has item -1, but":      func(m *solvers.Matrix) { m.Option(1)[0] = -1 },
		"option 3 has item 5 twice":      func(m *solvers.Matrix) { m.Option(3)[0] = 5 },
		"but the items are 0 to -1":      func(m *solvers.Matrix) { m.Primary, m.Secondary = 0, 0 },
		"option 6 has item 8 twice":      func(m *solvers.Matrix) { m.Option(6)[0] = 8 },
		"the items are 0 to 7":           func(m *solvers.Matrix) { m.Secondary = 1 },
		"option 2 is from 5 to 4 of 20":  func(m *solvers.Matrix) { m.Ends[2] = 4 },
		"option 0 is from 0 to 23 of 20": func(m *solvers.Matrix) { m.Ends[0] = 23 },
		"last option ends at 18 of 20":   func(m *solvers.Matrix) { m.Ends = m.Ends[:6] },
		"2147483647 secondary items ":    func(m *solvers.Matrix) { m.Secondary = math.MaxInt32 },
	} {
		m := knuth()
		spoil(m)
		if err := m.Valid(); !says(err, text) {
			t.Errorf("error %v, want one with %q", err, text)
		}
	}
}

func TestMatrixCheck(t *testing.T) {
	for _, c := range []struct {
		cover []int32
		says  string
	}{
		{[]int32{4, 0, 3}, ""},
		{[]int32{4, 0}, "no option covers item 0"},
		{nil, "no option covers item 0"},
		{[]int32{4, 0, 3, 1}, "options 3 and 1 both have item 0"},
		{[]int32{4, 4, 0, 3}, "options 4 and 4 both have item 1"},
		{[]int32{2, 5}, "options 2 and 5 both have item 7"},
		{[]int32{4, 0, 3, 6}, "option 6 has no primary item"},
		{[]int32{4, 0, 3, 7}, "option 7 has no primary item"},
		{[]int32{4, 0, 8}, "there is no option 8: the options are 0 to 7"},
		{[]int32{-1}, "there is no option -1: the options are 0 to 7"},
	} {
		err := knuth().Check(c.cover)
		if c.says == "" && err != nil {
			t.Errorf("%v: %v", c.cover, err)
		}
		if c.says != "" && (err == nil || err.Error() != c.says) {
			t.Errorf("%v: error %v, want %q", c.cover, err, c.says)
		}
	}
	if err := new(solvers.Matrix).Check(nil); err != nil {
		t.Errorf("no items: the empty cover: %v", err)
	}
	if err := (&solvers.Matrix{Secondary: 1}).Check(nil); err != nil {
		t.Errorf("no primary items: the empty cover: %v", err)
	}
}

func TestCoverFound(t *testing.T) {
	var c solvers.Cover
	c.Found([]int32{3, 1})
	c.Found([]int32{2})
	want := solvers.Cover{Counts: solvers.Counts{Solutions: 2}, First: []int32{3, 1}}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("after two covers: %+v, want %+v", c, want)
	}
	c.Reset()
	if want := (solvers.Cover{First: []int32{}}); !reflect.DeepEqual(c, want) {
		t.Errorf("after Reset: %#v, want %#v", c, want)
	}
}

func ExampleMatrix_Check() {
	m := solvers.NewMatrix(3, 0, [][]int32{{0, 1}, {1, 2}, {2}})
	fmt.Println(m.Check([]int32{0, 2}), m.Check([]int32{0, 1}))
	// Output: <nil> options 0 and 1 both have item 1
}
