package harness

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/progress"
	"gridjudge/harness/report"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

func (a *app) judgeCommand() *cobra.Command {
	f := &judgeFlags{}
	cmd := &cobra.Command{
		Use:   "judge [FILE]",
		Short: "Judge solvers and programs: one verdict for each on each test set",
		Long: `Judge every solver on every test set whose grid size it takes, and print one row for each
solver and set. Lines below the table name the first failing case of each row that is not AC.

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
start included. On each set, the rows of solvers come before those of programs. In each of
the two groups, accepted rows come first, the fastest first; the others follow by cases
passed. Ratio is the time of a row over the best time of its group on the set. On a
terminal, a set has one line per group if all contestants are accepted (-v: every row). A
summary of each problem ends the output. Its ranks are intervals: contestants share ranks
if the measurements do not decide their order.

The test sets are embedded ones (--set), or the puzzles in FILE (the same as --input).
FILE is read in parts of 16,384 puzzles, and all solvers are judged on a part before the
next part is read; so FILE may have any length. With --record, each solver reads FILE again,
and the outcomes of all cases must fit into memory. A shard keeps its own puzzles in memory
instead of reading FILE again. Standard input and pipes cannot be read again: there,
--record keeps all puzzles that it judges in memory. Programs and --isolate keep all
puzzles of FILE in memory.

The exit status is 0 if every verdict is the expected one, 1 if any verdict is not,
2 for bad input, 3 if the judge itself failed. The expected verdict is AC unless the set
declares another one for that contestant. With --shard, a verdict that is not the expected
one gives 0; merge then ends with status 1.`,
		Example: `  gridjudge judge
  gridjudge judge --solver dlx,bitmask --set 'poj3076/*'
  gridjudge judge --set all --limit-scale 2 --format csv
  gridjudge judge puzzles.txt --solutions 2
  gridjudge judge puzzles.txt --solver dlx --jobs 2
  gridjudge judge --problem poj3076 --input in.txt --answers out.txt --time-limit 10s
  gridjudge judge --exec 'mine=./a.out' --set 'poj3074/*'
  gridjudge judge --exec 'py=python3 solve.py' --per-case --problem luogu1784 --input in.txt
  gridjudge judge --contestants programs.toml --only-external --repeat 5 --facts facts.jsonl`,
		Args:        cobra.MaximumNArgs(1),
		Annotations: map[string]string{takesFiles: ""},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.resume != "" {
				var err error
				if args, err = resumeFlags(cmd, f.resume, outputFlags...); err != nil {
					return err
				}
			}
			if len(args) > 0 {
				if err := f.takeFile(args[0]); err != nil {
					return err
				}
			}
			return a.judge(cmd, f)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.solvers, "solver", nil, "solvers to judge (default all but variants)")
	flags.StringSliceVar(&f.Sets, "set", nil, `test sets to judge on, as globs; "all" for all (default the sets marked default in "list sets")`)
	registerInput(flags, &f.Selection)
	registerAnswers(flags, &f.Selection)
	flags.IntVar(&f.solutions, "solutions", 1, "stop counting solutions after this many; the count must match the certified one")
	flags.DurationVar(&f.timeLimit, "time-limit", 0, "time limit for one pass over a set (default the set's own; none for --input, see --wall)")
	flags.DurationVar(&f.caseLimit, "case-limit", 0, "time limit for each case; other cases are still judged (default none; programs need --per-case)")
	flags.BoolVar(&f.keepGoing, "keep-going", false, "if a case makes the sum of times exceed the set's limit, leave its time out of the sum and go on with the next case")
	flags.Float64Var(&f.limitScale, "limit-scale", 1, "multiply all time limits, for a slower or faster machine")
	flags.Uint64Var(&f.nodeBudget, "node-budget", 0, "search calls allowed per case; a case that needs more is TLE (default no budget)")
	flags.StringVar(&f.record, "record", "", "also record the judging as a run below this folder, for table, report and plot")
	flags.IntVar(&f.jobs, "jobs", 1, "number of cases to judge at the same time; above 1 the times give no ratio, no margin and no rank")
	registerShard(flags, &f.shard)
	flags.StringVar(&f.resume, "resume", "", "continue the interrupted run of --record in this folder")
	f.registerOutput(cmd)
	f.programs.register(flags)
	return cmd
}

// junitFormat is the XML that build servers read.
const junitFormat report.Format = "junit"

// maxLimitScale bounds --limit-scale: it turns a day into 27 years, and a Duration
// ends at 292 years.
const maxLimitScale = 10_000

// judge runs the verb.
func (a *app) judge(cmd *cobra.Command, f *judgeFlags) error {
	switch {
	case !(f.limitScale > 0 && f.limitScale <= maxLimitScale): // rejects NaN, too
		return usageError("--limit-scale must be above 0 and at most %v", maxLimitScale)
	case f.timeLimit < 0:
		return usageError("--time-limit must not be below 0")
	case f.caseLimit < 0:
		return usageError("--case-limit must not be below 0")
	case f.solutions < 1:
		return usageError("--solutions must be at least 1")
	case f.programs.repeat < 1:
		return usageError("--repeat must be at least 1")
	case f.jobs < 1:
		return usageError("--jobs must be at least 1")
	case f.jobs > 1 && (f.record != "" || f.resume != ""):
		return usageError("--jobs %d disturbs the times that --record keeps: leave one of them out", f.jobs)
	case !f.shard.IsZero() && f.record == "":
		return usageError("--shard needs --record DIR: gridjudge merge puts recorded shards together")
	}
	if err := f.checkUnused(cmd); err != nil {
		return err
	}
	if err := f.checkView(cmd); err != nil {
		return err
	}
	specs, err := a.pick(f.solvers)
	if err != nil {
		return err
	}
	var limit *time.Duration
	if cmd.Flags().Changed("time-limit") {
		limit = &f.timeLimit
	}
	if f.takesParts() {
		return a.judgeParts(cmd.Context(), f, specs, limit)
	}
	if f.onlySolvers() { // a program gets the whole file
		if f.shard.IsZero() {
			f.Reread = true
		} else { // its puzzles are few, and to read the whole file for each solver may take longer than to judge them
			f.Keep = f.shard.Has
		}
	}
	sets, inputErr := a.load(cmd.Context(), &f.Selection, func(s *corpus.Set) bool { return s.Default })
	if len(sets) == 0 || inputErr != nil && !f.shard.IsZero() { // merge would take shards of a broken file for the whole
		return inputErr
	}
	for _, s := range sets {
		s.Limit(limit, f.limitScale)
	}
	f.programs.answers = f.Answers
	specs, programs, err := a.contenders(cmd.Context(), &f.programs, specs)
	if err != nil {
		return err
	}
	for _, p := range programs {
		if f.caseLimit > 0 && !p.PerCase && !f.programs.perCase {
			return usageError("--case-limit: %s solves all cases in one process; add --per-case", p.Name)
		}
	}
	facts, err := program.OpenFacts(f.programs.facts)
	if err != nil {
		return usageError("--facts: %w", err)
	}
	recording, err := a.recordJudging(cmd.Context(), f, &bench.JudgingPlan{Sets: sets, Specs: specs, Programs: programs})
	if err != nil {
		return err
	}
	if recording != nil && f.programs.facts == "" && len(programs) > 0 {
		if facts, err = program.OpenFacts(recording.Facts()); err != nil {
			return internalError("--record: %w", err)
		}
	}
	board := &judge.Scoreboard{}
	if recording != nil {
		board.Recorder = recording
	}
	err = a.judgeSolvers(cmd.Context(), board, f, specs, f.shard.Cases(sets))
	if err == nil && len(programs) > 0 && len(f.shard.Sets(sets)) > 0 {
		err = a.judgePrograms(cmd.Context(), board, f, programs, f.shard.Sets(sets), facts, recording)
	}
	if e := facts.Close(); e != nil && err == nil {
		err = internalError("--facts: %w", e)
	}
	if e := a.finishRecording(recording, board, err); e != nil && err == nil {
		err = e
	}
	if !f.shard.IsZero() {
		board.Notes = append(board.Notes, fmt.Sprintf("This is shard %s alone: gridjudge merge gives the verdicts on whole sets.", f.shard))
	}
	return a.showScoreboard(board, f, err, inputErr)
}

// judgeSolvers judges the solvers of this process.
func (a *app) judgeSolvers(ctx context.Context, board *judge.Scoreboard, f *judgeFlags, specs []*solvers.Spec, sets []*testset.TestSet) error {
	cases := 0
	for _, s := range sets {
		cases += s.Len()
	}
	display := progress.New(a.stderr, cases*len(specs))
	defer display.Close()
	err := board.JudgeSolvers(ctx, specs, sets, f.options(), display.Add)
	switch {
	case errors.As(err, new(testset.RereadError)):
		return usageError("%w", err)
	case err != nil && !errors.Is(err, judge.ErrInterrupted):
		return internalError("--record: %w", err)
	}
	return err
}

// judgePrograms judges the programs.
func (a *app) judgePrograms(ctx context.Context, board *judge.Scoreboard, f *judgeFlags, programs []*program.Program, sets []*testset.TestSet, facts *program.FactsFile, recording *bench.Judging) error {
	p := &f.programs
	display := progress.New(a.stderr, len(sets)*len(programs)*p.repeat)
	schedule := program.Schedule{
		Options: program.Options{Scale: f.limitScale, Strict: p.strict, PerCase: p.perCase, CaseLimit: f.scaledCaseLimit(), KeepGoing: f.keepGoing},
		Repeat:  p.repeat, Seed: p.seed,
		Keep: func(r *program.Record) error {
			if err := facts.Append(r); err != nil {
				return internalError("--facts: %w", err)
			}
			return nil
		},
		Progress: func(what string) { display.Add(1, what) },
	}
	if recording != nil {
		schedule.Skip = recording.Judged
		schedule.Finished = func(r *judge.SetResult) error {
			if err := recording.Add(r); err != nil {
				return internalError("--record: %w", err)
			}
			return nil
		}
		board.Add(recording.ProgramResults(sets)...)
	}
	results, err := program.JudgeAll(ctx, programs, sets, schedule)
	display.Close()
	board.Add(results...)
	if err == nil {
		board.Notes, err = program.Notes(ctx, programs, sets, p.seed)
	}
	return err
}
