package grids_test

import (
	"fmt"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// The special judge takes any answer that keeps the givens and obeys the rules.
func ExampleCompare() {
	puzzle, err := solvers.ParseGrid("1234341221434...")
	if err != nil {
		fmt.Println(err)
		return
	}
	problem, err := corpus.LookupProblem("sudoku4")
	if err != nil {
		fmt.Println(err)
		return
	}
	list := []corpus.Case{{Puzzle: puzzle, Solutions: corpus.Unknown}}
	for _, output := range []string{"1234341221434321\n", "1234341221434321\n\n", "1234 3412 2143 4321\n", "1234341221434312\n"} {
		finding := grids.Compare(problem, list, []byte(output), false)
		fmt.Printf("%s|%s\n", finding.Match, finding.Reason)
	}
	// Output:
	// right|
	// right|
	// white space|right but for white space: expected '3', got a blank
	// wrong|case 1: column 3 has two 1s
}
