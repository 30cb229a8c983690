package cli

import (
	"bytes"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"gridjudge/harness/chart"
)

func (a *app) plotCommand() *cobra.Command {
	var filter filterFlag
	var problem, out string
	cmd := &cobra.Command{
		Use:   "plot KIND RUN... --out FILE",
		Short: "Draw a chart of recorded runs as SVG, PNG or PDF",
		Long:  helpText("plot"),
		Example: `  gridjudge plot ecdf results/baseline --out ecdf.svg
  gridjudge plot bars results/baseline --filter '/solver:(dlx OR cdcl) /set:(easy OR hard)' --out bars.png
  gridjudge plot history results --filter '/set:hard' --out history.pdf`,
		Args: cobra.MinimumNArgs(2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return chart.Kinds, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.plot(cmd.Context(), args[0], args[1:], problem, &filter, out)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&out, "out", "", "file to write; its name ends in .svg, .png or .pdf")
	_ = cmd.MarkFlagRequired("out")
	flags.StringVar(&problem, "problem", "", "problem to show (default the first one)")
	filter.register(flags)
	return cmd
}

// plot runs the verb.
func (a *app) plot(ctx context.Context, kind string, runs []string, problem string, f *filterFlag, out string) error {
	format, err := chart.FormatOf(out)
	if err != nil {
		return usageError("--out: %w", err)
	}
	if err := a.keepInput("out", out, runs...); err != nil {
		return err
	}
	recorded, err := f.read(ctx, runs)
	if err != nil {
		return err
	}
	drawn, err := chart.NewRuns(recorded, a.usual()).Chart(kind, problem)
	if err != nil {
		return usageError("%w", err)
	}
	var picture bytes.Buffer
	if err := drawn.Write(&picture, format); err != nil {
		return internalError("%s: %w", out, err)
	}
	if err := a.write("out", out, picture.Bytes()); err != nil {
		return err
	}
	a.note("%s: %s", out, drawn.Title)
	if kind == "history" && f.text == "" {
		a.note("history shows one set: --filter '/set:NAME' chooses it")
	}
	for _, run := range recorded.Runs {
		drawn.Notes = append(drawn.Notes, slices.Concat(run.Warnings, run.Busy())...)
	}
	for _, note := range drawn.Notes {
		a.note("%s", note)
	}
	return nil
}

// usual lists the built-in solvers that take part if the user does not name any.
func (a *app) usual() (names []string) {
	specs, _ := a.pick(nil) // pick fails only on a wrong name
	for _, s := range specs {
		names = append(names, s.Name)
	}
	return names
}
