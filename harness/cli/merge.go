package cli

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"gridjudge/harness/results"
	"gridjudge/harness/scoreboard"
)

// mergeFlags are the flags of merge.
type mergeFlags struct {
	out     string
	partial bool
	format  *formatFlag
}

func (a *app) mergeCommand() *cobra.Command {
	f := &mergeFlags{}
	cmd := &cobra.Command{
		Use:   "merge RUN...",
		Short: "Put the shards of judge and bench together",
		Long:  helpText("merge"),
		Example: `  gridjudge judge --set 'poj3074/*' --shard 1/2 --out shards
  gridjudge judge --set 'poj3074/*' --shard 2/2 --out shards
  gridjudge merge shards --out results`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.merge(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "results", "folder in which the folder of the merged run is made")
	flags.BoolVar(&f.partial, "partial", false, "merge although benchmarks are missing; the result is marked as partial")
	f.format = registerFormat(cmd, junitFormat)
	return cmd
}

// merge runs the verb.
func (a *app) merge(cmd *cobra.Command, f *mergeFlags, paths []string) error {
	shards, err := results.FindShards(paths)
	if err != nil {
		return usageError("%w", err)
	}
	merged, err := results.Merge(shards)
	missing := new(results.MissingError)
	if err != nil && !(errors.As(err, &missing) && f.partial) {
		return usageError("%w", err)
	}
	if merged.Manifest.Verb == "bench" && f.format.Format == junitFormat {
		return usageError("--format junit is for shards of judge: shards of bench hold samples")
	}
	dir, err := merged.Write(f.out)
	if err != nil {
		return outputError("out", err)
	}
	a.note("merged in %s", dir)
	if len(missing.Benchmarks) > 0 {
		a.note("this run is partial: benchmarks are missing")
	}
	if merged.Manifest.Verb != "bench" {
		for _, r := range merged.Results {
			if r.Carried != "" {
				r.File = results.Original(r.File, filepath.Join(dir, r.Carried))
			}
		}
		o := scoreboard.Options{Notes: merged.Manifest.Notes, Request: &merged.Manifest.Request}
		if err := a.showBoard(merged.Results, &boardFlags{format: f.format}, o); err != nil {
			return err
		}
		return a.judgedStatus(merged.Results, nil, nil, true)
	}
	return a.showMeasured(cmd.Context(), []string{dir}, merged.Results, f.format, true)
}
