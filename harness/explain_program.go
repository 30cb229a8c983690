package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/solvers"
)

// explainProgram runs a program on one case and shows all that was observed.
func (a *app) explainProgram(ctx context.Context, f *explainFlags, name string) error {
	p, err := a.oneProgram(ctx, &programFlags{f.programs, f.solver})
	if err != nil {
		return err
	}
	s, n, err := a.findCase(&f.Selection, name)
	if err != nil {
		return err
	}
	if p.Accepts(s.Problem) == nil {
		return usageError("%s does not speak %s", p.Name, s.Problem.Name)
	}
	one := s.Only(n)
	if f.timeLimit > 0 {
		one.TimeLimit = f.timeLimit
	}
	res, err := p.Judge(ctx, one, program.Options{Strict: f.programs.strict}, func(*program.Record) error { return nil })
	if err != nil {
		return err
	}
	record := res.Records[0]
	if err := describeProgram(a.stdout, record, s.Cases[n-1].Puzzle); err != nil {
		return faultError("cannot write the explanation: %w", err)
	}
	switch res.Verdict {
	case judge.Accepted:
		return nil
	case judge.JudgeError:
		return &statusError{exitFault, errors.New("the judge itself failed: " + res.Failed.Reason)}
	}
	return unexpected()
}

// shownOutput is how many bytes of a program's output are shown.
const shownOutput = 4096

// describeProgram writes the facts of a run, the puzzle and the output.
func describeProgram(w io.Writer, r *program.Record, puzzle solvers.Grid) error {
	if err := r.Describe(w); err != nil {
		return err
	}
	output, more := string(r.Output), ""
	if len(output) > shownOutput {
		output, more = output[:shownOutput], fmt.Sprintf("  ... (%d bytes in all)\n", r.Facts.Output)
	}
	output = "  " + strings.ReplaceAll(strings.TrimSuffix(program.Printable(output), "\n"), "\n", "\n  ") + "\n"
	_, err := fmt.Fprintf(w, "\npuzzle, %d givens\n%s\noutput\n%s%s", puzzle.Givens(), drawn(puzzle), output, more)
	return err
}
