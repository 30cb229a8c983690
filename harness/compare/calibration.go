package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gridjudge/harness/doctor"
	"gridjudge/harness/results"
)

// Fresh is how long a stored noise floor counts as recent.
const Fresh = 7 * 24 * time.Hour

// Calibration is what A against A showed on one machine.
type Calibration struct {
	Measured time.Time      `json:"measured"`
	Machine  doctor.Machine `json:"machine"`
	Rounds   int            `json:"rounds"`      // that a floor is for
	Samples  int            `json:"samples"`     // rounds that it was drawn from
	MinTime  time.Duration  `json:"min_time_ns"` // of a sample
	Load     float64        `json:"load"`

	Floor   map[string]float64 `json:"floor"`   // by set: relative difference that 95 % of A/A comparisons stay below
	Overall float64            `json:"overall"` // of sets that were not calibrated: the largest of all
}

// CalibrationPath is where the floor of this machine is kept, for this user.
func CalibrationPath() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "gridjudge", "calibration.json"), nil
}

// ReadCalibration reads a stored floor; nil where there is none.
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

// Save stores the floor.
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

// Fits reports whether a run was made on the machine of the calibration.
func (c *Calibration) Fits(run *results.Run) bool {
	res := run.Results[0]
	return res.GetConfig("cpu") == c.Machine.CPU && res.GetConfig("goos") == c.Machine.GOOS && res.GetConfig("goarch") == c.Machine.GOARCH
}

// OfMachine reports whether the calibration was made on m.
func (c *Calibration) OfMachine(m doctor.Machine) bool {
	return c.Machine.CPU == m.CPU && c.Machine.Cores == m.Cores && c.Machine.GOOS == m.GOOS && c.Machine.GOARCH == m.GOARCH
}

// Stale says why a floor should be measured anew; "" where it need not.
func (c *Calibration) Stale(now time.Time, m doctor.Machine) string {
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

// Of is the floor of a cell.
func (c *Calibration) Of(cell results.Benchmark) float64 {
	if floor, ok := c.Floor[cell.Set]; ok {
		return floor
	}
	return c.Overall
}
