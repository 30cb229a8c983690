package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"gridjudge/corpus/grids"
	"gridjudge/harness/bench"
	"gridjudge/harness/stats"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

// latencyPuzzles is the number of puzzles at the head of a list on which latency is measured.
const latencyPuzzles = 100

// kernel is a variant of a solver of 9x9 grids.
type kernel struct {
	name   string
	solver solvers.Solver
}

// kernels claims that each kernel gives the answers of a reference program on lists of 9x9 puzzles. The record says how
// much faster it is.
//
//  1. In each round, the program and every kernel have one turn on a list.
//  2. A kernel solves the list with one SolveAll, counting to two solutions,
//     again and again until the sample is long enough. The reference program's
//     time is that of its whole process.
//  3. The answers must be the same; of a puzzle with several solutions, any of them.
//     The record holds the median of the rounds.
//  4. Latency is measured on the first puzzles of a list, with one Solve each.
func kernels(ctx context.Context, s *settings, r *record) error {
	if s.reference == "" {
		return fmt.Errorf("-reference is missing")
	}
	var all9 []kernel
	for _, spec := range all.Contestants {
		if spec.VariantOf != "" && spec.Takes(9) {
			all9 = append(all9, kernel{spec.Name, spec.New(9)})
		}
	}
	if err := r.row("list", "puzzles", "measured", "contestant", "us_per_puzzle", "times_faster"); err != nil {
		return err
	}
	problem := grids.POJ3074
	// The clock of a thread: what a kernel spends must be spent on this thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, file := range s.files {
		list, err := readList(file, problem)
		if err != nil {
			return err
		}
		if err := measure(ctx, s, r, all9, list, "list"); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		list.puzzles = list.puzzles[:min(latencyPuzzles, len(list.puzzles))]
		if err := measure(ctx, s, r, all9, list, "latency"); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// list is the puzzles of a file.
type list struct {
	name    string
	problem *grids.Format
	puzzles []solvers.Grid
}

func readList(file string, problem *grids.Format) (*list, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	cases, err := grids.NewReader(in, file, problem).ReadAll()
	if err != nil {
		return nil, err
	}
	l := &list{name: strings.TrimSuffix(filepath.Base(file), ".txt"), problem: problem}
	for i := range cases {
		l.puzzles = append(l.puzzles, cases[i].Puzzle)
	}
	return l, nil
}

// measure records the rows of a list: the time of each kernel, of all puzzles together
// or, for the latency, of one after the other.
func measure(
	ctx context.Context, s *settings, r *record, all9 []kernel, l *list, what string,
) error {
	var in bytes.Buffer
	puzzles := l.puzzles
	w := l.problem.NewInputWriter(&in)
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
	times, ratios := make([][]float64, len(all9)), make([][]float64, len(all9))
	for range s.rounds {
		cmd := exec.CommandContext(ctx, s.reference)
		cmd.Stdin = bytes.NewReader(in.Bytes())
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s: %w", s.reference, err)
		}
		theirs := microseconds(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), len(puzzles))
		reference = append(reference, theirs)
		for k, kernel := range all9 {
			ours := sample(kernel.solver, s.sample, puzzles, results, what == "latency")
			if err := sameAnswers(out, l.problem, puzzles, results); err != nil {
				return fmt.Errorf("%s: %w", kernel.name, err)
			}
			times[k], ratios[k] = append(times[k], ours), append(ratios[k], theirs/ours)
		}
	}
	each := stats.Median(reference).Center
	r.say("%s, %d puzzles, %s: the reference program takes %.3g us per puzzle.", l.name, len(puzzles), what, each)
	if err := r.row(l.name, len(puzzles), what, "reference", each, 1); err != nil {
		return err
	}
	for k, kernel := range all9 {
		us, faster := stats.Median(times[k]).Center, stats.Median(ratios[k]).Center
		r.say("  %s takes %.3g us per puzzle: it is %.3g times as fast.", kernel.name, us, faster)
		if err := r.row(l.name, len(puzzles), what, kernel.name, us, faster); err != nil {
			return err
		}
	}
	return nil
}

// sample returns the processor time per puzzle in microseconds.
func sample(
	kernel solvers.Solver, atLeast time.Duration, puzzles []solvers.Grid, results []solvers.Result, oneByOne bool,
) float64 {
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
		if spent := (bench.SystemClock{}).Read().CPU - start.CPU; spent >= atLeast {
			return microseconds(spent, passes*len(puzzles))
		}
	}
}

func microseconds(d time.Duration, puzzles int) float64 {
	return float64(d) / float64(time.Microsecond) / float64(puzzles)
}

// sameAnswers compares the output of the reference program with first solutions. A puzzle with several solutions has
// several right answers.
func sameAnswers(
	out []byte, problem *grids.Format, puzzles []solvers.Grid, results []solvers.Result,
) error {
	answers := grids.NewReader(bytes.NewReader(out), "the output of the reference program", problem)
	var c grids.Case
	for i := range results {
		if err := answers.Next(&c); err != nil {
			return fmt.Errorf("%w: answer %d of the reference program: %w", errRefuted, i+1, err)
		}
		if results[i].Solutions > 1 && solvers.Check(puzzles[i], c.Puzzle) == nil {
			continue
		}
		if !slices.Equal(c.Puzzle, results[i].First) {
			return fmt.Errorf("%w: %v: the reference program answers %v, the kernel %v",
				errRefuted, puzzles[i], c.Puzzle, results[i].First)
		}
	}
	return nil
}
