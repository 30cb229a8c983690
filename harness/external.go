package harness

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/spf13/pflag"

	"gridjudge/corpus"
	"gridjudge/harness/program"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// externalFlags say which programs take part and how they are run.
type externalFlags struct {
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
}

// whoFlags registers the flags that say which programs take part.
func whoFlags(flags *pflag.FlagSet, exec *[]string, file *string) {
	flags.StringArrayVar(exec, "exec", nil, `a program that takes part, as name=COMMAND; repeatable. COMMAND is split as by a
shell, without one; {problem} in it becomes the problem's name`)
	flags.StringVar(file, "contestants", "", `TOML file of programs that take part: [[contestant]] with name and run, and where
wanted build, problems, directory, per-case, limits`)
}

// register registers the flags of judge.
func (f *externalFlags) register(flags *pflag.FlagSet) {
	whoFlags(flags, &f.exec, &f.file)
	flags.BoolVar(&f.only, "only-external", false, "judge programs alone, none of the solvers in this process")
	flags.BoolVar(&f.none, "no-external", false, "leave out all programs")
	flags.BoolVar(&f.isolate, "isolate", false, "run our own solvers as programs, too (gridjudge solve), measured in the same way")
	flags.BoolVar(&f.perCase, "per-case", false, "run a program once for each case, not once for a whole set")
	flags.IntVar(&f.repeat, "repeat", 1, "judge every program so many times; the table shows the median cpu time")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the order in which programs are judged")
	flags.BoolVar(&f.strict, "strict", false, "accept only output of programs that is right to the byte")
	flags.StringVar(&f.facts, "facts", "", "append what was observed of every run to this file, as JSON lines")
}

// check finds flags that contradict each other.
func (f *externalFlags) check() error {
	switch {
	case f.only && f.none:
		return usageError("--only-external and --no-external leave nobody")
	case f.only && f.isolate:
		// Our own solvers are programs then, and take part as such.
		return nil
	case f.only && len(f.exec) == 0 && f.file == "":
		return usageError("--only-external: there is no program; name one with --exec or --contestants")
	case f.repeat < 1:
		return usageError("--repeat must be at least 1")
	}
	return nil
}

// declared are the programs of --exec and --contestants.
func (f *externalFlags) declared() ([]*program.Contestant, error) {
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
		return nil, faultError("%w", err)
	}
	for _, value := range f.exec {
		c, err := program.ParseExec(value, here)
		if err != nil {
			return nil, usageError("%w", err)
		}
		all = append(all, c)
	}
	return all, nil
}

// isolated are our own solvers as programs: this binary's verb solve.
func isolated(specs []*solvers.Spec) ([]*program.Contestant, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, faultError("this program cannot find itself: %w", err)
	}
	var all []*program.Contestant
	for _, spec := range specs {
		c := &program.Contestant{
			Name: spec.Name, Directory: "/", Origin: "--isolate " + spec.Name,
			Run: []string{self, "solve", "--solver", spec.Name, "--problem", "{problem}", "--echoes"},
		}
		for _, p := range corpus.Problems() {
			if spec.Takes(p.Size) {
				c.Problems = append(c.Problems, p)
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// prepare checks the programs' names and commands and builds them.
func prepare(ctx context.Context, all []*program.Contestant, taken []string, log io.Writer) ([]*program.Program, error) {
	if err := program.Check(all, taken); err != nil {
		return nil, usageError("%w", err)
	}
	var programs []*program.Program
	for _, c := range all {
		// What is seen of every program would make the smallest one MLE.
		if least := sandbox.LeastPeak() + 1<<20; c.Limits.Memory > 0 && c.Limits.Memory < least {
			return nil, usageError("%s: limits.memory of %d KiB: here not less than %d KiB can be told apart (METHODOLOGY.md, External programs)",
				c.Origin, c.Limits.Memory>>10, least>>10)
		}
	}
	for _, c := range all {
		if len(c.Build) > 0 {
			fmt.Fprintf(log, "gridjudge: building %s\n", c.Name)
		}
		p, err := c.Prepare(ctx)
		if err != nil {
			return nil, faultError("%w", err)
		}
		programs = append(programs, p)
	}
	return programs, nil
}

// judgePrograms judges every program on every set that it takes, f.repeat times
// over, in an order that is shuffled in each round. The results of a set stand in
// the order of the programs. What was finished is returned also with an error.
func (f *externalFlags) judgePrograms(ctx context.Context, programs []*program.Program, sets []*testset.TestSet, scale float64, keep func(*program.Record) error, done func(what string)) (judged map[*testset.TestSet][]program.Repeated, err error) {
	type job struct {
		program *program.Program
		set     *testset.TestSet
	}
	var jobs []job
	for _, s := range sets {
		for _, p := range programs {
			if p.Accepts(s.Problem) != nil {
				jobs = append(jobs, job{p, s})
			}
		}
	}
	options := program.Options{Scale: scale, Strict: f.strict, PerCase: f.perCase}
	repeats := map[job]program.Repeated{}
	for round := range f.repeat {
		order := rand.New(rand.NewPCG(f.seed, uint64(round))).Perm(len(jobs))
		for _, i := range order {
			j := jobs[i]
			res, e := j.program.Judge(ctx, j.set, options, func(r *program.Record) error {
				r.Repeat = round + 1
				return keep(r)
			})
			if e != nil {
				if res != nil && len(repeats[j]) == 0 {
					repeats[j] = program.Repeated{res}
				}
				err = e
				break
			}
			repeats[j] = append(repeats[j], res)
			done(j.set.Name + " " + j.program.Name)
		}
		if err != nil {
			break
		}
	}
	judged = map[*testset.TestSet][]program.Repeated{}
	for _, j := range jobs {
		if all := repeats[j]; len(all) > 0 {
			judged[j.set] = append(judged[j.set], all)
		}
	}
	return judged, err
}

// record opens the file of facts; each record is written as it comes.
func (f *externalFlags) record() (keep func(*program.Record) error, closeFile func() error, err error) {
	if f.facts == "" {
		return func(*program.Record) error { return nil }, func() error { return nil }, nil
	}
	file, err := os.OpenFile(f.facts, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, nil, usageError("--facts: %w", err)
	}
	encoder := json.NewEncoder(file)
	return func(r *program.Record) error {
			if err := encoder.Encode(r); err != nil {
				return faultError("--facts: %w", err)
			}
			return nil
		}, func() error {
			if err := file.Close(); err != nil {
				return faultError("--facts: %w", err)
			}
			return nil
		}, nil
}
