package harness

import (
	"bytes"

	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
	"gridjudge/harness/page"
	"gridjudge/harness/results"
)

// reportFlags are the flags of report.
type reportFlags struct {
	out, badge string
	data       bool
	filter     filterFlag
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
slowest cases, the history, and the commands that measure all of it again. Runs of
different machines, builds or cases have rankings of their own. The page is complete
without JavaScript; with JavaScript its tables can be sorted and filtered. --json writes
the data of the page instead, --badge an SVG badge for a README.`,
		Example: `  gridjudge report results/baseline --out report.html
  gridjudge report results --out report.html
  gridjudge report results/baseline --json > report.json
  gridjudge report results/baseline --filter '/problem:poj3074' --out report.html
  gridjudge report results/baseline --badge badge.svg`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("report of which runs? (see gridjudge report --help)")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.reportRuns(cmd, f, args) },
	}
	cmd.Flags().StringVar(&f.out, "out", "", "file to write (default standard output)")
	cmd.Flags().StringVar(&f.badge, "badge", "", "write a badge with the number of accepted benchmarks to this SVG file; a page is written only with --out")
	cmd.Flags().BoolVar(&f.data, "json", false, "write the data of the page as JSON")
	f.filter.register(cmd.Flags(), "results")
	return cmd
}

// reportRuns runs the verb.
func (a *app) reportRuns(cmd *cobra.Command, f *reportFlags, paths []string) error {
	badgeAlone := f.badge != "" && f.out == "" && !f.data
	recorded, err := f.filter.read(cmd.Context(), paths)
	if err != nil {
		return err
	}
	options := page.Options{Command: a.command(), Filter: f.filter.text, Floor: "No noise floor of this machine is stored: gridjudge calibrate measures it."}
	if _, note, err := compare.StoredCalibration(); err == nil && note != "" {
		options.Floor = note
	}
	if moments, _, err := historyOf(recorded.Runs); err == nil { // bare files have none
		options.History, options.Moments = compare.HistoryTable(moments), chartMoments(moments)
	}
	p := page.New(recorded, options)
	if f.badge != "" {
		if err := results.WriteFile(f.badge, p.Badge()); err != nil {
			return outputError("badge", err)
		}
		if badgeAlone {
			return nil
		}
	}
	var b bytes.Buffer
	write := p.WriteHTML
	if f.data {
		write = p.WriteJSON
	}
	if err := write(&b); err != nil {
		return internalError("cannot make the report: %w", err)
	}
	if f.out == "" {
		if _, err := a.stdout.Write(b.Bytes()); err != nil {
			return internalError("cannot write the report: %w", err)
		}
		return nil
	}
	return outputError("out", results.WriteFile(f.out, b.Bytes()))
}
