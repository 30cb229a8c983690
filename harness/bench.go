package harness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/machine"
	"gridjudge/harness/progress"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// benchFlags are the flags of bench.
type benchFlags struct {
	cases       caseFlags
	contestants contestantFlags
	rounds      int
	time        time.Duration
	seed        uint64
	out, resume string
	shard       shardFlag
	format      *formatFlag
	cpu         int
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
every case). A sample of a program (--exec, --isolate) is one pass by whole processes, their starts included. The test
sets are embedded ones (--set), or files of puzzles. --resume continues an interrupted run.
The exit status is 1 if a solver fails with a verdict that the set does not declare for it, or fails after it was
accepted. With --shard, the exit status is 0 in these cases; merge then ends with status 1.`,
		Example: `  gridjudge bench
  gridjudge bench --solver dlx,bitmask --set 'poj3076/*' --rounds 20
  gridjudge bench --problem poj3074 my.txt
  gridjudge bench --exec 'mine=./a.out' --isolate --set 'poj3074/*'
  gridjudge bench --resume results/20260101T120000Z-0123456789ab`,
		Annotations: map[string]string{takesFiles: ""},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !f.shard.IsZero() && !cmd.Flags().Changed("seed") {
				return usageError("--shard needs --seed, the same for all shards")
			}
			if f.resume != "" {
				var err error
				if args, err = resumeFlags(cmd, f.resume, "format"); err != nil {
					return err
				}
			} else if !cmd.Flags().Changed("seed") {
				f.seed = rand.Uint64() >> 1
			}
			f.cases.Files = args
			return a.bench(cmd, f)
		},
	}
	flags := cmd.Flags()
	f.contestants.register(flags)
	f.cases.register(flags, `the sets marked bench in "list sets"`)
	flags.IntVar(&f.rounds, "rounds", 10, "number of rounds; a median needs 6 for a finite 95 % interval")
	flags.DurationVar(&f.time, "time", 100*time.Millisecond, "least length of a sample")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all orders (default random; it is recorded)")
	flags.StringVar(&f.out, "out", "results", "folder in which the run's folder is made")
	flags.StringVar(&f.resume, "resume", "", "continue the interrupted run in this folder")
	f.shard.register(flags)
	f.format = registerFormat(cmd)
	registerCPU(flags, &f.cpu, "bind the measuring thread to this processor (default unbound)")
	flags.BoolVar(&f.serve, "serve", false, "take samples on request from standard input")
	_ = flags.MarkHidden("serve")
	return cmd
}

func (a *app) bench(cmd *cobra.Command, f *benchFlags) error {
	runtime.LockOSThread()
	switch {
	case cmd.Flags().Changed("cpu") && f.cpu < 0:
		return usageError("--cpu %d: processors are counted from 0", f.cpu)
	case f.rounds < 1 || f.time <= 0:
		return usageError("--rounds and --time must be positive")
	}
	if err := f.pin(); err != nil {
		return err
	}
	s, err := a.benchSession(cmd.Context(), f)
	if err != nil {
		return err
	}
	if f.serve {
		// An interrupt from a terminal reaches compare and both servers: compare acts on it and ends the other two.
		server := &bench.Server{Sets: s.Sets, Contestants: s.Contestants, Settings: s.Settings}
		if err := server.Serve(context.WithoutCancel(cmd.Context()), a.stdin, a.stdout); err != nil {
			return internalError("%w", err)
		}
		return nil
	}
	if err := a.openRun(cmd.Context(), f, s); err != nil {
		return err
	}
	defer s.Out.Close()
	if err := a.runBench(cmd.Context(), s); err != nil {
		return err
	}
	if len(s.Results) == 0 { // of an empty shard
		return nil
	}
	if err := a.tables(cmd.Context(), &tableFlags{TableOptions: runTables, format: f.format}, []string{s.Out.Dir}, a.stdout); err != nil {
		return err
	}
	if n := s.Unexpected(); n > 0 && f.shard.IsZero() {
		return &statusError{exitUnexpected, fmt.Errorf("%d of %d benchmarks were rejected unexpectedly and not timed", n, len(s.Results))}
	}
	return nil
}

// benchSession selects the sets and the contestants.
func (a *app) benchSession(ctx context.Context, f *benchFlags) (*bench.Session, error) {
	sets, err := a.benchSets(ctx, &f.cases, &f.contestants.limits)
	if err != nil {
		return nil, err
	}
	declared, err := f.contestants.declared("")
	if err != nil {
		return nil, err
	}
	if err := bench.CheckNames(declared); err != nil {
		return nil, usageError("%w", err)
	}
	contestants, err := a.contenders(ctx, &f.contestants, "")
	if err != nil {
		return nil, err
	}
	return &bench.Session{
		Sets: sets, Contestants: contestants, Shard: f.shard.Shard, Measuring: true,
		Settings: bench.Settings{MinTime: f.time, Seed: f.seed, Clock: bench.SystemClock{}},
	}, nil
}

// benchSets selects sets and reads them; by default those that are marked bench.
func (a *app) benchSets(ctx context.Context, cases *caseFlags, l *limitsFlag) ([]*testset.TestSet, error) {
	if err := l.ofPasses("samples are of whole passes"); err != nil {
		return nil, err
	}
	sets, err := a.load(ctx, cases, l, func(s *corpus.Set) bool { return s.Bench })
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		if _, err := set.All(ctx); err != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		} else if err != nil {
			return nil, usageError("%w", err)
		}
		if set.Err != nil {
			return nil, internalError("%w", set.Err)
		}
	}
	return sets, nil
}

// openRun begins the run of a session, or continues one.
func (a *app) openRun(ctx context.Context, f *benchFlags, s *bench.Session) (err error) {
	if s.Plan, err = bench.NewPlan(ctx, s.Sets, s.Contestants); err != nil {
		return internalError("%w", err)
	}
	if len(s.Plan.Benchmarks(results.Shard{})) == 0 {
		return usageError("none of the chosen contestants takes a chosen set")
	}
	s.Plan.Rounds, s.Plan.MinTime, s.Plan.Seed = f.rounds, f.time, f.seed
	if f.resume != "" {
		if s.Out, s.Before, err = a.continueRun(f.resume, &s.Plan); err != nil {
			return err
		}
		for _, change := range s.Out.Manifest.Environment.Changes(machine.ThisEnvironment()) {
			s.Out.Manifest.Notes = append(s.Out.Manifest.Notes, "The run was resumed in another environment: "+change)
		}
		return nil
	}
	m := results.NewManifest("bench", f.shard.Command(f.command(a)), s.Plan, f.shard.Shard)
	if f.cpu >= 0 {
		m.Pinned = &f.cpu
	}
	s.Out, err = results.Create(f.out, m)
	switch {
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, os.ErrExist):
		return folderError("out", err)
	case err != nil:
		return internalError("cannot record: %w", err)
	}
	return nil
}

// command returns the command line with the seed, so that it makes the same orders.
func (f *benchFlags) command(a *app) []string {
	command := a.command()
	if !slices.ContainsFunc(command, func(arg string) bool { return arg == "--seed" || strings.HasPrefix(arg, "--seed=") }) {
		command = append(command, "--seed", fmt.Sprint(f.seed))
	}
	return command
}

// runBench judges and measures.
func (a *app) runBench(ctx context.Context, s *bench.Session) error {
	m := s.Out.Manifest
	a.note("%d benchmarks, %d rounds, seed %d, into %s", len(s.Plan.Benchmarks(s.Shard)), m.Plan.Rounds, m.Plan.Seed, s.Out.Dir)
	display := progress.New(a.stderr, 0)
	s.Tell = display.Set
	err := s.Judge(ctx)
	if err == nil {
		err = s.Measure(ctx)
	}
	display.Close()
	switch {
	case ctx.Err() != nil:
		a.note("interrupted; continue with: gridjudge bench --resume %s", s.Out.Dir)
		return ctx.Err()
	case err == nil:
		err = s.Out.End()
	}
	if err != nil {
		return internalError("%s: %w; the samples measured before are kept", s.Out.Dir, err)
	}
	return nil
}

// pin binds this thread to the processor of --cpu, if any.
func (f *benchFlags) pin() error {
	if f.cpu < 0 {
		return nil
	}
	if err := bench.PinThread(f.cpu); err != nil {
		return usageError("--cpu: %w", err)
	}
	return nil
}
