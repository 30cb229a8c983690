package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	requestFlags
	format *formatFlag
}

// compareVerb returns the verb compare, whose flags are parsed into f.
func (a *app) compareVerb(f *compareFlags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "compare [OLD [NEW]] [-- FILE...]",
		Short: "Detect slowdowns between two runs, git revisions or programs",
		Long:  helpText("compare"),
		Example: `  gridjudge compare HEAD
  gridjudge compare v1.0 main --solver dlx --set 'poj3074/*'
  gridjudge compare results/A results/B --allow 2%
  gridjudge compare origin/main --format markdown >> "$GITHUB_STEP_SUMMARY"
  gridjudge compare HEAD --solver dlx -- my.txt
  gridjudge compare --exec 'old=./a.out' --exec 'new=./b.out' --set 'poj3074/*'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.complete(cmd, args); err != nil {
				return err
			}
			return a.compare(cmd, f)
		},
	}
	flags := cmd.Flags()
	f.registerSettings(flags, "rounds of the first measurement, which may end earlier; at least 6")
	f.registerSolutions(flags, ", and time the whole search")
	f.registerProblem(flags)
	flags.Uint64Var(&f.Seed, "seed", 0, "seed of all orders (default random, and printed)")
	f.Allow = compare.DefaultRules.Allow
	flags.Func("allow", "allowed change of time, as 2% or 0.02 (default 1%)", func(text string) (err error) {
		f.Allow, err = compare.ParseAllow(text)
		return err
	})
	f.registerPrograms(flags, false)
	limits := flags.Lookup("limits")
	limits.Usage = "only with --exec, because solvers of two revisions are judged under the limits of their sets: " + limits.Usage
	f.format = registerFormat(cmd)
	return cmd
}

// registerSettings registers the flags that compare and calibrate share. rounds is the usage of --rounds.
func (f *requestFlags) registerSettings(flags *pflag.FlagSet, rounds string) {
	flags.IntVar(&f.Rounds, "rounds", compare.DefaultRounds, rounds)
	flags.StringSliceVar(&f.Solvers, "solver", nil, "solvers to measure (default all but variants; those for any exact cover problem take Sudoku only if named)")
	flags.StringSliceVar(&f.Sets, "set", nil, `test sets to measure on, as globs; a problem for its sets (default the sets marked bench in "list sets")`)
	flags.DurationVar(&f.MinTime, "time", compare.DefaultTime, "length of a sample, in whole passes: as many as fill it in the warm-up")
	flags.StringVar(&f.Out, "out", "results", "folder in which the samples of both sides are kept, as two runs")
	f.registerCPU(flags, "bind the measuring threads to this processor (default each processor in turn)")
}

// complete adds the arguments to a request: the two sides that are compared, and after -- the user's files of puzzles.
// If the user gave no seed, it draws one.
func (f *compareFlags) complete(cmd *cobra.Command, args []string) error {
	f.requestFlags.complete(cmd, nil)
	if n := cmd.ArgsLenAtDash(); n >= 0 {
		args, f.Files = slices.Clip(args[:n]), args[n:]
	}
	if n := len(args); n > 2 || (n == 0) != f.HasPrograms() {
		return usageError("compare takes OLD and NEW, or two programs as --exec old=COMMAND --exec new=COMMAND; " +
			"without NEW, the working tree is new; files of puzzles come after --")
	}
	sides := append(args, "", "")
	f.Old, f.New = sides[0], sides[1]
	return nil
}

// compare runs the verb.
func (a *app) compare(cmd *cobra.Command, f *compareFlags) error {
	result, err := a.comparison(cmd, f)
	if err != nil {
		return a.compareError(err)
	}
	if err := a.render(f.format, result.Table()); err != nil {
		return err
	}
	switch result.Weightiest() {
	case compare.Regression:
		return unexpected()
	case compare.Inconclusive, compare.BelowFloor, compare.NotTimed:
		return &statusError{exitInconclusive, nil}
	}
	return nil
}

// comparison compares the two sides that the user asked for: two programs, two recorded runs or two revisions.
func (a *app) comparison(cmd *cobra.Command, f *compareFlags) (*compare.Findings, error) {
	ctx, s := cmd.Context(), &compare.Settings{Request: f.Request}
	s.Rules = compare.Rules{Allow: f.Allow, Asked: cmd.Flags().Changed("allow")}
	shown := progress.New(a.stderr)
	defer shown.Close()
	if f.HasPrograms() {
		if err := refuse(cmd, "programs are measured as processes, unbound, and have no calibration", "solver", "cpu", "solutions"); err != nil {
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
	args := []string{f.Old, f.New}
	if f.New == "" { // the working tree
		args = args[:1]
	}
	others := slices.DeleteFunc(slices.Clone(args), isRun)
	mistyped := slices.IndexFunc(others, func(arg string) bool { return filepath.Ext(arg) == ".bench" })
	switch {
	case mistyped >= 0:
		return nil, usageError("%s: %s; a revision of that name is written git:%[1]s", others[mistyped], compare.Found(others[mistyped]))
	case len(others) == len(args):
		found, err := compare.Revisions(ctx, s, shown)
		if _, unknown := a.pick(args); unknown == nil && errors.As(err, new(*compare.InputError)) {
			err = usageError("%w; gridjudge bench --solver %s compares solvers", err, strings.Join(args, ","))
		}
		return found, err
	case len(args) == 1:
		return nil, usageError("a recorded run can only be compared with another recorded run, and %s is none: name the other run, too", compare.WorkingTree)
	case len(others) > 0:
		return nil, usageError("a recorded run can only be compared with another recorded run, and %s is none (%s): "+
			"want a folder with run.json, or a .bench file; a revision has to be measured side by side with the other one",
			others[0], compare.Found(others[0]))
	}
	if err := refuse(cmd, "two recorded runs are only read", "solver", "set", "problem", "solutions", "rounds", "time", "seed", "out", "cpu"); err != nil {
		return nil, err
	}
	if len(s.Files) > 0 {
		return nil, usageError("leave out FILE: no effect here, because two recorded runs are only read")
	}
	return testset.Await(ctx, func() (*compare.Findings, error) { return compare.Recorded(args[0], args[1], s.Rules) })
}

// isRun reports whether an argument names a recorded run: a folder with a manifest, or a .bench file. Any other file
// is not a run, because a file may have the name of a revision.
func isRun(arg string) bool {
	path := arg
	if filepath.Ext(arg) != ".bench" {
		path = filepath.Join(arg, results.ManifestFile)
	}
	_, err := os.Stat(path)
	return err == nil
}

// comparedPrograms returns the two programs to compare, old and new, and the sets on which they are measured.
func (a *app) comparedPrograms(ctx context.Context, f *compareFlags) (pair [2]*program.Program, sets []*testset.TestSet, err error) {
	all, err := f.declared("")
	if err != nil {
		return pair, nil, err
	}
	slices.SortFunc(all, func(a, b *program.Contestant) int { return strings.Compare(b.Name, a.Name) }) // old, new
	if len(all) != 2 || all[0].Name != "old" || all[1].Name != "new" {
		return pair, nil, usageError("compare takes two programs, which are named old and new: --exec old=COMMAND --exec new=COMMAND")
	}
	if sets, err = a.benchSets(ctx, &f.requestFlags); err != nil {
		return pair, nil, err
	}
	programs, err := a.prepare(ctx, all)
	if err != nil {
		return pair, nil, err
	}
	return [2]*program.Program(programs), sets, nil
}

// compareError gives an error of package compare its exit status. If a measurement ended early, it says where the
// samples so far are.
func (a *app) compareError(err error) error {
	if early, is := errors.AsType[*compare.EndedEarly](err); is {
		a.note("ended early; the samples so far are kept in %s", strings.Join(early.Kept, " and "))
	}
	switch {
	case errors.As(err, new(*statusError)):
		return err
	case errors.As(err, new(*compare.InputError)):
		return usageError("%w", err)
	case errors.As(err, new(*compare.RecordError)):
		return outputError("out", err)
	case errors.Is(err, compare.ErrNothingAccepted):
		return &statusError{exitInconclusive, err}
	}
	return internalError("%w", err)
}
