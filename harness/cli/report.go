package cli

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/harness/page"
)

// reportCommand returns the verb report, which writes a page by package page. (Package report has the tables of all
// verbs.)
func (a *app) reportCommand() *cobra.Command {
	var out string
	var filter filterFlag
	cmd := &cobra.Command{
		Use:   "report RUN...",
		Short: "Write a page of recorded runs: verdicts, rankings, charts",
		Long:  helpText("report"),
		Example: `  gridjudge report results/baseline --out report.html
  gridjudge report results --out report.json
  gridjudge report results/baseline --filter '/problem:poj3074' --out report.html`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.keepInput("out", out, args...); err != nil {
				return err
			}
			if kind := filepath.Ext(out); !slices.Contains([]string{"", ".html", ".htm", ".json"}, kind) {
				return usageError("--out %s: a report is a page, .html, or its data, .json; gridjudge plot draws pictures", out)
			}
			recorded, err := filter.read(cmd.Context(), args)
			if err != nil {
				return err
			}
			p := page.New(recorded, page.Options{Command: a.command(), Filter: filter.text, Solvers: a.usual()})
			write := p.WriteHTML
			if strings.HasSuffix(out, ".json") {
				write = p.WriteJSON
			}
			var b bytes.Buffer
			if err := write(&b); err != nil {
				return internalError("cannot make the report: %w", err)
			}
			return a.write("out", cmp.Or(out, "-"), b.Bytes())
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write: the page, or its data as .json (default -: the page on standard output)")
	filter.register(cmd.Flags())
	return cmd
}
