package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// Fresh is how long a stored calibration counts as recent.
const Fresh = 7 * 24 * time.Hour

// Calibration is the noise floor of one machine, measured on a build against itself.
type Calibration struct {
	Measured time.Time       `json:"measured"`
	Machine  machine.Machine `json:"machine"`
	Rounds   int             `json:"rounds"`      // Floor is the noise of a comparison of this many rounds
	Samples  int             `json:"samples"`     // measured rounds, from which those of the comparisons were drawn
	MinTime  time.Duration   `json:"min_time_ns"` // of a sample
	Load     float64         `json:"load"`

	// Floor has the noise floor of each set: the change that 95 % of the comparisons of a build with itself stay below.
	Floor map[string]float64 `json:"floor"`

	// Solvers has, for each set, the solvers that the floor was measured with.
	Solvers map[string][]string `json:"solvers"`
}

// CalibrationPath returns the path of this user's calibration.
func CalibrationPath() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "gridjudge", "calibration.json"), nil
}

// ReadCalibration reads a stored calibration. It returns nil without an error if the file does not exist.
func ReadCalibration(path string) (*Calibration, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c := new(Calibration)
	if err := json.Unmarshal(data, c); err != nil {
		return nil, fmt.Errorf("%s: %w: remove it, or run gridjudge calibrate again", path, err)
	}
	return c, nil
}

// Save stores the calibration.
func (c *Calibration) Save(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	data, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return results.WriteFile(path, append(data, '\n'))
}

// Fits reports whether a run was made on a machine with the processor and the system of the calibration.
func (c *Calibration) Fits(run *results.Run) bool {
	return run.Config("cpu") == c.Machine.CPU && run.Config("goos") == c.Machine.GOOS && run.Config("goarch") == c.Machine.GOARCH
}

// OfMachine reports whether the calibration was made on m.
func (c *Calibration) OfMachine(m machine.Machine) bool {
	return c.Machine.CPU == m.CPU && c.Machine.Cores == m.Cores && c.Machine.GOOS == m.GOOS && c.Machine.GOARCH == m.GOARCH
}

// Stale says why the calibration should be repeated; "" if it need not be.
func (c *Calibration) Stale(now time.Time, m machine.Machine) string {
	switch {
	case !c.OfMachine(m):
		return fmt.Sprintf("measured on %s with %d cores", c.Machine.CPU, c.Machine.Cores)
	case c.Machine.Go != m.Go:
		return "measured with " + c.Machine.Go
	case now.Sub(c.Measured) > Fresh:
		return fmt.Sprintf("%.0f days old", now.Sub(c.Measured).Hours()/24)
	}
	return ""
}

// Of returns the noise floor of a benchmark; ok is false where the calibration does not cover it.
func (c *Calibration) Of(b results.Benchmark) (floor float64, ok bool) {
	if c == nil || !slices.Contains(c.Solvers[b.Set], b.Solver) {
		return 0, false
	}
	floor, ok = c.Floor[b.Set]
	return floor, ok
}

// StoredCalibration reads the calibration in the file path. If path is "", it reads CalibrationPath and returns nil if
// that file does not exist or is of another machine. It also returns a note that names the file and says whether the
// calibration is stale.
func StoredCalibration(path string) (*Calibration, []string, error) {
	given := path != ""
	if !given {
		var err error
		if path, err = CalibrationPath(); err != nil {
			return nil, nil, nil // no home: nothing can be stored
		}
	}
	c, err := ReadCalibration(path)
	switch {
	case err != nil:
		return nil, nil, inputErrorf("--floor: %w", err)
	case c == nil && given:
		return nil, nil, inputErrorf("--floor: %s does not exist; gridjudge calibrate --floor %s makes it", path, path)
	case c == nil, !given && !c.OfMachine(machine.ThisMachine()):
		return nil, nil, nil
	}
	note := fmt.Sprintf("Noise floor: calibrated %s (%s).", c.Measured.Format(time.DateTime), path)
	if why := c.Stale(time.Now(), machine.ThisMachine()); why != "" {
		note += " It is stale, " + why + ": run gridjudge calibrate."
	}
	return c, []string{note}, nil
}

// coverage says which of the compared benchmarks the calibration does not cover; "" where it covers all.
func (c *Calibration) coverage(cs []Comparison, other string) string {
	var covered, missing []results.Benchmark
	for i := range cs {
		b := cs[i].Benchmark
		if !cs[i].timed() {
			continue
		}
		if _, ok := c.Of(b); ok {
			covered = append(covered, b)
		} else {
			missing = append(missing, b)
		}
	}
	if len(missing) == 0 {
		return ""
	}
	return fmt.Sprintf("The calibration covers %d of %d benchmarks (not %s). The noise floor of the others is %s; gridjudge calibrate with the same --set and --solver covers them.",
		len(covered), len(covered)+len(missing), missing[0], other)
}
