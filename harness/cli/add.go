package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/harness/bench"
	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// addition is the value of --add: a recorded run of bench, beside which contestants are measured that it does not have.
type addition struct {
	dir      string
	run      *ranking.Recorded
	manifest *results.Manifest
	controls []control
	brought  []string // names of the controls that the user did not name
}

// control is a contestant of the recorded run that is measured again, so that new times on a problem can be related to
// the old ones.
type control struct{ name, problem string }

// addTo replaces the request by the request of the recorded run. Only the contestants of the user's request stay, and
// addTo adds the controls to them.
func (f *benchFlags) addTo(cmd *cobra.Command, files []string, specs []solvers.Spec) (err error) {
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
	f.Seed, f.Out, f.SkipMissing, f.Solutions = own.Seed, own.Out, own.SkipMissing, a.manifest.Wanted()
	f.Solvers, f.Exec, f.File = own.Solvers, own.Exec, own.File
	for _, g := range a.run.Groups {
		if err := f.addControl(g, specs); err != nil {
			return err
		}
	}
	if len(f.Solvers) == 0 {
		f.Solvers = []string{noSolver}
	}
	return nil
}

// addControl chooses the control of a group, and adds it to the request. The control is a contestant of the recorded
// run that will be measured again, so that the new times can be related to the old ones. Only a contestant that was
// accepted on all sets of the group can be the control. addControl prefers dlx, and after dlx it prefers links, as
// ranking.References says. If both are impossible, it chooses the fastest possible contestant.
//
// In a group of programs, built-in solvers were measured as processes. They run as processes again only if the user
// adds a program. So if the user adds only built-in solvers, the control of such a group must be a program.
func (f *benchFlags) addControl(g *ranking.Group, specs []solvers.Spec) error {
	m := f.add.manifest
	builtIn := func(e *ranking.Entrant) bool {
		known := slices.ContainsFunc(specs, func(s solvers.Spec) bool { return s.Name == e.Contestant }) // a program may run gridjudge, too
		return known && declaration(m.Exec, e.Contestant) < 0 && m.Plan.BuiltIn(e.On[g.Sets[0]].Results[0])
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
	best := able[0]
	for _, reference := range slices.Backward(ranking.References) {
		if i := slices.IndexFunc(able, func(e *ranking.Entrant) bool { return e.Contestant == reference }); i >= 0 {
			best = able[i]
		}
	}
	name, at := best.Contestant, declaration(m.Exec, best.Contestant)
	f.add.controls = append(f.add.controls, control{name, g.Problem})
	switch {
	case slices.Contains(f.Solvers, name) || declaration(f.Exec, name) >= 0:
	case builtIn(best):
		f.Solvers, f.add.brought = append(f.Solvers, name), append(f.add.brought, name)
	case at >= 0:
		f.Exec, f.add.brought = append(f.Exec, m.Exec[at]), append(f.add.brought, name)
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

// narrow leaves out the sets of problems without a control, the sets on which nobody is added, and the controls of
// problems without any set.
func (f *benchFlags) narrow(sets []*testset.TestSet, contestants []bench.Contestant) ([]*testset.TestSet, []bench.Contestant, error) {
	a := &f.add
	for _, c := range a.controls {
		if !slices.ContainsFunc(contestants, func(o bench.Contestant) bool { return o.Name == c.name }) {
			return nil, nil, usageError("--add: the control is %s of %s, and nothing here starts it: declare it in your contestants file, too", c.name, a.dir)
		}
	}
	embedded, files := len(sets)-len(f.Files), f.Files
	f.Sets, f.Files = nil, nil
	var left []*testset.TestSet
	var needed []string // the controls of sets that are left
	for i, set := range sets {
		at := slices.IndexFunc(a.controls, func(c control) bool { return c.problem == set.Problem.Name })
		if at < 0 || !slices.ContainsFunc(contestants, func(c bench.Contestant) bool {
			return c.Meets(set) && c.Name != a.controls[at].name && !slices.Contains(a.brought, c.Name)
		}) {
			continue
		}
		left, needed = append(left, set), append(needed, a.controls[at].name)
		if i < embedded {
			f.Sets = append(f.Sets, set.Name)
		} else {
			f.Files = append(f.Files, files[i-embedded])
		}
	}
	if len(left) == 0 {
		return nil, nil, usageError("--add: no contestant but the control %s takes a set of %s: name another one that does (see gridjudge list solvers)", a.controls[0].name, a.dir)
	}
	idle := func(name string) bool { return slices.Contains(a.brought, name) && !slices.Contains(needed, name) }
	f.Solvers = slices.DeleteFunc(f.Solvers, idle)
	f.Exec = slices.DeleteFunc(f.Exec, func(program string) bool {
		return slices.ContainsFunc(a.brought, func(name string) bool { return idle(name) && declaration([]string{program}, name) == 0 })
	})
	return left, slices.DeleteFunc(contestants, func(c bench.Contestant) bool { return idle(c.Name) }), nil
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
