package harness

import (
	"os"

	"github.com/kballard/go-shellquote"
	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
	"gridjudge/harness/report"
)

// openSummary opens the file of --summary before anything is measured; nil if none is asked for.
func openSummary(cmd *cobra.Command, name string) (*os.File, error) {
	if !cmd.Flags().Changed("summary") {
		return nil, nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, usageError("--summary: %w", err)
	}
	return file, nil
}

// showComparison prints a comparison, and appends it to the summary if there is one.
func (a *app) showComparison(result *compare.Result, f *formatFlag, summary *os.File) error {
	command := shellquote.Join(a.command()...)
	if summary != nil {
		if err := result.WriteComment(summary, command); err != nil {
			return internalError("--summary: %w", err)
		}
		if err := summary.Close(); err != nil {
			return internalError("--summary: %w", err)
		}
	}
	if f.Format != report.Markdown {
		return a.render(result.Table(), f)
	}
	if err := result.WriteComment(a.stdout, command); err != nil {
		return internalError("cannot write the comparison: %w", err)
	}
	return nil
}
