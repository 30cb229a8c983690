package corpus

import (
	"io"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
)

// asked is a stream that notes in waits when it is read beyond its text, where a real stream would have to wait.
type asked struct {
	text  io.Reader
	waits bool
}

func (r *asked) Read(p []byte) (int, error) {
	n, err := r.text.Read(p)
	r.waits = r.waits || err == io.EOF
	return n, err
}

// TestCasesComeBeforeTheReaderWaits sends a case in one write, with lines after it that do not begin a case. The
// program that sends it may wait for the answer before it sends more, so the case must be delivered first.
func TestCasesComeBeforeTheReaderWaits(t *testing.T) {
	rows := func(count int, row string) string { return strings.Repeat(row+"\n", count) }
	inputs := map[string]string{
		"poj3074": nine + "\n", "poj3076": rows(16, "A---------------"), "acwing169": rows(16, "A---------------"),
		"luogu1784": rows(9, "1 0 0 0 0 0 0 0 0"), "sudoku4": "1...............\n", "sudoku25": strings.Repeat(".", 625) + "\n",
		"poj2676": "1\n" + rows(9, "100000000"), "poj2918": "1\n" + rows(9, "100000000"), "hdu2780": "1\n" + rows(9, "100000000"),
		"hdu3111": "1\n" + rows(9, "1????????"), "hdu1426": rows(9, "1 ? ? ? ? ? ? ? ?"), "spoj-sudoku": "1\n" + rows(16, "A---------------"),
		"zoj3122": rows(16, "A---------------"), "acwing166": nine + "\n",
		"spoj-novice42": "1\nGrid 01\n" + rows(9, "100000000"), "uva989": "3\n" + rows(9, "1 0 0 0 0 0 0 0 0"), "ecnu1021": rows(9, "1........"),
		"hust1017": "1 1\n1 1\n", "luogu4929": "1 1\n1\n", "poj3740": "1 1\n1\n", "xc": "a\na\n| end\n",
	}
	for _, p := range Problems() {
		tails := []string{"", "\n", " \t\r\n\n", "# a comment\n", "\n  # a comment\n\n"}
		switch p.Name {
		case "poj3074", "acwing166":
			tails = append(tails, "end\n", " end \n\n")
		case "xc":
			tails = []string{"", "\n", "| a comment\n"}
		}
		for _, tail := range tails {
			in := &asked{text: strings.NewReader(inputs[p.Name] + tail)}
			block, err := p.NewReader(cases.Source{Name: "in", In: in, Waits: true}, nil).Next(1000)
			must(t, err)
			if block.Len() != 1 || in.waits {
				t.Errorf("%s, %q: %d cases, want 1; the reader waited for more: %v", p.Name, tail, block.Len(), in.waits)
			}
		}
	}
}
