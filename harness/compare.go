package harness

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/harness/bench"
	"gridjudge/harness/compare"
	"gridjudge/harness/doctor"
	"gridjudge/harness/progress"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// compareFlags are what compare was asked for.
type compareFlags struct {
	benchFlags
	allow  string
	format string
	floor  string
}

func (a *app) compareCommand() *cobra.Command {
	f := &compareFlags{}
	cmd := &cobra.Command{
		Use:   "compare OLD [NEW]",
		Short: "Say whether NEW is slower than OLD, and be right about it",
		Long: `Compare two recorded runs (folders or .bench files) or two git revisions; NEW is the
working tree, uncommitted changes included, where it is not given. Revisions are built
and measured side by side, round by round; suspects are measured a second time before
they are called a regression. Exit status: 0 fine, 1 regression, 2 usage or input,
4 inconclusive.`,
		Example: `  gridjudge compare HEAD
  gridjudge compare v1.0 main --solver dlx --set 'poj3074/*' --format markdown
  gridjudge compare results/A results/B --allow 2%`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return usageError("compare takes OLD and, if it is not the working tree, NEW (see %s --help)", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.compare(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.selection.Solvers, "solver", nil, "contestants to compare (default all but variants)")
	flags.StringSliceVar(&f.selection.Sets, "set", nil, "sets to compare on, as globs (default those marked bench)")
	flags.IntVar(&f.rounds, "rounds", 10, "rounds of the first measurement")
	flags.DurationVar(&f.time, "time", 100*time.Millisecond, "least length of a sample")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all orders (default random)")
	flags.StringVar(&f.out, "out", "results", "folder in which the samples of revisions are kept")
	flags.IntVar(&f.cpu, "cpu", -1, "bind the measuring threads to this processor (default each in turn)")
	flags.StringVar(&f.allow, "allow", "1%", "change of time that is allowed")
	flags.StringVar(&f.floor, "floor", "", "file with the noise floor (default this user's calibration)")
	flags.StringVar(&f.format, "format", string(report.Text), report.FormatNames())
	return cmd
}

func (a *app) compare(cmd *cobra.Command, f *compareFlags, args []string) error {
	format, err := report.ParseFormat(f.format)
	if err != nil {
		return usageError("--format: %w", err)
	}
	if err := f.checkCPU(cmd); err != nil {
		return err
	}
	rules := compare.DefaultRules
	if rules.Allow, err = parsePercent(f.allow); err != nil {
		return usageError("--allow: %w", err)
	}
	floor, notes, err := storedFloor(f.floor)
	if err != nil {
		return usageError("--floor: %w", err)
	}
	recorded := 0
	for _, arg := range args {
		if _, err := os.Stat(arg); err == nil {
			recorded++
		}
	}
	var found []compare.Comparison
	switch {
	case recorded == 2:
		found, notes, err = compareRecorded(args[0], args[1], rules, floor, notes)
	case recorded == 1:
		return usageError("a recorded run can only be compared with another one: a revision has to be measured side by side with the other")
	default:
		found, notes, err = a.compareRevisions(cmd, f, args, rules, floor, notes)
	}
	if err != nil {
		return err
	}
	table := compare.Table(found, rules, notes)
	a.caption(table, format)
	if err := table.Render(a.stdout, format, report.StyleOf(a.stdout)); err != nil {
		return faultError("%w", err)
	}
	switch compare.Outcome(found) {
	case compare.ExitRegression:
		return unexpected()
	case compare.ExitInconclusive:
		return &statusError{exitInconclusive, nil}
	}
	return nil
}

// parsePercent reads 2% or 0.02.
func parsePercent(s string) (float64, error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(v >= 0) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is no share such as 2%%", s)
	}
	if percent {
		v /= 100
	}
	return v, nil
}

// storedFloor is the calibration of this machine, or the one in the file that was
// given, with what to say of it; nil where none is stored.
func storedFloor(path string) (*compare.Calibration, []string, error) {
	given := path != ""
	if !given {
		var err error
		if path, err = compare.CalibrationPath(); err != nil {
			return nil, nil, nil // no home: nothing can be stored
		}
	}
	c, err := compare.ReadCalibration(path)
	switch {
	case err != nil:
		return nil, nil, err
	case c == nil && given:
		return nil, nil, fmt.Errorf("%s does not exist", path)
	case c == nil, !given && !c.OfMachine(doctor.ThisMachine()):
		return nil, nil, nil
	}
	note := fmt.Sprintf("Noise floor: calibrated %s (%s).", c.Measured.Format(time.DateTime), path)
	if why := c.Stale(time.Now(), doctor.ThisMachine()); why != "" {
		note += " It is stale, " + why + ": run gridjudge calibrate."
	}
	return c, []string{note}, nil
}

// compareRecorded compares two recorded runs. There is nothing to measure a
// second time.
func compareRecorded(old, new string, rules compare.Rules, calibration *compare.Calibration, calibrated []string) ([]compare.Comparison, []string, error) {
	var runs []*results.Run
	var notes []string
	for _, path := range []string{old, new} {
		found, err := results.Find(path)
		if err != nil {
			return nil, nil, usageError("%w", err)
		}
		if len(found) > 1 {
			return nil, nil, usageError("%s holds %d runs: name one of them", path, len(found))
		}
		run, err := results.ReadRun(found[0])
		if err != nil {
			return nil, nil, usageError("%w", err)
		}
		runs = append(runs, run)
		notes = append(notes, run.Warnings...)
	}
	before, after := compare.ArmOf(runs[0]), compare.ArmOf(runs[1])
	floor := compare.SpreadFloor(before, after)
	switch {
	case calibration == nil:
		notes = append(notes, "Noise floor: none is stored for this machine (gridjudge calibrate); taken from the spread within the two files.")
	case !calibration.Fits(runs[0]) || !calibration.Fits(runs[1]):
		notes = append(notes, "Noise floor: the stored one is of another machine than these runs; taken from the spread within the two files.")
	default:
		floor = calibration.Of
		notes = append(notes, calibrated...)
	}
	for _, d := range results.Incomparable(runs) {
		notes = append(notes, "Warning: "+d+": times of such runs are not comparable.")
	}
	found := compare.Compare(before, after, floor, false)
	compare.Decide(found, rules)
	return found, notes, nil
}

// secondBudget is how long the second measurement may take.
const secondBudget = 2 * time.Minute

// compareRevisions builds two revisions and measures them side by side.
func (a *app) compareRevisions(cmd *cobra.Command, f *compareFlags, args []string, rules compare.Rules, calibration *compare.Calibration, calibrated []string) ([]compare.Comparison, []string, error) {
	ctx := cmd.Context()
	if f.rounds < stats.MinSamples {
		return nil, nil, usageError("--rounds %d: %d are the fewest with a finite interval", f.rounds, stats.MinSamples)
	}
	revisions := [2]string{args[0], ""}
	if len(args) == 2 {
		revisions[1] = args[1]
	}
	names := revisions
	for i, r := range revisions {
		if r == "" {
			continue
		}
		commit, err := compare.Resolve(ctx, r)
		if err != nil {
			return nil, nil, usageError("%w", err)
		}
		revisions[i] = commit
	}
	dir, err := compare.TempDir()
	if err != nil {
		return nil, nil, faultError("%w", err)
	}
	defer os.RemoveAll(dir)
	shown := progress.New(a.stderr, 0)
	defer shown.Close()
	var programs [2]compare.Program
	for i, r := range revisions {
		shown.Say("building " + compare.Named(names[i]))
		below := filepath.Join(dir, strconv.Itoa(i))
		if err := os.Mkdir(below, 0o777); err != nil {
			return nil, nil, faultError("%w", err)
		}
		path, err := compare.Build(ctx, r, below)
		if err != nil {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			return nil, nil, usageError("%w", err)
		}
		programs[i] = compare.Executable{Name: compare.Named(names[i]), Path: path, Args: f.serveArgs(cmd)}
	}
	kept, err := results.CreatePair(f.out, [2]string{cmp.Or(revisions[0], "worktree"), cmp.Or(revisions[1], "worktree")}, a.pairManifest(f, revisions))
	if err != nil {
		return nil, nil, faultError("cannot record: %w", err)
	}
	defer kept.Close()
	contest := &compare.Experiment{
		Programs: programs, Seed: f.seed, Rounds: f.rounds, Parts: compare.Parts(f.time), CPUs: f.processors(), Rules: rules, Calibration: calibration,
		Budget: secondBudget, Keep: kept.Append,
		Tell: func(again bool, done, of int, cell results.Benchmark) {
			what := "measuring "
			if again {
				what = "measuring again "
			}
			shown.Set(done, of, what+cell.String())
		},
	}
	result, err := contest.Run(ctx)
	switch {
	case ctx.Err() != nil:
		a.sayKept(kept)
		return nil, nil, ctx.Err()
	case errors.Is(err, bench.ErrNoBench):
		return nil, nil, usageError("%w", err)
	case err != nil:
		return nil, nil, faultError("%w", err)
	}
	for b, digest := range result.Arms[0].Corpus {
		kept.Manifest.Sets[b.Set] = digest
	}
	if err := kept.Finish(); err != nil {
		return nil, nil, faultError("%w", err)
	}
	notes := calibrated
	switch {
	case calibration == nil:
		notes = append(notes, "Noise floor: none is stored for this machine (gridjudge calibrate); taken from each program compared with itself in this run.")
	case f.time < calibration.MinTime || f.rounds < calibration.Rounds:
		notes = append(notes, fmt.Sprintf("The floor is of %d rounds in samples of %v: for fewer or shorter ones it may be too low.", calibration.Rounds, calibration.MinTime))
	}
	if n := len(result.Suspects); n > 0 {
		notes = append(notes, fmt.Sprintf("Suspects measured again: %d, in %d fresh rounds, which alone decide.", n, result.Again))
	}
	return result.Found, append(notes, fmt.Sprintf("Seed %d; samples kept in %s.", f.seed, kept.Dir)), nil
}

// pairManifest returns the manifest of two builds; the commit of the working tree is "".
func (a *app) pairManifest(f *compareFlags, commits [2]string) *results.PairManifest {
	m := &results.PairManifest{
		Started: time.Now().UTC(), Command: a.command(), Program: doctor.ProgramDigest(), Machine: doctor.ThisMachine(),
		Seed: f.seed, Rounds: f.rounds, MinTime: f.time, Sets: map[string]string{},
	}
	for i, commit := range commits {
		m.Arms[i] = results.Arm{Name: compare.Named(commit), Commit: commit, Dirty: commit == ""}
	}
	return m
}

// sayKept says where the samples are that were taken before an interrupt.
func (a *app) sayKept(kept *results.Pair) {
	if kept.Samples > 0 {
		fmt.Fprintf(a.stderr, "gridjudge: interrupted; the samples so far are kept in %s\n", kept.Dir)
	}
}

// serveArgs are passed on to the programs that are measured.
func (f *benchFlags) serveArgs(cmd *cobra.Command) []string {
	if !cmd.Flags().Changed("seed") {
		f.seed = uint64(time.Now().UnixNano())
	}
	args := []string{"--time", f.time.String(), "--seed", strconv.FormatUint(f.seed, 10)}
	for _, s := range f.selection.Solvers {
		args = append(args, "--solver", s)
	}
	for _, s := range f.selection.Sets {
		args = append(args, "--set", s)
	}
	return args
}

// processors are those that the programs are bound to in turn.
func (f *benchFlags) processors() []int {
	if f.cpu >= 0 {
		return []int{f.cpu}
	}
	return bench.Processors()
}
