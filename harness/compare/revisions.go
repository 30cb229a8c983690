package compare

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// Revisions compares two git revisions, or a revision with the working tree: it builds both and measures them side by
// side.
type Revisions struct {
	Old, New string // as git names them; New "" is the working tree
	Settings Settings
	Rules    Rules
	Floor    string // file with the calibration; "" means this machine's
}

// Run builds, measures and decides. If it ends early, the result names the folder with the samples so far.
func (r *Revisions) Run(ctx context.Context, shown Progress) (*Result, error) {
	if err := r.Settings.check(); err != nil {
		return nil, err
	}
	calibration, calibrated, err := StoredCalibration(r.Floor)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "gridjudge-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	e := &experimentRun{settings: &r.Settings, rules: r.Rules, calibration: calibration, notes: calibrated}
	var sources [2]source
	for i, revision := range []string{r.Old, r.New} { // both before a build, which takes long
		if sources[i], err = resolve(ctx, revision); err != nil {
			return nil, err
		}
	}
	var builds [2]Executable
	for i, s := range sources {
		shown.Say("building " + s.name)
		dir := filepath.Join(folder, strconv.Itoa(i))
		if err := os.Mkdir(dir, 0o777); err != nil {
			return nil, err
		}
		path, err := s.build(ctx, dir)
		if err != nil {
			return nil, err
		}
		digest, err := machine.FileDigest(path)
		if err != nil {
			return nil, err
		}
		builds[i] = Executable{Name: s.name, Path: path, Args: r.Settings.args(), Copies: dir}
		e.programs[i] = builds[i]
		e.arms[i] = results.Arm{Name: s.name, Commit: s.commit, Dirty: s.dirty, Program: digest}
	}
	for i, build := range builds {
		infos, err := build.describe(ctx, &r.Settings)
		if err != nil {
			return nil, err
		}
		e.arms[i].Sets = digests(infos)
	}
	return e.run(ctx, shown)
}

// experimentRun is an experiment of the verb compare. It records the samples, and its notes tell how they were
// measured.
type experimentRun struct {
	programs    [2]Program
	settings    *Settings
	rules       Rules
	calibration *Calibration
	notes       []string
	arms        [2]results.Arm
	external    bool // the programs are external; no calibration applies to them
}

func (e *experimentRun) run(ctx context.Context, shown Progress) (*Result, error) {
	kept, err := e.settings.keep(e.arms)
	if err != nil {
		return nil, err
	}
	defer kept.Close()
	experiment := &Experiment{
		Programs: e.programs, Seed: e.settings.Seed, Rounds: e.settings.Rounds, Parts: Parts(e.settings.Time),
		CPUs: e.settings.cpus(), Rules: e.rules, Calibration: e.calibration, Budget: Budget, Keep: kept.Append,
		Tell: func(again bool, done, of int, b results.Benchmark) {
			what := "measuring "
			if again {
				what = "measuring again "
			}
			shown.Set(done, of, what+b.String())
		},
	}
	report, err := experiment.Run(ctx)
	if err != nil {
		return keptOnly(kept), err
	}
	if err := kept.Finish(); err != nil {
		return nil, err
	}
	result := &Result{Found: report.Found, Rules: e.rules, Notes: e.notes, Kept: kept.Dir}
	note := func(format string, args ...any) { result.Notes = append(result.Notes, fmt.Sprintf(format, args...)) }
	const itself = "each program compared with itself in this run"
	result.Remedy = "A calibration (gridjudge calibrate), more rounds (--rounds) or a quieter machine"
	switch {
	case e.external:
		result.Remedy = "More rounds (--rounds) or a quieter machine"
		note("Noise floor: %s.", itself)
	case e.calibration == nil:
		note("Noise floor: none is stored for this machine, so it is %s. gridjudge calibrate measures and stores it.", itself)
	case e.settings.Time < e.calibration.MinTime:
		note("The noise floor was calibrated with samples of %v; this run used shorter ones, so its noise may be higher.", e.calibration.MinTime)
	case e.settings.Rounds < e.calibration.Rounds:
		note("The noise floor was calibrated for %d rounds; this run used fewer, so its noise may be higher.", e.calibration.Rounds)
	}
	if e.calibration != nil {
		if missing := e.calibration.coverage(report.Found, itself); missing != "" {
			note("%s", missing)
		}
	}
	if report.Settled > 0 {
		note("Settled before round %d: %s.", e.settings.Rounds, benchmarks(report.Settled))
	}
	if n := len(report.Suspects); n > 0 {
		note("Measured again because they seemed to have changed: %s, in at most %d fresh rounds, which alone decide.", benchmarks(n), report.Again)
	}
	note("Seed %d; samples kept in %s.", e.settings.Seed, kept.Dir)
	return result, nil
}

// digests returns the digests of the sets of benchmarks by the names of the sets.
func digests(infos []results.BenchmarkInfo) map[string]string {
	sets := map[string]string{}
	for _, info := range infos {
		sets[info.Set] = info.Corpus
	}
	return sets
}

// keep makes the folder for the samples of two arms.
func (s *Settings) keep(arms [2]results.Arm) (*results.Pair, error) {
	var labels [2]string
	for i, arm := range arms {
		switch {
		case arm.Dirty:
			labels[i] = "worktree"
		case arm.Commit != "":
			labels[i] = arm.Commit
		default:
			labels[i], _, _ = strings.Cut(arm.Name, ":")
		}
	}
	kept, err := results.CreatePair(s.Out, labels, &results.PairManifest{
		Started: time.Now().UTC(), Command: s.Command, Program: machine.ProgramDigest(), Machine: machine.ThisMachine(),
		Seed: s.Seed, Rounds: s.Rounds, MinTime: s.Time, Arms: arms,
	})
	if err != nil {
		return nil, fmt.Errorf("cannot record: %w", err)
	}
	return kept, nil
}

// keptOnly returns the result of a measurement that did not end.
func keptOnly(kept *results.Pair) *Result {
	if kept.Samples == 0 {
		return nil
	}
	return &Result{Kept: kept.Dir}
}
