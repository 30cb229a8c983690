package compare

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

const (
	// fresh is how long a stored calibration counts as recent.
	fresh = 7 * 24 * time.Hour

	// drawnComparisons is the number of comparisons of a benchmark with itself that give the noise floor.
	drawnComparisons = 200
)

// ErrNothingAccepted is the error of a calibration in which no benchmark was accepted.
var ErrNothingAccepted = errors.New("no solver was accepted on any set, so there is nothing to measure")

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
		return nil, inputErrorf("there is no folder for the calibration (XDG_CACHE_HOME or HOME says where): %w", err)
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
