package main

import (
	"bytes"
	"context"
	"errors"
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
	if err := r.row("list", "puzzles", "measured", "contestant", "us_per_puzzle", "times_faster"); err != nil {
		return err
	}
	// The clock of a thread: what a kernel spends must be spent on this thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, file := range s.files {
		in, err := os.Open(file)
		if err != nil {
			return err
		}
		cases, err := grids.NewReader(in, file, grids.POJ3074).ReadAll()
		if err := errors.Join(err, in.Close()); err != nil {
			return err
		}
		l := &list{name: strings.TrimSuffix(filepath.Base(file), ".txt"), measured: "list"}
		for i := range cases {
			l.puzzles = append(l.puzzles, cases[i].Puzzle)
		}
		if err := l.measure(ctx, s, r); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		l.measured, l.puzzles = "latency", l.puzzles[:min(latencyPuzzles, len(l.puzzles))]
		if err := l.measure(ctx, s, r); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// list is what is measured: the puzzles of a file, all together or, for the latency, one after the other.
type list struct {
	name     string
	measured string // list or latency
	puzzles  []solvers.Grid
}

// measure records the times of the reference program and of each kernel.
func (l *list) measure(ctx context.Context, s *settings, r *record) error {
	var in bytes.Buffer
	w := grids.POJ3074.NewInputWriter(&in)
	for _, p := range l.puzzles {
		if err := w.Write(p); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	var names []string
	var kernels []solvers.Solver
	for _, spec := range all.Contestants {
		if spec.VariantOf != "" && spec.Takes(9) {
			names, kernels = append(names, spec.Name), append(kernels, spec.New(9))
		}
	}
	results := make([]solvers.Result, len(l.puzzles))
	var reference []float64
	times, ratios := make([][]float64, len(kernels)), make([][]float64, len(kernels))
	for range s.rounds {
		cmd := exec.CommandContext(ctx, s.reference)
		cmd.Stdin = bytes.NewReader(in.Bytes())
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s: %w", s.reference, err)
		}
		theirs := microseconds(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), len(l.puzzles))
		reference = append(reference, theirs)
		for k, kernel := range kernels {
			ours := l.sample(kernel, s.sample, results)
			if err := l.sameAnswers(out, results); err != nil {
				return fmt.Errorf("%s: %w", names[k], err)
			}
			times[k], ratios[k] = append(times[k], ours), append(ratios[k], theirs/ours)
		}
	}
	each := stats.Median(reference).Center
	r.say("%s, %d puzzles, %s: the reference program takes %.3g us per puzzle.", l.name, len(l.puzzles), l.measured, each)
	if err := r.row(l.name, len(l.puzzles), l.measured, "reference", each, 1); err != nil {
		return err
	}
	for k, name := range names {
		us, faster := stats.Median(times[k]).Center, stats.Median(ratios[k]).Center
		r.say("  %s takes %.3g us per puzzle: it is %.3g times as fast.", name, us, faster)
		if err := r.row(l.name, len(l.puzzles), l.measured, name, us, faster); err != nil {
			return err
		}
	}
	return nil
}

// sample returns the processor time per puzzle in microseconds.
func (l *list) sample(kernel solvers.Solver, atLeast time.Duration, results []solvers.Result) float64 {
	limits := solvers.Limits{Solutions: 2}
	start := bench.SystemClock{}.Read()
	for passes := 1; ; passes++ {
		if l.measured == "latency" {
			for i, p := range l.puzzles {
				kernel.Solve(p, limits, &results[i])
			}
		} else {
			solvers.SolveAll(kernel, l.puzzles, limits, results)
		}
		if spent := (bench.SystemClock{}).Read().CPU - start.CPU; spent >= atLeast {
			return microseconds(spent, passes*len(l.puzzles))
		}
	}
}

func microseconds(d time.Duration, puzzles int) float64 {
	return float64(d) / float64(time.Microsecond) / float64(puzzles)
}

// sameAnswers compares the output of the reference program with first solutions. A puzzle with several solutions has
// several right answers.
func (l *list) sameAnswers(out []byte, results []solvers.Result) error {
	answers := grids.NewReader(bytes.NewReader(out), "the output of the reference program", grids.POJ3074)
	var c grids.Case
	for i, p := range l.puzzles {
		err := answers.Next(&c)
		switch {
		case err != nil:
			return fmt.Errorf("%w: answer %d of the reference program: %w", errRefuted, i+1, err)
		case results[i].Solutions > 1 && solvers.Check(p, c.Puzzle) == nil:
		case !slices.Equal(c.Puzzle, results[i].First):
			return fmt.Errorf("%w: %v: the reference program answers %v, the kernel %v", errRefuted, p, c.Puzzle, results[i].First)
		}
	}
	return nil
}
