package corpus_test

import (
	"fmt"
	"io"
	"strings"

	"gridjudge/corpus"
)

// A Reader detects the layout of a list and reads it puzzle by puzzle. An error
// comes with its place, after the puzzles before it.
func ExampleReader() {
	list := `# two puzzles, the second cut short
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:1:534678912672195348198342567859761423426853791713924856961537284287419635345286179
1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3
`
	r := corpus.NewReader(strings.NewReader(list), "list.txt", nil)
	for {
		c, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Problem().Name, c.Puzzle.Givens(), c.Solutions, c.Answer)
	}
	// Output:
	// poj3074 30 1 534678912672195348198342567859761423426853791713924856961537284287419635345286179
	// list.txt:3:80: a puzzle of 79 characters, want 81
}

func ExampleSelectSets() {
	sets, err := corpus.SelectSets([]string{"*/sample"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range sets {
		cases, err := s.Load()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s.FullName(), len(cases), s.TimeLimit)
	}
	_, err = corpus.SelectSets([]string{"poj3074/nmaed"})
	fmt.Println(err)
	// Output:
	// poj3074/sample 2 1s
	// poj3076/sample 1 10s
	// no set matches "poj3074/nmaed"; did you mean "poj3074/named"?
}
