package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/scoreboard"
	"gridjudge/harness/testset"
)

// judgeFlags are the flags of judge.
type judgeFlags struct {
	recordingFlags
	board boardFlags
}

// judgeVerb returns the verb judge, whose flags are parsed into f.
func (a *app) judgeVerb(f *judgeFlags) *cobra.Command {
	f.Seed = 1 // the seed of the order in which programs run
	cmd := &cobra.Command{
		Use:   "judge [FILE...]",
		Short: "Judge solvers and programs: one verdict for each on each test set",
		Long:  helpText("judge"),
		Example: `  gridjudge judge
  gridjudge judge --solver dlx,bitmask --set 'poj3076/*'
  gridjudge judge puzzles.txt --solutions 2
  gridjudge judge --problem poj3076 in.txt --answers out.txt --limits time=10s
  gridjudge judge --exec 'mine=./a.out' --set 'poj3074/*'
  gridjudge judge --contestants programs.toml --solver none --repeat 6 --out results`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.complete(cmd, args, "slowest", "format", "filter"); err != nil {
				return err
			}
			return a.judge(cmd, f)
		},
	}
	flags := cmd.Flags()
	f.registerContestants(flags, true)
	f.registerCases(flags, `the sets marked default in "list sets"`)
	f.registerAnswers(flags)
	f.registerSolutions(flags, ", and time the whole search; the count must match the certified one")
	flags.BoolVar(&f.KeepGoing, "keep-going", false, "if a case makes the sum of times exceed the set's limit, leave its time out of the sum and go on with the next case")
	flags.IntVar(&f.Jobs, "jobs", 1, "number of cases to judge at the same time; above 1 the times give no ratio, no margin and no rank")
	flags.BoolVar(&f.PerCase, "per-case", false, "run a program once per case (always so under Luogu's problems), where POJ runs it once for all; a time limit then has 10 ms more for each")
	flags.IntVar(&f.Rounds, "repeat", 1, "judge every program this many times; the table shows the median cpu time")
	flags.BoolVar(&f.Strict, "strict", false, "accept output of programs only if every byte is right")
	f.registerRecording(flags, "")
	f.board.register(cmd)
	cmd.MarkFlagsMutuallyExclusive("jobs", "out")
	cmd.MarkFlagsMutuallyExclusive("jobs", "resume")
	cmd.MarkFlagsMutuallyExclusive("answers", "set")
	return cmd
}

// judge runs the verb.
func (a *app) judge(cmd *cobra.Command, f *judgeFlags) error {
	switch {
	case f.Solutions < 1 || f.Rounds < 1:
		return usageError("--solutions and --repeat must be at least 1")
	case f.Jobs < 1 || f.Jobs > maxJobs:
		return usageError("--jobs must be at least 1 and at most %d", maxJobs)
	case f.board.slowest > 0 && f.board.format.Format == junitFormat:
		return usageError("--slowest has no effect with --format junit")
	case f.board.slowest < 0:
		return usageError("--slowest must not be below 0")
	case !f.Shard.IsZero() && f.Out == "":
		return usageError("--shard needs --out DIR: gridjudge merge puts recorded shards together")
	}
	s, err := a.judgeSession(cmd, f)
	if err != nil {
		return err
	}
	if err := f.begin(cmd.Context(), s); err != nil {
		return err
	}
	if f.HasPrograms() {
		a.sayHowLong(s)
	}
	return a.showJudged(f, s, a.endRun(s, a.work(cmd.Context(), s, s.Judge)))
}

// longSession is how long judging one program may take before gridjudge tells the user in advance.
const longSession = time.Minute

// sayHowLong tells the user how long each program may take on the sets of the session, if that is long or has no
// limit.
func (a *app) sayHowLong(s *bench.Session) {
	endless := func(set *testset.TestSet) bool {
		return slices.ContainsFunc(s.Contestants, func(c bench.Contestant) bool {
			return c.Program != nil && c.Program.Meets(set) && c.Program.Endless(set, s.Programs)
		})
	}
	if slices.ContainsFunc(s.Sets, endless) {
		a.note("there is no limit of time, so a program in an endless loop runs for ever; --limits wall=10m ends it")
	}
	sum, sets := time.Duration(0), 0
	for i, set := range s.Sets {
		meets := func(c bench.Contestant) bool { return c.Meets(set) }
		if !s.Request.Shard.Has(i) || !slices.ContainsFunc(s.Contestants, meets) {
			continue
		}
		files := s.Request.Rounds
		if set.Problem.OneCase { // each case has the limit
			files *= set.Len()
		}
		sum, sets = sum+set.TimeLimit*time.Duration(files), sets+1
	}
	if sum > longSession {
		a.note("%s, whose time limits sum to %v for each program", report.Counted(sets, "set"), sum)
	}
}

// judgeSession selects the sets and the contestants.
func (a *app) judgeSession(cmd *cobra.Command, f *judgeFlags) (*bench.Session, error) {
	sets, err := a.load(cmd.Context(), &f.requestFlags, func(s *corpus.Set) bool { return s.Default })
	if err != nil {
		return nil, err
	}
	contestants, err := a.contenders(cmd.Context(), &f.requestFlags, sets, f.Answers)
	if err != nil {
		return nil, err
	}
	if err := countable(cmd, sets...); err != nil {
		return nil, err
	}
	limits := judge.Limits{Case: f.limits.scaled(f.Limits.Case), KeepGoing: f.KeepGoing}
	if f.HasPrograms() {
		err = cmp.Or(refuse(cmd, "a program decides itself how it searches", "solutions"),
			refuse(cmd, "programs are run one after another", "jobs"))
	} else {
		err = refuse(cmd, "no program takes part", "repeat", "strict", "per-case")
	}
	return &bench.Session{
		Sets: sets, Contestants: contestants,
		Options:  judge.Options{Limits: limits, Solutions: f.Solutions, Nodes: f.Limits.Nodes, Jobs: f.Jobs, Slowest: f.board.slowest},
		Programs: program.Options{Strict: f.Strict, PerCase: f.PerCase || limits.Case > 0, Limits: limits, Slowest: f.board.slowest},
	}, err
}

// showJudged prints all results, even if an error or an interrupt ended the judging, and returns the exit status.
// judgeErr is the error that ended the judging.
func (a *app) showJudged(f *judgeFlags, s *bench.Session, judgeErr error) error {
	wrongAnswers := errors.As(s.InputErr, new(*cases.AnswerError)) // no verdict can rely on them
	if (len(s.Results) > 0 || judgeErr == nil) && !wrongAnswers {
		o := scoreboard.Options{Notes: sessionNotes(s), Request: f.begun(s), Stopped: s.InputErr}
		judged := results.ByBenchmark(s.Results)
		o.Open = slices.DeleteFunc(s.Plan.Benchmarks(s.Request.Shard), func(b results.Benchmark) bool {
			return judged[b] != nil && judged[b].Verdict != judge.NotJudged
		})
		if !f.Shard.IsZero() {
			o.Notes = append(o.Notes, fmt.Sprintf("This is shard %s alone: gridjudge merge gives the verdicts on all sets.", f.Shard))
		}
		if err := a.showBoard(s.Results, &f.board, o); err != nil {
			return err
		}
	}
	return a.judgedStatus(s.Results, judgeErr, s.InputErr, f.Shard.IsZero())
}

// sessionNotes returns the notes below the table that are about the session as a whole.
func sessionNotes(s *bench.Session) (notes []string) {
	var programs []*program.Program
	for _, c := range s.Contestants {
		if c.Program != nil {
			programs = append(programs, c.Program)
		}
	}
	notes = append(notes, untaken(s)...)
	if own := s.Plan.OwnLimits(); len(own) > 0 {
		notes = append(notes, fmt.Sprintf("From the contestants file: %s.", strings.Join(own, ", ")))
	}
	if len(programs) > 0 {
		notes = append(notes, program.Notes(programs, s.Sets, s.Programs)...)
	}
	var several []string
	for _, set := range s.Sets {
		if set.Problem.AcceptsAny() && (set.File != "" || set.Named && !set.Embedded.Stated() && !set.HasUnsolvable(set.Problem)) {
			several = append(several, set.Name)
		}
	}
	if len(several) > 0 && s.Options.Solutions < 2 {
		notes = append(notes, fmt.Sprintf("Puzzles of %s may have several solutions: any is accepted. With --solver dlx --solutions 2, %s",
			strings.Join(several, ", "), "judge counts them, compares certified numbers, and says how many puzzles of a file have several."))
	}
	return notes
}

// untaken returns notes about contestants and sets that the user has chosen, but that do not meet. Without these notes,
// nothing would say that they are left out. There are three kinds:
//   - contestants that take none of the sets;
//   - problems that were chosen with --set and that no contestant takes;
//   - sets and files that a named contestant does not take because of their cases, although it takes the problem.
func untaken(s *bench.Session) (notes []string) {
	var idle, taken, left []string
	var programs []*program.Program
	for _, c := range s.Contestants {
		if c.Spec == nil {
			programs = append(programs, c.Program)
			continue
		}
		refuses := func(set *testset.TestSet) bool { return set.WhyNot(c.Spec) != "" }
		byCases := func(set *testset.TestSet) bool { return set.Problem.Takes(c.Spec, true) && refuses(set) }
		if !slices.ContainsFunc(s.Sets, func(set *testset.TestSet) bool { return !refuses(set) }) {
			idle = append(idle, c.Name)
		} else if i := slices.IndexFunc(s.Sets, byCases); i >= 0 && c.Named {
			note := "Left out: " + s.Sets[i].WhyNot(c.Spec)
			if more := slices.DeleteFunc(slices.Clone(s.Sets[i+1:]), func(set *testset.TestSet) bool { return !byCases(set) }); len(more) > 0 {
				note += ", and neither " + report.Counted(len(more), "other set")
			}
			notes = append(notes, note+".")
		}
	}
	if left := program.LeftOut(programs, s.Sets); left != "" {
		notes = append(notes, left)
	}
	if len(idle) > 0 {
		notes = append(notes, fmt.Sprintf("Not judged, because they take none of these sets: %s.", strings.Join(idle, ", ")))
	}
	for _, set := range s.Sets {
		if slices.ContainsFunc(s.Contestants, func(c bench.Contestant) bool { return c.Meets(set) }) {
			taken = append(taken, set.Problem.Name)
		}
	}
	for _, set := range s.Sets {
		if set.Embedded != nil && !slices.Contains(taken, set.Problem.Name) {
			left = results.With(left, set.Problem.Name)
		}
	}
	if len(left) > 0 && len(s.Request.Sets) > 0 {
		notes = append(notes, fmt.Sprintf("Left out, because no chosen contestant takes them: the sets of %s.", strings.Join(left, ", ")))
	}
	return notes
}
