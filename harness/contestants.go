package harness

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/program"
	"gridjudge/solvers"
)

// contestantFlags say who takes part, and within which limits.
type contestantFlags struct {
	solvers []string
	exec    []string
	file    string
	isolate bool
	limits  limitsFlag

	skipMissing    bool
	requireSandbox bool
}

// noSolver is the value of --solver for programs alone.
const noSolver = "none"

// register registers the flags of contestants.
func (f *contestantFlags) register(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.solvers, "solver", nil, `built-in solvers that take part (default all but variants and those for any exact cover problem; "none" for programs alone)`)
	flags.BoolVar(&f.isolate, "isolate", false, "run built-in solvers as programs (gridjudge solve), so that their times are comparable with those of programs")
	flags.BoolVar(&f.skipMissing, "skip-missing", false, "leave out programs of --contestants that are not there, and name them")
	f.registerPrograms(flags)
}

// registerPrograms registers the flags of programs.
func (f *contestantFlags) registerPrograms(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.exec, "exec", nil, `program that takes part, as name=COMMAND; repeatable. COMMAND is split into words by
the rules of a shell, but no shell runs; {problem} in it becomes the problem's name`)
	flags.StringVar(&f.file, "contestants", "", `TOML file of programs: [[contestant]] with name and run, and optionally build,
problems, directory, needs, read, per-case, limits (harness/program/README.md)`)
	markFiles(flags, isInput, "contestants")
	f.limits.register(flags)
	flags.StringArrayVar(&f.limits.Read, "read", nil, `file or folder that the programs of --exec may read, in addition to the system's folders
and the files that their commands name; repeatable`)
	flags.BoolVar(&f.requireSandbox, "require-sandbox", false, "exit with status 3 if this machine cannot enforce every limit on programs")
}

// hasPrograms reports whether a program is declared.
func (f *contestantFlags) hasPrograms() bool { return len(f.exec) > 0 || f.file != "" }

// pick finds the built-in solvers that were named; without names, all but variants and
// those that get grids as matrices.
func (a *app) pick(names []string) ([]*solvers.Spec, error) {
	var specs []*solvers.Spec
	if len(names) == 0 {
		for i := range a.contestants {
			if a.contestants[i].MeetsGrids() {
				specs = append(specs, &a.contestants[i])
			}
		}
	}
	for _, name := range names {
		s, err := a.contestantNamed(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(specs, s) {
			specs = append(specs, s)
		}
	}
	return specs, nil
}

// names returns the names of all built-in contestants.
func (a *app) names() []string {
	var names []string
	for i := range a.contestants {
		names = append(names, a.contestants[i].Name)
	}
	return names
}

// contestantNamed finds a built-in solver by its name.
func (a *app) contestantNamed(name string) (*solvers.Spec, error) {
	for i := range a.contestants {
		if a.contestants[i].Name == name {
			return &a.contestants[i], nil
		}
	}
	return nil, usageError("unknown solver %q%s (see gridjudge list solvers)", name, corpus.Nearest(name, a.names()))
}

// contenders returns who takes part, with the programs built. answers is a file that no program may read; "" is none.
func (a *app) contenders(ctx context.Context, f *contestantFlags, answers string) ([]bench.Contestant, error) {
	var specs []*solvers.Spec
	var err error
	if len(f.solvers) > 1 && slices.Contains(f.solvers, noSolver) {
		return nil, usageError("--solver none leaves out all built-in solvers: name no other with it")
	}
	if !slices.Equal(f.solvers, []string{noSolver}) {
		if specs, err = a.pick(f.solvers); err != nil {
			return nil, err
		}
	} else if !f.hasPrograms() {
		return nil, usageError("--solver none leaves nobody: name a program with --exec or --contestants")
	}
	declared, err := f.declared(answers)
	if err != nil {
		return nil, err
	}
	if f.skipMissing {
		declared = slices.DeleteFunc(declared, func(c *program.Contestant) bool {
			missing := c.Missing()
			if missing != nil {
				a.note("%s is left out: %v", c.Name, missing)
			}
			return missing != nil
		})
		if len(declared)+len(specs) == 0 {
			return nil, usageError("--skip-missing: no program of %s is there", f.file)
		}
	}
	if f.isolate {
		own, err := program.Isolated(specs)
		if err != nil {
			return nil, internalError("%w", err)
		}
		specs, declared = nil, append(own, declared...)
	}
	var taken []string
	for _, spec := range specs {
		taken = append(taken, spec.Name)
	}
	programs, err := a.prepare(ctx, declared, taken, f.requireSandbox)
	return bench.Contestants(specs, programs), err
}

// declared lists the programs of --exec and --contestants.
func (f *contestantFlags) declared(answers string) (all []*program.Contestant, err error) {
	if f.file != "" {
		if all, err = program.ReadFile(f.file); err != nil {
			return nil, usageError("%w", err)
		}
	}
	if l := &f.limits; len(f.exec) == 0 && (l.Memory+l.AddressSpace+l.Wall != "" || l.Processes != 0 || len(l.Read) > 0) {
		return nil, usageError("--read and the limits of programs are for --exec: a contestants file has fields of its own")
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, internalError("%w", err)
	}
	for _, value := range f.exec {
		c, err := program.ParseExec(value, here, f.limits.Settings)
		if err != nil {
			return nil, usageError("%w", err)
		}
		all = append(all, c)
	}
	if answers == "" {
		return all, nil
	}
	if answers, err = filepath.Abs(answers); err != nil {
		return nil, internalError("%w", err)
	}
	for _, c := range all {
		c.Hide = append(c.Hide, answers)
	}
	return all, nil
}

// prepare checks the programs and builds them; taken are names that others have. It
// names the limits that this machine cannot enforce, or fails if --require-sandbox is given.
func (a *app) prepare(ctx context.Context, all []*program.Contestant, taken []string, requireSandbox bool) ([]*program.Program, error) {
	if err := program.Check(all, taken); err != nil {
		return nil, usageError("%w", err)
	}
	if len(all) > 0 {
		missing := program.Unprotected()
		if requireSandbox && len(missing) > 0 {
			return nil, internalError("--require-sandbox: %s", strings.Join(missing, "; "))
		}
		for _, what := range missing {
			a.note("not limited here: %s", what)
		}
	}
	programs, err := program.PrepareAll(ctx, all, a.stderr)
	if err != nil {
		return nil, internalError("%w", err)
	}
	return programs, nil
}

// oneProgram finds the program that --exec or --contestants declares, the one of
// them that --solver names, or the built-in solver of that name, and builds it.
func (a *app) oneProgram(ctx context.Context, f *contestantFlags, solver, answers string) (*program.Program, error) {
	all, err := f.declared(answers)
	if err != nil {
		return nil, err
	}
	if err := program.Check(all, nil); err != nil {
		return nil, usageError("%w", err)
	}
	chosen, err := program.Choose(all, solver)
	switch {
	case err != nil:
		return nil, usageError("%w", err)
	case chosen == nil:
		specs, err := a.pick([]string{solver})
		if err != nil {
			return nil, err
		}
		builtIn, err := program.Isolated(specs)
		if err != nil {
			return nil, internalError("%w", err)
		}
		chosen = builtIn[0]
	}
	programs, err := a.prepare(ctx, []*program.Contestant{chosen}, nil, f.requireSandbox)
	if err != nil {
		return nil, err
	}
	return programs[0], nil
}

// accepts reports an error if the program does not accept the input format of a
// problem, nor that of another one with grids of the same size.
func accepts(p *program.Program, q *corpus.Problem) error {
	if p.Accepts(q) == nil {
		return usageError("%s does not accept the input format of %s; its problems are in the contestants file", p.Name, q.Name)
	}
	return nil
}
