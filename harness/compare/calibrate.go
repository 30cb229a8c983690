package compare

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// resampledTries is how often an experiment is repeated to see what compare would find.
const resampledTries = 200

// ErrNothingAccepted is the error of a calibration in which no benchmark was accepted.
var ErrNothingAccepted = errors.New("no solver was accepted on any set, so there is nothing to measure")

// Calibrated is the result of Calibrate.
type Calibrated struct {
	Calibration *Calibration
	Path        string   // that the calibration is stored in
	Kept        []string // folders with the samples

	measured  [2][]*results.Result
	resampler *Resampler
}

// Calibrate measures this program against itself, side by side as Revisions does, and stores the noise floor in the
// file Settings.Floor; "" means CalibrationPath. If it ends early, the result names the folders with the samples
// so far.
func Calibrate(ctx context.Context, s *Settings, shown Progress) (*Calibrated, error) {
	if s.Rounds < DefaultRounds {
		return nil, inputErrorf("--samples %d: compare measures %d rounds, which cannot be drawn from fewer samples", s.Rounds, DefaultRounds)
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	path := s.Floor
	if path == "" {
		var err error
		if path, err = CalibrationPath(); err != nil {
			return nil, inputErrorf("there is no folder for the calibration: %w; name a file with --floor", err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "gridjudge-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	this := arm{Executable{Name: "this program", Path: self, Args: s.args(), Copies: folder}, results.NewPlan()}
	e := s.experiment([2]arm{this, this}, shown)
	measured, err := e.Measure(ctx)
	if err != nil {
		return &Calibrated{Kept: e.Kept}, err
	}
	r := newResampler(measured, s.Seed)
	if len(r.Benchmarks) == 0 {
		return nil, ErrNothingAccepted
	}
	c := &Calibration{
		Measured: time.Now().UTC(), Machine: machine.ThisMachine(), Rounds: DefaultRounds, Samples: s.Rounds,
		MinTime: s.Time, Load: machine.Load(), Floor: r.Floors(resampledTries), Solvers: map[string][]string{},
	}
	for _, b := range r.Benchmarks {
		c.Solvers[b.Set] = append(c.Solvers[b.Set], b.Solver)
	}
	if err := c.Save(path); err != nil {
		return nil, err
	}
	r.Floor = c.Of
	return &Calibrated{c, path, e.Kept, measured, r}, nil
}

// newResampler returns a resampler of the samples of two arms.
func newResampler(arms [2][]*results.Result, seed uint64) *Resampler {
	r := &Resampler{
		Rules: DefaultRules, Rounds: DefaultRounds,
		Old: map[results.Benchmark][]float64{}, New: map[results.Benchmark][]float64{},
		Rand: rand.New(rand.NewPCG(seed, 1)),
	}
	for i, was := range arms[0] {
		unit := timeUnit(was, arms[1][i])
		old, new := times(was, unit), times(arms[1][i], unit)
		if b := was.Benchmark; len(old) == len(new) && len(old) > 0 {
			r.Benchmarks = append(r.Benchmarks, b)
			r.Old[b], r.New[b] = old, new
		}
	}
	return r
}

// Table lays the calibration out: the noise floor of each set, and what compare would find.
func (c *Calibrated) Table() *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "set"}, {Name: "floor", Head: "noise floor"}}}
	var sets []string
	for _, b := range c.resampler.Benchmarks {
		if !slices.Contains(sets, b.Set) {
			sets = append(sets, b.Set)
			floor := c.Calibration.Floor[b.Set]
			t.Add(report.String(b.Set), report.Cell{Value: floor, Text: fmt.Sprintf("%.2f%%", 100*floor)})
		}
	}
	t.Notef("Noise floor: 95 %% of the comparisons of a build with itself over %d rounds stay below it.", c.Calibration.Rounds)
	smallest := "none of these"
	for _, slowdown := range []float64{0.10, 0.05, 0.03, 0.02, 0.01} {
		found, falseAlarms := c.resampler.Power(slowdown, resampledTries)
		t.Notef("A slowdown of %.0f%% in one of %d benchmarks is found in %.1f%% of %d resampled comparisons, with %d false alarms in total.",
			100*slowdown, len(c.resampler.Benchmarks), 100*found, resampledTries, falseAlarms)
		if found >= 0.95 {
			smallest = fmt.Sprintf("%.0f%%", 100*slowdown)
		}
	}
	t.Notef("Smallest tested slowdown that is found in at least 95 %% of the comparisons: %s.", smallest)
	flagged := 0
	for _, comparison := range c.resampler.Try(results.Benchmark{}, 0) {
		if comparison.Verdict == Regression {
			flagged++
		}
	}
	n := len(c.resampler.Benchmarks)
	differ, largest := Sequential(c.measured, results.UnitCPU)
	t.Notef("Without interleaving, %d of %d benchmarks differ falsely (p < 0.05), by up to %.1f%%; with it, compare calls %d of %d a regression.", differ, n, 100*largest, flagged, n)
	t.Notef("Samples kept in %s, the noise floor in %s, where compare and history find it.", strings.Join(c.Kept, " and "), c.Path)
	return t
}
