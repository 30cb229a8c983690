package harness

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridjudge/harness/compare"
	"gridjudge/harness/program"
	"gridjudge/harness/progress"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// compareFlags are the flags of compare.
type compareFlags struct {
	settings    compare.Settings
	contestants contestantFlags // the two programs of --exec or --contestants
	allow       string
	summary     string
	format      *formatFlag
}

func (a *app) compareCommand() *cobra.Command {
	f := &compareFlags{}
	cmd := &cobra.Command{
		Use:   "compare OLD [NEW]",
		Short: "Detect slowdowns between two runs, two git revisions or two programs",
		Long: `Detect slowdowns between two recorded runs, two git revisions, or two programs. A run is a
folder with run.json, or a .bench file. Everything else is a revision, and git:NAME is one
even where a run has that name. Without NEW, the working tree is the new revision,
uncommitted changes included. Revisions are built and measured side by side, round by
round. A benchmark whose time seems to have changed is measured a second time, and only the
second measurement decides. More nodes, updates or allocations, and a benchmark that is no
longer accepted, are regressions without a second measurement.

A change of time counts only if it exceeds the noise floor of this machine, which
gridjudge calibrate measures and stores. For benchmarks that no stored floor covers, the
floor is estimated from the run.

--exec old=COMMAND --exec new=COMMAND compares two programs by the same rules. They run as
whole processes that are bound to no processor. Their noise floor is always estimated.

The samples of the two sides are kept as two runs, for table, report and compare.

--format markdown prints a comment for a pull request: the verdict, the largest changes with
their intervals, and the table in a fold.

The exit status is 1 with a regression. Without one, it is 4 if a benchmark is inconclusive
or below the noise floor, and 0 otherwise. It is 2 for bad input, and 3 if the judge itself
failed.`,
		Example: `  gridjudge compare HEAD
  gridjudge compare v1.0 main --solver dlx --set 'poj3074/*' --format markdown
  gridjudge compare results/A results/B --allow 2%
  gridjudge compare origin/main --summary "$GITHUB_STEP_SUMMARY"
  gridjudge compare --exec 'old=./a.out' --exec 'new=./b.out' --set 'poj3074/*'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.contestants.hasPrograms() {
				if len(args) > 0 {
					return usageError("compare takes OLD and NEW, or two programs as --exec old=COMMAND --exec new=COMMAND")
				}
				return nil
			}
			if len(args) < 1 || len(args) > 2 {
				return usageError("compare takes OLD and, unless it is the working tree, NEW (see %s --help)", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.compare(cmd, f, args) },
	}
	flags := cmd.Flags()
	registerSettings(flags, &f.settings)
	flags.IntVar(&f.settings.Rounds, "rounds", compare.DefaultRounds, "rounds of the first measurement, which may end earlier; at least 6")
	flags.StringVar(&f.allow, "allow", "1%", "allowed change of time, as 2% or 0.02")
	registerFloor(flags, &f.settings.Floor, "file with the noise floor (default the one that calibrate stored for this user)")
	f.contestants.registerPrograms(flags, false)
	flags.StringVar(&f.summary, "summary", "", "also append a comment for a pull request to this file, as to $GITHUB_STEP_SUMMARY")
	f.format = registerFormat(cmd)
	return cmd
}

// registerSettings registers the flags that compare and calibrate share.
func registerSettings(flags *pflag.FlagSet, s *compare.Settings) {
	flags.StringSliceVar(&s.Solvers, "solver", nil, "solvers to measure (default all but variants and those for any exact cover problem)")
	flags.StringSliceVar(&s.Sets, "set", nil, `test sets to measure on, as globs (default the sets marked bench in "list sets")`)
	flags.DurationVar(&s.Time, "time", compare.DefaultTime, "least length of a sample")
	flags.Uint64Var(&s.Seed, "seed", 0, "seed of all orders (default random, and printed)")
	flags.StringVar(&s.Out, "out", "results", "folder in which the folders of the samples are made")
	registerCPU(flags, &s.CPU, "bind the measuring threads to this processor (default each processor in turn)")
}

// registerFloor registers the flag that names the file of the noise floor.
func registerFloor(flags *pflag.FlagSet, floor *string, usage string) {
	flags.StringVar(floor, "floor", "", usage)
}

// completeSettings checks --cpu, draws a seed if none is given, and records the command line.
func (a *app) completeSettings(cmd *cobra.Command, s *compare.Settings) error {
	if !cmd.Flags().Changed("seed") {
		s.Seed = rand.Uint64() >> 1
	}
	s.Verb, s.Command = cmd.Name(), a.command()
	return nil
}

// compare runs the verb.
func (a *app) compare(cmd *cobra.Command, f *compareFlags, args []string) error {
	if err := a.completeSettings(cmd, &f.settings); err != nil {
		return err
	}
	var err error
	if f.settings.Rules.Allow, err = compare.ParseAllow(f.allow); err != nil {
		return usageError("--allow: %w", err)
	}
	summary, err := openSummary(cmd, f.summary)
	if err != nil {
		return err
	}
	defer summary.Close()
	result, err := a.comparison(cmd, f, args)
	if err != nil {
		if result != nil {
			a.sayKept(result.Kept)
		}
		return compareError(err)
	}
	if err := a.showComparison(result, f.format, summary); err != nil {
		return err
	}
	switch compare.Outcome(result.Found) {
	case compare.ExitRegression:
		return unexpected()
	case compare.ExitInconclusive:
		return &statusError{exitInconclusive, nil}
	}
	return nil
}

// comparison compares what is asked for: two programs, two recorded runs or two revisions.
func (a *app) comparison(cmd *cobra.Command, f *compareFlags, args []string) (*compare.Result, error) {
	ctx, s := cmd.Context(), &f.settings
	shown := progress.New(a.stderr, 0)
	defer shown.Close()
	if f.contestants.hasPrograms() {
		if err := refuse(cmd, "programs are measured as processes, unbound, and have no calibration", "solver", "cpu", "floor"); err != nil {
			return nil, err
		}
		programs, sets, err := a.comparedPrograms(ctx, f)
		if err != nil {
			return nil, err
		}
		return compare.Programs(ctx, programs, sets, s, shown)
	}
	if err := refuse(cmd, "no program takes part: name two with --exec", "limits"); err != nil {
		return nil, err
	}
	recorded, other := 0, "the working tree"
	for _, arg := range args {
		if isRun(arg) {
			recorded++
		} else {
			other = strconv.Quote(arg)
		}
	}
	switch recorded {
	case 0:
		return compare.Revisions(ctx, args[0], append(args, "")[1], s, shown)
	case 1:
		return nil, usageError("a recorded run can only be compared with another recorded run, and %s is none: "+
			"want a folder with run.json, or a .bench file; a revision has to be measured side by side with the other one", other)
	}
	if err := refuse(cmd, "two recorded runs are only read", "solver", "set", "rounds", "time", "seed", "out", "cpu"); err != nil {
		return nil, err
	}
	return testset.Await(ctx, func() (*compare.Result, error) { return compare.Recorded(args[0], args[1], s.Rules, s.Floor) })
}

// isRun reports whether an argument names a recorded run: a folder with a manifest, or a .bench file. Other files may
// have the name of a revision.
func isRun(arg string) bool {
	path := arg
	if filepath.Ext(arg) != ".bench" {
		path = filepath.Join(arg, results.ManifestFile)
	}
	_, err := os.Stat(path)
	return err == nil
}

// comparedPrograms returns the two programs to compare, and the sets that they are measured on.
func (a *app) comparedPrograms(ctx context.Context, f *compareFlags) (pair [2]*program.Program, sets []*testset.TestSet, err error) {
	all, err := f.contestants.declared("")
	if err != nil {
		return pair, nil, err
	}
	if len(all) == 2 && all[0].Name == "new" {
		slices.Reverse(all)
	}
	if len(all) != 2 || all[0].Name != "old" || all[1].Name != "new" {
		return pair, nil, usageError("compare takes two programs: --exec old=COMMAND --exec new=COMMAND")
	}
	cases := caseFlags{testset.Selection{Sets: f.settings.Sets}}
	if sets, err = a.benchSets(ctx, &cases, &f.contestants.limits); err != nil {
		return pair, nil, err
	}
	programs, err := a.prepare(ctx, all)
	if err != nil {
		return pair, nil, err
	}
	return [2]*program.Program(programs), sets, nil
}

// sayKept says where the samples of a measurement are that did not end.
func (a *app) sayKept(dirs []string) {
	if len(dirs) > 0 {
		a.note("ended early; the samples so far are kept in %s", strings.Join(dirs, " and "))
	}
}

// compareError gives an error of package compare its exit status.
func compareError(err error) error {
	var input *compare.InputError
	var status *statusError
	switch {
	case errors.As(err, &status):
		return err
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &input):
		return usageError("%w", err)
	case errors.Is(err, syscall.ENOTDIR):
		return outputError("out", err)
	case errors.Is(err, compare.ErrNothingAccepted):
		return &statusError{exitInconclusive, err}
	}
	return internalError("%w", err)
}
