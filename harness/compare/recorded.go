package compare

import (
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Result is the result of a comparison, ready for a Table.
type Result struct {
	Found []Comparison
	Rules Rules
	Notes []string
}

// Recorded compares two recorded runs: folders or .bench files.
func Recorded(old, new string, rules Rules) (*Result, error) {
	calibration, stored, err := StoredCalibration()
	if err != nil {
		return nil, err
	}
	r := &Result{Rules: rules}
	var runs []*results.Run
	for _, path := range []string{old, new} {
		run, err := results.Read(path)
		if err != nil {
			return nil, &InputError{err}
		}
		runs = append(runs, run)
		r.Notes = append(r.Notes, run.Warnings...)
	}
	for _, d := range results.Incomparable(runs) {
		r.Notes = append(r.Notes, "Warning: "+d+": times of such runs are not comparable.")
	}
	if !calibration.ofRun(runs[0]) || !calibration.ofRun(runs[1]) {
		calibration = nil
	}
	before, after := measured(runs[0]), measured(runs[1])
	for i, benchmarks := range [][]*results.Result{before, after} {
		if len(benchmarks) == 0 && len(runs[i].Results) > 0 {
			return nil, inputErrorf("%s: the run has not ended, and has no results yet", []string{old, new}[i])
		}
	}
	r.Found = Compare(before, after, Floor(calibration.Of).orElse(spreadFloor(before, after)), rules, stats.Unpaired)
	common := func(c Comparison) bool { return c.Verdict != OnlyOld && c.Verdict != OnlyNew }
	if len(before) > 0 && len(after) > 0 && !slices.ContainsFunc(r.Found, common) { // an empty shard has none
		return nil, inputErrorf("%s and %s have no benchmark in common", old, new)
	}
	r.Notes = append(r.Notes, calibration.notes(r.Found, stored, "the spread within the two runs")...)
	return r, nil
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
