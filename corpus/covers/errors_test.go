package covers_test

import (
	"io"
	"strings"
	"testing"

	"gridjudge/corpus/covers"
)

// says reports whether err is an error with this text.
func says(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }

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
