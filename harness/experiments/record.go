package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// The files of a recorded experiment, in addition to results.ManifestFile.
const (
	rowsFile    = "results.csv"
	summaryFile = "summary.txt"
)

// manifest says what was run, where and how, and how it ended.
type manifest struct {
	Experiment string            `json:"experiment"`
	Claim      string            `json:"claim"`
	Outcome    outcome           `json:"outcome"`
	Reason     string            `json:"reason,omitempty"` // of any outcome but holds
	Short      bool              `json:"short"`            // too short a run to support the claim
	Started    time.Time         `json:"started"`
	Ended      time.Time         `json:"ended,omitzero"`
	Commit     string            `json:"commit"`
	Dirty      bool              `json:"dirty"`   // there were uncommitted changes or untracked files
	Program    string            `json:"program"` // digest of the executable
	Race       bool              `json:"race"`    // built with the race detector
	Command    []string          `json:"command"`
	Settings   map[string]string `json:"settings"` // all flags, the seed among them
	Machine    machine.Machine   `json:"machine"`
	Load       [2]float64        `json:"load"` // one-minute average at the start and at the end
}

// outcome is how an experiment ended.
type outcome string

const (
	unfinished outcome = "unfinished" // still running, or killed
	holds      outcome = "holds"
	refutes    outcome = "does not hold"
	failed     outcome = "failed" // it could not be run to its end
)

// record is the folder of a running experiment.
type record struct {
	dir      string
	args     []string // that follow the flags
	manifest manifest

	stdout   io.Writer
	rows     *csv.Writer
	rowsFile *os.File
	summary  *os.File
	unsaid   error // of the first line that summary does not hold
}

// newRecord makes the folder of an experiment below parent.
func newRecord(parent string, e *experiment, flags *flag.FlagSet, args []string, stdout io.Writer) (*record, error) {
	settings := map[string]string{}
	flags.VisitAll(func(f *flag.Flag) { settings[f.Name] = f.Value.String() })
	r := &record{args: flags.Args(), stdout: stdout, manifest: manifest{
		Experiment: e.name, Claim: e.claim, Outcome: unfinished, Short: settings["short"] == "true",
		Started: time.Now(), Program: machine.ProgramDigest(), Race: raceBuild(),
		Command: append([]string{"go", "run", "-buildvcs=true", "./harness/experiments", e.name}, args...), Settings: settings,
		Machine: machine.ThisMachine(), Load: [2]float64{machine.Load()},
	}}
	r.manifest.Commit, r.manifest.Dirty = machine.Revision()
	name := results.Manifest{Started: r.manifest.Started, Commit: r.manifest.Commit, Dirty: r.manifest.Dirty}
	r.dir = filepath.Join(parent, e.name+"-"+name.DirName())
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, err
	}
	if err := os.Mkdir(r.dir, 0o777); err != nil { // an existing folder is another record
		return nil, err
	}
	var err error
	if r.rowsFile, err = os.Create(filepath.Join(r.dir, rowsFile)); err != nil {
		return nil, err
	}
	if r.summary, err = os.Create(filepath.Join(r.dir, summaryFile)); err != nil {
		return nil, err
	}
	r.rows = csv.NewWriter(r.rowsFile)
	return r, r.save()
}

// raceBuild reports whether this program was built with the race detector.
func raceBuild() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, s := range info.Settings {
		if s.Key == "-race" {
			return s.Value == "true"
		}
	}
	return false
}

// row appends a row to results.csv at once, so that a kill loses none. The
// first row holds the names of the columns, with their units.
func (r *record) row(values ...any) error {
	fields := make([]string, len(values))
	for i, v := range values {
		fields[i] = fmt.Sprint(v)
	}
	if err := r.rows.Write(fields); err != nil {
		return err
	}
	r.rows.Flush()
	return r.rows.Error()
}

// say appends a line to summary.txt and prints it.
func (r *record) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if r.unsaid == nil {
		_, r.unsaid = fmt.Fprintln(r.summary, line)
	}
	fmt.Fprintln(r.stdout, line)
}

// path is that of a further file of the record.
func (r *record) path(name string) string { return filepath.Join(r.dir, name) }

// save writes the manifest, whole or not at all.
func (r *record) save() error {
	data, err := json.MarshalIndent(&r.manifest, "", "  ")
	if err != nil {
		return err
	}
	return results.WriteFile(r.path(results.ManifestFile), append(data, '\n'))
}

// close writes how the experiment ended: with err, which it returns, or because
// the record is not whole. An experiment that was called wrongly leaves nothing
// behind.
func (r *record) close(err error) error {
	err = errors.Join(err, r.unsaid, r.rowsFile.Close(), r.summary.Close())
	var no *refuted
	var bad *usageError
	switch {
	case err == nil:
		r.manifest.Outcome = holds
	case errors.As(err, &no):
		r.manifest.Outcome, r.manifest.Reason = refutes, err.Error()
	case errors.As(err, &bad):
		return errors.Join(err, os.RemoveAll(r.dir))
	default:
		r.manifest.Outcome, r.manifest.Reason = failed, err.Error()
	}
	r.manifest.Ended, r.manifest.Load[1] = time.Now(), machine.Load()
	return errors.Join(err, r.save())
}
