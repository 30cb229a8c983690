package harness

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gridjudge/corpus/generate"
	"gridjudge/harness/merge"
	"gridjudge/harness/recipe"
)

// mergeFlags are the flags of merge.
type mergeFlags struct {
	out     string
	partial bool
	judge   judgeFlags // how the scoreboard is shown
}

func (a *app) mergeCommand() *cobra.Command {
	f := &mergeFlags{}
	cmd := &cobra.Command{
		Use:   "merge RUN...",
		Short: "Put the shards of judge, bench and generate together",
		Long: `Put recorded shards together into one run. Verdicts, counts and puzzles are the same as if one machine had done
everything. RUN is the folder of a shard, or a folder of such folders. If a shard was run several times, the complete
run that was started first is taken. The merged run is a folder below --out. Its scoreboard, tables or puzzles go to
standard output.

Shards are refused (exit status 2) if they differ in build, contestants, sets, seed, number of shards or settings, or
if two runs of one shard disagree. A shard is missing if it has no complete run. If shards are missing, the exit
status is 2, too, and the message names them and the commands that make or continue them. --partial merges the
complete shards and, of each missing shard that has unfinished runs, the longest of these runs. If shards are merged,
the exit status is that of judge, bench or generate for the whole run.`,
		Example: `  gridjudge judge --set 'poj3074/*' --shard 1/2 --record shards
  gridjudge judge --set 'poj3074/*' --shard 2/2 --record shards
  gridjudge merge shards --out results`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.merge(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "results", "folder in which the folder of the merged run is made")
	flags.BoolVar(&f.partial, "partial", false, "merge although shards are missing; the result is marked as partial")
	f.judge.registerOutput(cmd)
	return cmd
}

// merge runs the verb.
func (a *app) merge(cmd *cobra.Command, f *mergeFlags, runs []string) error {
	shards, err := merge.Read(runs)
	if err != nil {
		return usageError("%w", err)
	}
	for _, choice := range shards.Choices() {
		a.note("%s", choice)
	}
	if err := shards.MissingError(); err != nil && !f.partial {
		return usageError("%w", err)
	}
	merged := shards.Join(a.command())
	if err := f.checkUnused(cmd, merged.Manifest.Verb); err != nil {
		return err
	}
	dir, err := merged.Write(f.out)
	if err != nil {
		return folderError("out", err)
	}
	a.note("merged in %s", dir)
	if merged.IsPartial() {
		a.note("this run is partial: shards are missing")
	}
	switch merged.Manifest.Verb {
	case "bench":
		return a.showMeasured(cmd.Context(), merged, f, dir)
	case "generate":
		return a.showPuzzles(merged)
	}
	return a.showScoreboard(merged.Board, &f.judge, nil, nil)
}

// checkUnused finds flags that have no effect on a merged run of a verb.
func (f *mergeFlags) checkUnused(cmd *cobra.Command, verb string) error {
	switch verb {
	case "bench":
		return unused(cmd, "shards of bench hold samples", "slowest", "verbose")
	case "generate":
		return unused(cmd, "shards of generate hold puzzles", "format", "slowest", "columns", "sort", "filter", "verbose")
	}
	return f.judge.checkView(cmd)
}

// showMeasured prints the tables of a merged run of bench.
func (a *app) showMeasured(ctx context.Context, merged *merge.Merged, f *mergeFlags, dir string) error {
	if len(merged.Manifest.Benchmarks) == 0 {
		return nil
	}
	if err := a.tables(ctx, &tableFlags{TableOptions: runTables, view: f.judge.view, format: f.judge.format}, []string{dir}, a.stdout); err != nil {
		return err
	}
	if n := merged.Unexpected(); n > 0 {
		return &statusError{exitUnexpected, fmt.Errorf("%d of %d benchmarks were not accepted, which their sets do not declare, and so not timed", n, len(merged.Manifest.Benchmarks))}
	}
	return nil
}

// showPuzzles prints the puzzles of a merged run of generate as generate does.
func (a *app) showPuzzles(merged *merge.Merged) error {
	puzzles, err := recipe.Print(merged.Manifest, merged.Puzzles)
	if err == nil {
		_, err = a.stdout.Write(puzzles)
	}
	if err != nil {
		return internalError("cannot write the puzzles: %w", err)
	}
	missing, of, err := merged.NotFound()
	if err != nil {
		return usageError("%w", err)
	}
	if missing > 0 {
		return generateStatus(fmt.Errorf("%w: %d of %d puzzles not found", generate.ErrBudget, missing, of))
	}
	return nil
}
