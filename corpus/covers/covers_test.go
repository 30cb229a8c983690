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

// says reports whether err is an error with this text.
func says(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }

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

// Each error has its place.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"2 3\n2 1 2\n":             "in:2:6: the file ends where another row should be",
		"2 3\n2 1 2\n2 1 4\n":      "in:3:5: an item is 4, but must be 1 to 3",
		"2 3\n2 1 3\n2 1 0\n":      "in:3:5: an item is 0, but must be 1 to 3",
		"2 3\n2 1 3\n2 2 2\n":      "in:3:5: item 2 is twice in the option",
		"2 3\n2 1 3\n3 1 2\n":      "in:3:6: the row has 2 columns, but says 3",
		"2 3\n2 1 3\n1 1 2\n":      "in:3:5: the line should end before \"2\"",
		"2 3\n2 1 3\n1 x\n":        "in:3:3: an item is \"x\", which is not a number",
		"2 3\n2 1 3\n1 1:a\n":      "in:3:3: an item is \"1:a\", but this layout has no colours",
		"2 3\n0 1 1\n0 1\n":        "in:3:4: the line ends where a digit should be",
		"2 3\n0 1 1\n0 1 2\n":      "in:3:5: a digit is 2, but must be 0 to 1",
		"2 3\n0 1 1\n0 1 1 1\n":    "in:3:7: the line should end before \"1\"",
		"1 3\n2 1\n":               "in:2:4: the row has 1 columns, but says 2",
		"9999999 1\n":              "in:1:1: the number of rows is 9999999, but must be 0 to 4194304",
		"1 99999999\n":             "in:1:3: the number of columns is 99999999, but must be 0 to 16777216",
		"1 99999999999999999999\n": "in:1:3: the number of columns is 99999999999999999999, but must be 0 to 16777216",
		"a b\na:1 b\n":             "in:2:1: item \"a\" has a colour, but it is primary: only secondary items, those after the |, have colours",
		"a | b\na b:1\nb:2 b:1\n":  "in:3:5: item \"b\" is in the option already, so it cannot have the colour \"1\" as well",
		"a | b\na b:1\nb b:1\n":    "in:3:3: item \"b\" is in the option already, so it cannot have the colour \"1\" as well",
		"a | b\na b:1\na b:\n":     "in:3:3: \"b:\" ends where the colour should be",
		"a | b\na b:1\na d:1\n":    "in:3:3: \"d\" is not in the line of items",
		"a 1:2|b\n":                "in:1:3: \"1:2|b\" has a multiplicity, which is not supported",
		"a b:\n":                   "in:1:3: \"b:\" has a colon, which no name of an item may have",
		"a b a\n":                  "in:1:5: item \"a\" is there twice",
		"a | b | d\n":              "in:1:7: a second | in the line of items",
		"a b\nb d\n":               "in:2:3: \"d\" is not in the line of items",
		"a b\nb b\n":               "in:2:3: item \"b\" is twice in the option",
		"p ec\n":                   "in:1:5: the line ends where the number of items should be",
		"p ec 2\n1 2\n":            "in:2:1: the line should begin with \"s\" or \"c\"",
		"p ec 2\ns 1 3\n":          "in:2:5: an item is 3, but must be 1 to 2",
		"p xc 2 1\n1 2\n":          "in:2:4: the option should end in 0",
		"p xc 2 1\n1 3 -2 0\n":     "in:2:5: -2 is a colour, which only options after \"p xcc\" may have",
		"p ec 2\ns 1 -2\n":         "in:2:5: -2 is a colour, which only options after \"p xcc\" may have",
		"p xcc 2 1\n1 2 -3 0\n":    "in:2:5: item 2 has the colour -3, but it is primary: only secondary items have colours",
		"p xcc 2 1\n1 3 -3 -3 0\n": "in:2:8: the colour -3 should follow an item, which has one colour",
		"p xcc 2 1\n1 3 -3 3 0\n":  "in:2:8: item 3 is twice in the option",
		"p xcc 2 1\n-3 1 0\n":      "in:2:1: the colour -3 should follow an item, which has one colour",
		"p xcc 2 1\n1 3 -x 0\n":    "in:2:5: a colour is \"-x\", which is not a number",
		"p xcc 2 1\n1 3 -0 0\n":    "in:2:5: a colour is -0, but must be -2147483648 to -1",
		"p xcc 2 1\n1 4 0\n":       "in:2:3: an item is 4, but must be 1 to 3",
		"p xcc 2\n1 4 0\n":         "in:1:8: the line ends where the number of secondary items should be",
	} {
		own := covers.HUST
		switch {
		case strings.HasPrefix(text, "2 3\n0 1 1"):
			own = covers.Dense
		case strings.HasPrefix(text, "a"), strings.HasPrefix(text, "|"):
			own = covers.Knuth
		}
		_, _, err := readAll(text, own)
		if err == nil {
			t.Fatalf("%q: no error, want %s", text, want)
		}
		got, _, unknown := strings.Cut(err.Error(), "; the layouts that are read are ")
		if got != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
		for _, layout := range covers.Names() {
			if unknown && !strings.Contains(err.Error(), layout) {
				t.Errorf("%q: error %v does not name the layout %s", text, err, layout)
			}
		}
	}
}

// A file without a matrix ends at once, as a file without a grid does.
func TestNoMatrix(t *testing.T) {
	for _, layout := range append(covers.Layouts, "") {
		for _, content := range []string{"", "\n", "\n \n", "| a\n", "\ufeff\n"} {
			reader := covers.NewReader(strings.NewReader(content), "in", layout)
			for range 2 {
				if err := reader.Next(new(covers.Case)); err != io.EOF {
					t.Errorf("%s: %q: error %v, want %v", layout, content, err, io.EOF)
				}
			}
		}
	}
}

// The matrices before an error are read.
func TestCasesBeforeError(t *testing.T) {
	all, _, err := readAll("1 3\n2 1 3\n1 3\n2 1 4\n", covers.HUST)
	if want := "in:4:5: an item is 4, but must be 1 to 3"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if len(all) != 1 {
		t.Errorf("%d matrices before the error, want 1", len(all))
	}
}

// A line without an end is an error, and does not take more and more memory.
func TestLongLine(t *testing.T) {
	err := covers.NewReader(endless{}, "in", covers.HUST).Next(new(covers.Case))
	if want := "in:1:67108865: a line longer than 64 MiB"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '1'
	}
	return len(b), nil
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
