package grids_test

import (
	"fmt"
	"io"
	"strings"

	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// The special judge takes any answer that keeps the givens and obeys the rules.
func ExampleFormat_NewChecker() {
	puzzle, err := solvers.ParseGrid("1234341221434...")
	if err != nil {
		fmt.Println(err)
		return
	}
	list := []grids.Case{{Puzzle: puzzle}}
	for _, output := range []string{"1234341221434321\n", "1234341221434321\n\n", "1234 3412 2143 4321\n", "1234341221434312\n"} {
		checker := grids.Sudoku4.NewChecker(strings.NewReader(output), false)
		checker.Add(&grids.List{Format: grids.Sudoku4, Cases: list}, nil)
		finding, err := checker.Finish()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s|%s\n", finding.Match, finding.Reason)
	}
	// Output:
	// right|
	// right|
	// white space|right but for white space: expected '3', got a blank
	// wrong|expected 2, got 1: column 3 has two 1s
}

// A Reader detects the layout of a list and reads it puzzle by puzzle. An error
// comes with its place, after the puzzles before it.
func ExampleReader() {
	list := `# two puzzles, the second cut short
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:1:534678912672195348198342567859761423426853791713924856961537284287419635345286179
1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3
`
	r := grids.NewReader(strings.NewReader(list), "list.txt", nil)
	for {
		var c grids.Case
		err := r.Next(&c)
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Size(), c.Puzzle.Givens(), c.Solutions, c.Answer)
	}
	// Output:
	// 9 30 1 534678912672195348198342567859761423426853791713924856961537284287419635345286179
	// list.txt:3:80: a puzzle of 79 characters, want 81
}
