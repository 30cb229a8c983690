package harness

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/progress"
	"gridjudge/harness/results"
)

// judgeFlags are the flags of judge.
type judgeFlags struct {
	cases       caseFlags
	contestants contestantFlags
	solutions   uint64
	keepGoing   bool
	jobs        int
	perCase     bool
	repeat      int
	strict      bool
	shard       shardFlag
	out, resume string
	board       boardFlags
}

func (a *app) judgeCommand() *cobra.Command {
	f := &judgeFlags{}
	cmd := &cobra.Command{
		Use:   "judge [FILE...]",
		Short: "Judge solvers and programs: one verdict for each on each test set",
		Long: `Judge every solver on every test set that it takes, and print one row for each solver and
set. Lines below the table name the first failing case of each row that is not AC.

Any program that reads a problem's input and writes its output can be judged (--exec,
--contestants). It runs as a process of its own under limits of time, memory and
output. If the kernel allows it, the program sees neither the network nor other
processes. A file for --contestants looks like this:

  [[contestant]]
  name = "mine"
  build = "g++ -O2 -o mine mine.cpp"
  run = "./mine"
  limits = { time = "2s", memory = "256M" }

The time of a solver is the wall time of solving alone, on one thread; answers are
checked outside the clock. The time of a program is the cpu time of its whole process,
start included. On each set, the rows of solvers come before those of programs; in each of
the two groups, more cases passed come first, then less time. Ratio is the time of a row
over the best time of its group on the set. On a terminal, a set has one line per group if
all contestants are accepted (-v: every row). A summary of each problem ends the output.
Its ranks are intervals: contestants share ranks if the measurements do not decide their
order.

The test sets are embedded ones (--set), or files of puzzles, each one test set; - is
standard input. A FILE may have any length: it is read once, in blocks of 16,384 puzzles,
and all solvers are judged on a block before the next one is read. Programs get all puzzles
of a FILE at once, so they are kept in memory.

With --out the judging is recorded: a run for table, report and plot. If it is interrupted,
--resume continues it after the last contestant and set that were finished.

The exit status is 0 if every verdict is the expected one, 1 if any verdict is not,
2 for bad input, 3 if the judge itself failed. The expected verdict is AC unless the set
declares another one for that contestant. With --shard, a verdict that is not the expected
one gives 0; merge then ends with status 1.`,
		Example: `  gridjudge judge
  gridjudge judge --solver dlx,bitmask --set 'poj3076/*'
  gridjudge judge --set all --limits scale=2 --format csv
  gridjudge judge puzzles.txt --solutions 2
  gridjudge judge puzzles.txt --solver dlx --jobs 2
  gridjudge judge --problem poj3076 in.txt --answers out.txt --limits time=10s
  gridjudge judge --exec 'mine=./a.out' --set 'poj3074/*'
  gridjudge judge --exec 'py=python3 solve.py' --per-case --problem luogu1784 in.txt
  gridjudge judge --contestants programs.toml --solver none --repeat 6 --out results`,
		Annotations: map[string]string{takesFiles: ""},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.resume != "" {
				var err error
				if args, err = resumeFlags(cmd, f.resume, boardFlagNames...); err != nil {
					return err
				}
			}
			f.cases.Files = args
			return a.judge(cmd, f)
		},
	}
	flags := cmd.Flags()
	f.contestants.register(flags)
	f.cases.register(flags, `the sets marked default in "list sets"`)
	f.cases.registerAnswers(flags)
	flags.Uint64Var(&f.solutions, "solutions", 1, "stop counting solutions after this many; the count must match the certified one")
	flags.BoolVar(&f.keepGoing, "keep-going", false, "if a case makes the sum of times exceed the set's limit, leave its time out of the sum and go on with the next case")
	flags.IntVar(&f.jobs, "jobs", 1, "number of cases to judge at the same time; above 1 the times give no ratio, no margin and no rank")
	flags.BoolVar(&f.perCase, "per-case", false, "run a program once per case instead of once per set")
	flags.IntVar(&f.repeat, "repeat", 1, "judge every program this many times; the table shows the median cpu time")
	flags.BoolVar(&f.strict, "strict", false, "accept output of programs only if every byte is right")
	f.shard.register(flags)
	flags.StringVar(&f.out, "out", "", "record the judging as a run below this folder, for table, report and plot")
	flags.StringVar(&f.resume, "resume", "", "continue the interrupted run of --out in this folder")
	f.board.register(cmd)
	cmd.MarkFlagsMutuallyExclusive("jobs", "out")
	cmd.MarkFlagsMutuallyExclusive("jobs", "resume")
	cmd.MarkFlagsMutuallyExclusive("answers", "set")
	return cmd
}

// judge runs the verb.
func (a *app) judge(cmd *cobra.Command, f *judgeFlags) error {
	switch {
	case f.solutions < 1:
		return usageError("--solutions must be at least 1")
	case f.repeat < 1:
		return usageError("--repeat must be at least 1")
	case f.jobs < 1 || f.jobs > maxJobs:
		return usageError("--jobs must be at least 1 and at most %d", maxJobs)
	case !f.shard.IsZero() && f.out == "":
		return usageError("--shard needs --out DIR: gridjudge merge puts recorded shards together")
	}
	if err := f.board.check(); err != nil {
		return err
	}
	ctx := cmd.Context()
	l := &f.contestants.limits
	sets, err := a.load(ctx, &f.cases, l, func(s *corpus.Set) bool { return s.Default })
	if err != nil {
		return err
	}
	contestants, err := a.contenders(ctx, &f.contestants, f.cases.Answers)
	if err != nil {
		return err
	}
	limits := judge.Limits{Case: l.scaled(l.cases), KeepGoing: f.keepGoing}
	s := &bench.Session{
		Sets: sets, Contestants: contestants, Shard: f.shard.Shard, Repeat: f.repeat,
		Options:  judge.Options{Limits: limits, Solutions: f.solutions, Nodes: l.nodes, Jobs: f.jobs, Slowest: f.board.slowest},
		Programs: program.Options{Scale: l.scale, Strict: f.strict, PerCase: f.perCase, Limits: limits, Slowest: f.board.slowest},
	}
	for i := range contestants {
		if p := contestants[i].Program; limits.Case > 0 && p != nil && !p.PerCase && !f.perCase {
			return usageError("--limits case: %s solves all cases in one process; add --per-case", p.Name)
		}
	}
	if l.nodes > 0 && !slices.ContainsFunc(contestants, func(c bench.Contestant) bool { return c.Program == nil }) {
		return usageError("--limits nodes has no effect: a program decides itself how it searches")
	}
	if err := a.planJudging(ctx, f, s); err != nil {
		return err
	}
	facts, err := a.factsOf(s)
	if err != nil {
		return err
	}
	display := progress.New(a.stderr)
	s.Tell = display.Set
	err = s.Judge(ctx)
	display.Close()
	err = errors.Join(err, facts.Close())
	if e := a.endJudging(s, err); e != nil && err == nil {
		err = e
	}
	return a.showJudged(f, s, err)
}

// planJudging plans the judging, and begins or continues its record.
func (a *app) planJudging(ctx context.Context, f *judgeFlags, s *bench.Session) (err error) {
	if s.Plan, err = bench.NewPlan(ctx, s.Sets, s.Contestants); err != nil {
		return usageError("%w", err)
	}
	if len(s.Plan.Benchmarks(results.Shard{})) == 0 {
		return usageError("no solver of those named takes a set of those named (see gridjudge list solvers)")
	}
	s.Plan.Rounds, s.Plan.Seed = f.repeat, 1
	s.Plan.Settings = results.Settings{
		Solutions: f.solutions, Nodes: s.Options.Nodes, Case: s.Options.Limits.Case, KeepGoing: f.keepGoing, Strict: f.strict, PerCase: f.perCase,
	}
	switch {
	case f.resume != "":
		s.Out, s.Before, err = a.continueRun(f.resume, &s.Plan)
	case f.out != "":
		if s.Out, err = results.Create(f.out, results.NewManifest("judge", f.shard.Command(a.command()), s.Plan, f.shard.Shard)); err != nil {
			err = folderError("out", err)
		}
	}
	return err
}

// continueRun opens an interrupted run of a plan, on the machine on which it was begun.
func (a *app) continueRun(dir string, plan *results.Plan) (*results.Writer, *results.Run, error) {
	w, before, err := results.Resume(dir)
	if err != nil {
		return nil, nil, usageError("--resume: %w", err)
	}
	err = w.Manifest.Plan.Same(plan)
	if err == nil {
		err = w.Manifest.CheckMachine()
	}
	if err != nil {
		return nil, nil, usageError("--resume: %s: %w", dir, errors.Join(err, w.Close()))
	}
	return w, before, nil
}

// factsOf returns the file for the facts of programs: in the folder of a recorded run.
func (a *app) factsOf(s *bench.Session) (*program.FactsFile, error) {
	path := ""
	hasPrograms := slices.ContainsFunc(s.Contestants, func(c bench.Contestant) bool { return c.Program != nil })
	if s.Out != nil && hasPrograms {
		path = s.Out.Facts()
	}
	facts, err := program.OpenFacts(path)
	if err != nil {
		return nil, internalError("--out: %w", err)
	}
	s.Facts = facts.Append
	return facts, nil
}

// endJudging ends the record. judgeErr is the error that ended the judging.
func (a *app) endJudging(s *bench.Session, judgeErr error) error {
	if s.Out == nil {
		return nil
	}
	defer s.Out.Close()
	switch {
	case judgeErr == nil && s.InputErr == nil:
		if err := s.Out.End(); err != nil {
			return internalError("--out: %w", err)
		}
		a.note("recorded in %s", s.Out.Dir)
	case s.InputErr != nil && s.Out.Empty():
		return s.Out.Discard()
	default:
		if err := s.Out.Save(); err != nil {
			return internalError("--out: %w", err)
		}
		a.note("not complete; continue with: gridjudge judge --resume %s", s.Out.Dir)
	}
	return nil
}

// showJudged prints all results, also if an error or an interrupt ended the judging,
// and returns the exit status. judgeErr is the error that ended the judging.
func (a *app) showJudged(f *judgeFlags, s *bench.Session, judgeErr error) error {
	wrongAnswers := errors.As(s.InputErr, new(*cases.AnswerError)) // nobody can be judged by them
	if (len(s.Results) > 0 || judgeErr == nil) && !wrongAnswers {
		o := &boardContent{notes: sessionNotes(s)}
		if !f.shard.IsZero() {
			o.notes = append(o.notes, fmt.Sprintf("This is shard %s alone: gridjudge merge gives the verdicts on all sets.", f.shard))
		}
		if err := a.showBoard(s.Results, &f.board, o); err != nil {
			return err
		}
	}
	return a.judgedStatus(s.Results, judgeErr, s.InputErr, f.shard.IsZero())
}

// sessionNotes returns the lines below the table that are of the judging as a whole.
func sessionNotes(s *bench.Session) (notes []string) {
	var programs []*program.Program
	for i := range s.Contestants {
		c := &s.Contestants[i]
		if c.Program != nil {
			programs = append(programs, c.Program)
			continue
		}
		kinds := map[string]bool{}
		for _, set := range s.Sets {
			if kind := set.Problem.Kind(); !c.Meets(set) && !kinds[kind] {
				kinds[kind] = true
				notes = append(notes, fmt.Sprintf("%s does not take %s: it has no rows for those sets.", c.Name, kind))
			}
		}
	}
	if len(programs) > 0 {
		notes = append(notes, program.Notes(programs, s.Sets, s.Plan.Seed)...)
	}
	return notes
}
