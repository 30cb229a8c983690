package harness

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/harness/bench"
	"gridjudge/harness/program"
	"gridjudge/harness/progress"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
	"gridjudge/solvers"
)

// benchFlags are the flags of bench.
type benchFlags struct {
	selection results.Selection
	rounds    int
	time      time.Duration
	seed      uint64
	out       string
	resume    string
	shard     shard.Shard
	format    *formatFlag
	profile   string
	cpu       int
	serve     bool
}

func (a *app) benchCommand() *cobra.Command {
	f := &benchFlags{}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure solvers in interleaved rounds and record every sample",
		Long: `Measure every solver on every set that it takes, in interleaved rounds whose order follows from a seed.
Each solver is judged first; a solver that is not accepted on a set is not timed there, and the record says why.
Each sample is one line of OUT/<time>-<commit>/solve.bench (OUT is --out), in the format that benchstat reads. The
folder also holds run.json (machine, commit, command, seed) and cases.json.gz (median time of every case). A sample of
a program (--exec, --isolate) is one pass by whole processes, their starts included. --resume continues an interrupted
run.
The exit status is 1 if a solver fails with a verdict that the set does not declare for it, or fails after it was
accepted. With --shard, the exit status is 0 in these cases; merge then ends with status 1.`,
		Example: `  gridjudge bench
  gridjudge bench --solver dlx,bitmask --set 'poj3076/*' --rounds 20
  gridjudge bench --problem poj3074 --input my.txt --per-case times.csv
  gridjudge bench --exec 'mine=./a.out' --isolate --set 'poj3074/*'
  gridjudge bench --resume results/20260101T120000Z-0123456789ab`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !f.shard.IsZero() && !cmd.Flags().Changed("seed") {
				return usageError("--shard needs --seed, the same for all shards")
			}
			if !cmd.Flags().Changed("seed") {
				f.seed = rand.Uint64() >> 1
			}
			return a.bench(cmd, f)
		},
	}
	flags, s := cmd.Flags(), &f.selection
	flags.StringSliceVar(&s.Solvers, "solver", nil, "solvers to measure (default all but variants)")
	flags.StringSliceVar(&s.Sets, "set", nil, "sets to measure on, as globs; \"all\" for all (default those marked bench)")
	flags.StringVar(&s.Problem, "problem", "", `problem of the puzzles of --input (default the first one in "list problems" with grids of their size)`)
	flags.StringArrayVar((*[]string)(&s.Input), "input", nil, "file of puzzles to measure on; then the default sets are left out, and --set adds others; repeatable")
	markFiles(flags, isInput, "input")
	registerPrograms(flags, &s.Exec, &s.Contestants, (*program.Settings)(&s.Settings), &s.RequireSandbox)
	flags.BoolVar(&s.OnlyExternal, "only-external", false, "measure programs alone, no built-in solver")
	flags.BoolVar(&s.Isolate, "isolate", false, "run built-in solvers as programs (gridjudge solve), so that their times are comparable with those of programs")
	flags.Float64Var(&s.LimitScale, "limit-scale", 1, "multiply the time limits of the sets by this factor")
	flags.IntVar(&f.rounds, "rounds", 10, "number of rounds; a median needs 6 for a finite 95 % interval")
	flags.DurationVar(&f.time, "time", 100*time.Millisecond, "least length of a sample")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all orders (default random; it is recorded)")
	flags.StringVar(&f.out, "out", "results", "folder in which the run's folder is made")
	flags.StringVar(&f.resume, "resume", "", "continue the interrupted run in this folder")
	registerShard(flags, &f.shard)
	flags.StringVar(&s.PerCase, "per-case", "", "also write the time of every case to this new CSV file when the run ends")
	markFiles(flags, isOutput, "per-case")
	f.format = registerFormat(cmd)
	flags.StringVar(&f.profile, "profile", "", "after the last sample, write a CPU profile of each solver and set below this folder, for go tool pprof")
	registerCPU(flags, &f.cpu, "bind the measuring thread to this processor (default unbound)")
	flags.BoolVar(&f.serve, "serve", false, "take samples on request from standard input")
	_ = flags.MarkHidden("serve")
	return cmd
}

func (a *app) bench(cmd *cobra.Command, f *benchFlags) (err error) {
	runtime.LockOSThread()
	if err := f.checkCPU(cmd); err != nil {
		return err
	}
	if f.serve {
		return a.serve(cmd.Context(), f)
	}
	if f.rounds < 1 || f.time <= 0 || !(f.selection.LimitScale > 0) {
		return usageError("--rounds, --time and --limit-scale must be positive")
	}
	if err := f.makeProfileFolder(); err != nil {
		return err
	}
	recording, plan, err := a.openRun(cmd, f)
	if err != nil {
		return err
	}
	defer recording.Close()
	m := recording.Manifest
	session := &bench.Session{Recording: recording, Samplers: plan.Samplers()}
	if m.Selected.PerCase != "" {
		if missing := plan.WithoutCaseTimes(); len(missing) > 0 {
			a.note("--per-case has no rows of %s: they take many cases at once", strings.Join(missing, ", "))
		}
	}
	medians := bench.NewMedians(m.Benchmarks)
	shown := progress.New(a.stderr, len(m.Benchmarks))
	shown.Above(func(w io.Writer) { medians.Draw(w, report.StyleOf(a.stderr)) })
	session.Observe = func(e bench.Event) {
		medians.Add(e)
		shown.Set(e.Step, e.Steps, e.Benchmark.String())
	}
	a.note("%d benchmarks, %d rounds, seed %d, into %s", len(m.Benchmarks), m.Rounds, m.Seed, recording.Dir)
	err = session.Run(cmd.Context())
	shown.Close()
	switch {
	case cmd.Context().Err() != nil:
		a.note("interrupted; continue with: gridjudge bench --resume %s", recording.Dir)
		return cmd.Context().Err()
	case err != nil:
		return internalError("%s: %w; the samples measured before are kept", recording.Dir, err)
	}
	if len(m.Benchmarks) == 0 { // of an empty shard
		return nil
	}
	if err := a.tables(cmd.Context(), &tableFlags{TableOptions: runTables, format: f.format}, []string{recording.Dir}, a.stdout); err != nil {
		return err
	}
	if err := a.profileBenchmarks(cmd.Context(), plan, m, f.profile); err != nil {
		return err
	}
	if err := plan.CheckExpected(m); err != nil && f.shard.IsZero() {
		return &statusError{exitUnexpected, err}
	}
	return nil
}

// serve takes samples on request: compare starts two builds of this program so and
// measures them side by side. An interrupt from a terminal reaches all three
// processes: compare acts on it and ends the other two.
func (a *app) serve(ctx context.Context, f *benchFlags) error {
	if err := f.pin(); err != nil {
		return err
	}
	specs, err := a.pick(f.selection.Solvers)
	if err != nil {
		return err
	}
	sets, err := a.benchSets(ctx, &f.selection)
	if err != nil {
		return err
	}
	if err := (&bench.Server{Sets: sets, Specs: specs, Settings: bench.NewSettings(f.time, f.seed)}).Serve(context.WithoutCancel(ctx), a.stdin, a.stdout); err != nil {
		return internalError("%w", err)
	}
	return nil
}

// checkCPU returns an error if --cpu names no processor.
func (f *benchFlags) checkCPU(cmd *cobra.Command) error {
	if cmd.Flags().Changed("cpu") && f.cpu < 0 {
		return usageError("--cpu %d: processors are counted from 0", f.cpu)
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

// openRun begins a run, or resumes one.
func (a *app) openRun(cmd *cobra.Command, f *benchFlags) (*results.Recording, *bench.Plan, error) {
	if f.resume != "" {
		return a.resumeRun(cmd, f)
	}
	s := &f.selection
	programs := programFlags{exec: s.Exec, file: s.Contestants, only: s.OnlyExternal, isolate: s.Isolate}
	if err := programs.unused(cmd, []string{"require-sandbox"}, nil); err != nil {
		return nil, nil, err
	}
	plan, err := a.benchPlan(cmd.Context(), f)
	if err != nil {
		return nil, nil, err
	}
	asked := &results.Manifest{Command: f.shard.Command(a.command()), Selected: f.selection, Seed: f.seed, Rounds: f.rounds, MinTime: f.time}
	if f.cpu >= 0 {
		asked.Pinned = &f.cpu
	}
	recording, err := bench.Begin(f.out, plan, asked)
	switch {
	case errors.Is(err, os.ErrExist):
		return nil, nil, usageError("%w", err)
	case errors.Is(err, syscall.ENOTDIR): // --per-case has been checked
		return nil, nil, folderError("out", err)
	case err != nil:
		return nil, nil, internalError("%w", err)
	}
	return recording, plan, nil
}

// resumeRun opens the run of --resume, with the settings that it was begun with.
func (a *app) resumeRun(cmd *cobra.Command, f *benchFlags) (*results.Recording, *bench.Plan, error) {
	if err := onlyResume(cmd, "format", "profile"); err != nil {
		return nil, nil, err
	}
	recording, err := results.Resume(f.resume)
	if err != nil {
		return nil, nil, usageError("--resume: %w", err)
	}
	m := recording.Manifest
	f.selection, f.time, f.seed, f.shard = m.Selected, m.MinTime, m.Seed, m.Shard
	if m.Pinned != nil {
		f.cpu = *m.Pinned
	}
	plan, err := a.benchPlan(cmd.Context(), f)
	if err != nil {
		return nil, nil, errors.Join(err, recording.Close())
	}
	if err := bench.Continue(recording, plan); err != nil {
		return nil, nil, usageError("--resume: %w", errors.Join(err, recording.Close()))
	}
	return recording, plan, nil
}

// benchPlan binds this thread to its processor and lists the benchmarks.
func (a *app) benchPlan(ctx context.Context, f *benchFlags) (*bench.Plan, error) {
	if err := f.pin(); err != nil {
		return nil, err
	}
	specs, programs, err := a.benchContestants(ctx, &f.selection)
	if err != nil {
		return nil, err
	}
	sets, err := a.benchSets(ctx, &f.selection)
	if err != nil {
		return nil, err
	}
	plan := bench.NewPlan(f.shard.Sets(sets), specs, bench.NewSettings(f.time, f.seed))
	if err := plan.AddPrograms(ctx, f.shard.Sets(sets), programs); err != nil {
		return nil, internalError("%w", err)
	}
	if !f.shard.IsZero() {
		plan.Cut(f.shard, sets, specs, programs)
	} else if len(plan.Benchmarks) == 0 {
		return nil, usageError("none of the chosen contestants takes a chosen set")
	}
	return plan, nil
}

// benchContestants returns the solvers, and the programs that take part, built.
func (a *app) benchContestants(ctx context.Context, s *results.Selection) ([]*solvers.Spec, []*program.Program, error) {
	specs, err := a.pick(s.Solvers)
	if err != nil {
		return nil, nil, err
	}
	flags := programFlags{exec: s.Exec, file: s.Contestants, settings: program.Settings(s.Settings)}
	all, err := flags.declared()
	if err != nil {
		return nil, nil, err
	}
	if err := bench.CheckNames(all); err != nil {
		return nil, nil, usageError("%w", err)
	}
	if specs, all, err = isolate(specs, all, s.Isolate, s.OnlyExternal); err != nil {
		return nil, nil, err
	}
	taken := a.names()
	if s.Isolate {
		taken = nil // the built-in solvers are programs themselves
	}
	programs, err := a.prepare(ctx, all, taken, s.RequireSandbox)
	return specs, programs, err
}
