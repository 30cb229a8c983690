package harness

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/harness/page"
	"gridjudge/harness/results"
)

// reportFlags are the flags of report.
type reportFlags struct {
	out    string
	filter filterFlag
}

func (a *app) reportCommand() *cobra.Command {
	f := &reportFlags{}
	cmd := &cobra.Command{
		Use:   "report RUN...",
		Short: "Write a page of recorded runs: verdicts, rankings, charts, provenance",
		Long: `Write one HTML page about recorded runs, to standard output or to the file --out. The page
needs no network. A RUN is a folder that bench, judge --out or merge made, a folder with
such folders in it, or a file in the Go benchmark format. The page has verdicts, rankings
with intervals, distributions, a scatter of two solvers, time against search nodes, the
slowest cases, and the commands that measure all of it again. Runs of different machines,
builds or cases have rankings of their own. The page is complete without JavaScript; with
JavaScript its tables can be sorted and filtered. If the name of the file ends in .json,
the data of the page are written instead.`,
		Example: `  gridjudge report results/baseline --out report.html
  gridjudge report results --out report.html
  gridjudge report results/baseline --out report.json
  gridjudge report results/baseline --filter '/problem:poj3074' --out report.html`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.reportRuns(cmd, f, args) },
	}
	cmd.Flags().StringVar(&f.out, "out", "", "file to write, .html or .json (default standard output)")
	f.filter.register(cmd.Flags(), "results")
	return cmd
}

// reportRuns runs the verb.
func (a *app) reportRuns(cmd *cobra.Command, f *reportFlags, paths []string) error {
	recorded, err := f.filter.read(cmd.Context(), paths)
	if err != nil {
		return err
	}
	p := page.New(recorded, page.Options{Command: a.command(), Filter: f.filter.text})
	write := p.WriteHTML
	if strings.HasSuffix(f.out, ".json") {
		write = p.WriteJSON
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return internalError("cannot make the report: %w", err)
	}
	if f.out != "" {
		return outputError("out", results.WriteFile(f.out, b.Bytes()))
	}
	_, err = a.stdout.Write(b.Bytes())
	return outputError("out", err)
}
