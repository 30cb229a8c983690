package judge_test

import (
	"context"
	"fmt"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
	"gridjudge/harness/judge"
	"gridjudge/solvers"
)

// The verdict is a function of facts and limits alone, so a run that was TLE under one limit can be judged again
// under another.
func ExampleDerive() {
	facts := judge.Facts{Ran: true, CPU: 1200 * time.Millisecond, Finding: cases.Finding{Match: cases.Right}}
	for _, limit := range []time.Duration{time.Second, 2 * time.Second} {
		verdict, reason := judge.Derive(&facts, &judge.Limits{Time: limit})
		fmt.Printf("%s %s\n", verdict, reason)
	}
	// Output:
	// TLE cpu time 1.2s, over the limit of 1s
	// AC
}

// guess always returns the same grid.
type guess struct{}

func (guess) Solve(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	answer, _ := solvers.ParseGrid("1234341221434321")
	r.Reset()
	r.Nodes++
	r.Found(answer)
}

func ExamplePass() {
	spec := &solvers.Spec{Name: "guess", Doc: "a guess", Sizes: []int{4}, New: func(int) solvers.Solver { return guess{} }}
	var list []grids.Case
	for _, s := range []string{"1234341221434...", "2...............", "................"} {
		puzzle, err := solvers.ParseGrid(s)
		if err != nil {
			fmt.Println(err)
			return
		}
		list = append(list, grids.Case{Puzzle: puzzle})
	}
	pass := judge.NewPass(func() cases.Runner { return grids.Sudoku4.NewRunner(spec) }, judge.Options{})
	if err := pass.Run(context.Background(), &grids.List{Format: grids.Sudoku4, Cases: list}, nil); err != nil {
		fmt.Println(err)
		return
	}
	outcome := pass.Outcome()
	fmt.Println(outcome.Verdict, outcome.Tally)
	fmt.Printf("case %d: %s\n", outcome.Failed, outcome.Reason())
	// Output:
	// WA 2 AC, 1 WA
	// case 2: row 1, column 1: the given 2 became 1
}
