package compare

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCalibrationIsKeptAndGoesStale(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", filepath.Join(t.TempDir(), "sub"))
	t.Setenv("HOME", t.TempDir())
	none, note, err := StoredCalibration()
	require.NoError(t, err)
	require.Nil(t, none)
	require.Empty(t, note)

	here := machine.ThisMachine()
	now := time.Now().UTC()
	saved := &Calibration{Measured: now, Machine: here, Since: map[string]time.Time{"p/s": now}, Floor: map[string]float64{"p/s": 0.01}, Solvers: map[string][]string{"p/s": {"x"}}}
	require.NoError(t, saved.Save())
	path, err := CalibrationPath()
	require.NoError(t, err)
	c, stored, err := StoredCalibration()
	require.NoError(t, err)
	assert.Equal(t, saved, c)
	assert.Equal(t, path, stored)
	x, y := results.Benchmark{Set: "p/s", Solver: "x"}, results.Benchmark{Set: "p/s", Solver: "y"}
	note = c.note([]results.Benchmark{x}, path)
	assert.Contains(t, note, path)
	assert.NotContains(t, note, "stale")
	floor := c.orElse(func(results.Benchmark) float64 { return 0.5 })
	assert.Equal(t, 0.01, floor(results.Benchmark{Set: "p/s", Solver: "x"}))
	assert.Equal(t, 0.5, floor(results.Benchmark{Set: "p/unknown", Solver: "x"}), "a set that was not calibrated")
	assert.Equal(t, 0.5, floor(results.Benchmark{Set: "p/s", Solver: "y"}), "a solver that was not calibrated")
	assert.Equal(t, 0.5, none.orElse(floor)(results.Benchmark{Set: "p/unknown"}), "no calibration")
	notes := c.notes([]results.Benchmark{x, y}, path, "another one", false)
	require.Len(t, notes, 2)
	assert.Contains(t, notes[1], "does not cover 1 of 2 benchmarks (p/s y is one). The noise floor of these is another one")
	assert.Equal(t, []string{note}, c.notes([]results.Benchmark{x}, path, "", false))
	of := c.notes([]results.Benchmark{y}, path, "another one", false)
	require.Len(t, of, 1)
	assert.NotContains(t, of[0], "calibrated", "what has no effect is not told")
	assert.Empty(t, none.notes(nil, path, "another one", false), "nothing was timed")
	assert.NotContains(t, none.notes([]results.Benchmark{x}, path, "another one", true)[0], "stored", "a stored one does not hold for other searches")
	assert.Contains(t, none.notes([]results.Benchmark{x}, "", "another one", false), "Noise floor: none is stored for the machine that measured, so it is another one. gridjudge calibrate measures and stores it.")

	assert.Empty(t, c.stale("p/s", now.Add(fresh), here.Go))
	assert.Equal(t, "8 days old", c.stale("p/s", now.Add(8*24*time.Hour), here.Go))
	assert.Contains(t, c.stale("p/s", now, "another"), here.Go)
	saved.Since["p/s"] = now.Add(-8 * 24 * time.Hour)
	saved.Solvers["p/new"] = []string{"x"}
	assert.Contains(t, saved.note([]results.Benchmark{x}, path), "stale, 8 days old")
	fresher := results.Benchmark{Set: "p/new", Solver: "x"}
	assert.NotContains(t, saved.note([]results.Benchmark{fresher}, path), "stale", "only the age of the floors that count is told")
	assert.Contains(t, saved.note([]results.Benchmark{fresher, x}, path), "stale", "the oldest of them counts")
	saved.Machine.CPU = "another"
	require.NoError(t, saved.Save())
	c, _, err = StoredCalibration()
	require.NoError(t, err)
	assert.Nil(t, c, "it is of another machine")

	require.NoError(t, os.WriteFile(path, []byte("{"), 0o666))
	_, _, err = StoredCalibration()
	require.ErrorContains(t, err, path)
}

// resultWith returns a result with processor times.
func resultWith(b results.Benchmark, values ...float64) *results.Result {
	r := &results.Result{Benchmark: b, Outcome: judge.Outcome{Verdict: judge.Accepted}}
	for _, v := range values {
		r.Samples = append(r.Samples, &results.Sample{Passes: 1, CPU: time.Duration(v), Wall: time.Duration(v)})
	}
	return r
}

// A calibration measures solvers inside gridjudge. Its floors say nothing about the same solvers as processes.
func TestACalibrationIsNotOfProcesses(t *testing.T) {
	c := &Calibration{
		Floor:   map[string]float64{"p/s": 0.01, "p/t": 0.02},
		Solvers: map[string][]string{"p/s": {"dlx", "bitmask"}, "p/t": {"dlx"}},
	}
	dlx := results.Benchmark{Set: "p/s", Solver: "dlx"}
	floor := c.excludeProcesses([]*results.Result{{Benchmark: dlx, Process: true}}).orElse(func(results.Benchmark) float64 { return 0.5 })
	assert.Equal(t, 0.5, floor(dlx))
	assert.Equal(t, 0.01, floor(results.Benchmark{Set: "p/s", Solver: "bitmask"}))
	assert.Equal(t, 0.02, floor(results.Benchmark{Set: "p/t", Solver: "dlx"}))
	assert.True(t, c.covers(dlx), "the stored calibration has not changed")
	assert.Same(t, c, c.excludeProcesses([]*results.Result{{Benchmark: dlx}}))
	assert.Nil(t, (*Calibration)(nil).excludeProcesses([]*results.Result{{Benchmark: dlx, Process: true}}))
}

func TestFloorsWithoutCalibration(t *testing.T) {
	b := results.Benchmark{Set: "p/s", Solver: "x"}
	steady := resultWith(b, 100, 100, 100, 100, 100, 100)
	wide := resultWith(b, 90, 95, 100, 100, 105, 110)
	spread := func(old, new *results.Result) float64 {
		return spreadFloor([]*results.Result{old}, []*results.Result{new})(b)
	}
	assert.InDelta(t, 0, spread(steady, steady), 1e-12)
	assert.InDelta(t, 0.10, spread(steady, wide), 1e-12, "the wider of the two counts")

	halves := func(arms ...*results.Result) float64 {
		return halvesFloor([]*benchmark{{Offer: bench.Offer{Benchmark: b}, arms: [2]*results.Result(arms)}})
	}
	assert.InDelta(t, 0, halves(steady, steady), 1e-12)
	drifting := resultWith(b, 100, 102, 104, 106, 108, 110)
	assert.InDelta(t, 0.0135, halves(steady, drifting), 0.001, "neighbouring rounds differ by 1.9 %, over the square root of two")
}

func TestProcessorTimeThatWasNotCountedIsNotCompared(t *testing.T) {
	b := results.Benchmark{Set: "p/s", Solver: "x"}
	some, none := resultWith(b, 3, 4), resultWith(b, 3, 0)
	assert.Equal(t, results.UnitCPU, results.TimeUnit(some, some))
	assert.Equal(t, results.UnitWall, results.TimeUnit(some, none))
	assert.Equal(t, results.UnitWall, results.TimeUnit(none, some))
}

// TestCalibrationOfSomeSetsKeepsTheOthers: the floors of other sets stay, unless they are stale or do not fit the new
// ones.
func TestCalibrationOfSomeSetsKeepsTheOthers(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	of := func(set string, floor float64, measured time.Time) *Calibration {
		return &Calibration{Measured: measured, Machine: machine.Machine{Go: "go1"}, Rounds: 10, MinTime: time.Second,
			Floor: map[string]float64{set: floor}, Since: map[string]time.Time{set: measured}, Solvers: map[string][]string{set: {"dlx"}}}
	}
	c := of("p/new", 0.02, at)
	c.keep(of("p/old", 0.01, at.Add(-time.Hour)))
	assert.Equal(t, map[string]float64{"p/new": 0.02, "p/old": 0.01}, c.Floor)
	assert.Equal(t, map[string][]string{"p/new": {"dlx"}, "p/old": {"dlx"}}, c.Solvers)
	assert.Equal(t, map[string]time.Time{"p/new": at, "p/old": at.Add(-time.Hour)}, c.Since, "each has its own age")
	old := of("p/old", 0.01, at.Add(-time.Hour))
	old.Since = nil
	c = of("p/new", 0.02, at)
	assert.Empty(t, c.keep(old))
	assert.Equal(t, at.Add(-time.Hour), c.Since["p/old"], "a calibration of an earlier version has one time")
	c = of("p/new", 0.02, at)
	c.keep(of("p/new", 0.01, at.Add(-time.Hour)))
	assert.Equal(t, of("p/new", 0.02, at), c, "measured again")
	for name, change := range map[string]func(*Calibration){
		"stale":           func(c *Calibration) { c.Since = map[string]time.Time{"p/old": at.Add(-8 * 24 * time.Hour)} },
		"another Go":      func(c *Calibration) { c.Machine.Go = "go0" },
		"samples of 2 s":  func(c *Calibration) { c.MinTime *= 2 },
		"of other rounds": func(c *Calibration) { c.Rounds++ },
	} {
		c, stored := of("p/new", 0.02, at), of("p/old", 0.01, at)
		change(stored)
		assert.NotEmpty(t, c.keep(stored), name+": whose floor disappears is told why")
		assert.Equal(t, of("p/new", 0.02, at), c, name)
		again := of("p/new", 0.01, at)
		change(again)
		assert.Empty(t, c.keep(again), name+": measured again, so nothing disappears")
	}
	assert.Empty(t, c.keep(nil))
	assert.Len(t, c.Floor, 1)
}
