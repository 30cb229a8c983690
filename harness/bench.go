package harness

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/doctor"
	"gridjudge/harness/progress"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// benchFlags are what bench was asked for.
type benchFlags struct {
	selection results.Selection
	rounds    int
	time      time.Duration
	seed      uint64
	out       string
	resume    string
	perCase   string
	cpu       int
	serve     bool
}

func (a *app) benchCommand() *cobra.Command {
	f := &benchFlags{}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure solvers in interleaved rounds and record every sample",
		Long: `Measure every solver on every set that it takes, in interleaved rounds whose order
follows from a seed. A solver is judged first: what is not accepted is not timed,
but stays in the record. Each sample is one line of DIR/<time>-<commit>/solve.bench,
in the format that benchstat reads; the rest of what there is to know is in run.json
beside it. A sample of a program (--exec) is a whole process, its start included.
A run that was cut short goes on with --resume. Exit status 1: a solver was not accepted
on a set that does not expect that of it.`,
		Example: `  gridjudge bench
  gridjudge bench --solver dlx,bitmask --set 'poj3076/*' --rounds 20
  gridjudge bench --problem poj3074 --input my.txt --per-case times.csv
  gridjudge bench --exec 'mine=./a.out' --set 'poj3074/*'
  gridjudge bench --resume results/20260101T120000Z-0123456789ab`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				f.seed = rand.Uint64() >> 1
			}
			return a.bench(cmd, f)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.selection.Solvers, "solver", nil, "contestants to measure (default all but variants)")
	flags.StringSliceVar(&f.selection.Sets, "set", nil, "sets to measure, as globs; \"all\" for all (default those marked bench)")
	flags.StringVar(&f.selection.Problem, "problem", "", "problem that --input is of (default recognised)")
	flags.StringVar(&f.selection.Input, "input", "", "measure on this file of puzzles instead of sets")
	registerPrograms(flags, &f.selection.Exec, &f.selection.Contestants)
	flags.IntVar(&f.rounds, "rounds", 10, "rounds; six are the fewest with a finite interval")
	flags.DurationVar(&f.time, "time", 100*time.Millisecond, "least length of a sample")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all orders (default random, and recorded)")
	flags.StringVar(&f.out, "out", "results", "folder in which the run's folder is made")
	flags.StringVar(&f.resume, "resume", "", "go on with the run in this folder")
	flags.StringVar(&f.perCase, "per-case", "", "also write the time of every case to this CSV file (programs have none)")
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
		if err := f.pin(); err != nil {
			return err
		}
		return a.serve(cmd.Context(), f)
	}
	if f.rounds < 1 || f.time <= 0 {
		return usageError("--rounds and --time must be positive")
	}
	session, dir, err := a.openSession(cmd, f)
	if err != nil {
		return err
	}
	defer session.Recorder.Close()
	var sinks []func(bench.Event)
	if f.perCase != "" {
		cases, err := bench.CreateCases(f.perCase, f.resume != "")
		if err != nil {
			if f.resume == "" {
				os.RemoveAll(dir) // begun in vain
			}
			return faultError("--per-case: %w", err)
		}
		defer func() {
			if closed := cases.Close(); closed != nil && err == nil {
				err = faultError("--per-case: %w", closed)
			}
		}()
		sinks = append(sinks, cases.Add)
	}
	soFar := &medians{about: session.Manifest, times: map[results.Benchmark][]float64{}}
	shown := progress.New(a.stderr, len(session.Manifest.Benchmarks))
	shown.Above(func(w io.Writer) { soFar.draw(w, report.StyleOf(a.stderr)) })
	session.Observe = func(e bench.Event) {
		for _, sink := range sinks {
			sink(e)
		}
		soFar.add(e)
		shown.Set(e.Step, e.Steps, e.Benchmark.String())
	}
	fmt.Fprintf(a.stderr, "gridjudge: %d cells, %d rounds, seed %d, into %s\n", len(session.Manifest.Benchmarks), session.Manifest.Rounds, session.Manifest.Seed, dir)
	err = session.Run(cmd.Context())
	shown.Close()
	var fault *bench.ContestantError
	switch {
	case err == nil:
	case cmd.Context().Err() != nil:
		fmt.Fprintf(a.stderr, "gridjudge: interrupted; go on with: gridjudge bench --resume %s\n", dir)
		return cmd.Context().Err()
	case errors.As(err, &fault):
		return &statusError{exitUnexpected, fmt.Errorf("%w; its samples in %s are not to be trusted", err, dir)}
	default:
		return faultError("%s: %w; what was measured before is kept", dir, err)
	}
	if err := a.table(&tableFlags{baseline: "dlx", filter: "*", row: defaultRow, col: defaultCol, unit: []string{results.UnitWall}, format: "text"}, []string{dir}, cmd.ErrOrStderr()); err != nil {
		return err
	}
	if n := unexpectedRejections(session.Manifest); n > 0 {
		return &statusError{exitUnexpected, fmt.Errorf("%d of %d cells were not accepted, which was not expected of them, and so not timed", n, len(session.Manifest.Benchmarks))}
	}
	return nil
}

// unexpectedRejections counts the cells that were not timed for another verdict
// than the one that their set expects.
func unexpectedRejections(about *results.Manifest) int {
	n := 0
	for _, c := range about.Rejections() {
		want := ""
		if about.Selected.Input == "" {
			if sets, err := corpus.SelectSets([]string{c.Set}); err == nil {
				want = sets[0].Expect[c.Solver]
			}
		}
		if verdict, _, _ := strings.Cut(c.Rejected, ":"); verdict != want {
			n++
		}
	}
	return n
}

// checkCPU demands that a processor, where one is named, can be one.
func (f *benchFlags) checkCPU(cmd *cobra.Command) error {
	if cmd.Flags().Changed("cpu") && f.cpu < 0 {
		return usageError("--cpu %d: processors are counted from 0", f.cpu)
	}
	return nil
}

// pin binds this thread to the processor that was asked for, if any.
func (f *benchFlags) pin() error {
	if f.cpu < 0 {
		return nil
	}
	if err := bench.PinThread(f.cpu); err != nil {
		return usageError("--cpu: %w", err)
	}
	return nil
}

// openSession begins a run, or goes on with one.
func (a *app) openSession(cmd *cobra.Command, f *benchFlags) (*bench.Session, string, error) {
	var about *results.Manifest
	var tail *results.Tail
	var file *os.File
	var err error
	dir := f.resume
	if dir != "" {
		for _, flag := range []string{"solver", "set", "problem", "input", "exec", "contestants", "rounds", "time", "seed", "out", "cpu"} {
			if cmd.Flags().Changed(flag) {
				return nil, "", usageError("--%s does not go with --resume: the run keeps what it was begun with", flag)
			}
		}
		if about, tail, file, err = results.Open(dir); err != nil {
			return nil, "", usageError("--resume: %w", err)
		}
		if !about.Ended.IsZero() {
			file.Close()
			return nil, "", usageError("--resume: the run in %s is complete", dir)
		}
		f.selection, f.time, f.seed = about.Selected, about.MinTime, about.Seed
		if about.Pinned != nil {
			f.cpu = *about.Pinned
		}
	}
	if err := f.pin(); err != nil {
		return nil, "", err
	}
	cells, meters, digest, err := a.meters(cmd.Context(), f)
	if err != nil {
		return nil, "", err
	}
	if dir != "" {
		if err := sameRun(about, cells, digest); err != nil {
			return nil, "", usageError("--resume: %s: %w", dir, err)
		}
		about.Resumed++
	} else {
		about = a.newAbout(cmd, f, cells, digest)
		tail = &results.Tail{}
		if dir, file, err = results.Create(f.out, about); err != nil {
			return nil, "", faultError("cannot record: %w", err)
		}
	}
	recorder, err := results.NewRecorder(file, tail.Size, about.Machine.Config(about.Corpus))
	if err != nil {
		if f.resume == "" {
			os.RemoveAll(dir) // nothing half-written stays behind
		}
		return nil, "", faultError("%s: %w", dir, err)
	}
	return &bench.Session{
		Manifest: about, Samplers: meters, Done: tail.Benchmarks, Recorder: recorder,
		Save: func(about *results.Manifest) error { return about.Save(dir) },
	}, dir, nil
}

func (a *app) newAbout(cmd *cobra.Command, f *benchFlags, cells []results.BenchmarkInfo, digest string) *results.Manifest {
	commit, dirty := doctor.Revision(cmd.Context())
	about := &results.Manifest{
		Started: time.Now().UTC(), Commit: commit, Dirty: dirty, Command: append([]string{"gridjudge"}, os.Args[1:]...),
		Program: doctor.ProgramDigest(), Machine: doctor.ThisMachine(), Corpus: digest, Seed: f.seed, Rounds: f.rounds, MinTime: f.time,
		Benchmarks: cells, Selected: f.selection,
	}
	about.Load[0] = doctor.Load()
	if f.cpu >= 0 {
		about.Pinned = &f.cpu
	}
	return about
}

// sameRun compares what a run was begun with and what there is now.
func sameRun(about *results.Manifest, cells []results.BenchmarkInfo, digest string) error {
	now := doctor.ThisMachine()
	switch {
	case about.Program != doctor.ProgramDigest():
		return fmt.Errorf("begun by another build of this program, of commit %s: the samples would be of two programs", about.Commit)
	case about.Machine != now:
		return fmt.Errorf("begun on %v, this is %v", about.Machine, now)
	case about.Corpus != digest:
		return errors.New("the sets have changed since")
	case !slices.EqualFunc(about.Benchmarks, cells, func(x, y results.BenchmarkInfo) bool { return x.Benchmark() == y.Benchmark() }):
		return errors.New("the contestants have changed since")
	}
	return nil
}
