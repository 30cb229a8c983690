package compare

import (
	"os"
	"path/filepath"
	"testing"
	"time"

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
	floor := c.over(func(results.Benchmark) float64 { return 0.5 })
	assert.Equal(t, 0.01, floor(results.Benchmark{Set: "p/s", Solver: "x"}))
	assert.Equal(t, 0.5, floor(results.Benchmark{Set: "p/unknown", Solver: "x"}), "a set that was not calibrated")
	assert.Equal(t, 0.5, floor(results.Benchmark{Set: "p/s", Solver: "y"}), "a solver that was not calibrated")
	assert.Equal(t, 0.5, none.over(floor)(results.Benchmark{Set: "p/unknown"}), "no calibration")
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

// armWith returns an arm with the processor times of one benchmark.
func armWith(b results.Benchmark, values ...float64) *Arm {
	s := NewArm("x")
	s.Benchmarks = []results.Benchmark{b}
	for _, v := range values {
		s.add(results.UnitCPU, b, v)
	}
	return s
}

func TestFloorsWithoutCalibration(t *testing.T) {
	b := results.Benchmark{Set: "p/s", Solver: "x"}
	steady := armWith(b, 100, 100, 100, 100, 100, 100)
	wide := armWith(b, 90, 95, 100, 100, 105, 110)
	assert.InDelta(t, 0, SpreadFloor(steady, steady)(b), 1e-12)
	assert.InDelta(t, 0.10, SpreadFloor(steady, wide)(b), 1e-12, "the wider of the two counts")

	assert.InDelta(t, 0, HalvesFloor(steady, steady)(b), 1e-12)
	drifting := armWith(b, 100, 102, 104, 106, 108, 110)
	assert.InDelta(t, 0.0135, HalvesFloor(steady, drifting)(b), 0.001, "neighbouring rounds differ by 1.9 %, over the square root of two")
}

func TestProcessorTimeThatWasNotCountedIsNotCompared(t *testing.T) {
	b := results.Benchmark{Set: "p/s", Solver: "x"}
	some, none := armWith(b, 3, 4), armWith(b, 3, 0)
	assert.Equal(t, results.UnitCPU, timeUnit(some, some, b))
	assert.Equal(t, results.UnitWall, timeUnit(some, none, b))
	assert.Equal(t, results.UnitWall, timeUnit(none, some, b))
}
