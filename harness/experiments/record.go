package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// record is what an experiment leaves: the content of run.json, and the rows of results.csv.
type record struct {
	Experiment string          `json:"experiment"`
	Outcome    string          `json:"outcome"` // "holds", or why not
	Summary    []string        `json:"summary"`
	Command    []string        `json:"command"`
	Seed       uint64          `json:"seed"`
	Started    time.Time       `json:"started"`
	Ended      time.Time       `json:"ended"`
	Commit     string          `json:"commit"`
	Dirty      bool            `json:"dirty"`   // there were uncommitted changes or untracked files
	Program    string          `json:"program"` // digest of the executable
	Machine    machine.Machine `json:"machine"`
	Load       [2]float64      `json:"load"` // one-minute average at the start and at the end

	rows *csv.Writer
}

// runRecorded runs an experiment and returns the folder of its record.
func runRecorded(ctx context.Context, s *settings, name string) (dir string, err error) {
	r := &record{
		Experiment: name, Seed: s.seed, Started: time.Now().UTC(),
		Program: machine.ProgramDigest(), Machine: machine.ThisMachine(), Load: [2]float64{machine.Load()},
	}
	r.Command = append([]string{"go", "run", "-buildvcs=true", "./harness/experiments"}, os.Args[1:]...)
	r.Commit, r.Dirty = machine.Revision()
	dir = filepath.Join(s.out, fmt.Sprintf("%s-%s-%.12s", name, r.Started.Format("20060102T150405Z"), r.Commit))
	if err := os.MkdirAll(s.out, 0o777); err != nil {
		return dir, err
	}
	if err := os.Mkdir(dir, 0o777); err != nil { // an existing folder is another record
		return dir, err
	}
	rows, err := os.Create(filepath.Join(dir, "results.csv"))
	if err != nil {
		return dir, err
	}
	r.rows = csv.NewWriter(rows)
	err = errors.Join(experiments[name](ctx, s, r), rows.Close())
	r.Outcome = "holds"
	if err != nil {
		r.Outcome = err.Error()
	}
	r.Ended, r.Load[1] = time.Now().UTC(), machine.Load()
	return dir, errors.Join(err, results.WriteJSON(filepath.Join(dir, results.ManifestFile), r, true))
}

// row appends a row to results.csv at once, so that a kill loses none. The first row has the names of the columns, with
// their units.
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

// say prints a line and adds it to the summary.
func (r *record) say(format string, args ...any) {
	r.Summary = append(r.Summary, fmt.Sprintf(format, args...))
	fmt.Println(r.Summary[len(r.Summary)-1])
}
