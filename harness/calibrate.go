package harness

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/harness/bench"
	"gridjudge/harness/compare"
	"gridjudge/harness/doctor"
	"gridjudge/harness/progress"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

func (a *app) calibrateCommand() *cobra.Command {
	f := &compareFlags{}
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Measure this program against itself: the noise floor of this machine",
		Long: `Measure this program against itself, side by side as compare does it, and keep how
much the two seem to differ: the noise floor, which compare uses from then on. Also
shown: the slowdowns of one cell that compare would find with its default rounds, and
what the same samples would have looked like had all of A been taken before all of B.`,
		Example: "  gridjudge calibrate\n  gridjudge calibrate --set 'poj3074/*' --samples 40",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return a.calibrate(cmd, f) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.selection.Solvers, "solver", nil, "contestants to measure (default all but variants)")
	flags.StringSliceVar(&f.selection.Sets, "set", nil, "sets to measure on, as globs (default those marked bench)")
	flags.IntVar(&f.rounds, "samples", 20, "rounds to take; what compare would see is drawn from them")
	flags.DurationVar(&f.time, "time", 100*time.Millisecond, "least length of a sample")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all orders (default random)")
	flags.StringVar(&f.out, "out", "results", "folder in which the samples are kept")
	flags.IntVar(&f.cpu, "cpu", -1, "bind the measuring threads to this processor (default each in turn)")
	flags.StringVar(&f.floor, "floor", "", "file for the noise floor (default in this user's cache)")
	flags.StringVar(&f.format, "format", string(report.Text), report.FormatNames())
	return cmd
}

// What compare does where it is asked for nothing else, and how often it is
// imitated to see what it would find.
const (
	compareRounds  = 10
	compareAgain   = 30
	resampledTries = 200
)

func (a *app) calibrate(cmd *cobra.Command, f *compareFlags) error {
	format, err := report.ParseFormat(f.format)
	if err != nil {
		return usageError("--format: %w", err)
	}
	if err := f.checkCPU(cmd); err != nil {
		return err
	}
	if f.rounds < compareRounds {
		return usageError("--samples %d: what compare would see in %d rounds cannot be drawn from fewer", f.rounds, compareRounds)
	}
	if f.floor == "" {
		if f.floor, err = compare.CalibrationPath(); err != nil {
			return faultError("no folder to keep the floor in: %w: give one with --floor", err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		return faultError("%w", err)
	}
	program := compare.Executable{Name: "this program", Path: self, Args: f.serveArgs(cmd)}
	sides := [2]*compare.Arm{compare.NewArm("A"), compare.NewArm("A again")}
	kept, err := results.CreatePair(f.out, [2]string{"a", "a"}, a.pairManifest(f, [2]string{}))
	if err != nil {
		return faultError("cannot record: %w", err)
	}
	defer kept.Close()
	shown := progress.New(a.stderr, 0)
	defer shown.Close()
	plan := &compare.Plan{Seed: f.seed, Rounds: f.rounds, Parts: compare.Parts(f.time), CPUs: f.processors(), Audit: true, Tell: func(done, of int, cell results.Benchmark) { shown.Set(done, of, "calibrating "+cell.String()) }, Keep: kept.Append}
	if err := compare.Interleave(cmd.Context(), [2]compare.Program{program, program}, sides, plan); err != nil {
		switch ctx := cmd.Context(); {
		case ctx.Err() != nil:
			a.sayKept(kept)
			return ctx.Err()
		case errors.Is(err, bench.ErrNoBench):
			return usageError("%w", err)
		}
		return faultError("%w", err)
	}
	resampler := newResampler(sides, f.seed)
	if len(resampler.Benchmarks) == 0 {
		return &statusError{exitInconclusive, fmt.Errorf("no cell was accepted, so that there is nothing to measure")}
	}
	calibration := &compare.Calibration{
		Measured: time.Now().UTC(), Machine: doctor.ThisMachine(), Rounds: compareRounds, Samples: f.rounds,
		MinTime: f.time, Load: doctor.Load(), Floor: resampler.Floors(resampledTries),
	}
	calibration.Overall = slices.Max(slices.Collect(maps.Values(calibration.Floor)))
	if err := calibration.Save(f.floor); err != nil {
		return faultError("%w", err)
	}
	resampler.Floor = calibration.Of
	t := calibrationTable(calibration, resampler)
	t.Notef("Samples kept in %s, the noise floor in %s.", kept.Dir, f.floor)
	a.caption(t, format)
	if err := t.Render(a.stdout, format, report.StyleOf(a.stdout)); err != nil {
		return faultError("%w", err)
	}
	return nil
}

// newResampler draws from the samples of two sides.
func newResampler(sides [2]*compare.Arm, seed uint64) *compare.Resampler {
	r := &compare.Resampler{
		Rules: compare.DefaultRules, Rounds: compareRounds, Again: compareAgain,
		Old: map[results.Benchmark][]float64{}, New: map[results.Benchmark][]float64{},
		Rand: rand.New(rand.NewPCG(seed, 1)),
	}
	for _, cell := range sides[0].Benchmarks {
		old, new := sides[0].Values[results.UnitCPU][cell], sides[1].Values[results.UnitCPU][cell]
		if len(old) == len(new) && len(old) > 0 {
			r.Benchmarks = append(r.Benchmarks, cell)
			r.Old[cell], r.New[cell] = old, new
		}
	}
	return r
}

func calibrationTable(c *compare.Calibration, r *compare.Resampler) *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "set"}, {Name: "floor", Head: "noise floor"}}}
	seen := map[string]bool{}
	for _, cell := range r.Benchmarks {
		if floor := c.Floor[cell.Set]; !seen[cell.Set] {
			seen[cell.Set] = true
			t.Add(report.String(cell.Set), report.Cell{Value: floor, Text: fmt.Sprintf("%.2f%%", 100*floor)})
		}
	}
	t.Notef("Floor: 95 %% of the comparisons of a program with itself over %d rounds stay below it.", c.Rounds)
	detectable := ""
	for _, slowdown := range []float64{0.01, 0.02, 0.03, 0.05, 0.10} {
		found, others := r.Power(slowdown, resampledTries)
		t.Notef("A slowdown of %.0f%% in one of %d cells: found in %.1f%% of %d resampled comparisons, %d other cells flagged in all of them.",
			100*slowdown, len(r.Benchmarks), 100*found, resampledTries, others)
		if found >= 0.95 && detectable == "" {
			detectable = fmt.Sprintf("%.0f%%", 100*slowdown)
		}
	}
	if detectable == "" {
		detectable = "more than 10%"
	}
	t.Notef("Smallest of these that the default budget finds 19 times of 20: %s.", detectable)
	flagged := 0
	for _, comparison := range r.Try(results.Benchmark{}, 0) {
		if comparison.Verdict == compare.Regression {
			flagged++
		}
	}
	wrong, far := compare.Sequential(r.Benchmarks, r.Old, r.New)
	t.Notef("The same samples taken as all of A, then all of B: %d of %d cells differ with p < 0.05, by up to %.1f%%; by the rules of compare, side by side: %d.",
		wrong, len(r.Benchmarks), 100*far, flagged)
	return t
}
