package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/stats"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

var kernelsExperiment = experiment{
	name:      "kernels",
	claim:     "each kernel of bitboard and sliced gives the answers of a reference program on lists of 9x9 puzzles; the record says how much faster it is",
	arguments: "FILE...",
	setUp:     func(flags *flag.FlagSet) runner { return newKernels(flags, all.Contestants) },
	short:     map[string]string{"time": "1ms", "rounds": "1"},
}

// kernels measures a reference program and each kernel that a solver of 9x9 grids
// has as a variant, on the same lists.
//
//  1. In each round, all have one turn on a list.
//  2. A kernel solves the list with one SolveAll, counting to two solutions,
//     again and again until the sample is long enough. The reference program's
//     time is that of its whole process.
//  3. The answers must be the same; of a puzzle with several solutions, any of them.
//     The record holds the median of the rounds.
//  4. Latency is measured on the first puzzles of a list, with one Solve each.
type kernels struct {
	contestants []solvers.Spec
	reference   string
	time        time.Duration
	rounds      int

	names   []string
	kernels []solvers.Solver
}

func newKernels(flags *flag.FlagSet, contestants []solvers.Spec) *kernels {
	e := &kernels{contestants: contestants}
	flags.StringVar(&e.reference, "reference", "", "the reference `program`, which reads and writes poj3074")
	flags.DurationVar(&e.time, "time", 100*time.Millisecond, "least length of a sample")
	flags.IntVar(&e.rounds, "rounds", 10, "number of rounds")
	return e
}

// latencyPuzzles are so many of the first puzzles of a list.
const latencyPuzzles = 100

func (e *kernels) run(ctx context.Context, r *record) error {
	if e.reference == "" || e.time <= 0 || e.rounds < 1 {
		return badUsage("give --reference, a program, a positive --time and at least one round")
	}
	for i := range e.contestants {
		if s := &e.contestants[i]; s.VariantOf != "" && slices.Contains(s.Sizes, 9) {
			e.names, e.kernels = append(e.names, s.Name), append(e.kernels, s.New(9))
		}
	}
	if len(e.kernels) == 0 {
		return fmt.Errorf("no contestant is a kernel for 9x9 grids")
	}
	if err := r.row("list", "puzzles", "measured", "contestant", "us_per_puzzle", "times_faster"); err != nil {
		return err
	}
	problem, err := corpus.LookupProblem("poj3074")
	if err != nil {
		return err
	}
	// The clock of a thread: what a kernel spends must be spent on this thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, file := range r.args {
		cases, _, err := testset.ReadCases(ctx, file, problem, nil)
		if err != nil {
			return badUsage("%w", err)
		}
		list := &testset.TestSet{Name: strings.TrimSuffix(filepath.Base(file), ".txt"), Problem: problem, Cases: cases}
		if err := e.measure(ctx, r, list, "list"); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		list.Cases = cases[:min(latencyPuzzles, len(cases))]
		if err := e.measure(ctx, r, list, "latency"); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// measure records the rows of a list: the time of each kernel, of all puzzles together
// or, for the latency, of one after the other.
func (e *kernels) measure(ctx context.Context, r *record, list *testset.TestSet, what string) error {
	var in bytes.Buffer
	puzzles := list.Puzzles()
	w := list.Problem.NewInputWriter(&in)
	for _, p := range puzzles {
		if err := w.Write(p); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	results := make([]solvers.Result, len(puzzles))
	var reference []float64
	times, ratios := make([][]float64, len(e.kernels)), make([][]float64, len(e.kernels))
	for range e.rounds {
		cmd := exec.CommandContext(ctx, e.reference)
		cmd.Stdin = bytes.NewReader(in.Bytes())
		out, err := cmd.Output()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return fmt.Errorf("%s: %w", e.reference, err)
		}
		theirs := microseconds(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), len(puzzles))
		reference = append(reference, theirs)
		for k, kernel := range e.kernels {
			ours := e.sample(kernel, puzzles, results, what == "latency")
			if err := sameAnswers(out, list.Problem, puzzles, results); err != nil {
				return fmt.Errorf("%s: %w", e.names[k], err)
			}
			times[k], ratios[k] = append(times[k], ours), append(ratios[k], theirs/ours)
		}
	}
	each := stats.Median(reference).Center
	r.say("%s, %d puzzles, %s: the reference program takes %.3g us per puzzle.", list.Name, len(puzzles), what, each)
	if err := r.row(list.Name, len(puzzles), what, "reference", each, 1); err != nil {
		return err
	}
	for k, name := range e.names {
		us, faster := stats.Median(times[k]).Center, stats.Median(ratios[k]).Center
		r.say("  %s takes %.3g us per puzzle: it is %.3g times as fast.", name, us, faster)
		if err := r.row(list.Name, len(puzzles), what, name, us, faster); err != nil {
			return err
		}
	}
	return nil
}

// sample returns the processor time per puzzle in microseconds.
func (e *kernels) sample(kernel solvers.Solver, puzzles []solvers.Grid, results []solvers.Result, oneByOne bool) float64 {
	limits := solvers.Limits{Solutions: 2}
	start := bench.SystemClock{}.Read()
	for passes := 1; ; passes++ {
		if oneByOne {
			for i, p := range puzzles {
				kernel.Solve(p, limits, &results[i])
			}
		} else {
			solvers.SolveAll(kernel, puzzles, limits, results)
		}
		if spent := (bench.SystemClock{}).Read().CPU - start.CPU; spent >= e.time {
			return microseconds(spent, passes*len(puzzles))
		}
	}
}

func microseconds(d time.Duration, puzzles int) float64 {
	return float64(d) / float64(time.Microsecond) / float64(puzzles)
}

// sameAnswers compares the output of the reference program with first solutions. A puzzle with several solutions has
// several right answers.
func sameAnswers(out []byte, problem *corpus.Problem, puzzles []solvers.Grid, results []solvers.Result) error {
	answers := corpus.NewReader(bytes.NewReader(out), "the output of the reference program", problem)
	for i := range results {
		c, err := answers.Next()
		if err != nil {
			return doesNotHold("answer %d of the reference program: %w", i+1, err)
		}
		if results[i].Solutions > 1 && solvers.Check(puzzles[i], c.Puzzle) == nil {
			continue
		}
		if !slices.Equal(c.Puzzle, results[i].First) {
			return doesNotHold("%v: the reference program answers %v, the kernel %v", puzzles[i], c.Puzzle, results[i].First)
		}
	}
	return nil
}
