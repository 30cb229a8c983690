package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

const (
	// fresh is how long a stored calibration counts as recent.
	fresh = 7 * 24 * time.Hour

	// drawnComparisons is the number of comparisons of a benchmark with itself that give the noise floor.
	drawnComparisons = 200
)

// Calibration holds the noise floors of one machine, which Calibrate measured by comparing a build with itself.
type Calibration struct {
	Measured time.Time       `json:"measured"` // of the latest calibration
	Machine  machine.Machine `json:"machine"`
	Rounds   int             `json:"rounds"`      // the floors hold for comparisons of this many rounds
	MinTime  time.Duration   `json:"min_time_ns"` // the length of a sample

	// Floor holds the noise floor of each set, which is how large a change may be by chance alone. If a build is
	// compared with itself 100 times, about 95 of the changes are smaller.
	Floor map[string]float64 `json:"floor"`

	// Since says, for each set, when its floor was measured. If a set is missing, its floor was measured at the time
	// Measured, because earlier versions stored one time for all sets.
	Since map[string]time.Time `json:"since"`

	// Solvers lists, for each set, the solvers with which its floor was measured.
	Solvers map[string][]string `json:"solvers"`
}

// CalibrationPath returns the path of this user's calibration.
func CalibrationPath() (string, error) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "gridjudge", "calibration.json"), err
}

// Save stores the calibration.
func (c *Calibration) Save() error {
	path, err := CalibrationPath()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return results.WriteJSON(path, c)
}

// writableFolder makes a folder if there is none, and returns an error if no file can be made in it.
func writableFolder(path string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(path, "")
	if err != nil {
		return fmt.Errorf("no file can be made in %s: %w", path, errors.Unwrap(err)) // unwrapped, because the name of the file is random
	}
	f.Close()
	return os.Remove(f.Name())
}

// StoredCalibration reads this user's calibration and returns its path. It returns nil and "" if there is none, or if
// it was measured on another machine.
func StoredCalibration() (c *Calibration, path string, err error) {
	path, err = CalibrationPath()
	if err != nil {
		return nil, "", nil // there is no home, so nothing can have been stored
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", nil
	}
	c = new(Calibration)
	if err = errors.Join(err, json.Unmarshal(data, c)); err != nil {
		return nil, "", inputErrorf("%s: %w: remove it, or run gridjudge calibrate again", path, err)
	}
	if !c.fits(machine.ThisMachine()) {
		return nil, "", nil
	}
	return c, path, nil
}

// note says where the floors of the given benchmarks are stored and when the oldest of these floors was measured,
// because that one decides whether the calibration should be repeated.
func (c *Calibration) note(timed []results.Benchmark, path string) string {
	oldest := ""
	for _, b := range timed {
		if c.covers(b) && (oldest == "" || c.since(b.Set).Before(c.since(oldest))) {
			oldest = b.Set
		}
	}
	note := fmt.Sprintf("Noise floor: calibrated %s (%s).", c.since(oldest).Format(time.DateTime), path)
	if why := c.stale(oldest, time.Now(), machine.ThisMachine().Go); why != "" {
		note += " It is stale, " + why + ": run gridjudge calibrate."
	}
	return note
}

// since returns when the floor of a set was measured.
func (c *Calibration) since(set string) time.Time {
	if since, known := c.Since[set]; known {
		return since
	}
	return c.Measured
}

// fits reports whether the calibration is of a machine with this processor and system.
func (c *Calibration) fits(m machine.Machine) bool {
	return c.Machine.CPU == m.CPU && c.Machine.GOOS == m.GOOS && c.Machine.GOARCH == m.GOARCH
}

// ofRun reports whether the calibration can be used for a run: it must fit the machine of the run, and the searches of
// the run must have stopped at the first solution. A nil calibration cannot be used.
func (c *Calibration) ofRun(run *results.Run) bool {
	of := machine.Machine{CPU: run.Config("cpu"), GOOS: run.Config("goos"), GOARCH: run.Config("goarch")}
	if run.Manifest != nil {
		of = run.Manifest.Machine
	}
	return c != nil && c.fits(of) && !countedOn(run)
}

// countedOn reports whether the searches of a run went on after the first solution. A calibration does not fit such a
// run, because the searches of a calibration stop at the first solution.
func countedOn(run *results.Run) bool { return run.Manifest != nil && run.Manifest.Wanted() > 1 }

// stale says why the calibration of a set should be repeated; "" if it need not be.
func (c *Calibration) stale(set string, now time.Time, goVersion string) string {
	switch age := now.Sub(c.since(set)); {
	case c.Machine.Go != goVersion:
		return "measured with " + c.Machine.Go
	case age > fresh:
		return fmt.Sprintf("%.0f days old", age.Hours()/24)
	}
	return ""
}

// covers reports whether there is a noise floor of a benchmark. A nil calibration has none.
func (c *Calibration) covers(b results.Benchmark) bool {
	return c != nil && slices.Contains(c.Solvers[b.Set], b.Solver)
}

// excludeProcesses drops all benchmarks that were measured as processes: the returned calibration no longer covers
// them. The calibration c itself does not change.
//
// The calibrated floors would be far too low for processes. Calibrate measures only solvers inside gridjudge, and the
// times of processes vary much more. For example, the floor of dlx on poj3074/easy was 0.6 % inside gridjudge. When dlx
// ran in processes of its own, its times had a spread of 13 % within a run.
func (c *Calibration) excludeProcesses(measured []*results.Result) *Calibration {
	for _, r := range measured {
		if r.Process && c.covers(r.Benchmark) {
			left := *c
			left.Solvers = maps.Clone(c.Solvers)
			left.Solvers[r.Set] = slices.DeleteFunc(slices.Clone(c.Solvers[r.Set]), func(solver string) bool { return solver == r.Solver })
			c = &left
		}
	}
	return c
}

// orElse returns the noise floor of each benchmark: the calibrated one if the calibration covers the benchmark,
// otherwise the one that other returns.
func (c *Calibration) orElse(other floorOf) floorOf {
	return func(b results.Benchmark) float64 {
		if c.covers(b) {
			return c.Floor[b.Set]
		}
		return other(b)
	}
}

// notes returns the notes below a table that say where the noise floors come from. A floor has one of two sources:
//   - If the calibration covers the benchmark, its floor was measured. The note names the file of the calibration
//     (path).
//   - Otherwise, the floor was estimated. The note contains the parameter estimate, for example "the spread within the
//     runs".
//
// Calibrations are made for searches that stop at the first solution. If the searches went on after the first solution
// (searches is true), no calibration fits, and the note says so. If no benchmark is timed, notes returns nil.
func (c *Calibration) notes(timed []results.Benchmark, path, estimate string, searches bool) []string {
	missing := slices.DeleteFunc(slices.Clone(timed), c.covers)
	switch {
	case len(timed) == 0:
		return nil
	case c == nil && searches:
		return []string{"Noise floor: " + estimate + ", because gridjudge calibrate measures only searches for the first solution."}
	case c == nil:
		return []string{"Noise floor: none is stored for the machine that measured, so it is " + estimate +
			". gridjudge calibrate measures and stores it."}
	case len(missing) == 0:
		return []string{c.note(timed, path)}
	case len(missing) == len(timed):
		return []string{fmt.Sprintf("Noise floor: the calibration covers none of these benchmarks, so it is %s. "+
			"gridjudge calibrate with the same --set, --solver and files measures the floors of solvers that run inside gridjudge.", estimate)}
	}
	return []string{c.note(timed, path), fmt.Sprintf(
		"The calibration does not cover %d of %d benchmarks (%s is one). The noise floor of these is %s; gridjudge calibrate with the same --set, --solver and files measures the floors of solvers that run inside gridjudge.",
		len(missing), len(timed), missing[0], estimate)}
}
