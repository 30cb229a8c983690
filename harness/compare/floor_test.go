package compare

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"gridjudge/harness/doctor"
	"gridjudge/harness/results"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCalibrationIsKeptAndGoesStale(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "calibration.json")
	none, err := ReadCalibration(path)
	require.NoError(t, err)
	require.Nil(t, none)

	machine := doctor.Machine{GOOS: "linux", GOARCH: "amd64", CPU: "x", Cores: 2, Go: "go1.26"}
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	saved := &Calibration{Measured: now, Machine: machine, Floor: map[string]float64{"p/s": 0.01}, Overall: 0.02}
	require.NoError(t, saved.Save(path))
	c, err := ReadCalibration(path)
	require.NoError(t, err)
	assert.Equal(t, saved, c)
	assert.Equal(t, 0.01, c.Of(results.Benchmark{Set: "p/s"}))
	assert.Equal(t, 0.02, c.Of(results.Benchmark{Set: "p/unknown"}), "of a set that was not calibrated: the largest")

	assert.Empty(t, c.Stale(now.Add(Fresh), machine))
	assert.Equal(t, "8 days old", c.Stale(now.Add(8*24*time.Hour), machine))
	other := machine
	other.CPU = "y"
	assert.False(t, c.OfMachine(other))
	assert.Contains(t, c.Stale(now, other), "measured on x")
	other = machine
	other.Go = "go1.27"
	assert.Contains(t, c.Stale(now, other), "go1.26")

	require.NoError(t, os.WriteFile(path, []byte("{"), 0o666))
	_, err = ReadCalibration(path)
	require.ErrorContains(t, err, path)
}

// sideWith is a side with the processor times of one cell.
func sideWith(cell results.Benchmark, values ...float64) *Arm {
	s := NewArm("x")
	s.Benchmarks = []results.Benchmark{cell}
	for _, v := range values {
		s.add(results.UnitCPU, cell, v)
	}
	return s
}

func TestFloorsWithoutCalibration(t *testing.T) {
	cell := results.Benchmark{Set: "p/s", Solver: "x"}
	steady := sideWith(cell, 100, 100, 100, 100, 100, 100)
	wide := sideWith(cell, 90, 95, 100, 100, 105, 110)
	assert.InDelta(t, 0, SpreadFloor(steady, steady)(cell), 1e-12)
	assert.InDelta(t, 0.10, SpreadFloor(steady, wide)(cell), 1e-12, "the wider of the two counts")

	assert.InDelta(t, 0, HalvesFloor(steady, steady)(cell), 1e-12)
	drifting := sideWith(cell, 100, 102, 104, 106, 108, 110)
	assert.InDelta(t, 0.0135, HalvesFloor(steady, drifting)(cell), 0.001, "neighbouring rounds differ by 1.9 %, over the square root of two")
}

func TestProcessorTimeThatWasNotCountedIsNotCompared(t *testing.T) {
	cell := results.Benchmark{Set: "p/s", Solver: "x"}
	some, none := sideWith(cell, 3, 4), sideWith(cell, 3, 0)
	assert.Equal(t, results.UnitCPU, timeUnit(some, some, cell))
	assert.Equal(t, results.UnitWall, timeUnit(some, none, cell))
	assert.Equal(t, results.UnitWall, timeUnit(none, some, cell))
}
