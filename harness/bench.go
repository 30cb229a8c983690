package harness

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/scoreboard"
	"gridjudge/harness/testset"
)

// benchFlags are the flags of bench.
type benchFlags struct {
	cases       caseFlags
	contestants contestantFlags
	recording   recordingFlags
	format      *formatFlag
	rounds, cpu int
	time        time.Duration
	seed        uint64
	serve       bool
}

func (a *app) benchCommand() *cobra.Command {
	f := &benchFlags{}
	cmd := &cobra.Command{
		Use:   "bench [FILE...]",
		Short: "Measure solvers in interleaved rounds and record every sample",
		Long: `Measure every solver on every set that it takes, in interleaved rounds whose order follows from a seed.
Each solver is judged first; a solver that is not accepted on a set is not timed there, and the record says why.
Each sample is one line of OUT/<time>-<commit>/solve.bench (OUT is --out), in the format that benchstat reads. The
folder also holds run.json (machine, commit, command, seed), judged.jsonl (verdicts) and cases.json.gz (median time of
every case). A sample of a program (--exec) is one pass by whole processes, their starts included. The test sets are
embedded ones (--set), or files of puzzles.
The exit status is 1 if a solver is not accepted, or fails after it was; with --shard it is 0, and merge ends with 1.`,
		Example: `  gridjudge bench
  gridjudge bench --solver dlx,bitmask --set 'poj3076/*' --rounds 20
  gridjudge bench --problem poj3074 my.txt
  gridjudge bench --exec 'mine=./a.out' --set 'poj3074/*'
  gridjudge bench --resume results/20260101T120000Z-0123456789ab`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if !f.recording.shard.IsZero() && !cmd.Flags().Changed("seed") {
				return usageError("--shard needs --seed, the same for all shards")
			}
			if f.cases.Files, err = a.resumed(cmd, &f.recording, args, "format"); err != nil {
				return err
			}
			return a.bench(cmd, f)
		},
	}
	flags := cmd.Flags()
	f.contestants.register(flags, false)
	f.cases.register(flags, `the sets marked bench in "list sets"`)
	flags.IntVar(&f.rounds, "rounds", 10, "number of rounds; a median needs 6 for a finite 95 % interval")
	flags.DurationVar(&f.time, "time", 100*time.Millisecond, "least length of a sample")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all orders (default random; it is recorded)")
	f.recording.register(flags, "results")
	f.format = registerFormat(cmd)
	registerCPU(flags, &f.cpu, "bind the measuring thread to this processor (default unbound)")
	flags.BoolVar(&f.serve, "serve", false, "take samples on request from standard input")
	_ = flags.MarkHidden("serve")
	return cmd
}

func (a *app) bench(cmd *cobra.Command, f *benchFlags) error {
	ctx := cmd.Context()
	if f.rounds < 1 || f.time <= 0 {
		return usageError("--rounds and --time must be positive")
	}
	runtime.LockOSThread()
	if f.cpu >= 0 {
		if err := bench.PinThread(f.cpu); err != nil {
			return usageError("--cpu: %w", err)
		}
	}
	command := a.command()
	if drawSeed(cmd, &f.seed) { // recorded, so that the command makes the same orders
		command = append(command, "--seed", fmt.Sprint(f.seed))
	}
	sets, err := a.benchSets(ctx, &f.cases, &f.contestants.limits)
	if err != nil {
		return err
	}
	contestants, err := a.contenders(ctx, &f.contestants, sets, "")
	if err != nil {
		return err
	}
	s := &bench.Session{
		Sets: sets, Contestants: contestants, Measuring: true,
		Settings: bench.Settings{MinTime: f.time, Seed: f.seed, Clock: bench.SystemClock{}},
		Plan:     results.Plan{Rounds: f.rounds, MinTime: f.time, Seed: f.seed},
	}
	if f.serve {
		// An interrupt from a terminal reaches compare and both servers: compare acts on it and ends the other two.
		server := &bench.Server{Sets: s.Sets, Contestants: s.Contestants, Settings: s.Settings}
		return internalOr(server.Serve(context.WithoutCancel(ctx), a.stdin, a.stdout))
	}
	if err := f.recording.begin(ctx, "bench", command, s); err != nil {
		return err
	}
	if f.cpu >= 0 {
		s.Out.Manifest.Pinned = &f.cpu
	}
	benchmarks, rounds := report.Counted(len(s.Plan.Benchmarks(s.Shard)), "benchmark"), report.Counted(f.rounds, "round")
	a.note("%s, %s, seed %d, into %s", benchmarks, rounds, f.seed, s.Out.Dir)
	if err := a.endRun(s, a.work(ctx, s, s.Judge, s.Measure)); err != nil {
		return internalOr(err)
	}
	return a.showMeasured(ctx, s.Out.Dir, s.Results, f.format, s.Shard.IsZero())
}

// showMeasured writes the tables of the run in dir, and returns the exit status. whole says that all shards are there.
func (a *app) showMeasured(ctx context.Context, dir string, all []*results.Result, f *formatFlag, whole bool) error {
	if len(all) == 0 { // of an empty shard
		return nil
	}
	if err := a.tables(ctx, []string{dir}, &filterFlag{}, runTables, f); err != nil {
		return err
	}
	if n := scoreboard.Rejected(all); whole && n > 0 {
		return &statusError{exitUnexpected, fmt.Errorf("%d of %d benchmarks were rejected unexpectedly and not timed", n, len(all))}
	}
	return nil
}

// benchSets selects sets and reads them; by default those that are marked bench.
func (a *app) benchSets(ctx context.Context, cases *caseFlags, l *limitsFlag) ([]*testset.TestSet, error) {
	sets, err := a.load(ctx, cases, l, func(s *corpus.Set) bool { return s.Bench })
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
