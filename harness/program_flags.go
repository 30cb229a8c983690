package harness

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"gridjudge/corpus"
	"gridjudge/harness/program"
)

// programFlags say which programs take part and how they are run.
type programFlags struct {
	exec    []string
	file    string
	only    bool
	none    bool
	isolate bool
	perCase bool
	repeat  int
	seed    uint64
	facts   string
	strict  bool

	// Of the programs of --exec.
	settings program.Settings

	requireSandbox bool

	answers string // file that no program may read; "": there is none
}

// registerPrograms registers the flags that say which programs take part.
func registerPrograms(flags *pflag.FlagSet, exec *[]string, file *string, settings *program.Settings, requireSandbox *bool) {
	flags.StringArrayVar(exec, "exec", nil, `program to judge, as name=COMMAND; repeatable. COMMAND is split into words by
the rules of a shell, but no shell runs; {problem} in it becomes the problem's name`)
	flags.StringVar(file, "contestants", "", `TOML file of programs: [[contestant]] with name and run, and optionally build,
problems, directory, read, per-case, limits (harness/program/README.md)`)
	markFiles(flags, isInput, "contestants")
	flags.StringVar(&settings.Memory, "memory", "", "limit of resident memory of a program of --exec, as 256M (default the problem's)")
	flags.StringVar(&settings.AddressSpace, "address-space", "", "limit of address space of a program of --exec, as 2G (default none)")
	flags.StringVar(&settings.Wall, "wall", "", `limit of elapsed time of a program of --exec, as 30s (default the larger of 3 times the time limit and the
time limit + 10s; without a time limit 10s per case, at most 10m per process)`)
	flags.IntVar(&settings.Processes, "processes", 0, "limit of processes and threads of a program of --exec (default 64)")
	flags.StringArrayVar(&settings.Read, "read", nil, `file or folder that the programs of --exec may read, in addition to the system's folders
and the files that their commands name; repeatable`)
	registerRequireSandbox(flags, requireSandbox)
}

// registerRequireSandbox registers --require-sandbox.
func registerRequireSandbox(flags *pflag.FlagSet, required *bool) {
	flags.BoolVar(required, "require-sandbox", false, "exit with status 3 if this machine cannot enforce every limit on programs")
}

// register registers the flags of judge.
func (f *programFlags) register(flags *pflag.FlagSet) {
	registerPrograms(flags, &f.exec, &f.file, &f.settings, &f.requireSandbox)
	flags.BoolVar(&f.only, "only-external", false, "judge programs only, no built-in solvers")
	flags.BoolVar(&f.none, "no-external", false, "ignore --exec and --contestants")
	flags.BoolVar(&f.isolate, "isolate", false, "run built-in solvers as programs (gridjudge solve), so that their times are comparable with those of programs")
	flags.BoolVar(&f.perCase, "per-case", false, "run a program once per case instead of once per set")
	flags.IntVar(&f.repeat, "repeat", 1, "judge every program this many times; the table shows the median cpu time")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the order in which programs are judged")
	flags.BoolVar(&f.strict, "strict", false, "accept output of programs only if every byte is right")
	flags.StringVar(&f.facts, "facts", "", "append the observed facts of every process of a program to this file, as JSON lines")
	markFiles(flags, isOutput, "facts")
}

// declared lists the programs of --exec and --contestants.
func (f *programFlags) declared() ([]*program.Contestant, error) {
	if f.none {
		return nil, nil
	}
	var all []*program.Contestant
	if f.file != "" {
		fromFile, err := program.ReadFile(f.file)
		if err != nil {
			return nil, usageError("%w", err)
		}
		all = fromFile
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, internalError("%w", err)
	}
	for _, value := range f.exec {
		c, err := program.ParseExec(value, here, f.settings)
		if err != nil {
			return nil, usageError("%w", err)
		}
		all = append(all, c)
	}
	if f.answers != "" {
		answers, err := filepath.Abs(f.answers)
		if err != nil {
			return nil, internalError("%w", err)
		}
		for _, c := range all {
			c.Hide = append(c.Hide, answers)
		}
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
func (a *app) oneProgram(ctx context.Context, f *programFlags, solver string) (*program.Program, error) {
	all, err := f.declared()
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
