package harness

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridjudge/harness/report"
	"gridjudge/harness/testset"
)

// formatFlag is the value of --format: the form in which a table is written.
type formatFlag struct {
	report.Format
	others []report.Format // of this verb alone
}

// registerFormat registers --format. The default is text.
func registerFormat(cmd *cobra.Command, others ...report.Format) *formatFlag {
	f := &formatFlag{report.Text, others}
	cmd.Flags().Var(f, "format", "form of the output: "+report.FormatNames(others...))
	if len(others) > 0 {
		names := formatNames()
		for _, other := range others {
			names = append(names, string(other))
		}
		completeValues(cmd, "format", names...)
	}
	return f
}

// String returns the name of the format.
func (f *formatFlag) String() string { return string(f.Format) }

// Set parses the name of a format.
func (f *formatFlag) Set(name string) (err error) {
	f.Format, err = report.ParseFormat(name, f.others...)
	return err
}

// Type names the kind of value in help texts.
func (f *formatFlag) Type() string { return "string" }

// prose reports whether text may stand between tables: it is for people.
func (f *formatFlag) prose() bool { return f.Format == report.Text || f.Format == report.Markdown }

// render writes a table to standard output.
func (a *app) render(t *report.Table, f *formatFlag) error { return a.renderTo(a.stdout, t, f) }

// renderTo writes a table.
func (a *app) renderTo(out io.Writer, t *report.Table, f *formatFlag) error {
	a.caption(t, f.Format)
	if err := t.Render(out, f.Format, report.StyleOf(out)); err != nil {
		return internalError("cannot write the table: %w", err)
	}
	return nil
}

// registerCPU registers --cpu. Its value is -1 without the flag.
func registerCPU(flags *pflag.FlagSet, cpu *int, usage string) {
	flags.IntVar(cpu, "cpu", -1, usage)
	flags.Lookup("cpu").DefValue = "0" // a help text shows no default of 0
}

// registerInput registers the flags that name a file of the user's as the test set.
func registerInput(flags *pflag.FlagSet, s *testset.Selection) {
	flags.StringVar(&s.Input, "input", "", "take the cases from this file of puzzles instead of a set; - for standard input")
	markFiles(flags, isInput, "input")
	flags.StringVar(&s.Problem, "problem", "", `problem of the puzzles of --input (default the first one in "list problems" with grids of their size)`)
}

// registerAnswers registers the flag that names the answers to --input.
func registerAnswers(flags *pflag.FlagSet, s *testset.Selection) {
	flags.StringVar(&s.Answers, "answers", "", "file of answers to --input (default: givens and rules decide)")
	markFiles(flags, isInput, "answers")
}
