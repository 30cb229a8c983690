package harness

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/harness/bench"
	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// addition is the value of --add: a recorded run of bench, beside which contestants are measured that it does not have.
type addition struct {
	dir      string
	run      *ranking.Recorded
	manifest *results.Manifest
	controls []string // contestants of the run that are measured again, so that the new times can be related to the old ones
}

// addTo replaces the request by the request of the recorded run. Of the user's request, it keeps the contestants, to
// which it adds the controls.
func (f *benchFlags) addTo(cmd *cobra.Command, files []string) (err error) {
	f.Verb, f.Files = cmd.Name(), files
	own, a := f.Request, &f.add
	if a.run, err = (&filterFlag{}).read(cmd.Context(), []string{a.dir}); err != nil {
		return err
	}
	if a.run.Runs[0].Manifest == nil || len(a.run.Runs) > 1 {
		return usageError("--add: %s is not the folder of one run: name the folder that bench named when it ended", a.dir)
	}
	a.dir = a.run.Runs[0].Dir
	a.manifest, err = f.takeUp(cmd, "add", a.dir, "solver", "skip-missing", "exec", "contestants", "seed", "out", "format")
	if err != nil {
		return err
	}
	own.Solvers = slices.DeleteFunc(own.Solvers, func(name string) bool { return name == noSolver })
	switch m := a.manifest; {
	case m.Ended.IsZero():
		return usageError("--add: %s is not complete; continue it with: gridjudge bench --resume %s", a.dir, a.dir)
	case !m.Shard.IsZero():
		return usageError("--add: %s is only one shard of a run: put the shards together with gridjudge merge", a.dir)
	case len(own.Solvers) == 0 && !own.HasPrograms():
		return usageError("--add: name the contestants to add, with --solver, --exec or --contestants")
	case own.HasPrograms() && !m.HasPrograms():
		return usageError("--add: %s timed built-in solvers while they solve, and programs are timed as whole processes, start "+
			"included, so no ratio would relate them: measure the program in a run of its own, which takes --solver, too", a.dir)
	}
	if f.Files, err = carriedFiles("add", a.dir, a.manifest); err != nil {
		return err
	}
	f.Seed, f.Out, f.SkipMissing = own.Seed, own.Out, own.SkipMissing
	f.Solvers, f.Exec, f.File = own.Solvers, own.Exec, own.File
	for _, g := range a.run.Groups {
		if err := f.addControl(g); err != nil {
			return err
		}
	}
	if len(f.Solvers) == 0 {
		f.Solvers = []string{noSolver}
	}
	return nil
}

// addControl adds a control to the request: a contestant of the recorded run that was accepted on all sets of a group.
// It is the first one of ranking.References that is in the group, and otherwise the fastest one. If the user adds only
// built-in solvers to programs, it has to be a program, because only beside programs solvers run as processes.
func (f *benchFlags) addControl(g *ranking.Group) error {
	m := f.add.manifest
	builtIn := func(e *ranking.Entrant) bool {
		return declaration(m.Exec, e.Contestant) < 0 && m.Plan.BuiltIn(e.On[g.Sets[0]].Results[0])
	}
	var able []*ranking.Entrant
	for _, e := range g.Rows {
		rejected := func(set string) bool { return e.On[set].Rejected() != nil }
		if !slices.ContainsFunc(e.Sets, rejected) && (!g.Process || f.HasPrograms() || !builtIn(e)) {
			able = append(able, e)
		}
	}
	if len(able) == 0 {
		return usageError("--add: %s has no contestant on %s that is accepted and could be measured again beside yours", f.add.dir, g)
	}
	control := able[0]
	for _, reference := range slices.Backward(ranking.References) {
		if i := slices.IndexFunc(able, func(e *ranking.Entrant) bool { return e.Contestant == reference }); i >= 0 {
			control = able[i]
		}
	}
	name := control.Contestant
	f.add.controls = results.With(f.add.controls, name)
	if builtIn(control) {
		f.Solvers = results.With(f.Solvers, name)
	} else if at := declaration(m.Exec, name); at >= 0 && declaration(f.Exec, name) < 0 {
		f.Exec = append(f.Exec, m.Exec[at])
	}
	return nil
}

// declaration returns the index of a program in the values of --exec; -1 if it is not there.
func declaration(programs []string, name string) int {
	return slices.IndexFunc(programs, func(program string) bool { return strings.HasPrefix(program, name+"=") })
}

// beside returns the sets and the contestants that are measured beside the recorded run. It returns an error if their
// times could not be compared with the times of that run.
func (f *benchFlags) beside(
	ctx context.Context, sets []*testset.TestSet, contestants []bench.Contestant,
) ([]*testset.TestSet, []bench.Contestant, error) {
	sets, contestants, err := f.narrow(sets, contestants)
	if err == nil {
		err = f.comparable(ctx, sets, contestants)
	}
	return sets, contestants, err
}

// narrow leaves out the sets that the recorded run did not measure or that no added contestant takes, and the controls
// that are left without a set.
func (f *benchFlags) narrow(sets []*testset.TestSet, contestants []bench.Contestant) ([]*testset.TestSet, []bench.Contestant, error) {
	a := &f.add
	isControl := func(c bench.Contestant) bool { return slices.Contains(a.controls, c.Name) }
	for _, name := range a.controls {
		if !slices.ContainsFunc(contestants, func(c bench.Contestant) bool { return c.Name == name }) {
			return nil, nil, usageError("--add: the control is %s of %s, and nothing here starts it: declare it in your contestants file, too", name, a.dir)
		}
	}
	added := slices.DeleteFunc(slices.Clone(contestants), isControl)
	embedded := len(sets) - len(f.Files)
	f.Sets, f.Files = nil, slices.Clone(f.Files)
	var left []*testset.TestSet
	var files []string
	for i, set := range sets {
		measured := func(r *results.Result) bool { return r.Set == set.Name }
		if !slices.ContainsFunc(a.run.Runs, func(run *results.Run) bool { return slices.ContainsFunc(run.Results, measured) }) ||
			!slices.ContainsFunc(added, func(c bench.Contestant) bool { return c.Meets(set) }) {
			continue
		}
		left = append(left, set)
		if i < embedded {
			f.Sets = append(f.Sets, set.Name)
		} else {
			files = append(files, f.Files[i-embedded])
		}
	}
	if f.Files = files; len(left) == 0 {
		return nil, nil, usageError("--add: besides the control %s, no contestant takes a set of %s: name one that does (see gridjudge list solvers)", strings.Join(a.controls, ", "), a.dir)
	}
	idle := func(c bench.Contestant) bool {
		return !slices.ContainsFunc(left, func(set *testset.TestSet) bool { return c.Meets(set) })
	}
	f.Solvers = slices.DeleteFunc(slices.Clone(f.Solvers), func(name string) bool {
		return slices.ContainsFunc(contestants, func(c bench.Contestant) bool { return c.Name == name && isControl(c) && idle(c) })
	})
	return left, slices.DeleteFunc(contestants, func(c bench.Contestant) bool { return isControl(c) && idle(c) }), nil
}

// comparable returns an error if new samples could not be pooled with the samples of the recorded run, for example
// because a control is not the same build any more. It is called before anything is measured.
func (f *benchFlags) comparable(ctx context.Context, sets []*testset.TestSet, contestants []bench.Contestant) error {
	a := &f.add
	plan, err := bench.NewPlan(ctx, results.NewPlan(), sets, contestants)
	if err != nil {
		return usageError("%w", err)
	}
	for _, was := range a.manifest.Plan.Programs {
		for _, now := range plan.Programs {
			if changed := was.Same(&now); was.Name == now.Name && changed != nil {
				return usageError("--add: %s is not the program that %s measured: %w; if you mean another program, give it another name", was.Name, a.dir, changed)
			}
		}
	}
	now := results.NewManifest(f.Request, plan)
	for _, run := range a.run.Runs {
		for _, origin := range run.Origins {
			if why := origin.Apart(now); why != "" {
				return usageError("--add: no ratio would relate new times to the times of %s: %s", a.dir, why)
			}
		}
	}
	return nil
}
