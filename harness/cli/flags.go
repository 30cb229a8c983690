package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridjudge/corpus"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// maxJobs bounds the number of threads. Each of them has a solver with its tables, so a slip such as --jobs 1000000
// would take all memory.
const maxJobs = 1024

// requestFlags are the flags that several verbs share. They are parsed into a Request. (The user's files of puzzles
// belong to the Request, too, but they are arguments of the verb and not flags.)
type requestFlags struct {
	results.Request
	limits limitsFlag // the flag of Request.Limits
	resume string     // the folder of a recorded run that is to be continued
}

// registerCases registers the flags that choose cases. The text of sets becomes a part of the help: it says which sets
// are the default.
func (f *requestFlags) registerCases(flags *pflag.FlagSet, sets string) {
	flags.StringSliceVar(&f.Sets, "set", nil, `test sets, as globs; a problem for its sets, "all" for all (default `+sets+`)`)
	f.registerProblem(flags)
}

// registerProblem registers the flag that names the problem of a file.
func (f *requestFlags) registerProblem(flags *pflag.FlagSet) {
	flags.StringVar(&f.Problem, "problem", "", `problem of the puzzles of FILE (default the first one in "list problems", which also names the layouts that are read, with grids of their size); without FILE, it stands for the sets of the problem`)
}

// registerAnswers registers the flag that names the answers to a file.
func (f *requestFlags) registerAnswers(flags *pflag.FlagSet) {
	flags.StringVar(&f.Answers, "answers", "", "file of answers to FILE (default: givens and rules decide)")
}

// registerSolutions registers --solutions, the number of solutions after which a search stops. The text of timed
// becomes the end of the help of this flag.
func (f *requestFlags) registerSolutions(flags *pflag.FlagSet, timed string) {
	flags.Uint64Var(&f.Solutions, "solutions", 1, "stop counting solutions after this many"+timed)
}

// countable refuses --solutions if all sets have problems that ask for the number of all solutions.
func countable(cmd *cobra.Command, sets ...*testset.TestSet) error {
	if slices.ContainsFunc(sets, func(set *testset.TestSet) bool { return !set.Problem.CountsAll() }) {
		return nil
	}
	return refuse(cmd, "the answer is the number of all solutions", "solutions")
}

// selection returns the selection of test sets that the request makes.
func (a *app) selection(f *requestFlags) *testset.Selection {
	return &testset.Selection{Sets: f.Sets, Files: f.Files, Problem: f.Problem, Answers: f.Answers, Stdin: a.stdin, Note: a.note}
}

// load loads the test sets that the user selected, and sets their limits. If the user selected none, it loads the
// embedded sets for which isDefault returns true.
func (a *app) load(ctx context.Context, f *requestFlags, isDefault func(*corpus.Set) bool) ([]*testset.TestSet, error) {
	for _, name := range f.Files {
		if _, err := os.Stat(name); err != nil && name != "-" {
			return nil, usageError("%s: there is no such file; a test set is named with --set (see gridjudge list sets)", name)
		}
	}
	selected := a.selection(f)
	selected.Default = isDefault
	sets, err := selected.Load(ctx)
	if err != nil {
		return nil, cmp.Or(ctx.Err(), usageError("%w", err))
	}
	return sets, f.limits.limit(sets)
}

// formatFlag is the value of --format: the form in which a table is written.
type formatFlag struct{ report.Format }

// registerFormat registers --format, whose default is text. others are formats that only this verb has.
func registerFormat(cmd *cobra.Command, others ...report.Format) *formatFlag {
	f := &formatFlag{report.Text}
	usage := "form of the output, as `NAME`: " + report.FormatNames(others...) + " (default text)"
	cmd.Flags().Func("format", usage, func(name string) (err error) {
		f.Format, err = report.ParseFormat(name, others...)
		return err
	})
	offer(cmd, "format", func() []string { return strings.Split(report.FormatNames(others...), ", ") })
	return f
}

// prose reports whether the format is for people, so that text may stand between tables.
func (f *formatFlag) prose() bool { return f.Format == report.Text || f.Format == report.Markdown }

// registerCPU registers --cpu.
func (f *requestFlags) registerCPU(flags *pflag.FlagSet, usage string) {
	flags.Func("cpu", usage, func(text string) error {
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return errors.New("processors are counted from 0")
		}
		f.CPU = new(int(n))
		return nil
	})
}

// complete adds the verb and the files of puzzles to a request, and draws a seed if the user gave none.
func (f *requestFlags) complete(cmd *cobra.Command, files []string) {
	f.Verb, f.Files = cmd.Name(), files
	drawSeed(cmd, &f.Seed)
}

// drawSeed draws a seed if --seed does not give one, and reports whether it did.
func drawSeed(cmd *cobra.Command, seed *uint64) (drawn bool) {
	if drawn = !cmd.Flags().Changed("seed"); drawn {
		*seed = rand.Uint64() >> 1
	}
	return drawn
}

// refuse returns an error if the user gave some of the named flags, which have no effect here. why says why.
func refuse(cmd *cobra.Command, why string, names ...string) error {
	given := slices.DeleteFunc(names, func(name string) bool { return !cmd.Flags().Changed(name) })
	if len(given) == 0 {
		return nil
	}
	return usageError("leave out --%s: no effect here, because %s", strings.Join(given, ", --"), why)
}

// readsInputOnce returns an error if a command line reads standard input twice.
func readsInputOnce(cmd *cobra.Command, args []string) error {
	readers := 0
	for _, arg := range args {
		if arg == "-" || strings.HasPrefix(arg, "-#") { // -#N is case N of standard input
			readers++
		}
	}
	if answers := cmd.Flags().Lookup("answers"); answers != nil && answers.Value.String() == "-" {
		readers++
	}
	if readers > 1 {
		return usageError("- is there twice, but standard input can be read only once: name a file")
	}
	return nil
}

// filterFlag is the value of --filter.
type filterFlag struct {
	text           string
	*report.Filter // nil matches everything
}

// register registers --filter.
func (f *filterFlag) register(flags *pflag.FlagSet) {
	usage := "take only results that match this `QUERY` in benchstat's language: '/problem:poj3074 -/solver:dlx'"
	flags.Func("filter", usage, func(text string) (err error) {
		f.text = text
		f.Filter, err = report.ParseFilter(text)
		return err
	})
}

// read reads the results of the runs at paths that match the filter. A run may be a named pipe, so reading may wait.
func (f *filterFlag) read(ctx context.Context, paths []string) (*ranking.Recorded, error) {
	recorded, err := testset.Await(ctx, func() (*ranking.Recorded, error) { return ranking.Load(paths, f.Filter) })
	if err != nil {
		return nil, usageError("%w", err)
	}
	return recorded, nil
}

// refuseEmpty makes a verb refuse empty arguments and empty values of flags. An empty text typically comes from a
// variable that a script did not set, and the default would then do something that nobody asked for. For example, if
// BASE is not set, compare "$BASE" would compare the working tree with itself, and a gate with this command would
// always pass.
func refuseEmpty(verb *cobra.Command) {
	verb.Flags().VisitAll(func(flag *pflag.Flag) {
		flag.Value = givenValue{flag.Value}
		if flag.DefValue == "[]" { // pflag shows this default unless it knows the type
			flag.DefValue = ""
		}
	})
	verb.PreRunE = func(_ *cobra.Command, args []string) error {
		if at := slices.Index(args, ""); at >= 0 {
			return usageError("argument %d is empty: perhaps a variable is not set", at+1)
		}
		return nil
	}
}

// wantedValues says, for each type of flag, what a value of this type must be. The errors of the libraries do not help
// a user, because they only name the functions that parse the value.
var wantedValues = map[string]string{
	"int": "a whole number of at most 18 digits", "uint64": "a whole number from 0 to 18446744073709551615",
	"bool": "true or false", "duration": "a time such as 500ms or 10s",
}

// givenValue is the value of a flag that must not be set to an empty text.
type givenValue struct{ pflag.Value }

// Set sets the value. It refuses an empty text and a list with an empty element.
func (v givenValue) Set(text string) error {
	if text != "" {
		err := v.Value.Set(text)
		if wanted, ok := wantedValues[v.Type()]; ok && err != nil {
			return fmt.Errorf("want %s", wanted)
		}
		if err != nil {
			return err
		}
	}
	list, several := v.Value.(pflag.SliceValue)
	if text == "" || several && slices.Contains(list.GetSlice(), "") {
		return errors.New("it is empty, or a part of it: perhaps a variable is not set; without the flag, the default applies")
	}
	return nil
}
