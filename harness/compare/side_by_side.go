package compare

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gridjudge/harness/bench"
	"gridjudge/harness/machine"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// arm is one of the two programs of a comparison, as it is measured and as it is recorded.
type arm struct {
	Target
	plan results.Plan
}

// Revisions compares two git revisions, or a revision with the working tree (new is ""): it builds both and measures
// them side by side. If it ends early, the result names the folders with the samples so far.
func Revisions(ctx context.Context, old, new string, s *Settings, shown Progress) (*Result, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	calibration, notes, err := StoredCalibration(s.Floor)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "gridjudge-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	var sources [2]source
	for i, revision := range []string{old, new} { // both before a build, which takes long
		if sources[i], err = resolve(ctx, revision); err != nil {
			return nil, err
		}
	}
	var arms [2]arm
	for i, source := range sources {
		shown.Say("building " + source.name)
		dir := filepath.Join(folder, strconv.Itoa(i))
		if err := os.Mkdir(dir, 0o777); err != nil {
			return nil, err
		}
		path, err := source.build(ctx, dir)
		if err != nil {
			return nil, err
		}
		digest, err := machine.FileDigest(path)
		if err != nil {
			return nil, err
		}
		arms[i] = arm{
			Executable{Name: source.name, Path: path, Args: s.args(), Copies: dir},
			results.Plan{Commit: source.commit, Dirty: source.dirty, Executable: digest},
		}
	}
	return s.sideBySide(ctx, arms, calibration, notes, shown)
}

// Programs compares two external programs on sets that were read, as Revisions compares two builds, but without a
// calibration.
func Programs(
	ctx context.Context, programs [2]*program.Program, sets []*testset.TestSet, s *Settings, shown Progress,
) (*Result, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	var arms [2]arm
	for i, p := range programs {
		target := &external{program: p, sets: sets, minTime: s.Time, samplers: map[results.Benchmark]bench.Sampler{}}
		if len(target.Benchmarks()) == 0 {
			return nil, inputErrorf("%s accepts the input format of none of the chosen sets", p.Name)
		}
		plan, err := bench.NewPlan(ctx, nil, bench.Contestants(nil, []*program.Program{p}))
		if err != nil {
			return nil, err
		}
		plan.Programs[0].Name = programName
		arms[i] = arm{target, plan}
	}
	notes := []string{"Noise floor: " + itself + "."}
	return s.sideBySide(ctx, arms, nil, notes, shown)
}

// experiment returns the experiment of two programs.
func (s *Settings) experiment(arms [2]arm, shown Progress) *Experiment {
	return &Experiment{
		Targets: [2]Target{arms[0].Target, arms[1].Target}, Seed: s.Seed, Rounds: s.Rounds, Parts: Parts(s.Time),
		CPUs: s.cpus(), Rules: s.Rules, Budget: Budget,
		Tell: func(again bool, done, of int, b results.Benchmark) {
			what := "measuring "
			if again {
				what = "measuring again "
			}
			shown.Set(done, of, what+b.String())
		},
		Open: func(offers [2][]bench.Offer) (out [2]*results.Writer, err error) {
			for i := range arms {
				if out[i], err = s.record(arms[i].plan, [2]string{"old", "new"}[i], offers[i]); err != nil {
					if out[0] != nil {
						out[0].Discard()
					}
					return [2]*results.Writer{}, fmt.Errorf("cannot record: %w", err)
				}
			}
			return out, nil
		},
	}
}

// record begins the run of one of the two programs.
func (s *Settings) record(plan results.Plan, role string, offers []bench.Offer) (*results.Writer, error) {
	plan.Seed, plan.Rounds, plan.MinTime = s.Seed, s.Rounds, s.Time
	at := map[string]int{}
	for _, o := range offers {
		if _, ok := at[o.Set]; !ok {
			at[o.Set] = len(plan.Sets)
			plan.Sets = append(plan.Sets, results.PlannedSet{Name: o.Set, Digest: o.Digest})
		}
		set := &plan.Sets[at[o.Set]]
		set.Contestants = append(set.Contestants, o.Solver)
	}
	m := results.NewManifest(s.Verb, s.Command, plan, results.Shard{})
	m.Arm = role
	if s.CPU >= 0 {
		m.Pinned = &s.CPU
	}
	return results.Create(s.Out, m)
}

// itself says where an estimated noise floor comes from.
const itself = "each program compared with itself in this run"

// sideBySide measures two programs and says how they were measured. calibration may be nil.
func (s *Settings) sideBySide(
	ctx context.Context, arms [2]arm, calibration *Calibration, notes []string, shown Progress,
) (*Result, error) {
	e := s.experiment(arms, shown)
	e.Floor = calibration.Of
	found, err := e.Run(ctx)
	if err != nil {
		return &Result{Kept: e.Kept}, err
	}
	result := &Result{Found: found.Found, Rules: s.Rules, Notes: notes, Kept: e.Kept}
	note := func(format string, args ...any) { result.Notes = append(result.Notes, fmt.Sprintf(format, args...)) }
	_, builds := arms[0].Target.(Executable)
	result.Remedy = "More rounds (--rounds) or a quieter machine"
	if builds {
		result.Remedy = "A calibration (gridjudge calibrate), more rounds (--rounds) or a quieter machine"
	}
	switch {
	case calibration == nil && builds:
		note("Noise floor: none is stored for this machine, so it is %s. gridjudge calibrate measures and stores it.", itself)
	case calibration == nil:
	case s.Time < calibration.MinTime:
		note("The noise floor was calibrated with samples of %v; this run used shorter ones, so its noise may be higher.", calibration.MinTime)
	case s.Rounds < calibration.Rounds:
		note("The noise floor was calibrated for %d rounds; this run used fewer, so its noise may be higher.", calibration.Rounds)
	}
	if calibration != nil {
		if missing := calibration.coverage(found.Found, itself); missing != "" {
			note("%s", missing)
		}
	}
	if found.Settled > 0 {
		note("Settled before round %d: %s.", s.Rounds, benchmarks(found.Settled))
	}
	if n := len(found.Suspects); n > 0 {
		note("Measured again because they seemed to have changed: %s, in at most %d fresh rounds, which alone decide.", benchmarks(n), found.Again)
	}
	note("Seed %d; samples kept in %s.", s.Seed, strings.Join(e.Kept, " and "))
	return result, nil
}
