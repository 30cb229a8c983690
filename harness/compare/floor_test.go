package compare

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCalibrationIsKeptAndGoesStale(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "calibration.json")
	none, err := ReadCalibration(path)
	require.NoError(t, err)
	require.Nil(t, none)

	here := machine.Machine{GOOS: "linux", GOARCH: "amd64", CPU: "x", Cores: 2, Go: "go1.26"}
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	saved := &Calibration{Measured: now, Machine: here, Floor: map[string]float64{"p/s": 0.01}, Solvers: map[string][]string{"p/s": {"x"}}}
	require.NoError(t, saved.Save(path))
	c, err := ReadCalibration(path)
	require.NoError(t, err)
	assert.Equal(t, saved, c)
	floor := Floor(c.Of).over(func(results.Benchmark) float64 { return 0.5 })
	assert.Equal(t, 0.01, floor(results.Benchmark{Set: "p/s", Solver: "x"}))
	assert.Equal(t, 0.5, floor(results.Benchmark{Set: "p/unknown", Solver: "x"}), "a set that was not calibrated")
	assert.Equal(t, 0.5, floor(results.Benchmark{Set: "p/s", Solver: "y"}), "a solver that was not calibrated")
	assert.Equal(t, 0.5, Floor(none.Of).over(floor)(results.Benchmark{Set: "p/unknown"}), "no calibration")
	note := c.coverage([]Comparison{{Benchmark: results.Benchmark{Set: "p/s", Solver: "x"}, Unit: "u"}, {Benchmark: results.Benchmark{Set: "p/s", Solver: "y"}, Unit: "u"}}, "another one")
	assert.Contains(t, note, "covers 1 of 2 benchmarks (not p/s y). The noise floor of the others is another one")
	assert.Empty(t, c.coverage([]Comparison{{Benchmark: results.Benchmark{Set: "p/s", Solver: "x"}, Unit: "u"}}, ""))

	assert.Empty(t, c.Stale(now.Add(Fresh), here))
	assert.Equal(t, "8 days old", c.Stale(now.Add(8*24*time.Hour), here))
	other := here
	other.CPU = "y"
	assert.False(t, c.OfMachine(other))
	assert.Contains(t, c.Stale(now, other), "measured on x")
	other = here
	other.Go = "go1.27"
	assert.Contains(t, c.Stale(now, other), "go1.26")

	require.NoError(t, os.WriteFile(path, []byte("{"), 0o666))
	_, err = ReadCalibration(path)
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
		return halvesFloor([]*benchmark{{Benchmark: b, arms: [2]*results.Result(arms)}})
	}
	assert.InDelta(t, 0, halves(steady, steady), 1e-12)
	drifting := resultWith(b, 100, 102, 104, 106, 108, 110)
	assert.InDelta(t, 0.0135, halves(steady, drifting), 0.001, "neighbouring rounds differ by 1.9 %, over the square root of two")
}

func TestProcessorTimeThatWasNotCountedIsNotCompared(t *testing.T) {
	b := results.Benchmark{Set: "p/s", Solver: "x"}
	some, none := resultWith(b, 3, 4), resultWith(b, 3, 0)
	assert.Equal(t, results.UnitCPU, timeUnit(some, some))
	assert.Equal(t, results.UnitWall, timeUnit(some, none))
	assert.Equal(t, results.UnitWall, timeUnit(none, some))
}
