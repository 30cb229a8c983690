package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/machine"
	"gridjudge/harness/program"
	"gridjudge/harness/ranking"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// noSolver is the value of --solver that leaves only programs.
const noSolver = "none"

// registerContestants registers the flags that choose contestants. If cases is true, the verb also accepts limits for
// single cases.
func (f *requestFlags) registerContestants(flags *pflag.FlagSet, cases bool) {
	flags.StringSliceVar(&f.Solvers, "solver", nil, `built-in solvers that take part (default all but variants; those for any exact cover problem take Sudoku only if named; "none" for programs alone). `+
		`In a run with programs they are processes, too, and the default is dlx, and links for exact cover`)
	flags.BoolVar(&f.SkipMissing, "skip-missing", false, "leave out programs that are not there, and name them")
	f.registerPrograms(flags, cases)
}

// registerPrograms registers the flags that declare programs.
func (f *requestFlags) registerPrograms(flags *pflag.FlagSet, cases bool) {
	flags.StringArrayVar(&f.Exec, "exec", nil, "program that takes part, as name=COMMAND; repeatable. COMMAND is split into words by "+
		"the rules of a shell, but no shell runs; {problem} in it becomes the problem's name")
	flags.StringVar(&f.File, "contestants", "", "TOML file of programs: [[contestant]] with name and run, and optionally build, "+
		"problems, directory, needs, read, per-case, limits (harness/program/README.md)")
	f.limits.register(flags, &f.Limits, cases)
}

// pick finds the built-in solvers with these names; without names it returns all except variants.
func (a *app) pick(names []string) (specs []*solvers.Spec, err error) {
	var known []string
	for i := range a.contestants {
		s := &a.contestants[i]
		if known = append(known, s.Name); len(names) == 0 && s.ByDefault() {
			specs = append(specs, s)
		}
	}
	for _, name := range names {
		i := slices.Index(known, name)
		if i < 0 {
			return nil, usageError("unknown solver %q%s (see gridjudge list solvers)",
				name, corpus.Nearest(name, known))
		}
		if s := &a.contestants[i]; !slices.Contains(specs, s) {
			specs = append(specs, s)
		}
	}
	return specs, nil
}

// contenders returns the contestants that take part in a run, and builds the programs among them. If programs take
// part, the built-in solvers run as processes, too, so that all times include the start of a process: a time with a
// start must not be compared with a time of solving alone.
//
// No program may read the file of the right answers, whose path is in answers. It is "" if the user gave no such file.
func (a *app) contenders(ctx context.Context, f *requestFlags, sets []*testset.TestSet, answers string) ([]bench.Contestant, error) {
	declared, err := f.declared(answers)
	if err != nil {
		return nil, err
	}
	a.noteOwnLimits(f, declared)
	specs, err := a.builtIn(f, sets, declared)
	if err != nil {
		return nil, err
	}
	if source := machine.NewerSource(machine.Program); len(specs) > 0 && source != "" {
		a.note("%s is newer than this program, which is of the sources before: go build", source)
	}
	if f.SkipMissing {
		all := declared
		declared = nil
		for _, c := range all {
			if missing := c.Missing(declared); missing != nil {
				a.note("%s is left out: %v", c.Name, missing)
			} else {
				declared = append(declared, c)
			}
		}
		if len(declared)+len(specs) == 0 {
			return nil, usageError("--skip-missing: no program is there")
		}
	}
	if !f.HasPrograms() && f.SkipMissing {
		return nil, usageError("leave out --skip-missing: no effect here, because no program takes part")
	}
	if !f.HasPrograms() {
		return bench.Contestants(specs, len(f.Solvers) > 0, nil), nil
	}
	if f.Out != "" && f.resume == "" { // now, because a build could put a link in its place
		if err := os.MkdirAll(f.Out, 0o777); err != nil {
			return nil, outputError("out", err)
		}
	}
	own, err := program.Isolated(specs, len(f.Solvers) > 0)
	if err != nil {
		return nil, internalError("%w", err)
	}
	programs, err := a.prepare(ctx, append(own, declared...))
	return bench.Contestants(nil, false, programs), err
}

// builtIn returns the built-in solvers that take part. There are three cases:
//   - The user names built-in solvers: these solvers take part.
//   - The user names only programs: the solvers in ranking.References take part, so that the programs can be compared
//     with them. A reference solver is left out if it can solve none of the sets, or if a program has the same name.
//   - The user names no solvers and no programs: all built-in solvers except variants take part.
//
// With --solver none, no built-in solver takes part.
func (a *app) builtIn(f *requestFlags, sets []*testset.TestSet, declared []*program.Contestant) ([]*solvers.Spec, error) {
	switch {
	case slices.Contains(f.Solvers, noSolver) && len(f.Solvers) > 1:
		return nil, usageError("--solver none leaves out all built-in solvers: name no other with it")
	case slices.Contains(f.Solvers, noSolver) && !f.HasPrograms():
		return nil, usageError("--solver none leaves nobody: name a program with --exec or --contestants")
	case slices.Contains(f.Solvers, noSolver):
		return nil, nil
	}
	specs, err := a.pick(f.Solvers)
	if f.Solvers == nil && f.HasPrograms() {
		specs = slices.DeleteFunc(specs, func(s *solvers.Spec) bool {
			taken := slices.ContainsFunc(declared, func(c *program.Contestant) bool { return c.Name == s.Name })
			takes := slices.ContainsFunc(sets, func(set *testset.TestSet) bool { return set.Takes(s, false) })
			takes = takes && slices.Contains(ranking.References, s.Name)
			if taken && takes {
				a.note("%s is your program: the built-in solver of this name takes no part", s.Name)
			}
			return taken || !takes
		})
	}
	return specs, err
}

// declared lists the programs of --exec and --contestants.
func (f *requestFlags) declared(answers string) (all []*program.Contestant, err error) {
	if f.File != "" {
		if all, err = program.ReadFile(f.File); err != nil {
			return nil, usageError("%w", err)
		}
	}
	if len(f.Exec) == 0 && f.limits.programs() != (program.Overrides{}) {
		return nil, usageError("the limits of programs are for --exec: a contestants file has its own, and built-in solvers without a program are not limited by them")
	}
	if f.HasPrograms() && f.limits.Nodes > 0 {
		return nil, usageError("--limits nodes has no effect: a program decides itself how it searches")
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, internalError("%w", err)
	}
	for _, value := range f.Exec {
		c, err := program.ParseExec(value, here, f.limits.programs())
		if err != nil {
			return nil, usageError("%w", err)
		}
		all = append(all, c)
	}
	runs := f.Out
	if f.resume != "" {
		runs = filepath.Dir(f.resume)
	}
	for _, c := range all {
		if runs != "" {
			folder, _ := filepath.Abs(runs)
			c.HideRuns(folder)
		}
		c.Limits.Time, c.Limits.Wall = f.limits.scaled(c.Limits.Time), f.limits.scaled(c.Limits.Wall)
		if answers != "" {
			hidden, _ := filepath.Abs(answers) // no error: the working directory is known
			c.Hide = append(c.Hide, hidden)
		}
		// Otherwise a build could solve the puzzles, at no charge, or take out those that its program fails on. The
		// program itself reads them from its standard input.
		for _, file := range f.Files {
			puzzles, _ := filepath.Abs(file)
			c.Hide, c.Keep = append(c.Hide, puzzles), append(c.Keep, puzzles)
		}
	}
	return all, nil
}

// prepare checks the programs and builds them. It also tells the user which limits this machine cannot enforce. If
// there are such limits and a program requires all limits (confined = required), prepare fails.
func (a *app) prepare(ctx context.Context, all []*program.Contestant) ([]*program.Program, error) {
	if err := program.Check(all); err != nil {
		return nil, usageError("%w", err)
	}
	missing := program.Unprotected()
	for _, c := range all {
		if c.Limits.Confined && len(missing) > 0 {
			return nil, internalError("%s: confined = required: %s", c.Name, strings.Join(missing, "; "))
		}
	}
	for _, what := range missing {
		a.note("not limited here: %s", what)
	}
	programs, err := program.PrepareAll(ctx, all, a.stderr)
	return programs, internalOr(err)
}

// noteOwnLimits says which programs do not obey --limits time, because they have a time limit of their own.
func (a *app) noteOwnLimits(f *requestFlags, programs []*program.Contestant) {
	for _, c := range programs {
		if f.limits.Time != nil && c.Limits.Time > 0 {
			a.note("%s keeps the time limit of %v that its contestants file gives it, whatever --limits time says", c.Name, c.Limits.Time)
		}
	}
}

// oneProgram finds and builds the program for a verb that runs a single program, such as explain. Usually --exec or
// --contestants declares this program. If several programs are declared, --solver chooses one of them. The user may
// also choose a built-in solver with --solver. oneProgram then returns a program that runs this solver in a process.
// Judge does the same with built-in solvers if programs take part.
func (a *app) oneProgram(ctx context.Context, f *requestFlags, solver, answers string) (*program.Program, error) {
	all, err := f.declared(answers)
	if err != nil {
		return nil, err
	}
	named := func(s *solvers.Spec) bool { return s.Name == solver }
	declared := func(c *program.Contestant) bool { return c.Name == solver }
	if slices.ContainsFunc(a.contestants, func(s solvers.Spec) bool { return named(&s) }) && !slices.ContainsFunc(all, declared) {
		all = nil
	}
	chosen, err := program.Choose(all, solver)
	if err != nil {
		return nil, usageError("%w", err)
	}
	var one []*program.Contestant
	if chosen != nil { // its program may be made by the build of another one
		one = append(chosen.Builders(all[:slices.Index(all, chosen)]), chosen)
	} else {
		specs, err := a.pick([]string{solver})
		if err == nil {
			one, err = program.Isolated(specs, true)
		}
		if err != nil {
			return nil, internalOr(err)
		}
	}
	a.noteOwnLimits(f, one)
	programs, err := a.prepare(ctx, one)
	if err != nil {
		return nil, err
	}
	return programs[len(programs)-1], nil
}
