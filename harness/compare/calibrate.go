package compare

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// ErrNothingAccepted is the error of a calibration in which no benchmark was accepted.
var ErrNothingAccepted = errors.New("no solver was accepted on any set, so there is nothing to measure")

// Calibrate measures this program against itself, side by side as Revisions measures two builds, and stores the noise
// floors. The table has the floor of each set.
func Calibrate(ctx context.Context, s *Settings, shown Progress) (*report.Table, error) {
	if s.Rounds < DefaultRounds {
		return nil, inputErrorf("--rounds %d: compare measures %d rounds, which cannot be drawn from fewer", s.Rounds, DefaultRounds)
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	path, err := CalibrationPath()
	if err == nil { // find out before minutes of measuring
		err = writableFolder(filepath.Dir(path))
	}
	if err != nil {
		return nil, inputErrorf("the calibration cannot be stored (XDG_CACHE_HOME or HOME decides in which folder): %w", err)
	}
	this, err := s.ThisProgram()
	if err != nil {
		return nil, err
	}
	e := s.Experiment(this, this, shown)
	e.plans = [2]results.Plan{results.NewPlan(), results.NewPlan()}
	measured, err := e.Measure(ctx)
	if err != nil {
		return nil, err
	}
	c := &Calibration{Measured: time.Now().UTC(), Machine: machine.ThisMachine(), Rounds: DefaultRounds, MinTime: s.MinTime}
	if c.draw(measured, rand.New(rand.NewPCG(s.Seed, 1))); len(c.Floor) == 0 {
		return nil, ErrNothingAccepted
	}
	now := maps.Clone(c.Floor)
	stored, _, _ := StoredCalibration() // a damaged file is replaced
	dropped := c.keep(stored)
	if err := c.Save(); err != nil {
		return nil, err
	}
	t := &report.Table{Columns: []report.Column{{Name: "set"}, {Name: "floor", Head: "noise floor"}}}
	for _, set := range slices.Sorted(maps.Keys(now)) {
		t.Add(report.String(set), report.Cell{Value: c.Floor[set], Text: fmt.Sprintf("%.2f%%", 100*c.Floor[set])})
	}
	t.Notef("Noise floor: 95 %% of the comparisons of a build with itself over %d rounds stay below it.", c.Rounds)
	for _, r := range measured[0] {
		if !r.Accepted() {
			t.Notef("%s was not measured: %s.", r.Benchmark, r.Rejection())
		}
	}
	for _, why := range slices.Sorted(maps.Keys(dropped)) {
		t.Notef("Dropped: the floors of %s that were stored before, because they are %s.", strings.Join(dropped[why], ", "), why)
	}
	of := results.Run{Label: e.Kept[0], Results: measured[0]}
	for _, busy := range of.Busy() {
		t.Notef("%s The load is part of the floor.", busy)
	}
	t.Notef("Samples kept in %s, the noise floor in %s, where compare and history find it.", strings.Join(e.Kept, " and "), path)
	return t, nil
}

// keep adds the floors of sets that were not measured this time. It takes them from the earlier calibration of this
// machine, which is nil if there is none. So a user can calibrate one set after the other. For example, if a user
// calibrates poj3074/hard today, the floor of poj3074/easy that was measured yesterday stays.
//
// An earlier floor is dropped if it is stale, or if it was measured with another length of samples or another number of
// rounds. keep returns the sets whose floors were dropped, grouped by the reason.
func (c *Calibration) keep(stored *Calibration) (dropped map[string][]string) {
	if stored == nil {
		return nil
	}
	dropped = map[string][]string{}
	for _, set := range slices.Sorted(maps.Keys(stored.Floor)) {
		if _, again := c.Floor[set]; again {
			continue
		}
		why := stored.stale(set, c.Measured, c.Machine.Go)
		switch {
		case why != "":
		case stored.MinTime != c.MinTime:
			why = fmt.Sprintf("measured with --time %v", stored.MinTime)
		case stored.Rounds != c.Rounds:
			why = fmt.Sprintf("for comparisons of %d rounds", stored.Rounds)
		default:
			c.Floor[set], c.Solvers[set], c.Since[set] = stored.Floor[set], stored.Solvers[set], stored.since(set)
			continue
		}
		dropped[why] = append(dropped[why], set)
	}
	return dropped
}

// draw computes the noise floor of each set: how large a change a comparison reports by chance alone. To find out, it
// simulates comparisons of a program with itself (a bootstrap). The samples on both sides (arms) are of the same
// program, so every difference between them is noise.
//
// A simulated comparison has as many rounds as a real comparison. draw picks each round at random from the measured
// rounds, and may pick the same measured round several times. In each round, it also decides at random which of the two
// samples is called the old one. The simulated comparison then reports a change, as a real comparison does: the median
// of the ratios new/old.
//
// draw simulates 200 comparisons (drawnComparisons) for each benchmark of a set, and collects the changes. The noise
// floor of the set is the 95 % quantile of all these changes. So about 95 of 100 changes are smaller than the floor.
//
// draw also lists, for each set, the solvers that were measured.
func (c *Calibration) draw(arms [2][]*results.Result, random *rand.Rand) {
	c.Floor, c.Since, c.Solvers = map[string]float64{}, map[string]time.Time{}, map[string][]string{}
	changes := map[string][]float64{}
	for i, was := range arms[0] {
		unit := results.TimeUnit(was, arms[1][i])
		pair := [2][]float64{was.TimesIn(unit), arms[1][i].TimesIn(unit)}
		if len(pair[0]) != len(pair[1]) || len(pair[0]) == 0 {
			continue
		}
		c.Solvers[was.Set] = append(c.Solvers[was.Set], was.Solver)
		for range drawnComparisons {
			ratios := make([]float64, c.Rounds)
			for round := range ratios {
				k, arm := random.IntN(len(pair[0])), random.IntN(2)
				ratios[round] = pair[1-arm][k] / pair[arm][k]
			}
			changes[was.Set] = append(changes[was.Set], stats.Distance(stats.MedianRatio(ratios)))
		}
	}
	for set, of := range changes {
		c.Floor[set], c.Since[set] = stats.Quantile(of, 0.95), c.Measured
	}
}
