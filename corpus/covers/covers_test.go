package covers_test

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"gridjudge/corpus/covers"
	"gridjudge/corpus/generate/matrices"
	"gridjudge/corpus/text"
	"gridjudge/solvers"
)

// readAll reads all matrices of text.
func readAll(text string, layout covers.Layout) (all []*solvers.Matrix, found covers.Layout, err error) {
	r := covers.NewReader(iotest.OneByteReader(strings.NewReader(text)), "in", layout)
	for {
		var c covers.Case
		err := r.Next(&c)
		if err == io.EOF {
			return all, r.Layout(), nil
		}
		if err != nil {
			return all, r.Layout(), err
		}
		all = append(all, &c.Matrix)
	}
}

// knuthExample is the matrix of Knuth's paper, which is also the sample of HUST 1017.
var knuthExample = solvers.NewMatrix(7, 0, [][]int32{{2, 4, 5}, {0, 3, 6}, {1, 2, 5}, {0, 3}, {1, 6}, {3, 4, 6}})

// The same matrices in each layout.
func TestFormats(t *testing.T) {
	two := solvers.NewMatrix(2, 1, [][]int32{{0, 2}, {1}, {2}, {1, 2}})
	painted := &solvers.Matrix{Primary: 2, Secondary: 2}
	painted.AddColored([]int32{0, 2, 3}, []int32{0, 1, 0})
	painted.AddColored([]int32{1, 2}, []int32{0, 1})
	painted.AddColored([]int32{1, 3, 2}, []int32{0, 2, 3})
	for name, c := range map[string]struct {
		text   string
		layout covers.Layout
		want   []*solvers.Matrix
	}{
		"HUST 1017": {
			"6 7\n3 3 5 6\n3 1 4 7\n3 2 3 6\n2 1 4\n2 2 7\n3 4 5 7\n",
			covers.HUST, []*solvers.Matrix{knuthExample}},
		"HUST 1017, CR LF, two cases, no last newline": {
			"6 7\r\n3 3 5 6\r\n3 1 4 7\r\n3 2 3 6\r\n2 1 4\r\n2 2 7\r\n3 4 5 7\r\n\r\n1 2\r\n2 2 1",
			covers.HUST, []*solvers.Matrix{knuthExample, solvers.NewMatrix(2, 0, [][]int32{{1, 0}})}},
		"luogu P4929": {
			"6 7\n0 0 1 0 1 1 0\n1 0 0 1 0 0 1\n0 1 1 0 0 1 0\n1 0 0 1 0 0 0\n0 1 0 0 0 0 1\n0 0 0 1 1 0 1\n",
			covers.Dense, []*solvers.Matrix{knuthExample}},
		"POJ 3740": {"3 3\n0 1 0\n0 0 1\n1 0 0\n4 4\n0 0 0 1\n1 0 0 0\n1 1 0 1\n0 1 0 0\n", covers.Dense, []*solvers.Matrix{
			solvers.NewMatrix(3, 0, [][]int32{{1}, {2}, {0}}), solvers.NewMatrix(4, 0, [][]int32{{3}, {0}, {0, 1, 3}, {1}})}},
		"the second row decides for dense": {"2 2\n1 1\n1 0\n", covers.Dense,
			[]*solvers.Matrix{solvers.NewMatrix(2, 0, [][]int32{{0, 1}, {0}})}},
		"the second row decides for sparse": {"3 2\n1 1\n1 2\n0\n", covers.HUST,
			[]*solvers.Matrix{solvers.NewMatrix(2, 0, [][]int32{{0}, {1}, nil})}},
		"empty rows of one column": {
			"2 1\n0\n0\n",
			"", []*solvers.Matrix{solvers.NewMatrix(1, 0, [][]int32{nil, nil})}},
		"no rows": {"0 5\n", "", []*solvers.Matrix{solvers.NewMatrix(5, 0, [][]int32{})}},
		"Knuth": {
			"| a comment\na b | c\n\na c\nb\n| another\nc\nb c\n",
			covers.Knuth, []*solvers.Matrix{two}},
		"Knuth with an item c first": {"c p | x\nc x\np\nx\np x", covers.Knuth, []*solvers.Matrix{two}},
		"Knuth with numbers":         {"1 2 | 3\n1 3\n2\n3\n2 3\n", covers.Knuth, []*solvers.Matrix{two}},
		"p ec": {
			"c n = 2\np ec 2\ns 1 2\nc so\ns 2\n",
			covers.EC, []*solvers.Matrix{solvers.NewMatrix(2, 0, [][]int32{{0, 1}, {1}})}},
		"Knuth with colours": {"a b | x y\na x:A y\nb x:A\nb y:B x:C\n", covers.Knuth, []*solvers.Matrix{painted}},
		"p xcc": {
			"p xcc 2 2\n1 3 -8 4 0\n2 3 -8 0\n2 4 -9 3 -2 0\np xc 2 1\n1 3 0\n2 0\n3 0\n2 3 0\np xcc 2 1\n1 3 0\n2 0\n3 0\n2 3 0\n",
			covers.PXC, []*solvers.Matrix{painted, two, two}},
		"p xc": {"c so\np xc 2 1\n1 3 0\n2 0\n3 0\n2 3 0\n", covers.PXC, []*solvers.Matrix{two}},
	} {
		for _, own := range covers.Layouts {
			if c.layout == "" && own != covers.HUST && own != covers.Dense {
				continue // in this layout the text is another matrix
			}
			all, format, err := readAll(c.text, own)
			if err != nil {
				t.Fatalf("%s, own layout %q: %v", name, own, err)
			}
			if want := cmp.Or(c.layout, own); format != want {
				t.Errorf("%s, own layout %q: the layout is %q, want %q", name, own, format, want)
			}
			if len(all) != len(c.want) {
				t.Fatalf("%s, own layout %q: %d matrices, want %d", name, own, len(all), len(c.want))
			}
			for i, m := range all {
				if !c.want[i].Equal(m) {
					t.Errorf("%s, own layout %q: matrix %d is %v, want %v", name, own, i+1, m, c.want[i])
				}
			}
		}
	}
	for _, own := range covers.Layouts { // a line of items alone is Knuth's if no other layout is expected
		all, _, err := readAll("a\n", own)
		if knuth := own == covers.Knuth; knuth != (err == nil) || knuth && all[0].Primary != 1 {
			t.Errorf("items alone, own layout %q: %v, error %v", own, all, err)
		}
	}
	for format, want := range map[covers.Layout]int{covers.HUST: 1, covers.Dense: 2} {
		all, _, err := readAll("1 2\n1 1\n", format)
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		if got := all[0].Option(0); len(got) != want {
			t.Errorf("%s: the option is %v, want %d items", format, got, want)
		}
	}
}

// Every instance is the same after it was written in Knuth's layout and read again.
func TestWriteKnuth(t *testing.T) {
	for _, instance := range matrices.Instances() {
		m := instance.Make()
		var file bytes.Buffer
		if err := covers.WriteKnuth(&file, m); err != nil {
			t.Fatalf("%s: %v", instance.Name, err)
		}
		r := covers.NewReader(&file, "in", covers.Knuth)
		var back covers.Case
		if err := r.Next(&back); err != nil {
			t.Fatalf("%s: %v", instance.Name, err)
		}
		if got := r.Layout(); got != covers.Knuth {
			t.Errorf("%s: the layout is %q, want %q", instance.Name, got, covers.Knuth)
		}
		if !reflect.DeepEqual(&back.Matrix, m) {
			t.Errorf("%s comes back as %v, want %v", instance.Name, back.Matrix, *m)
		}
	}
	for name, m := range map[string]*solvers.Matrix{
		"no primary item": {Secondary: 1}, "an empty option": solvers.NewMatrix(1, 0, [][]int32{{}}),
	} {
		if covers.WriteKnuth(io.Discard, m) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// For any bytes, the reader ends with valid matrices or with an error of this package. The matrices are the same
// after they were written in Knuth's layout and read again.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		"6 7\n3 3 5 6\n3 1 4 7\n", "2 2\n1 1\n1 0\n", "a b | c\na c\n",
		"a | x\na x:b\n", "p xcc 1 1\n1 2 -7 0\n", "c x\np ec 2\ns 1 2\n", "p xc 1 1\n1 2 0\n", "c\nc p\np\n", " p ec 8\np c",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		own := covers.Layouts[len(content)%len(covers.Layouts)]
		r := covers.NewReader(bytes.NewReader(content), "in", own)
		for {
			var c covers.Case
			err := r.Next(&c)
			m := &c.Matrix
			if err == io.EOF {
				return
			}
			if err != nil {
				place, ok := errors.AsType[*text.Error](err)
				if !ok {
					t.Fatalf("%q: error %v, want a %T", content, err, place)
				}
				if lines := bytes.Count(content, []byte("\n")) + 1; place.Line > lines {
					t.Fatalf("%q: %v is of line %d, but there are %d", content, err, place.Line, lines)
				}
				return
			}
			if m.Items() > 1<<12 {
				continue // the copies below would take long
			}
			if err := m.Valid(); err != nil {
				t.Fatalf("%q: %v", content, err)
			}
			var file bytes.Buffer
			if covers.WriteKnuth(&file, m) != nil {
				continue
			}
			var back covers.Case
			if err := covers.NewReader(&file, "in", covers.Knuth).Next(&back); err != nil {
				t.Fatalf("%q in Knuth's format: %v", content, err)
			}
			if !back.Matrix.Equal(m) { // a matrix without options has nil or empty slices
				t.Fatalf("%q comes back as %v, want %v", content, back.Matrix, *m)
			}
		}
	})
}

// The own layout of a problem is tried first, on the whole first matrix. Another layout is tried only if that fails.
func TestTheOwnLayoutIsTriedFirst(t *testing.T) {
	hust := solvers.NewMatrix(3, 0, [][]int32{{0}, {1, 2}})
	two := solvers.NewMatrix(2, 0, [][]int32{{0, 1}})
	for name, c := range map[string]struct {
		text string
		own  covers.Layout
		want *solvers.Matrix // the first matrix
	}{
		"rows that are both, sparse":      {"2 2\n1 1\n1 1\n", covers.HUST, solvers.NewMatrix(2, 0, [][]int32{{0}, {0}})},
		"rows that are both, dense":       {"2 2\n1 1\n1 1\n", covers.Dense, solvers.NewMatrix(2, 0, [][]int32{{0, 1}, {0, 1}})},
		"the last row decides":            {"3 2\n1 1\n1 1\n1 0\n", covers.HUST, solvers.NewMatrix(2, 0, [][]int32{{0, 1}, {0, 1}, {0}})},
		"numbers as names":                {"1 2\n1 2\n", covers.Knuth, two},
		"numbers as names, then no item":  {"2 3\n1 1\n2 2 3\n", covers.Knuth, hust},
		"comments before HUST's":          {"# from a generator\n\n| more\nc and more\n2 3\n# rows\n1 1\n2 2 3\n", covers.HUST, hust},
		"comments before HUST's, for xc":  {"# from a generator\n2 3\n1 1\n2 2 3\n", covers.Knuth, hust},
		"comments before dense rows":      {"# from a generator\n2 3\n1 0 0\n0 1 1\n", covers.Dense, hust},
		"comments before p ec":            {"# from a generator\np ec 3\ns 1\n# the last\ns 2 3\n", covers.HUST, hust},
		"digits with commas":              {"1,0,0\n0,1,1\n", covers.HUST, hust},
		"digits with commas and blanks":   {"# no header\n1, 0, 0\n\n0, 1, 1\n", covers.Dense, hust},
		"digits with commas, for xc":      {"1,0,0\n0,1,1\n", covers.Knuth, hust},
		"Knuth's names, where not wanted": {"a b\na b\n", covers.HUST, two},
	} {
		all, _, err := readAll(c.text, c.own)
		if err != nil || len(all) == 0 || !all[0].Equal(c.want) {
			t.Errorf("%s: %v, error %v, want %v", name, all, err, c.want)
		}
	}
	for _, text := range []string{"2 3\n", "2 3\n2 3\n", "3 3\n3 1 2 3\n3 3\n", "1,0,0\n0,1\n", "1,0,0\n0,1,2\n", "# nothing\n", "a b\n"} {
		if all, layout, err := readAll(text, covers.HUST); err == nil {
			t.Errorf("%q is read as %v in %s", text, all, layout)
		}
	}
}

// Matrices that a trial has read after the first one are not lost.
func TestLinesOfATrialAreReadAgain(t *testing.T) {
	text := strings.Repeat("2 3\n1 1\n2 2 3\n", 1000)
	for _, own := range []covers.Layout{covers.HUST, covers.Dense, covers.Knuth} {
		all, layout, err := readAll(text, own)
		if err != nil || len(all) != 1000 || layout != covers.HUST {
			t.Errorf("own layout %s: %d matrices in %s, error %v", own, len(all), layout, err)
		}
	}
	text = "p ec 2\n" + strings.Repeat("s 1 2\n", 1000) + strings.Repeat("c more\np ec 1\ns 1\n", 3)
	all, _, err := readAll(text, covers.Knuth)
	if err != nil || len(all) != 4 || all[0].Options() != 1000 || all[3].Options() != 1 {
		t.Errorf("%d matrices, error %v", len(all), err)
	}
}

// README explains the layouts that are read.
func TestReadmeHasTheLayouts(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, layout := range covers.Layouts {
		if !bytes.Contains(readme, []byte("\n| "+string(layout)+" | ")) {
			t.Errorf("README does not explain %s", layout)
		}
	}
}
