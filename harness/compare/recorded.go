package compare

import (
	"fmt"
	"math"
	"os"
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Recorded compares two recorded runs without measuring anything. Each run is a folder or a .bench file.
func Recorded(old, new string, rules Rules) (*Findings, error) {
	calibration, stored, err := StoredCalibration()
	if err != nil {
		return nil, err
	}
	f := &Findings{Rules: rules}
	var runs []*results.Run
	for _, path := range []string{old, new} {
		run, err := results.Read(path)
		if err != nil {
			return nil, &InputError{err}
		}
		if len(measured(run)) == 0 && len(run.Results) > 0 {
			return nil, inputErrorf("%s: the run has not ended, and has no results yet", path)
		}
		runs = append(runs, run)
		f.Notes = results.With(f.Notes, slices.Concat(run.Warnings, run.Busy(), results.SettingNotes(run.Results))...)
	}
	f.Caption = results.Caption(runs)
	f.Notes = append(f.Notes, counterNotes([2][]*results.Result{runs[0].Results, runs[1].Results})...)
	results.Match(runs[0], runs[1])
	if err := f.relate(runs[0], runs[1]); err != nil {
		return nil, err
	}
	arms := [2][]*results.Result{measured(runs[0]), measured(runs[1])}
	if !calibration.ofRun(runs[0]) || !calibration.ofRun(runs[1]) {
		calibration = nil
	}
	calibration = calibration.excludeProcesses(slices.Concat(arms[0], arms[1]))
	f.Found = Compare(arms[0], arms[1], calibration.orElse(spreadFloor(arms[0], arms[1])), f.Rules, stats.Unpaired)
	if sameFile(old, new) {
		f.Notes = append(f.Notes, "Both names are of one run: a comparison of a run with itself says nothing.")
	} else if a, b := runs[0].Manifest, runs[1].Manifest; a != nil && b != nil && a.Arm != "" && b.Arm != "" && a.Seed == b.Seed {
		f.Notes = append(f.Notes, "These are two sides of one comparison. Here they are read as two runs, not round by round: what the comparison itself said is surer.")
	} else {
		f.Notes = append(f.Notes, "A machine is not as fast in one week as in another: only two revisions that are measured side by side (gridjudge "+
			"compare OLD NEW) differ by their code alone.")
	}
	common := func(c Comparison) bool { return !slices.Contains([]Verdict{OnlyOld, OnlyNew, OtherSet}, c.Verdict) }
	if len(arms[0]) > 0 && len(arms[1]) > 0 && !slices.ContainsFunc(f.Found, common) { // a shard may be empty
		return nil, inputErrorf("%s and %s have no benchmark with the same cases in common", old, new)
	}
	f.Notes = append(f.Notes, calibration.notes(timedOf(f.Found), stored, "the spread within the runs", countedOn(runs[0]))...)
	return f, nil
}

// sameFile reports whether two paths lead to the same file or folder.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, failed := os.Stat(b)
	return err == nil && failed == nil && os.SameFile(one, other)
}

// relate adds notes on what differs between two runs besides their code, and sets the doubt that follows from these
// differences. It returns an error if the runs did different work, because then nothing can be compared.
func (f *Findings) relate(old, new *results.Run) error {
	for _, d := range old.Differences(new) {
		if d.Weight == results.OfWork {
			return inputErrorf("%s and %s are not of the same work: settings differ: %s", old.Label, new.Label, d)
		}
		f.Notes = append(f.Notes, fmt.Sprintf("Settings differ: %s.", d))
	}
	if a, b := old.Manifest, new.Manifest; a != nil && b != nil && a.Rebuilt(b) {
		f.Notes = append(f.Notes, "The runs are of two executables of one commit: what differs may be how they were built.")
	}
	differences := results.Incomparable([]*results.Run{old, new})
	for _, d := range differences {
		f.Notes = append(f.Notes, "Warning: "+d+": times of such runs are not comparable.")
	}
	f.Rules.OneBuild = oneBuild(old, new)
	if len(f.Rules.OneBuild) > 0 {
		f.Notes = append(f.Notes, "Both runs are of one build of gridjudge: what differs between the times of its solvers is noise.")
	}
	switch {
	case len(differences) > 0:
		f.Rules.Doubt = Doubt{math.Inf(1), differences[0]}
	case len(old.Busy())+len(new.Busy()) > 0:
		f.Rules.Doubt = busyMachine
	case !f.Rules.Asked:
		f.Rules.Doubt = apart(old, new)
	}
	return nil
}

// measured returns the results of a run, except the accepted ones that still wait for their first sample. If a run is
// unfinished, such a benchmark has not been measured yet, and would otherwise look as if its program had no times.
func measured(run *results.Run) []*results.Result {
	return slices.DeleteFunc(slices.Clone(run.Results), func(r *results.Result) bool { return r.Awaits(1, run.Manifest) })
}

// oneBuild returns the benchmarks whose times can only differ by noise, because both runs are of the same build of
// gridjudge on the same machine. These are the benchmarks of built-in solvers, even of solvers that ran as processes.
// The benchmarks of external programs are not among them. Even if the executable of a program is the same, the program
// may depend on files that nobody recorded. If the builds or the machines differ, oneBuild returns nil.
func oneBuild(a, b *results.Run) map[results.Benchmark]bool {
	if a.Manifest == nil || b.Manifest == nil || a.Manifest.Plan.Executable == "" ||
		a.Manifest.Plan.Executable != b.Manifest.Plan.Executable || len(results.Incomparable([]*results.Run{a, b})) > 0 {
		return nil
	}
	solvers := map[results.Benchmark]bool{}
	for _, r := range b.Results {
		if b.Manifest.Plan.BuiltIn(r) && sameCommand(a.Manifest.Plan.Receipt(r.Solver), b.Manifest.Plan.Receipt(r.Solver)) {
			solvers[r.Benchmark] = true
		}
	}
	return solvers
}

// sameCommand reports whether two runs started a contestant in the same way. A user's contestant can be gridjudge
// itself, with another solver in each run. A nil receipt means that the run did not start processes for it.
func sameCommand(a, b *results.Receipt) bool {
	return a == b || a != nil && b != nil && a.Same(b) == nil
}

// apart returns the doubt about two runs that were not measured side by side, or for which this is not known. It
// returns the zero value if the runs are the two sides of one comparison.
func apart(a, b *results.Run) Doubt {
	switch {
	case a.Manifest == nil || b.Manifest == nil:
		return undated
	case a.Manifest.Arm == b.Manifest.Arm || a.Manifest.Seed != b.Manifest.Seed:
		return sequential
	}
	return Doubt{}
}
