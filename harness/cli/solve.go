package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	solver, problem, stats string
	solutions, jobs        int
	echoes                 bool
}

func (a *app) solveCommand() *cobra.Command {
	f := &solveFlags{}
	cmd := &cobra.Command{
		Use:   "solve --solver S --problem P [FILE]",
		Short: "Solve puzzles as for an online judge: puzzles in, answers out",
		Long:  helpText("solve"),
		Example: `  gridjudge solve --solver pointer --problem poj3076 < in.txt
  gridjudge solve --solver dlx --problem poj3074 --solutions 2 --stats stats.csv puzzles.txt`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file := "-"
			if len(args) > 0 {
				file = args[0]
			}
			return a.solve(cmd, f, file)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.solver, "solver", "", "the solver (see gridjudge list solvers)")
	flags.StringVar(&f.problem, "problem", "", "the problem (see gridjudge list problems, which also names the layouts that are read)")
	_, _ = cmd.MarkFlagRequired("solver"), cmd.MarkFlagRequired("problem")
	flags.IntVar(&f.solutions, "solutions", 1, "stop counting solutions after this many; the first one is written")
	flags.IntVar(&f.jobs, "jobs", 1, "puzzles to solve at a time; the answers keep the order of the puzzles")
	flags.BoolVar(&f.echoes, "echoes", false, "a puzzle without a solution does not fail: its echo is the answer")
	_ = flags.MarkHidden("echoes") // for built-in solvers that run as programs, where status 1 would be RE
	flags.StringVar(&f.stats, "stats", "", "write solutions, nodes, updates and time of each puzzle to this file; - is standard output")
	return cmd
}

// solve runs the verb.
func (a *app) solve(cmd *cobra.Command, f *solveFlags, file string) error {
	p, spec, err := a.problemAndSolver(cmd, f)
	if err != nil {
		return err
	}
	in, closeFile, err := testset.Open(cmd.Context(), file, a.stdin)
	if err != nil {
		return usageError("%w", err)
	}
	defer closeFile()
	in.Bare, in.Note = true, a.note
	var stats io.Writer
	closeStats := func() error { return nil }
	if stats = a.standard(f.stats); f.stats != "" && stats == nil {
		if err := a.keepInput("stats", f.stats, file); err != nil {
			return err
		}
		// os.Create would open a pipe for reading as well, and then wait forever once the reader has gone.
		file, err := os.OpenFile(f.stats, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			return outputError("stats", err)
		}
		stats, closeStats = file, file.Close
	}
	unsolvable := 0
	run := newSolving(in, a.stdout, stats, p, spec, f.solutions, f.jobs)
	run.unsolvable = func(line int) {
		if note := p.NoAnswer(); note != "" {
			unsolvable++
			fmt.Fprintf(a.stderr, "%s:%d: %s\n", report.Escape(in.Name), line, note)
		}
	}
	// A batch needs a few MB and keeps them, so a garbage collection at 4 MB would not find anything to free.
	if run.batch {
		defer debug.SetGCPercent(debug.SetGCPercent(300))
	}
	err = cmp.Or(run.run(cmd.Context()), outputError("stats", closeStats()), run.reportCounters())
	switch {
	case err != nil || run.count > 0 || f.echoes:
	// An empty standard input is accepted, as by a program of an online judge, whose input may have no case.
	case file == "" || file == "-":
		fmt.Fprintf(a.stderr, "%s: %v\n", in.Name, testset.ErrEmpty)
	default:
		return usageError("%s: %w", in.Name, testset.ErrEmpty)
	}
	if err == nil && f.stats != "" {
		several := ""
		if f.solutions > 1 {
			several = fmt.Sprintf(", %d with %d or more", run.several, f.solutions)
		}
		fmt.Fprintf(a.stderr, "%s: %s, %d without a solution%s\n", report.Escape(in.Name), report.Counted(run.count, "case"), run.none, several)
	}
	if err == nil && unsolvable > 0 && !f.echoes {
		return unexpected()
	}
	return err
}

// reportCounters reports nodes and updates as any program may do (help counters), so that a solver that runs as a program
// has its counters beside the counters of other programs.
func (s *solving) reportCounters() error {
	file := os.Getenv(sandbox.CountersVariable)
	if file == "" {
		return nil
	}
	text := fmt.Sprintf("%s %d\n%s %d\n", judge.CounterNodes, s.nodes, judge.CounterUpdates, s.updates)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		return usageError("%s: %w", sandbox.CountersVariable, err)
	}
	return nil
}

// problemAndSolver checks the flags, and returns the problem and the solver that they name.
func (a *app) problemAndSolver(cmd *cobra.Command, f *solveFlags) (*corpus.Problem, *solvers.Spec, error) {
	switch {
	case f.solutions < 1:
		return nil, nil, usageError("--solutions must be at least 1")
	case f.jobs < 1 || f.jobs > maxJobs:
		return nil, nil, usageError("--jobs must be at least 1 and at most %d", maxJobs)
	}
	specs, err := a.pick([]string{f.solver})
	if err != nil {
		return nil, nil, err
	}
	p, err := corpus.LookupProblem(f.problem)
	if err != nil {
		return nil, nil, usageError("%w", err)
	}
	if !p.Takes(specs[0], true) {
		return nil, nil, usageError("%s does not take %s, the cases of %s", f.solver, p.Kind(), p.Name)
	}
	return p, specs[0], countable(cmd, &testset.TestSet{Problem: p})
}
