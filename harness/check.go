package harness

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
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
verdict: AC (exit status 0), PE where only white space differs, WA otherwise (exit
status 1), with the first line and column of OUT that is wrong. One of the files may
be - for standard input. The answer to a puzzle without a solution is the puzzle itself.`,
		Example: `  gridjudge check --problem poj3074 in.txt out.txt
  ./my-solver < in.txt | gridjudge check --problem poj3076 --strict in.txt -`,
		Args: exactArgs("IN", "OUT"),
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
	if in == "-" && out == "-" {
		return usageError("only one of IN and OUT can be standard input")
	}
	cases, _, err := testset.ReadCases(ctx, in, p, a.stdin)
	if err != nil {
		return usageError("%w", err)
	}
	f, err := input.Open(ctx, out, a.stdin)
	if err != nil {
		return usageError("%w", err)
	}
	defer f.Close()
	output, err := io.ReadAll(f)
	if err != nil {
		return usageError("%w", err)
	}
	facts := judge.Facts{Ran: true, Finding: judge.Compare(p, cases, output, strict)}
	verdict, reason := judge.Derive(&facts, judge.Limits{})
	line := verdict.String()
	if finding := facts.Finding; reason != "" {
		line = fmt.Sprintf("%s %s:%d:%d: %s (%d of %d answers are right)", verdict, input.Name(out), finding.Line, finding.Column, finding.Reason, finding.Passed, len(cases))
	}
	if _, err := fmt.Fprintln(a.stdout, report.EscapeLines(line)); err != nil {
		return faultError("cannot write the verdict: %w", err)
	}
	switch verdict {
	case judge.Accepted:
		return nil
	case judge.JudgeError:
		return faultError("%s", reason)
	}
	return unexpected()
}
