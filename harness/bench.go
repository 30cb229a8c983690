package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/program"
	"gridjudge/harness/progress"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
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
	format    *formatFlag
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
Each sample is one line of DIR/<time>-<commit>/solve.bench, in the format that benchstat reads. The folder also
holds run.json (machine, commit, command, seed) and cases.json.gz (median time of every case). A sample of a program
(--exec, --isolate) is a whole process, its start included. --resume continues an interrupted run.
Exit status 1: a solver was not accepted on a set that does not declare this verdict.`,
		Example: `  gridjudge bench
  gridjudge bench --solver dlx,bitmask --set 'poj3076/*' --rounds 20
  gridjudge bench --problem poj3074 --input my.txt --per-case times.csv
  gridjudge bench --exec 'mine=./a.out' --isolate --set 'poj3074/*'
  gridjudge bench --resume results/20260101T120000Z-0123456789ab`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				f.seed = rand.Uint64() >> 1
			}
			return a.bench(cmd, f)
		},
	}
	flags, s := cmd.Flags(), &f.selection
	flags.StringSliceVar(&s.Solvers, "solver", nil, "solvers to measure (default all but variants)")
	flags.StringSliceVar(&s.Sets, "set", nil, "sets to measure on, as globs; \"all\" for all (default those marked bench)")
	flags.StringVar(&s.Problem, "problem", "", "problem of --input (default detected)")
	flags.StringVar(&s.Input, "input", "", "measure on this file of puzzles instead of sets")
	registerPrograms(flags, &s.Exec, &s.Contestants)
	flags.BoolVar(&s.OnlyExternal, "only-external", false, "measure programs alone, no built-in solver")
	flags.BoolVar(&s.Isolate, "isolate", false, "measure built-in solvers as programs (gridjudge solve), so that they compare with programs")
	flags.Float64Var(&s.LimitScale, "limit-scale", 1, "multiply the time limits of the sets by this factor")
	flags.IntVar(&f.rounds, "rounds", 10, "rounds; six are the fewest with a finite interval")
	flags.DurationVar(&f.time, "time", 100*time.Millisecond, "least length of a sample")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all orders (default random; it is recorded)")
	flags.StringVar(&f.out, "out", "results", "folder in which the run's folder is made")
	flags.StringVar(&f.resume, "resume", "", "continue the interrupted run in this folder")
	flags.StringVar(&s.PerCase, "per-case", "", "also write the time of every case to this new CSV file when the run ends")
	f.format = registerFormat(cmd)
	flags.IntVar(&f.cpu, "cpu", -1, "bind the measuring thread to this processor")
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
	recording, plan, err := a.openRun(cmd, f)
	if err != nil {
		return err
	}
	defer recording.Close()
	m := recording.Manifest
	session := &bench.Session{Recording: recording, Samplers: plan.Samplers()}
	if m.Selected.PerCase != "" {
		if missing := plan.WithoutCaseTimes(); len(missing) > 0 {
			fmt.Fprintf(a.stderr, "gridjudge: --per-case has no rows of %s: they take many cases at once\n", strings.Join(missing, ", "))
		}
	}
	medians := bench.NewMedians(m.Benchmarks)
	shown := progress.New(a.stderr, len(m.Benchmarks))
	shown.Above(func(w io.Writer) { medians.Draw(w, report.StyleOf(a.stderr)) })
	session.Observe = func(e bench.Event) {
		medians.Add(e)
		shown.Set(e.Step, e.Steps, e.Benchmark.String())
	}
	fmt.Fprintf(a.stderr, "gridjudge: %d benchmarks, %d rounds, seed %d, into %s\n", len(m.Benchmarks), m.Rounds, m.Seed, recording.Dir)
	err = session.Run(cmd.Context())
	shown.Close()
	switch {
	case cmd.Context().Err() != nil:
		fmt.Fprintf(a.stderr, "gridjudge: interrupted; continue with: gridjudge bench --resume %s\n", recording.Dir)
		return cmd.Context().Err()
	case err != nil:
		return faultError("%s: %w; the samples measured before are kept", recording.Dir, err)
	}
	if err := a.table(&tableFlags{
		baseline: "dlx", filter: "*", row: defaultRow, col: defaultCol, unit: []string{results.UnitWall}, format: f.format.String(),
	}, []string{recording.Dir}, a.stdout); err != nil {
		return err
	}
	if n := len(plan.Unexpected(m)); n > 0 {
		return &statusError{exitUnexpected, fmt.Errorf("%d of %d benchmarks were not accepted, which their sets do not declare, and so not timed", n, len(m.Benchmarks))}
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
	sets, err := a.benchSets(&f.selection)
	if err != nil {
		return err
	}
	server := &bench.Server{Sets: sets, Specs: specs, Settings: f.settings()}
	if err := server.Serve(context.WithoutCancel(ctx), a.stdin, a.stdout); err != nil {
		return faultError("%w", err)
	}
	return nil
}

func (f *benchFlags) settings() bench.Settings {
	return bench.Settings{MinTime: f.time, Seed: f.seed, Audit: true, Clock: bench.SystemClock{}}
}

// checkCPU returns an error where --cpu names no processor.
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
func (a *app) openRun(cmd *cobra.Command, f *benchFlags) (recording *results.Recording, plan *bench.Plan, err error) {
	defer func() {
		if err != nil && recording != nil {
			recording.Close()
		}
	}()
	if f.resume != "" {
		if recording, err = f.openResumed(cmd); err != nil {
			return nil, nil, usageError("--resume: %w", err)
		}
	}
	if err := f.pin(); err != nil {
		return recording, nil, err
	}
	if plan, err = a.benchPlan(cmd.Context(), f); err != nil {
		return recording, nil, err
	}
	if f.resume != "" {
		if err := plan.CheckResumes(recording.Manifest); err != nil {
			return recording, nil, usageError("--resume: %s: %w", f.resume, err)
		}
		recording.Manifest.Resumed++
	} else {
		if recording, err = results.Create(f.out, a.newManifest(f, plan)); err != nil {
			return nil, nil, faultError("cannot record: %w", err)
		}
	}
	if recording.Manifest.Selected.PerCase == "" {
		return recording, plan, nil
	}
	if err := recording.CreateCaseTimes(); err != nil {
		if f.resume == "" {
			err = errors.Join(err, recording.Discard())
		}
		if errors.Is(err, os.ErrExist) {
			return nil, nil, usageError("--per-case: %w", err)
		}
		return nil, nil, faultError("--per-case: %w", err)
	}
	return recording, plan, nil
}

// newManifest adds what the user asked for to the manifest of a plan.
func (a *app) newManifest(f *benchFlags, plan *bench.Plan) *results.Manifest {
	m := plan.Manifest()
	m.Command, m.Selected, m.Seed, m.Rounds, m.MinTime = a.command(), f.selection, f.seed, f.rounds, f.time
	if whole, err := filepath.Abs(f.selection.PerCase); err == nil && f.selection.PerCase != "" {
		m.Selected.PerCase = whole // the run may be resumed from another folder
	}
	if f.cpu >= 0 {
		m.Pinned = &f.cpu
	}
	return m
}

// openResumed opens the run of --resume and takes over what it was begun with.
func (f *benchFlags) openResumed(cmd *cobra.Command) (*results.Recording, error) {
	for _, flag := range []string{"solver", "set", "problem", "input", "exec", "contestants", "only-external", "isolate", "limit-scale", "per-case", "rounds", "time", "seed", "out", "cpu"} {
		if cmd.Flags().Changed(flag) {
			return nil, fmt.Errorf("--%s does not go with --resume: the run keeps the settings that it was begun with", flag)
		}
	}
	recording, err := results.Resume(f.resume)
	if err != nil {
		return nil, err
	}
	m := recording.Manifest
	f.selection, f.time, f.seed = m.Selected, m.MinTime, m.Seed
	if m.Pinned != nil {
		f.cpu = *m.Pinned
	}
	return recording, nil
}

// benchPlan lists the benchmarks that were asked for.
func (a *app) benchPlan(ctx context.Context, f *benchFlags) (*bench.Plan, error) {
	specs, programs, err := a.benchContestants(ctx, &f.selection)
	if err != nil {
		return nil, err
	}
	sets, err := a.benchSets(&f.selection)
	if err != nil {
		return nil, err
	}
	plan := bench.NewPlan(sets, specs, f.settings())
	if err := plan.AddPrograms(ctx, sets, programs); err != nil {
		return nil, faultError("%w", err)
	}
	if len(plan.Benchmarks) == 0 {
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
	flags := programFlags{exec: s.Exec, file: s.Contestants, only: s.OnlyExternal, isolate: s.Isolate, repeat: 1}
	if err := flags.check(); err != nil {
		return nil, nil, err
	}
	all, err := flags.declared()
	if err != nil {
		return nil, nil, err
	}
	for _, c := range all {
		if !solvers.ValidName(c.Name) {
			return nil, nil, usageError("%s: the name %q ends in -<digits>, which the benchmark format takes for a number of processors: choose another name", c.Origin, c.Name)
		}
	}
	if s.Isolate {
		own, err := program.Isolated(specs)
		if err != nil {
			return nil, nil, faultError("%w", err)
		}
		all = append(own, all...)
	}
	if s.Isolate || s.OnlyExternal {
		specs = nil
	}
	var taken []string
	if !s.Isolate {
		taken = a.names()
	}
	programs, err := a.prepare(ctx, all, taken)
	return specs, programs, err
}

// benchSets returns the sets that were asked for, or those marked bench.
func (a *app) benchSets(s *results.Selection) ([]*testset.TestSet, error) {
	sets, err := a.load(&testset.Selection{Sets: s.Sets, Problem: s.Problem, Input: s.Input}, func(s *corpus.Set) bool { return s.Bench })
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		if set.Err != nil {
			return nil, faultError("%w", set.Err)
		}
		if s.LimitScale > 0 {
			set.Limit(nil, s.LimitScale)
		}
	}
	return sets, nil
}
