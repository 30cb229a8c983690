//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

// TestSlicedRows measures each kernel of sliced and another program, the
// yardstick, on the same lists in one run, and prints a table in Markdown:
// processor time a puzzle (user and system), as a multiple of the yardstick's
// speed. YARDSTICK is a program that reads poj3074, FILES are lists for it.
//
//  1. Of every list each contestant has its turn, five times round.
//  2. A kernel solves the list in one SolveBatch, counting to two solutions,
//     over and over for 0.2 s. The yardstick's time is that of its whole process.
//  3. Answers must be the same. What is printed is the median of the rounds.
//  4. Latency stands in a table of its own: Solve, a puzzle a call.
func TestSlicedRows(t *testing.T) {
	yardstick, files := os.Getenv("YARDSTICK"), strings.Fields(os.Getenv("FILES"))
	if yardstick == "" || len(files) == 0 {
		t.Skip("an experiment: make sliced-rows YARDSTICK=path/to/program FILES=\"one.txt two.txt\"")
	}
	rows := &slicedRows{yardstick: yardstick}
	for i := range all.Contestants {
		if s := &all.Contestants[i]; s.VariantOf == "sliced" {
			rows.names = append(rows.names, s.Name)
			rows.kernels = append(rows.kernels, s.New(9))
		}
	}
	require.NotEmpty(t, rows.kernels)
	rows.begin()
	throughput, latency := slices.Clone(rows.lines), slices.Clone(rows.lines)
	for _, f := range files {
		list, err := readRows(f)
		require.NoError(t, err)
		name := strings.TrimSuffix(filepath.Base(f), ".txt")
		column, err := rows.measure(list, 200*time.Millisecond, false)
		require.NoError(t, err, f)
		appendColumn(throughput, fmt.Sprintf("%s, %d", name, len(list.puzzles)), column)
		list.puzzles = list.puzzles[:min(100, len(list.puzzles))]
		column, err = rows.measure(list, 0, true)
		require.NoError(t, err, f)
		appendColumn(latency, fmt.Sprintf("%s, the first %d", name, len(list.puzzles)), column)
	}
	fmt.Printf("\nthroughput of a batch\n\n%s\n\nlatency of one puzzle\n\n%s\n\n",
		strings.Join(throughput, "\n"), strings.Join(latency, "\n"))
}

// slicedRows are the contestants of a table.
type slicedRows struct {
	yardstick string
	names     []string
	kernels   []solvers.Solver
	lines     []string // of a table without columns
}

// begin begins the lines: the heading, the yardstick, the kernels.
func (r *slicedRows) begin() {
	r.lines = []string{"| contestant |", "|---|", "| yardstick |"}
	for _, n := range r.names {
		r.lines = append(r.lines, "| "+n+" |")
	}
}

func appendColumn(lines []string, name string, column []string) {
	for i, x := range append([]string{" " + name + " |", "---|"}, column...) {
		lines[i] += x
	}
}

// rowList is a list of puzzles.
type rowList struct {
	problem *corpus.Problem
	puzzles []solvers.Grid
}

func readRows(file string) (*rowList, error) {
	p, err := corpus.LookupProblem("poj3074")
	if err != nil {
		return nil, err
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list := &rowList{problem: p}
	for r := corpus.NewReader(f, file, p); ; {
		c, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		list.puzzles = append(list.puzzles, c.Puzzle)
	}
	if len(list.puzzles) == 0 {
		return nil, fmt.Errorf("%s: no puzzles", file)
	}
	return list, nil
}

// measure is a column of the table. Each contestant solves the list for so long
// in each of five rounds, at least once; one by one for the latency.
func (r *slicedRows) measure(list *rowList, long time.Duration, oneByOne bool) ([]string, error) {
	var in bytes.Buffer
	w := list.problem.NewWriter(&in)
	for _, p := range list.puzzles {
		if err := w.Write(p); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	results := make([]solvers.Result, len(list.puzzles))
	limits := solvers.Limits{Solutions: 2}
	times := make([][]float64, len(r.kernels)+1)
	ratios := make([][]float64, len(r.kernels))
	for range 5 {
		cmd := exec.Command(r.yardstick)
		cmd.Stdin = bytes.NewReader(in.Bytes())
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("the yardstick: %w", err)
		}
		theirs := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		each := theirs.Seconds() / float64(len(list.puzzles)) * 1e6
		times[0] = append(times[0], each)
		for k, s := range r.kernels {
			passes := 0
			var spent time.Duration
			for from := processorTime(); passes == 0 || spent < long; passes++ {
				if oneByOne {
					for i, p := range list.puzzles {
						s.Solve(p, limits, &results[i])
					}
				} else {
					solvers.SolveAll(s, list.puzzles, limits, results)
				}
				spent = processorTime() - from
			}
			if err := sameAnswers(out, list, results); err != nil {
				return nil, fmt.Errorf("%s: %w", r.names[k], err)
			}
			us := spent.Seconds() / float64(passes*len(list.puzzles)) * 1e6
			times[k+1] = append(times[k+1], us)
			ratios[k] = append(ratios[k], each/us)
		}
	}
	column := []string{fmt.Sprintf(" %.3g us |", middle(times[0]))}
	for k := range r.kernels {
		column = append(column, fmt.Sprintf(" %.3g us, **%.3gx** |", middle(times[k+1]), middle(ratios[k])))
	}
	return column, nil
}

// sameAnswers compares what the yardstick wrote with the first solutions.
func sameAnswers(out []byte, list *rowList, results []solvers.Result) error {
	answers := corpus.NewReader(bytes.NewReader(out), "the yardstick's output", list.problem)
	for i := range results {
		c, err := answers.Next()
		if err != nil {
			return fmt.Errorf("answer %d of the yardstick: %w", i+1, err)
		}
		if !slices.Equal(c.Puzzle, results[i].First) {
			return fmt.Errorf("the yardstick answers otherwise: %v, not %v, to %v", c.Puzzle, results[i].First, list.puzzles[i])
		}
	}
	return nil
}

// processorTime is the user and system time of this process.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func middle(values []float64) float64 {
	s := slices.Sorted(slices.Values(values))
	return s[len(s)/2]
}

// A yardstick that answers wrongly gets no row.
func TestSlicedRowsComparesAnswers(t *testing.T) {
	p, err := corpus.LookupProblem("poj3074")
	require.NoError(t, err)
	g, err := solvers.ParseGrid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	require.NoError(t, err)
	list := &rowList{problem: p, puzzles: []solvers.Grid{g}}
	var r solvers.Result
	for i := range all.Contestants {
		if all.Contestants[i].Name == "sliced" {
			all.Contestants[i].New(9).Solve(g, solvers.Limits{}, &r)
		}
	}
	right := r.First.String()
	assert.NoError(t, sameAnswers([]byte(right+"\n"), list, []solvers.Result{r}))
	assert.ErrorContains(t, sameAnswers([]byte(right[1:]+right[:1]+"\n"), list, []solvers.Result{r}), "otherwise")
	assert.ErrorContains(t, sameAnswers(nil, list, []solvers.Result{r}), "answer 1")
}
