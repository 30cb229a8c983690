package harness

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/harness/input"
	"gridjudge/harness/stream"
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
		Short: "Solve puzzles as a program for an online judge does: puzzles in, answers out",
		Long: `Read puzzles from FILE or standard input and write the first solution of each in the
problem's own layout, as soon as it is found. If a puzzle has no solution, solve writes
the puzzle itself in the problem's layout, and its line number on standard error. Solve
then continues with the next puzzle, and its exit status at the end is 1. With --jobs,
several puzzles are solved at a time, and the output stays the same.

--stats FILE writes a line of CSV for each puzzle: index,solutions,nodes,updates,ns.
For a solver that takes many puzzles at once ns is empty.`,
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
	flags.StringVar(&f.problem, "problem", "", "the problem (see gridjudge list problems)")
	flags.IntVar(&f.solutions, "solutions", 1, "stop counting solutions after this many; the first one is written")
	flags.IntVar(&f.jobs, "jobs", 1, "puzzles to solve at a time; the order of the answers stays that of the puzzles")
	flags.BoolVar(&f.echoes, "echoes", false, "a puzzle without a solution is no failure: its echo is the answer")
	_ = flags.MarkHidden("echoes") // for judge --isolate, where a status of 1 would be RE
	flags.StringVar(&f.stats, "stats", "", "write solutions, nodes, updates and time of each puzzle to this file")
	return cmd
}

// solve runs the verb.
func (a *app) solve(cmd *cobra.Command, f *solveFlags, file string) error {
	o, err := a.streamOptions(f)
	if err != nil {
		return err
	}
	in, err := input.Open(cmd.Context(), file, a.stdin)
	if err != nil {
		return usageError("%w", err)
	}
	defer in.Close()
	unsolvable := 0
	o.In, o.Name, o.Out = in, input.Name(file), a.stdout
	o.Unsolvable = func(line int) {
		unsolvable++
		fmt.Fprintf(a.stderr, "%s:%d: the puzzle has no solution; it is echoed as given\n", o.Name, line)
	}
	var stats *os.File
	if f.stats != "" {
		// Not os.Create: it would open a pipe for reading, too, and wait forever once the reader has gone.
		if stats, err = os.OpenFile(f.stats, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666); err != nil {
			return usageError("--stats: %w", err)
		}
		o.Stats = stats
	}
	// A stream needs a few MB and keeps them: a collection at 4 MB would find nothing.
	defer debug.SetGCPercent(debug.SetGCPercent(300))
	err = stream.New(*o).Run(cmd.Context())
	if stats != nil {
		if e := stats.Close(); e != nil && err == nil {
			err = fmt.Errorf("--stats: %w", e)
		}
	}
	if err == nil && unsolvable > 0 && !f.echoes {
		return unexpected()
	}
	return solveStatus(err)
}

// streamOptions checks the flags.
func (a *app) streamOptions(f *solveFlags) (*stream.Options, error) {
	switch {
	case f.solver == "":
		return nil, usageError("--solver is missing (see gridjudge list solvers)")
	case f.problem == "":
		return nil, usageError("--problem is missing (see gridjudge list problems)")
	case f.solutions < 1:
		return nil, usageError("--solutions must be at least 1")
	case f.jobs < 1 || f.jobs > maxJobs:
		return nil, usageError("--jobs must be at least 1 and at most %d", maxJobs)
	}
	specs, err := a.pick([]string{f.solver})
	if err != nil {
		return nil, err
	}
	p, err := corpus.LookupProblem(f.problem)
	if err != nil {
		return nil, usageError("%w", err)
	}
	format := grids.FormatOf(p.Family)
	if format == nil || !p.Takes(specs[0]) {
		return nil, usageError("%s does not take %s, the cases of %s", f.solver, p.Kind(), p.Name)
	}
	return &stream.Options{Spec: specs[0], Format: format, Solutions: f.solutions, Jobs: f.jobs}, nil
}

// solveStatus gives an error of a stream its exit status.
func solveStatus(err error) error {
	var input *stream.InputError
	var panicked *stream.PanicError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, stream.ErrInterrupted):
		return &statusError{exitInterrupted, err}
	case errors.As(err, &input):
		return &statusError{exitUsage, err}
	case errors.As(err, &panicked):
		return &statusError{exitUnexpected, err}
	}
	return internalError("%w", err)
}
