package harness

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/report"
	"gridjudge/solvers"
)

// judgeFlags are what judge was asked for.
type judgeFlags struct {
	selection
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
	flags.StringSliceVar(&f.sets, "set", nil, `sets to judge on, as globs; "all" for all (default those of gridjudge list sets that say so)`)
	flags.StringVar(&f.problem, "problem", "", "problem that --input is of (default recognised by content)")
	flags.StringVar(&f.input, "input", "", "judge on this file of puzzles instead of sets; - for standard input")
	flags.StringVar(&f.answers, "answers", "", "answers to --input (default givens and rules decide)")
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
	suits, fault := a.suits(&f.selection)
	if len(suits) == 0 {
		return fault
	}
	for _, s := range suits {
		f.limit(s, cmd.Flags().Changed("time-limit"))
	}
	hearing := &hearing{specs: specs, options: judge.Options{Solutions: f.solutions, NodeBudget: f.nodeBudget}}
	if err := a.summon(cmd.Context(), hearing, f); err != nil {
		return err
	}
	keep, closeFacts, err := f.programs.record()
	if err != nil {
		return err
	}
	err = a.hear(cmd.Context(), hearing, suits)
	if err == nil {
		err = a.hearPrograms(cmd.Context(), hearing, suits, f, keep)
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

// limit sets the time limit of a suit.
func (f *judgeFlags) limit(s *suit, given bool) {
	own := s.timeLimit
	if given {
		s.timeLimit = f.timeLimit
	}
	s.timeLimit = time.Duration(float64(s.timeLimit) * f.limitScale)
	s.loosened = s.timeLimit == 0 || s.timeLimit > own
}

// hearing is everybody judged on everything.
type hearing struct {
	specs    []*solvers.Spec
	options  judge.Options
	programs []*program.Program
	rows     []row
	skipped  []string // contestants and sizes that do not go together
	remarks  []string // what else is to be said of the programs
}

// row is one contestant's standing in a suit.
type row struct {
	*judge.Standing
	suit *suit
	runs program.Repeated // of a program; empty in-process
}

// asExpected reports whether the declared verdict came. A contestant that is
// declared to exceed the limit may keep within a wider one.
func (r *row) asExpected() bool {
	return r.AsExpected() ||
		r.suit.loosened && r.Expected == judge.TimeLimit && r.Verdict == judge.Accepted
}

// hear judges one contestant after the other, set by set.
func (a *app) hear(ctx context.Context, h *hearing, suits []*suit) error {
	total := 0
	for _, s := range suits {
		total += len(s.cases) * len(h.specs)
	}
	g := a.newGauge(total)
	defer g.close()
	for _, s := range suits {
		var standings []*judge.Standing
		var err error
		for _, spec := range h.specs {
			if !spec.Takes(s.problem.Size) {
				h.skip(spec, s.problem.Size)
				g.add(len(s.cases), s.name)
				continue
			}
			var standing *judge.Standing
			standing, err = h.try(ctx, spec, s, g)
			standings = append(standings, standing)
			if err != nil {
				break
			}
		}
		judge.Rank(standings)
		for _, standing := range standings {
			h.rows = append(h.rows, row{Standing: standing, suit: s})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// try judges one contestant on one suit.
func (h *hearing) try(ctx context.Context, spec *solvers.Spec, s *suit, g *gauge) (*judge.Standing, error) {
	if s.fault != nil {
		return judge.Failed(s.name, spec.Name, s.fault), nil
	}
	o := h.options
	o.TimeLimit = s.timeLimit
	seen := 0
	what := s.name + " " + spec.Name
	o.Observe = func(*judge.Outcome, *judge.Facts, *solvers.Result) {
		seen++
		g.add(1, what)
	}
	g.add(0, what)
	standing, err := judge.Run(ctx, spec, s.cases, o)
	standing.Set, standing.Expected = s.name, s.expected(spec.Name)
	if err == nil {
		g.add(len(s.cases)-seen, what)
	}
	return standing, err
}
