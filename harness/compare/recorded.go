package compare

import (
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Recorded compares two recorded runs: folders or .bench files.
func Recorded(old, new string, rules Rules) (*Findings, error) {
	calibration, stored, err := StoredCalibration()
	if err != nil {
		return nil, err
	}
	f := &Findings{Rules: rules}
	var runs []*results.Run
	var arms [2][]*results.Result
	for i, path := range []string{old, new} {
		run, err := results.Read(path)
		if err != nil {
			return nil, &InputError{err}
		}
		if arms[i] = measured(run); len(arms[i]) == 0 && len(run.Results) > 0 {
			return nil, inputErrorf("%s: the run has not ended, and has no results yet", path)
		}
		runs = append(runs, run)
		f.Notes = append(append(f.Notes, run.Warnings...), run.Busy()...)
	}
	for _, d := range results.Incomparable(runs) {
		f.Notes = append(f.Notes, "Warning: "+d+": times of such runs are not comparable.")
	}
	if !calibration.ofRun(runs[0]) || !calibration.ofRun(runs[1]) {
		calibration = nil
	}
	f.Found = Compare(arms[0], arms[1], calibration.orElse(spreadFloor(arms[0], arms[1])), rules, stats.Unpaired)
	if oneBuild(runs[0], runs[1]) {
		f.Notes = append(f.Notes, "Both runs are of one build of gridjudge: what differs between the times of its solvers is noise.")
		f.noise(arms[1])
	}
	common := func(c Comparison) bool { return c.Verdict != OnlyOld && c.Verdict != OnlyNew }
	if len(arms[0]) > 0 && len(arms[1]) > 0 && !slices.ContainsFunc(f.Found, common) { // an empty shard has none
		return nil, inputErrorf("%s and %s have no benchmark in common", old, new)
	}
	f.Notes = append(f.Notes, calibration.notes(f.Found, stored, "the spread within the two runs")...)
	return f, nil
}

// measured returns the results of a run, without those that await their samples: they are not missing in its program.
func measured(run *results.Run) []*results.Result {
	return slices.DeleteFunc(slices.Clone(run.Results), func(r *results.Result) bool { return r.Awaits(1, run.Manifest) })
}

// oneBuild reports whether two runs are of one build of gridjudge, so that only the times of its solvers may differ. A
// program may be another one in each.
func oneBuild(a, b *results.Run) bool {
	return a.Manifest != nil && b.Manifest != nil && a.Manifest.Plan.Executable != "" &&
		a.Manifest.Plan.Executable == b.Manifest.Plan.Executable
}

// noise says of each change of a built-in solver's time that it is noise: both runs are of one build.
func (f *Findings) noise(arm []*results.Result) {
	of := results.ByBenchmark(arm)
	for i := range f.Found {
		c := &f.Found[i]
		changed := slices.Contains([]Verdict{Regression, Better, BelowFloor}, c.Verdict)
		if c.timed() && changed && !of[c.Benchmark].Process {
			c.Verdict, c.Reason = Noise, ""
		}
	}
}
