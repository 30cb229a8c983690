package judge_test

import (
	"context"
	"fmt"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/solvers"
)

// The verdict is a function of facts and limits alone: what was TLE under one
// limit can be judged again under another.
func ExampleDerive() {
	facts := judge.Facts{Ran: true, CPU: 1200 * time.Millisecond, Finding: judge.Finding{Match: judge.Right}}
	for _, limit := range []time.Duration{time.Second, 2 * time.Second} {
		verdict, reason := judge.Derive(&facts, judge.Limits{Time: limit})
		fmt.Printf("%s %s\n", verdict, reason)
	}
	// Output:
	// TLE cpu time 1.2s, over the limit of 1s
	// AC
}

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
	cases := []corpus.Case{{Puzzle: puzzle, Solutions: corpus.Unknown}}
	for _, output := range []string{"1234341221434321\n", "1234341221434321\n\n", "1234 3412 2143 4321\n", "1234341221434312\n"} {
		finding := judge.Compare(problem, cases, []byte(output), false)
		fmt.Printf("%s|%s\n", finding.Match, finding.Reason)
	}
	// Output:
	// right|
	// right|
	// white space|right but for white space: expected '3', got a blank
	// wrong|case 1: column 3 has two 1s
}

// guess always returns the same grid.
type guess struct{}

func (guess) Solve(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	answer, _ := solvers.ParseGrid("1234341221434321")
	r.Reset()
	r.Nodes++
	r.Found(answer)
}

func ExampleRun() {
	spec := &solvers.Spec{Name: "guess", Doc: "a guess", Sizes: []int{4}, New: func(int) solvers.Solver { return guess{} }}
	var cases []corpus.Case
	for _, s := range []string{"1234341221434...", "2...............", "................"} {
		puzzle, err := solvers.ParseGrid(s)
		if err != nil {
			fmt.Println(err)
			return
		}
		cases = append(cases, corpus.Case{Puzzle: puzzle, Solutions: corpus.Unknown})
	}
	result, err := judge.Run(context.Background(), spec, cases, judge.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict, result.Tally)
	fmt.Printf("case %d: %s\n", result.Failed.Case, result.Failed.Reason)
	// Output:
	// WA 2 AC, 1 WA
	// case 2: row 1, column 1: the given 2 became 1
}
