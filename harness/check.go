package harness

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/harness/input"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/testset"
)

func (a *app) checkCommand() *cobra.Command {
	var problem string
	var strict bool
	cmd := &cobra.Command{
		Use:   "check --problem P IN OUT",
		Short: "Check a program's output against its input",
		Long: `Check the answers in OUT against the puzzles in IN by givens and rules, and print the
verdict: AC (exit status 0), PE if only white space differs, WA otherwise (exit
status 1), with the first line and column of OUT that is wrong. One of the files may
be - for standard input. The answer to a puzzle without a solution is the puzzle itself.`,
		Example: `  gridjudge check --problem poj3074 in.txt out.txt
  ./my-solver < in.txt | gridjudge check --problem poj3076 --strict in.txt -`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if problem == "" {
				return usageError("--problem is missing (see gridjudge list problems)")
			}
			p, err := corpus.LookupProblem(problem)
			if err != nil {
				return usageError("%w", err)
			}
			return a.check(cmd.Context(), p, args[0], args[1], strict)
		},
	}
	cmd.Flags().StringVar(&problem, "problem", "", "the problem (see gridjudge list problems)")
	cmd.Flags().BoolVar(&strict, "strict", false, "require every byte of white space to be right, too")
	return cmd
}

// check runs the verb.
func (a *app) check(ctx context.Context, p *corpus.Problem, in, out string, strict bool) error {
	finding, n, err := a.compareAnswers(ctx, p, in, out, strict)
	if err != nil {
		return usageError("%w", err)
	}
	facts := judge.Facts{Ran: true, Finding: finding}
	verdict, reason := judge.Derive(&facts, judge.Limits{})
	line := verdict.String()
	if reason != "" {
		line = fmt.Sprintf("%s %s:%d:%d: %s (%d of %d answers are right)", verdict, input.Name(out), finding.Line, finding.Column, finding.Reason, finding.Passed, n)
	}
	if _, err := fmt.Fprintln(a.stdout, report.EscapeLines(line)); err != nil {
		return internalError("cannot write the verdict: %w", err)
	}
	return verdictStatus(verdict, reason)
}

// compareAnswers compares the answers in a file with the puzzles in another, in constant memory. It returns the
// number of puzzles, too.
func (a *app) compareAnswers(ctx context.Context, p *corpus.Problem, in, out string, strict bool) (found cases.Finding, n int, err error) {
	puzzles, err := input.Open(ctx, in, a.stdin)
	if err != nil {
		return found, 0, err
	}
	defer puzzles.Close()
	answers, err := input.Open(ctx, out, a.stdin)
	if err != nil {
		return found, 0, err
	}
	defer answers.Close()
	reader := p.NewReader(cases.Source{Name: input.Name(in), In: puzzles}, nil)
	checker := p.NewChecker(answers, strict)
	block, err := reader.Next(testset.BlockSize)
	for ; err == nil; block, err = reader.Next(testset.BlockSize) {
		checker.Add(block, nil)
		n += block.Len()
	}
	switch {
	case ctx.Err() != nil: // the reader's error is the interrupt
		return found, n, ctx.Err()
	case err != io.EOF:
		return found, n, err
	}
	found, err = checker.Finish()
	return found, n, err
}
