package harness

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"
)

// solveFlags are what solve was asked for.
type solveFlags struct {
	solver, problem, stats string
	solutions              int
	echoes                 bool
}

func (a *app) solveCommand() *cobra.Command {
	f := &solveFlags{}
	cmd := &cobra.Command{
		Use:   "solve --solver S --problem P [FILE]",
		Short: "Solve puzzles as a program for an online judge: puzzles in, answers out",
		Long: `Read puzzles from FILE or standard input and write the first solution of each, in
the problem's own layout, as they come. A puzzle without a solution is written as it
was given and named on standard error; the exit status is then 1, at the end.

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
			return a.solve(cmd.Context(), f, file)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.solver, "solver", "", "the solver (see gridjudge list solvers)")
	flags.StringVar(&f.problem, "problem", "", "the problem (see gridjudge list problems)")
	flags.IntVar(&f.solutions, "solutions", 1, "count up to so many solutions; the first one is written")
	flags.BoolVar(&f.echoes, "echoes", false, "a puzzle that has no solution is no failure: its echo is the answer")
	_ = flags.MarkHidden("echoes") // for judge --isolate, where a status of 1 would be RE
	flags.StringVar(&f.stats, "stats", "", "write solutions, nodes, updates and time of each puzzle to this file")
	return cmd
}

// solve runs the verb. The work is done beside, so that an interrupt ends the
// program even where it waits for input.
func (a *app) solve(ctx context.Context, f *solveFlags, file string) error {
	s, in, err := a.newSolving(f, file)
	if err != nil {
		return err
	}
	defer in.Close()
	stop := context.AfterFunc(ctx, func() { s.cancel.Store(true) })
	defer stop()
	done := make(chan error, 1)
	go func() { done <- s.run() }()
	select {
	case err = <-done:
	case <-ctx.Done():
		// What was solved was written before the program began to wait.
		for waiting := false; !waiting; waiting = s.reading.Load() {
			select {
			case err = <-done:
				return err
			case <-time.After(20 * time.Millisecond):
			}
		}
		return &statusError{exitInterrupted, errors.New("interrupted")}
	}
	return err
}
