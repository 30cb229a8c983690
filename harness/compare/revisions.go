package compare

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gridjudge/harness/bench"
	"gridjudge/harness/machine"
	"gridjudge/harness/program"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/scratch"
	"gridjudge/harness/testset"
)

// fromThisRun is the part of a note that says where an estimated noise floor comes from.
const fromThisRun = "estimated in this run, by comparing each side with itself"

// Revisions builds the git revisions s.Old and s.New and measures them side by side. If s.New is "", the working tree
// is the new side. If both are the same commit, it is built once.
func Revisions(ctx context.Context, s *Settings, shown Progress) (*Findings, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	calibration, stored, err := StoredCalibration()
	if err != nil {
		return nil, err
	}
	if s.Wanted() > 1 { // calibrate measures searches for one solution
		calibration = nil
	}
	folder, err := scratch.New()
	if err != nil {
		return nil, inputErrorf("revisions are built in a temporary folder, which TMPDIR may name: %w", err)
	}
	defer folder.Remove()
	var sources [2]source
	for i, revision := range []string{s.Old, s.New} { // resolve both before a build, which takes long
		if sources[i], err = sourceOf(ctx, revision); err != nil {
			return nil, err
		}
	}
	e := s.Experiment(nil, nil, shown)
	e.Old, e.New = sources[0].revision(), sources[1].revision() // for the record, because HEAD will be another commit later
	e.Calibration = calibration
	builds, err := e.build(ctx, sources, folder.Path)
	if err != nil {
		return nil, err
	}
	lacking, err := s.ask(ctx, &builds)
	if err != nil {
		return nil, err
	}
	e.Targets = [2]Target{builds[0], builds[1]}
	found, err := e.Run(ctx)
	if err != nil {
		return nil, err
	}
	notes := append(lacking, calibration.notes(timedOf(found.Found), stored, fromThisRun, s.Wanted() > 1)...)
	if slices.ContainsFunc(timedOf(found.Found), calibration.covers) && (s.MinTime < calibration.MinTime || s.Rounds < calibration.Rounds) {
		notes = append(notes, fmt.Sprintf("The noise floor was calibrated for %d rounds of %v; this run measured less, so its noise may be higher.",
			calibration.Rounds, calibration.MinTime))
	}
	if n := len(slices.DeleteFunc(timedOf(found.Found), func(b results.Benchmark) bool { return !e.inMicroseconds(b) })); n > 0 {
		notes = append(notes, fmt.Sprintf("A pass takes less than %v in %s: the noise floor is at least %.0f %% there, because the place of the code in memory changes such times.",
			shortPass, report.Counted(n, "benchmark"), 100*placementFloor))
	}
	if a, b := &e.plans[0], &e.plans[1]; a.Commit == b.Commit && !a.Dirty && !b.Dirty {
		notes = append(notes, "Both programs are of one commit: HEAD~1 is the one before it.")
	}
	e.note(found, notes...)
	return found, nil
}

// Programs compares two external programs on the given sets, side by side as Revisions compares two builds. There is
// no calibration for external programs.
func Programs(
	ctx context.Context, programs [2]*program.Program, sets []*testset.TestSet, s *Settings, shown Progress,
) (*Findings, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	e := s.Experiment(nil, nil, shown)
	for i, p := range programs {
		target := &external{program: p, sets: sets, minTime: s.MinTime, samplers: map[results.Benchmark]bench.Sampler{}}
		if len(target.Benchmarks()) == 0 {
			return nil, inputErrorf("%s accepts the input format of none of the chosen sets", p.Name)
		}
		plan, err := bench.NewPlan(ctx, results.NewPlan(), nil, bench.Contestants(nil, false, []*program.Program{p}))
		if err != nil {
			return nil, err
		}
		plan.Programs[0].Name = programName
		e.Targets[i], e.plans[i] = target, plan
	}
	found, err := e.Run(ctx)
	if err != nil {
		return nil, err
	}
	var notes []string
	if len(timedOf(found.Found)) > 0 {
		notes = append(notes, "Noise floor: "+fromThisRun+".")
	}
	e.note(found, notes...)
	return found, nil
}

// note adds notes to the findings, then says what was measured again, how many solutions were searched for, which
// counters are not compared, and where the samples are.
func (e *Experiment) note(f *Findings, notes ...string) {
	if n := len(f.Suspects); n > 0 {
		notes = append(notes, fmt.Sprintf("Measured again because they seemed to have changed: %s, in at most %d fresh rounds, which alone decide.",
			report.Counted(n, "benchmark"), f.Again))
	}
	notes = slices.Concat(notes, results.SettingNotes(f.Results[1]), counterNotes(f.Results))
	f.Notes = append(notes, fmt.Sprintf("Seed %d; samples kept in %s.", e.Seed, strings.Join(e.Kept, " and ")))
}

// build builds the two sources below a folder, and writes into the plans of the experiment what was built. Equal sources
// give equal programs, so one commit is built once. A clean working tree counts as its commit.
func (e *Experiment) build(ctx context.Context, sources [2]source, folder string) (builds [2]Executable, err error) {
	var path, digest string
	for i, source := range sources {
		if i == 0 || source.commit != sources[0].commit || source.dirty || sources[0].dirty {
			e.Shown.Say("building " + source.name)
			if path, err = source.build(ctx, filepath.Join(folder, strconv.Itoa(i))); err != nil {
				return builds, err
			}
			if digest, err = machine.FileDigest(path); err != nil {
				return builds, err
			}
		}
		builds[i] = Executable{Name: source.name, Path: path, Counting: e.counting()}
		e.plans[i] = results.Plan{Commit: source.commit, Dirty: source.dirty, Executable: digest}
	}
	return builds, nil
}

// counterNotes returns notes about the counters that programs report: which reports of a side are not used, and which
// counters only one side has. Without them, a gate on a counter would seem to have passed where nothing was compared.
func counterNotes(sides [2][]*results.Result) (notes []string) {
	names := [2]string{"old", "new"}
	for i, side := range sides {
		for _, note := range results.CounterNotes(side) {
			notes = append(notes, names[i]+": "+note)
		}
		others := results.CounterNames(sides[1-i]...)
		for _, counter := range results.CounterNames(side...) {
			if !slices.Contains(others, counter) {
				notes = append(notes, fmt.Sprintf("Only %s reports the counter %s, so it is not compared.", names[i], counter))
			}
		}
	}
	return notes
}
