package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/report"
	"gridjudge/harness/testset"
)

func (a *app) checkCommand() *cobra.Command {
	var problem string
	var strict bool
	cmd := &cobra.Command{
		Use:   "check IN OUT",
		Short: "Check a program's output against its input",
		Long:  helpText("check"),
		Example: `  gridjudge check in.txt out.txt
  ./my-solver < in.txt | gridjudge check --problem poj3076 --strict in.txt -`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.check(cmd.Context(), problem, args[0], args[1], strict)
		},
	}
	cmd.Flags().StringVar(&problem, "problem", "", `problem of IN (default the first one in "list problems", which also names the layouts that are read, of their size)`)
	cmd.Flags().BoolVar(&strict, "strict", false, "require every byte of white space to be right, too")
	return cmd
}

// check runs the verb. It reads the input in blocks, so that it needs constant memory.
func (a *app) check(ctx context.Context, problem, in, out string, strict bool) error {
	sets, err := (&testset.Selection{Files: []string{in}, Problem: problem, Stdin: a.stdin, Note: a.note}).Load(ctx)
	if err != nil {
		return usageError("%w", err)
	}
	answers, closeAnswers, err := testset.Open(ctx, out, a.stdin)
	if err != nil {
		return usageError("%w", err)
	}
	defer closeAnswers()
	output := bufio.NewReader(answers.In)
	head, _ := output.Peek(512) // the checker meets an error again
	unlikeText := program.NotPlainText(head)
	checker := sets[0].Problem.NewChecker(output, strict)
	n := 0
	for block, err := range sets[0].Blocks(ctx) {
		if err != nil {
			return usageError("%w", err)
		}
		checker.Add(block, nil)
		n += block.Len()
	}
	found, err := checker.Finish()
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return usageError("%w", err)
	}
	if unlikeText != "" && found.Match == cases.Wrong {
		found.Reason += "; " + unlikeText
	}
	facts := judge.Facts{Ran: true, Finding: found}
	verdict, reason := judge.Derive(&facts, &judge.Limits{})
	line := verdict.String()
	if reason != "" {
		line = fmt.Sprintf("%s %s:%d:%d: %s (%d of %d answers are right)", verdict, answers.Name, found.Line, found.Column, found.Reason, found.Passed, n)
	}
	_, err = fmt.Fprintln(a.stdout, report.EscapeLines(line))
	return verdictStatus(verdict, reason, err)
}
