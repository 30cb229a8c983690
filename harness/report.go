package harness

import (
	"bytes"

	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
	"gridjudge/harness/page"
	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
)

func (a *app) reportCommand() *cobra.Command {
	var out, badge string
	var data bool
	cmd := &cobra.Command{
		Use:   "report RUN... --out FILE.html",
		Short: "Write a page of recorded runs: verdicts, rankings, charts, provenance",
		Long: `Write one HTML file of recorded runs that needs no network. A RUN is what it is for
gridjudge table. The page has verdicts, rankings with intervals, distributions, a scatter
of two solvers, nodes against time, the slowest cases, the history, and how to measure it
again. Runs of different machines, builds or cases have rankings of their own. The page is
complete without JavaScript; with it tables can be sorted and filtered. --json writes the
data of the page instead, --badge an SVG badge for a README.`,
		Example: `  gridjudge report results/baseline --out report.html
  gridjudge report results --out report.html
  gridjudge report results/baseline --json > report.json
  gridjudge report results/baseline --badge badge.svg`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("report of which runs? (see gridjudge report --help)")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.reportRuns(args, out, badge, data) },
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write (default standard output)")
	cmd.Flags().StringVar(&badge, "badge", "", "write a badge, how many benchmarks are accepted, to this SVG file; a page is written only with --out")
	cmd.Flags().BoolVar(&data, "json", false, "write the data of the page as JSON")
	return cmd
}

// reportRuns runs the verb.
func (a *app) reportRuns(paths []string, out, badge string, data bool) error {
	recorded, err := ranking.Read(paths)
	if err != nil {
		return usageError("%w", err)
	}
	options := page.Options{Command: a.command(), Floor: "No noise floor of this machine is stored: gridjudge calibrate measures it."}
	if _, notes, err := compare.StoredCalibration(""); err == nil && len(notes) > 0 {
		options.Floor = notes[0]
	}
	if recorded.HasHistory() {
		if options.History, err = historyOf(recorded.Runs); err != nil {
			return usageError("%w", err)
		}
	}
	p := page.New(recorded, options)
	if badge != "" {
		if err := results.WriteFile(badge, p.Badge()); err != nil {
			return faultError("--badge: %w", err)
		}
		if out == "" && !data {
			return nil
		}
	}
	write := p.WriteHTML
	if data {
		write = p.WriteJSON
	}
	if out == "" {
		if err := write(a.stdout); err != nil {
			return faultError("cannot write the report: %w", err)
		}
		return nil
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return faultError("cannot make the report: %w", err)
	}
	if err := results.WriteFile(out, b.Bytes()); err != nil {
		return faultError("--out: %w", err)
	}
	return nil
}
