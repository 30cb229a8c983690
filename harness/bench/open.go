package bench

import (
	"errors"
	"fmt"
	"path/filepath"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// Begin creates the run of a plan below a folder. asked holds what the user asked for:
// command, selection, seed, rounds, length of a sample and processor. If it fails, it
// leaves nothing.
func Begin(below string, plan *Plan, asked *results.Manifest) (*results.Recording, error) {
	m := plan.manifest()
	m.Command, m.Selected, m.Pinned = asked.Command, asked.Selected, asked.Pinned
	m.Seed, m.Rounds, m.MinTime = asked.Seed, asked.Rounds, asked.MinTime
	if m.Selected.PerCase != "" {
		path, err := filepath.Abs(m.Selected.PerCase) // the run may be resumed from another folder
		if err != nil {
			return nil, err
		}
		m.Selected.PerCase = path
	}
	r, err := results.Create(below, m)
	if err != nil {
		return nil, fmt.Errorf("cannot record: %w", err)
	}
	if err := createCaseTimes(r); err != nil {
		return nil, errors.Join(err, r.Discard())
	}
	return r, nil
}

// Continue checks that an interrupted run is of this plan, and marks it as resumed.
func Continue(r *results.Recording, plan *Plan) error {
	if err := plan.checkResumes(r.Manifest); err != nil {
		return fmt.Errorf("%s: %w", r.Dir, err)
	}
	r.Manifest.Resumed++
	if begun := r.Manifest.Environment; begun != (machine.Environment{}) {
		for _, change := range begun.Changes(machine.ThisEnvironment()) {
			r.Manifest.Note("The run was resumed in another environment: " + change)
		}
	}
	return createCaseTimes(r)
}

func createCaseTimes(r *results.Recording) error {
	if r.Manifest.Selected.PerCase == "" {
		return nil
	}
	if err := r.CreateCaseTimes(); err != nil {
		return fmt.Errorf("--per-case: %w", err)
	}
	return nil
}
