package harness

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gridjudge/harness/compare"
	"gridjudge/harness/measure"
)

// contest is two programs measured side by side.
type contest struct {
	app         *app
	flags       *compareFlags
	programs    [2]compare.Program
	sides       [2]*compare.Side
	rules       compare.Rules
	calibration *compare.Calibration

	dir       string // where the samples are kept
	recorders [2]*measure.Recorder
}

// record makes the folder for the samples of both sides.
func (c *contest) record(revisions [2]string) error {
	name := time.Now().UTC().Format("20060102T150405Z") + "-compare"
	for _, r := range revisions {
		if r == "" {
			r = "worktree"
		}
		name += "-" + r[:min(len(r), 8)]
	}
	c.dir = filepath.Join(c.flags.out, name)
	if err := os.MkdirAll(c.dir, 0o777); err != nil {
		return err
	}
	for i, name := range []string{"old.bench", "new.bench"} {
		file, err := os.OpenFile(filepath.Join(c.dir, name), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
		if err != nil {
			return err
		}
		if c.recorders[i], err = measure.NewRecorder(file, 0, measure.ThisMachine().Config("")); err != nil {
			return err
		}
	}
	return nil
}

func (c *contest) close() {
	for _, r := range c.recorders {
		if r != nil {
			r.Close()
		}
	}
}

func (c *contest) keep(which int, s *measure.Sample) error { return c.recorders[which].Append(s) }

// run measures, decides, and measures suspects once more.
func (c *contest) run(ctx context.Context) ([]compare.Comparison, []string, error) {
	progress := c.app.newProgress("measuring")
	defer progress.close()
	start := time.Now()
	plan := &compare.Plan{Seed: c.flags.seed, Rounds: c.flags.rounds, Audit: true, Tell: progress.tell, Keep: c.keep}
	if err := compare.SideBySide(ctx, c.programs, c.sides, plan); err != nil {
		return nil, nil, err
	}
	perCell := time.Since(start) / time.Duration(max(1, plan.Rounds*len(plan.Cells)))
	floor, note := compare.HalvesFloor(c.sides[0], c.sides[1]), "Noise floor: none is stored for this machine (gridjudge calibrate); taken from each program's own rounds in this run."
	var notes []string
	if c.calibration != nil {
		floor = c.calibration.Of
	} else {
		notes = append(notes, note)
	}
	notes = append(notes, fmt.Sprintf("Seed %d; samples kept in %s.", c.flags.seed, c.dir))
	first := compare.Compare(c.sides[0], c.sides[1], floor, true)
	compare.Decide(first, c.rules)
	suspects := compare.Suspects(first, c.rules)
	if len(suspects) == 0 {
		return first, notes, nil
	}
	rounds := int(secondBudget / (perCell * time.Duration(len(suspects))))
	rounds = min(max(rounds, 2*compare.MinSamples), 3*c.flags.rounds)
	progress.rename(fmt.Sprintf("measuring %d again", len(suspects)))
	again := [2]*compare.Side{compare.NewSide(c.sides[0].Label), compare.NewSide(c.sides[1].Label)}
	plan = &compare.Plan{Seed: c.flags.seed, Rounds: rounds, First: plan.Rounds + plan.Rounds%2, Cells: suspects, Passes: plan.Passes, Tell: progress.tell, Keep: c.keep}
	if err := compare.SideBySide(ctx, c.programs, again, plan); err != nil {
		return nil, nil, err
	}
	again[0].Cells, again[1].Cells = suspects, suspects
	second := compare.Compare(again[0], again[1], floor, true)
	notes = append(notes, fmt.Sprintf("%d suspects were measured again in %d fresh rounds, which alone decide.", len(suspects), rounds))
	return compare.Settle(first, second, c.rules), notes, nil
}
