package grids

import (
	"fmt"
	"slices"
	"sort"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// proofBudget bounds the search that checks a claim that a puzzle has no
// solution: about a second at 16x16.
const proofBudget = 400_000

// checkGrid checks whether an answer solves its case. It tests the givens and the rules, and compares the answer with
// the stored answer if the case has one. If the answer is wrong, checkGrid also returns the first cell in which this
// shows, counted from 0.
//
// The stored data may also be wrong. For example, the stored answer may break a rule, or the answer may solve a case
// that is stored as having no solution. checkGrid then returns Contradiction, because the contestant is not to blame.
func checkGrid(c *Case, answer solvers.Grid) (match cases.Match, reason string, cell int) {
	stored, err := c.Answer, solvers.Check(c.Puzzle, answer)
	other := stored != nil && !slices.Equal(answer, stored)
	switch {
	case stored != nil && (err != nil || other) && solvers.Check(c.Puzzle, stored) != nil:
		return cases.Contradiction, fmt.Sprintf("the stored answer is itself wrong: %v", solvers.Check(c.Puzzle, stored)), 0
	case err != nil && c.Unsolvable():
		return cases.Wrong, fmt.Sprintf("the puzzle has no solution, and this grid does not solve it: %v", err), differs(c.Puzzle, answer)
	case err != nil:
		return firstViolation(c.Puzzle, answer)
	case c.Unsolvable():
		return cases.Contradiction, "the case is stored as having no solution, but the answer solves it", 0
	case other && c.Solutions == cases.One:
		return cases.Wrong, "not the only solution that the case is certified to have; it keeps givens and rules, so check the certificate", differs(stored, answer)
	}
	return cases.Right, "", 0
}

// checkClaim checks the claim that the puzzle has no solution.
func checkClaim(c *Case) (cases.Match, string, int) {
	switch {
	case c.Unsolvable():
		return cases.Right, "", 0
	case c.Solutions.N > 0:
		return cases.Wrong, fmt.Sprintf("no solution was found; the case has %s", c.Solutions.InWords()), max(slices.Index(c.Puzzle, 0), 0)
	case c.Answer != nil && solvers.Check(c.Puzzle, c.Answer) == nil:
		return cases.Wrong, "no solution was found; the stored answer is one", max(slices.Index(c.Puzzle, 0), 0)
	}
	n, decided := solvers.Count(c.Puzzle, 1, proofBudget)
	if !decided {
		n, decided = askReferees(c.Puzzle)
	}
	switch {
	case n > 0:
		return cases.Wrong, "no solution was found; there is one, which the judge found", max(slices.Index(c.Puzzle, 0), 0)
	case !decided:
		return cases.JudgeDataError, fmt.Sprintf("no solution was found; no answer is stored, and the judge's own search gave up after %d nodes, and two contestants did not decide it either: a file of answers does (judge --answers)", proofBudget), 0
	}
	return cases.Right, "", 0
}

// refereeBudget bounds the search calls of a referee: some seconds at 16x16.
const refereeBudget = 100_000

// askReferees asks two contestants, the referees, whether the puzzle has a solution. One referee is enough to show that
// there is a solution, because askReferees checks the solution that the referee returns. But askReferees cannot check
// that there is none, so for this answer both referees must agree. The results are:
//   - found: 1 if the puzzle has a solution, otherwise 0
//   - decided: false if the referees could not tell
func askReferees(puzzle solvers.Grid) (found int, decided bool) {
	referees, ended := cases.Appointed(puzzle.Size(), false, false), 0
	for _, spec := range referees {
		var r solvers.Result
		spec.New(puzzle.Size()).Solve(slices.Clone(puzzle), solvers.Limits{Nodes: refereeBudget}, &r)
		if r.Solutions > 0 && solvers.Check(puzzle, r.First) == nil {
			return 1, true
		}
		if r.Stopped == solvers.Finished && r.Solutions == 0 {
			ended++
		}
	}
	return 0, ended == 2
}

// differs returns the first cell in which a and b differ.
func differs(a, b solvers.Grid) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return 0
}

// placeBudget is how many nodes each search for the first wrong cell may visit. There are up to 35 searches.
const placeBudget = 20_000

// firstWrong finds the first wrong cell of a wrong answer, reading row by row. This cell may come long before the cell
// that breaks a rule, because a wrong digit may not break a rule until many more cells are filled. So firstWrong finds
// out how much of the answer can still be completed to a solution of the puzzle. For example, if some solution begins
// with the first 20 digits of the answer, but no solution begins with the first 21, then the first wrong cell is the
// 21st. firstWrong also returns the digit that belongs there, or 0 if several digits are possible.
//
// The caller already knows a wrong cell: in the cell shown, the answer changes a given or breaks a rule. The first
// wrong cell may come before it. If the puzzle has no solution, or if a search gives up, firstWrong returns the cell
// shown and the digit 0.
func firstWrong(puzzle, answer solvers.Grid, shown int) (cell int, want uint8) {
	decided := true
	begins := func(cells ...uint8) bool { // whether a solution begins with these cells
		found, ok := solvers.Count(slices.Concat(cells, puzzle[len(cells):]), 1, placeBudget)
		decided = decided && ok
		return found > 0
	}
	cell = sort.Search(shown, func(i int) bool { return !begins(answer[:i+1]...) })
	possible := 0
	for d := uint8(1); int(d) <= puzzle.Size(); d++ {
		if (puzzle[cell] == 0 || puzzle[cell] == d) && begins(append(slices.Clone(answer[:cell]), d)...) {
			want = d
			possible++
		}
	}
	switch {
	case possible == 0 || !decided:
		return shown, 0
	case possible > 1:
		return cell, 0
	}
	return cell, want
}

// firstViolation returns the first cell of an answer that breaks a rule, and the reason. There are three reasons: the
// cell is empty, changes a given, or repeats a digit of an earlier cell in its row, column or box.
func firstViolation(puzzle, answer solvers.Grid) (match cases.Match, reason string, cell int) {
	earlier := solvers.NewGrid(puzzle.Size())
	for i, d := range answer {
		earlier[i] = d
		err := earlier.Conflict()
		if d == 0 || int(d) > puzzle.Size() || puzzle[i] != 0 && puzzle[i] != d {
			err = solvers.Check(puzzle, answer) // it names the first such cell
		}
		if err != nil {
			return cases.Wrong, err.Error(), i
		}
	}
	return cases.Right, "", 0
}
