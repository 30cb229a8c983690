package harness

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/progress"
	"gridjudge/harness/report"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// judgeFlags are what judge was asked for.
type judgeFlags struct {
	testset.Selection
	solvers    []string
	solutions  int
	timeLimit  time.Duration
	limitScale float64
	nodeBudget uint64
	format     string
	programs   externalFlags
}

func (a *app) judgeCommand() *cobra.Command {
	f := &judgeFlags{}
	cmd := &cobra.Command{
		Use:   "judge",
		Short: "Judge solvers: a verdict for each solver on each set",
		Long: `Judge every solver on every set that it can take, and print one row for each.
Below the table stands the first failing case of each row that is not AC.

Any program that reads a problem's input and writes its output can take part
(--exec, --contestants): it is run as a process of its own under limits of time,
memory and output, away from the network and from other processes where the
kernel allows that.

Times are wall times of solving alone, on one thread; answers are checked outside
the clock. Of a program, cpu is that of its whole process, start included. Within
a set, what is accepted stands first, the fastest first; what failed follows, by
cases passed. Ratio is the time over the best one's.

The exit status is 0 when every verdict is the expected one (AC, unless the set
declares another for that contestant), 1 when one is not, 2 for bad input, 3 when
the judge itself failed.`,
		Example: `  gridjudge judge
  gridjudge judge --solver dlx,bitmask --set 'poj3076/*'
  gridjudge judge --set all --limit-scale 2 --format csv
  gridjudge judge --input puzzles.txt --solutions 2
  gridjudge judge --problem poj3076 --input in.txt --answers out.txt --time-limit 10s
  gridjudge judge --exec 'mine=./a.out' --set 'poj3074/*'
  gridjudge judge --exec 'py=python3 solve.py' --per-case --problem luogu1784 --input in.txt
  gridjudge judge --contestants programs.toml --only-external --repeat 5 --facts facts.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.judge(cmd, f) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.solvers, "solver", nil, "solvers to judge (default all but variants)")
	flags.StringSliceVar(&f.Sets, "set", nil, `sets to judge on, as globs; "all" for all (default those of gridjudge list sets that say so)`)
	flags.StringVar(&f.Problem, "problem", "", "problem that --input is of (default recognised by content)")
	flags.StringVar(&f.Input, "input", "", "judge on this file of puzzles instead of sets; - for standard input")
	flags.StringVar(&f.Answers, "answers", "", "answers to --input (default givens and rules decide)")
	flags.IntVar(&f.solutions, "solutions", 1, "count up to so many solutions; a certified number must come out")
	flags.DurationVar(&f.timeLimit, "time-limit", 0, "time for one pass over a set (default the set's own; none for --input)")
	flags.Float64Var(&f.limitScale, "limit-scale", 1, "multiply all time limits, for a slower or faster machine")
	flags.Uint64Var(&f.nodeBudget, "node-budget", 0, "search calls allowed for each case; one that needs more is TLE (default no budget)")
	flags.StringVar(&f.format, "format", "text", "text, markdown, csv or json")
	f.programs.register(flags)
	a.completeNames(cmd)
	return cmd
}

// judge runs the verb.
func (a *app) judge(cmd *cobra.Command, f *judgeFlags) error {
	format, err := report.ParseFormat(f.format)
	switch {
	case err != nil:
		return usageError("--format: %w", err)
	case !(f.limitScale > 0 && f.limitScale <= mostScale): // nor NaN
		return usageError("--limit-scale must be above 0, and at most %v", mostScale)
	case f.timeLimit < 0:
		return usageError("--time-limit must not be below 0")
	case f.solutions < 1:
		return usageError("--solutions must be at least 1")
	}
	specs, err := a.pick(f.solvers)
	if err != nil {
		return err
	}
	sets, fault := a.load(&f.Selection, func(s *corpus.Set) bool { return s.Default })
	if len(sets) == 0 {
		return fault
	}
	var limit *time.Duration
	if cmd.Flags().Changed("time-limit") {
		limit = &f.timeLimit
	}
	for _, s := range sets {
		s.Limit(limit, f.limitScale)
	}
	hearing := &hearing{specs: specs, options: judge.Options{Solutions: f.solutions, NodeBudget: f.nodeBudget}}
	if err := a.summon(cmd.Context(), hearing, f); err != nil {
		return err
	}
	keep, closeFacts, err := f.programs.record()
	if err != nil {
		return err
	}
	err = a.hear(cmd.Context(), hearing, sets)
	if err == nil {
		err = a.hearPrograms(cmd.Context(), hearing, sets, f, keep)
	}
	if e := closeFacts(); err == nil {
		err = e
	}
	interrupted := errors.Is(err, judge.ErrInterrupted) || errors.Is(err, context.Canceled)
	switch {
	case len(hearing.rows) > 0 || interrupted:
		// What was judged is shown, whatever came then.
	case err != nil:
		return err
	default:
		return usageError("no solver of those named takes a set of those named (see gridjudge list solvers)")
	}
	table := hearing.table()
	if err := table.Render(a.stdout, format, report.StyleOf(a.stdout)); err != nil {
		return faultError("cannot write the table: %w", err)
	}
	switch {
	case interrupted:
		return &statusError{exitInterrupted, errors.New("interrupted: what was finished is above")}
	case err != nil:
		return err
	case hearing.faults() > 0:
		return faultError("the judge itself failed in %d cases: see JE above", hearing.faults())
	case fault != nil:
		return fault
	case hearing.unexpected() > 0:
		return unexpected()
	}
	return nil
}

// mostScale is the widest that limits can be made: it turns a day into 27
// years, and a Duration ends at 292.
const mostScale = 10_000

// hearing is everybody judged on everything.
type hearing struct {
	specs    []*solvers.Spec
	options  judge.Options
	programs []*program.Program
	rows     []row
	skipped  []string // contestants and sizes that do not go together
	remarks  []string // what else is to be said of the programs
}

// row is one contestant's standing on a test set.
type row struct {
	*judge.SetResult
	set  *testset.TestSet
	runs program.Repeated // of a program; empty in-process
}

// asExpected reports whether the declared verdict came. A contestant that is
// declared to exceed the limit may keep within a wider one.
func (r *row) asExpected() bool {
	return r.AsExpected() ||
		r.set.Loosened && r.Expected == judge.TimeLimit && r.Verdict == judge.Accepted
}

// hear judges one contestant after the other, set by set.
func (a *app) hear(ctx context.Context, h *hearing, sets []*testset.TestSet) error {
	total := 0
	for _, s := range sets {
		total += len(s.Cases) * len(h.specs)
	}
	g := progress.New(a.stderr, total)
	defer g.Close()
	for _, s := range sets {
		var standings []*judge.SetResult
		var err error
		for _, spec := range h.specs {
			if !spec.Takes(s.Problem.Size) {
				h.skip(spec, s.Problem.Size)
				g.Add(len(s.Cases), s.Name)
				continue
			}
			var standing *judge.SetResult
			standing, err = h.try(ctx, spec, s, g)
			standings = append(standings, standing)
			if err != nil {
				break
			}
		}
		judge.Rank(standings)
		for _, standing := range standings {
			h.rows = append(h.rows, row{SetResult: standing, set: s})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// try judges one contestant on one test set.
func (h *hearing) try(ctx context.Context, spec *solvers.Spec, s *testset.TestSet, g *progress.Display) (*judge.SetResult, error) {
	if s.Err != nil {
		return judge.Failed(s.Name, spec.Name, s.Err), nil
	}
	o := h.options
	o.TimeLimit = s.TimeLimit
	seen := 0
	what := s.Name + " " + spec.Name
	o.Observe = func(*judge.Outcome, *judge.Facts, *solvers.Result) {
		seen++
		g.Add(1, what)
	}
	g.Add(0, what)
	standing, err := judge.Run(ctx, spec, s.Cases, o)
	standing.Set, standing.Expected = s.Name, judge.Expected(s, spec.Name)
	if err == nil {
		g.Add(len(s.Cases)-seen, what)
	}
	return standing, err
}
