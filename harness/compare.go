package harness

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridjudge/harness/bench"
	"gridjudge/harness/compare"
	"gridjudge/harness/input"
	"gridjudge/harness/progress"
	"gridjudge/harness/results"
)

// compareFlags are the flags of compare.
type compareFlags struct {
	settings compare.Settings
	allow    string
	floor    string
	exec     []string
	summary  string
	format   *formatFlag

	requireSandbox bool
}

func (a *app) compareCommand() *cobra.Command {
	f := &compareFlags{}
	cmd := &cobra.Command{
		Use:   "compare OLD [NEW]",
		Short: "Detect slowdowns between two runs, two git revisions or two programs",
		Long: `Detect slowdowns between two recorded runs, two git revisions, or two programs. A run is a
folder with run.json, or a .bench file. Everything else is a revision, and git:NAME is one
even where a run has that name. Without NEW, the working tree is the new revision, uncommitted changes
included. Revisions are built and measured side by side, round by round. A benchmark whose
time seems to have changed is measured a second time, and only the second measurement
decides. More nodes, updates or allocations, and a benchmark that is no longer accepted,
are regressions without a second measurement.

A change of time counts only if it exceeds the noise floor of this machine, which
gridjudge calibrate measures and stores. For benchmarks that no stored floor covers, the
floor is estimated from the run.

--exec old=COMMAND --exec new=COMMAND compares two programs by the same rules. They run as
whole processes that are bound to no processor. Their noise floor is always estimated.
--solver, --cpu and --floor are refused with --exec.

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
			if len(f.exec) > 0 {
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
	flags.StringVar(&f.floor, "floor", "", "file with the noise floor (default the one that calibrate stored for this user)")
	markFiles(flags, isInput, "floor")
	flags.StringArrayVar(&f.exec, "exec", nil, "program to compare, as old=COMMAND and new=COMMAND; COMMAND is as in judge")
	registerRequireSandbox(flags, &f.requireSandbox)
	flags.StringVar(&f.summary, "summary", "", "also append a comment for a pull request to this file, as to $GITHUB_STEP_SUMMARY")
	markFiles(flags, isOutput, "summary")
	f.format = registerFormat(cmd)
	return cmd
}

// registerSettings registers the flags that compare and calibrate share.
func registerSettings(flags *pflag.FlagSet, s *compare.Settings) {
	flags.StringSliceVar(&s.Solvers, "solver", nil, "solvers to measure (default all but variants)")
	flags.StringSliceVar(&s.Sets, "set", nil, `test sets to measure on, as globs (default the sets marked bench in "list sets")`)
	flags.DurationVar(&s.Time, "time", compare.DefaultTime, "least length of a sample")
	flags.Uint64Var(&s.Seed, "seed", 0, "seed of all orders (default random, and printed)")
	flags.StringVar(&s.Out, "out", "results", "folder in which the samples are kept")
	registerCPU(flags, &s.CPU, "bind the measuring threads to this processor (default each processor in turn)")
}

// completeSettings checks --cpu, draws a seed if none is given, and records the command line.
func (a *app) completeSettings(cmd *cobra.Command, s *compare.Settings) error {
	if cmd.Flags().Changed("cpu") && s.CPU < 0 {
		return usageError("--cpu %d: processors are counted from 0", s.CPU)
	}
	if !cmd.Flags().Changed("seed") {
		s.Seed = rand.Uint64() >> 1
	}
	s.Command = a.command()
	return nil
}

// compare runs the verb.
func (a *app) compare(cmd *cobra.Command, f *compareFlags, args []string) error {
	if err := a.completeSettings(cmd, &f.settings); err != nil {
		return err
	}
	rules := compare.DefaultRules
	var err error
	if rules.Allow, err = compare.ParseAllow(f.allow); err != nil {
		return usageError("--allow: %w", err)
	}
	recorded := 0
	for _, arg := range args {
		if isRun(arg) {
			recorded++
		}
	}
	summary, err := openSummary(cmd, f.summary)
	if err != nil {
		return err
	}
	defer summary.Close()
	var result *compare.Result
	switch {
	case len(f.exec) > 0:
		result, err = a.comparePrograms(cmd, f, rules)
	case recorded == 2:
		if err := unused(cmd, "two recorded runs are only read", "solver", "set", "rounds", "time", "seed", "out", "cpu", "require-sandbox"); err != nil {
			return err
		}
		result, err = input.Do(cmd.Context(), func() (*compare.Result, error) { return compare.Recorded(args[0], args[1], rules, f.floor) })
	case recorded == 1:
		return usageError("a recorded run can only be compared with another recorded run: a revision has to be measured side by side with the other one")
	default:
		if err := unused(cmd, "no program takes part: name two with --exec", "require-sandbox"); err != nil {
			return err
		}
		shown := progress.New(a.stderr, 0)
		revisions := &compare.Revisions{Old: args[0], Settings: f.settings, Rules: rules, Floor: f.floor}
		if len(args) == 2 {
			revisions.New = args[1]
		}
		result, err = revisions.Run(cmd.Context(), shown)
		shown.Close()
	}
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

// comparePrograms compares the two programs of --exec.
func (a *app) comparePrograms(cmd *cobra.Command, f *compareFlags, rules compare.Rules) (*compare.Result, error) {
	if err := unused(cmd, "programs are measured as processes, unbound, and have no calibration", "solver", "cpu", "floor"); err != nil {
		return nil, err
	}
	all, err := (&programFlags{exec: f.exec}).declared()
	if err != nil {
		return nil, err
	}
	if len(all) == 2 && all[0].Name == "new" {
		slices.Reverse(all)
	}
	if len(all) != 2 || all[0].Name != "old" || all[1].Name != "new" {
		return nil, usageError("compare takes two programs: --exec old=COMMAND --exec new=COMMAND")
	}
	sets, err := a.benchSets(cmd.Context(), &results.Selection{Sets: f.settings.Sets})
	if err != nil {
		return nil, err
	}
	programs, err := a.prepare(cmd.Context(), all, nil, f.requireSandbox)
	if err != nil {
		return nil, err
	}
	p := &compare.Programs{Settings: f.settings, Rules: rules}
	for i := range programs {
		p.Plans[i] = bench.NewPlan(sets, nil, bench.NewSettings(f.settings.Time, f.settings.Seed))
		if err := p.Plans[i].AddPrograms(cmd.Context(), sets, programs[i:i+1]); err != nil {
			return nil, internalError("%w", err)
		}
	}
	shown := progress.New(a.stderr, 0)
	defer shown.Close()
	return p.Run(cmd.Context(), shown)
}

// sayKept says where the samples of a measurement are that did not end.
func (a *app) sayKept(dir string) {
	a.note("ended early; the samples so far are kept in %s", dir)
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
		return folderError("out", err)
	case errors.Is(err, compare.ErrNothingAccepted):
		return &statusError{exitInconclusive, err}
	}
	return internalError("%w", err)
}
