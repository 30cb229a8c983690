package compare

import (
	"slices"

	"gridjudge/harness/results"
)

// Result is the result of a comparison, ready for a Table.
type Result struct {
	Found []Comparison
	Rules Rules
	Notes []string
	Kept  []string // folders with the samples, if any were taken

	Remedy string // for a note of the table: what lowers the noise floor
}

// Recorded compares two recorded runs: folders or .bench files. floor is the file with the calibration, or "".
func Recorded(old, new string, rules Rules, floor string) (*Result, error) {
	calibration, calibrated, err := StoredCalibration(floor)
	if err != nil {
		return nil, err
	}
	var runs []*results.Run
	var notes []string
	for _, path := range []string{old, new} {
		run, err := results.Read(path)
		if err != nil {
			return nil, &InputError{err}
		}
		runs = append(runs, run)
		notes = append(notes, run.Warnings...)
	}
	const spread = "the spread within the two runs"
	before, after := measured(runs[0]), measured(runs[1])
	switch {
	case calibration == nil:
		notes = append(notes, "Noise floor: none is stored for this machine, so it is "+spread+". gridjudge calibrate measures and stores it.")
	case !calibration.Fits(runs[0]) || !calibration.Fits(runs[1]):
		notes = append(notes, "Noise floor: the stored one is of another machine than these runs, so it is "+spread+".")
		calibration = nil
	default:
		notes = append(notes, calibrated...)
	}
	for _, d := range results.Incomparable(runs) {
		notes = append(notes, "Warning: "+d+": times of such runs are not comparable.")
	}
	floors := Floor(calibration.Of).over(spreadFloor(before, after))
	found := Compare(before, after, floors, rules, false)
	common := func(c Comparison) bool { return c.Verdict != OnlyOld && c.Verdict != OnlyNew }
	if len(before) > 0 && len(after) > 0 && !slices.ContainsFunc(found, common) { // an empty shard has none
		return nil, inputErrorf("%s and %s have no benchmark in common", old, new)
	}
	if calibration != nil {
		if note := calibration.coverage(found, spread); note != "" {
			notes = append(notes, note)
		}
	}
	return &Result{Found: found, Rules: rules, Notes: notes, Remedy: "A calibration (gridjudge calibrate), runs of more rounds (bench --rounds) or a quieter machine"}, nil
}

// measured returns the results of a run. A run that has not ended lacks the samples of benchmarks that were accepted:
// these are left out, because they are not missing in its program.
func measured(run *results.Run) (all []*results.Result) {
	ended := run.Manifest == nil || !run.Manifest.Ended.IsZero()
	for _, r := range run.Results {
		if ended || !r.Accepted() || len(r.Samples) > 0 {
			all = append(all, r)
		}
	}
	return all
}
