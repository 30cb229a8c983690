package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
)

// The exit statuses of SAT solvers, as the SAT competitions define them.
const (
	satisfiable   = 10
	unsatisfiable = 20
)

// cnf is the adapter for SAT solvers. Each puzzle is a formula of its own, and is solved by a process
// of its own.
type cnf struct {
	program *program
	problem *corpus.Problem
}

func (c *cnf) solve(r io.Reader, w io.Writer) error {
	format := c.problem.Family.(*grids.Format)
	puzzles, answers := grids.NewReader(r, "<stdin>", format), format.NewGridWriter(w)
	for {
		var puzzle grids.Case
		if err := puzzles.Next(&puzzle); err == io.EOF {
			return answers.Close()
		} else if err != nil {
			return usageError{err}
		}
		formula := newFormula(puzzle.Puzzle, format.Size)
		answer := puzzle.Puzzle
		if !formula.refuted {
			model, err := c.model(formula)
			if err != nil {
				return fmt.Errorf("<stdin>:%d: %w", puzzle.Line, err)
			}
			if model != nil {
				answer = formula.grid(model)
			}
		}
		if err := answers.Write(answer); err != nil {
			return err
		}
	}
}

// model returns the literals that the SAT solver makes true, or nil if the solver finds the formula
// unsatisfiable.
func (c *cnf) model(f *formula) ([]int, error) {
	if err := c.program.input(f.write); err != nil {
		return nil, err
	}
	if err := c.program.run(satisfiable, unsatisfiable); err != nil {
		return nil, err
	}
	out, err := os.Open(c.program.out)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	return readModel(out)
}

// readModel reads the output of a SAT solver. The output says whether the formula is satisfiable and, if it is, lists
// the literals that are true, followed by a 0. There are two forms of it:
//
//   - MiniSat writes "SAT" on the first line and the literals on the second.
//   - The solvers of the SAT competitions write "s SATISFIABLE", and begin the lines of literals with v. Their lines
//     that begin with c are comments.
func readModel(r io.Reader) ([]int, error) {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 1<<16), 1<<24)
	status, model, ended := "", []int{}, false
	for s.Scan() {
		if strings.HasPrefix(s.Text(), "c") {
			continue
		}
		for word := range strings.FieldsSeq(s.Text()) {
			switch word {
			case "SAT", "SATISFIABLE", "UNSAT", "UNSATISFIABLE":
				status = word
			case "s", "v":
			case "0":
				ended = true
			default:
				literal, err := strconv.Atoi(word)
				if err != nil {
					return nil, fmt.Errorf("the output of the SAT solver has the word %q; switch its messages off", word)
				}
				model = append(model, literal)
			}
		}
	}
	switch {
	case s.Err() != nil:
		return nil, s.Err()
	case status == "UNSAT" || status == "UNSATISFIABLE":
		return nil, nil
	case status == "" || !ended:
		return nil, fmt.Errorf("the output of the SAT solver ends before its answer does")
	}
	return model, nil
}
