package cli

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/scoreboard"
	"gridjudge/harness/testset"
)

// benchFlags are the flags of bench.
type benchFlags struct {
	recordingFlags
	add    addition
	format *formatFlag
	serve  bool
}

// benchVerb returns the verb bench, whose flags are parsed into f.
func (a *app) benchVerb(f *benchFlags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench [FILE...]",
		Short: "Measure solvers in interleaved rounds and record every sample",
		Long:  helpText("bench"),
		Example: `  gridjudge bench
  gridjudge bench --solver dlx,bitmask --set 'poj3076/*' --rounds 20
  gridjudge bench --problem poj3074 my.txt
  gridjudge bench --exec 'mine=./a.out' --set 'poj3074/*'
  gridjudge bench --add results/20260101T120000Z-0123456789ab --exec 'new=./b.out'
  gridjudge bench --resume results/20260101T120000Z-0123456789ab`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !f.Shard.IsZero() && !cmd.Flags().Changed("seed") {
				return usageError("--shard needs --seed, the same for all shards")
			}
			begin := func() error { return f.complete(cmd, args, "format") }
			if f.add.dir != "" {
				begin = func() error { return f.addTo(cmd, args, a.contestants) }
			}
			if err := begin(); err != nil {
				return err
			}
			if f.resume == "" {
				drawSeed(cmd, &f.Seed)
			}
			return a.bench(cmd, f)
		},
	}
	flags := cmd.Flags()
	f.registerContestants(flags, false)
	f.registerCases(flags, `the sets marked bench in "list sets"`)
	flags.IntVar(&f.Rounds, "rounds", 10, "number of rounds; a median needs 6 for a finite 95 % interval")
	flags.DurationVar(&f.MinTime, "time", 100*time.Millisecond, "length of a sample, in whole passes: as many as fill it in the warm-up")
	flags.Uint64Var(&f.Seed, "seed", 0, "seed of all orders (default random; it is recorded)")
	f.registerSolutions(flags, ", and time the whole search: 2 times the proof that a solution is the only one")
	f.registerRecording(flags, "results")
	flags.StringVar(&f.add.dir, "add", "", "measure more contestants beside the ones in this recorded `RUN`, with its sets and settings, and together with a control of it")
	f.format = registerFormat(cmd)
	f.registerCPU(flags, "bind the measuring thread to this processor (default unbound)")
	flags.BoolVar(&f.serve, "serve", false, "take samples on request from standard input")
	_ = flags.MarkHidden("serve")
	return cmd
}

func (a *app) bench(cmd *cobra.Command, f *benchFlags) error {
	ctx := cmd.Context()
	if f.Rounds < 1 || f.MinTime <= 0 || f.Solutions < 1 {
		return usageError("--rounds, --time and --solutions must be positive")
	}
	if f.HasPrograms() {
		if err := refuse(cmd, "a program decides itself how it searches", "solutions"); err != nil {
			return err
		}
	}
	runtime.LockOSThread()
	if f.CPU != nil {
		if err := bench.PinThread(*f.CPU); err != nil {
			return usageError("--cpu: %w", err)
		}
	}
	sets, err := a.benchSets(ctx, &f.requestFlags)
	if err != nil {
		return err
	}
	if err := countable(cmd, sets...); err != nil && !f.serve { // with --serve, compare refuses it, once it knows what both builds have
		return err
	}
	contestants, err := a.contenders(ctx, &f.requestFlags, sets, "")
	if err != nil {
		return err
	}
	var shown []string
	if f.add.dir != "" {
		shown = append(shown, f.add.dir)
		if sets, contestants, err = f.beside(ctx, sets, contestants); err != nil {
			return err
		}
	}
	s := &bench.Session{
		Sets: sets, Contestants: contestants, Measuring: true,
		Options:  judge.Options{Solutions: f.Solutions},
		Settings: bench.Settings{MinTime: f.MinTime, Seed: f.Seed, Solutions: f.Solutions, Clock: bench.SystemClock{}},
	}
	if f.serve {
		// An interrupt from a terminal reaches compare and both servers. Servers ignore it, because compare acts on
		// it and ends them.
		server := &bench.Server{Sets: s.Sets, Contestants: s.Contestants, Settings: s.Settings}
		return internalOr(server.Serve(context.WithoutCancel(ctx), a.stdin, a.stdout))
	}
	if err := f.begin(ctx, s); err != nil {
		return err
	}
	for _, note := range untaken(s) {
		a.note("%s", note)
	}
	benchmarks, rounds := report.Counted(len(s.Plan.Benchmarks(s.Request.Shard)), "benchmark"), report.Counted(f.Rounds, "round")
	a.note("%s, %s, seed %d, into %s", benchmarks, rounds, f.Seed, s.Out.Dir)
	if err := a.endRun(s, a.work(ctx, s, s.Judge, s.Measure)); err != nil {
		return internalOr(err)
	}
	return a.showMeasured(ctx, append(shown, s.Out.Dir), s.Results, f.format, s.Request.Shard.IsZero())
}

// showMeasured writes the tables of recorded runs after a measurement. The list dirs holds the folders of these runs;
// the last one is the run that has just been measured, and the list all holds the results of this last run.
//
// If some benchmarks were rejected, showMeasured also returns an error, which sets the exit status of the command.
// There is one exception: if whole is false, only one of several shards was measured. showMeasured then returns no
// error, because merge will report the rejected benchmarks of all shards.
func (a *app) showMeasured(ctx context.Context, dirs []string, all []*results.Result, f *formatFlag, whole bool) error {
	if len(all) == 0 { // the shard is empty
		return nil
	}
	if err := a.tables(ctx, dirs, &filterFlag{}, runTables, f); err != nil {
		return err
	}
	if n := scoreboard.Rejected(all); whole && n > 0 {
		return &statusError{exitUnexpected, fmt.Errorf("rejected unexpectedly, and not timed: %d of %d benchmarks", n, len(all))}
	}
	return nil
}

// benchSets selects sets and reads them. The default sets are those that are marked bench.
func (a *app) benchSets(ctx context.Context, f *requestFlags) ([]*testset.TestSet, error) {
	sets, err := a.load(ctx, f, func(s *corpus.Set) bool { return s.Bench })
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		if _, err := set.All(ctx); err != nil {
			return nil, cmp.Or(ctx.Err(), usageError("%w", err))
		}
	}
	return sets, nil
}
