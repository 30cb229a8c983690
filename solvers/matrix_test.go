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

// painted returns a matrix in which options 0 and 1 agree in the colour of item 2, and option 2 and 3 do
// not agree with them.
func painted() *solvers.Matrix {
	m := solvers.NewMatrix(2, 2, [][]int32{{0, 3}})
	m.AddColored([]int32{0, 2}, []int32{0, 7})
	m.AddColored([]int32{2, 1, 3}, []int32{7, 0, 1})
	m.AddColored([]int32{2, 1}, []int32{8, 0})
	m.Add([]int32{2, 1})
	return m
}

func TestColors(t *testing.T) {
	m := painted()
	if err := m.Valid(); err != nil {
		t.Fatal(err)
	}
	for text, spoil := range map[string]func(m *solvers.Matrix){
		"option 1 gives item 2 the colour -7, but a colour cannot be negative": func(m *solvers.Matrix) { m.Colors[3] = -7 },
		"option 1 gives item 0 a colour, but the item is primary":              func(m *solvers.Matrix) { m.Colors[2] = 1 },
		"11 members have 10 colours":                                           func(m *solvers.Matrix) { m.Colors = m.Colors[1:] },
	} {
		m := painted()
		spoil(m)
		if err := m.Valid(); !says(err, text) {
			t.Errorf("error %v, want one with %q", err, text)
		}
	}
	for _, c := range []struct {
		cover []int32
		says  string
	}{
		{[]int32{1, 2}, ""},
		{[]int32{2, 1}, ""},
		{[]int32{1, 3}, "options 1 and 3 give item 2 different colours, 7 and 8"},
		{[]int32{1, 4}, "options 1 and 4 both have item 2"},
		{[]int32{4, 1}, "options 4 and 1 both have item 2"},
		{[]int32{0, 2}, "options 0 and 2 both have item 3"},
		{[]int32{1, 2, 2}, "options 2 and 2 both have item 1"},
	} {
		if err := m.Check(c.cover); (err == nil) != (c.says == "") || err != nil && err.Error() != c.says {
			t.Errorf("%v: error %v, want %q", c.cover, err, c.says)
		}
	}
	var copied solvers.Matrix
	copied.Set(m)
	if !copied.Equal(m) || !copied.Colored() || copied.ColorOf(2, 0) != 7 || !reflect.DeepEqual(copied.ColorsOf(3), []int32{8, 0}) {
		t.Errorf("the copy is %v, want %v", copied, m)
	}
	copied.Colors[3]++
	if copied.Equal(m) {
		t.Error("a matrix with another colour is equal")
	}
	if copied.Set(knuth()); copied.Colored() || copied.ColorOf(0, 0) != 0 || copied.ColorsOf(0) != nil {
		t.Errorf("a copy of a matrix without colours has some: %v", copied.Colors)
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
