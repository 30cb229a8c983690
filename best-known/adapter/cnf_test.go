package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// answerFormula is a SAT solver that knows one formula, that of unique. A %s in the
// format stands for its model.
func answerFormula(format string, status int) func(io.Reader, io.Writer) int {
	return func(_ io.Reader, out io.Writer) int {
		model := modelOf(newFormula(grid(unique), 9), grid(solved))
		fmt.Fprint(out, strings.ReplaceAll(format, "%s", strings.Trim(fmt.Sprint(model), "[]")))
		return status
	}
}

func grid(text string) solvers.Grid {
	g, err := solvers.ParseGrid(text)
	if err != nil {
		panic(err)
	}
	return g
}

// modelOf returns the literals that a grid makes true.
func modelOf(f *formula, g solvers.Grid) []int {
	var model []int
	for i, c := range f.candidates {
		if g[c.cell] == c.digit {
			model = append(model, i+1)
		} else {
			model = append(model, -i-1)
		}
	}
	return model
}

// violated counts the clauses of a DIMACS file that a model makes false.
func violated(t *testing.T, dimacs string, model []int) (n int) {
	isTrue := map[int]bool{}
	for _, literal := range model {
		isTrue[literal] = true
	}
	s := bufio.NewScanner(strings.NewReader(dimacs))
	require.True(t, s.Scan())
	var variables, clauses int
	_, err := fmt.Sscanf(s.Text(), "p cnf %d %d", &variables, &clauses)
	require.NoError(t, err)
	require.Len(t, model, variables)
	for ; s.Scan(); clauses-- {
		satisfied := false
		literals := strings.Fields(s.Text())
		require.Equal(t, "0", literals[len(literals)-1])
		for _, word := range literals {
			literal, err := strconv.Atoi(word)
			require.NoError(t, err)
			satisfied = satisfied || isTrue[literal]
		}
		if !satisfied {
			n++
		}
	}
	assert.Zero(t, clauses, "the header counts the clauses")
	return n
}

// The answers of the sets are models; a grid with two cells exchanged is none, in
// whatever unit they are.
func TestFormula(t *testing.T) {
	sets, err := corpus.SelectSets([]string{"poj3074/sample", "poj3076/sample", "sudoku4/exhaustive"})
	require.NoError(t, err)
	require.Len(t, sets, 3)
	for _, set := range sets {
		cases, err := grids.CasesOf(set.Load())
		require.NoError(t, err)
		require.NotEmpty(t, cases)
		for i, c := range cases {
			f := newFormula(c.Puzzle, set.Problem.Family.(*grids.Format).Size)
			require.Equal(t, c.Unsolvable(), f.refuted)
			var dimacs strings.Builder
			require.NoError(t, f.write(&dimacs))
			model := modelOf(f, c.Answer)
			assert.Zero(t, violated(t, dimacs.String(), model), "%s#%d", set.FullName(), i+1)
			assert.Equal(t, c.Answer, f.grid(model))
			last := len(c.Answer) - 1
			for _, other := range []int{last - 1, last - set.Problem.Family.(*grids.Format).Size, 0} {
				wrong := append(solvers.Grid(nil), c.Answer...)
				wrong[last], wrong[other] = wrong[other], wrong[last]
				if wrong[last] != wrong[other] {
					assert.NotZero(t, violated(t, dimacs.String(), modelOf(f, wrong)), "%s#%d with cells %d and %d exchanged", set.FullName(), i+1, last, other)
				}
			}
		}
	}
}

func TestRefutedFormula(t *testing.T) {
	assert.True(t, newFormula(grid(refuted), 9).refuted, "5 twice in a row")
	full := grid(solved)
	full[0] = full[1]
	assert.True(t, newFormula(full, 9).refuted, "no empty cell, and a digit twice")
	noDigit := grid("12345678." + strings.Repeat(".", 63) + "........9")
	assert.True(t, newFormula(noDigit, 9).refuted, "an empty cell without a candidate")
}

func TestCNF(t *testing.T) {
	for _, program := range []string{"sat", "minisat"} {
		for _, args := range [][]string{
			{"cnf", "--problem=poj3074", "PROGRAM"},
			{"cnf", "--problem=poj3074", "PROGRAM", "{in}", "{out}"},
		} {
			status, output, messages := adapted(t, program, unique+"\n"+refuted+"\n"+unique+"\n", args...)
			assert.Equal(t, exitSolved, status, messages)
			assert.Equal(t, solved+"\n"+refuted+"\n"+solved+"\n", output)
		}
	}
	status, output, messages := adapted(t, "unsat", unique+"\n", "cnf", "--problem=poj3074", "PROGRAM")
	assert.Equal(t, exitSolved, status, messages)
	assert.Equal(t, unique+"\n", output)
}

func TestCNFThatMakesNoSense(t *testing.T) {
	for program, complaint := range map[string]string{
		"truncated":   "<stdin>:1: the output of the SAT solver ends before its answer does",
		"undecided":   "exit status 0 instead of one of [10 20]",
		"complaining": `has the word "x"`,
		"failing":     "exit status 3",
	} {
		status, output, messages := adapted(t, program, unique+"\n", "cnf", "--problem=poj3074", "PROGRAM")
		assert.Equal(t, exitFailed, status, program)
		assert.Contains(t, messages, complaint)
		assert.Empty(t, output, program)
	}
	status, _, messages := adapted(t, "sat", "not a puzzle\n", "cnf", "--problem=poj3074", "PROGRAM")
	assert.Equal(t, exitUsage, status)
	assert.Contains(t, messages, "<stdin>:1")
}

// Where a SAT solver is installed, it solves the sets.
func TestInstalledSATSolver(t *testing.T) {
	commands := map[string][]string{"minisat": {"-verb=0", "{in}", "{out}"}, "cadical": {"-q", "{in}"}, "kissat": {"-q", "{in}"}}
	tested := 0
	for name, args := range commands {
		if _, err := exec.LookPath(name); err != nil {
			continue
		}
		tested++
		sets, err := corpus.SelectSets([]string{"poj3076/two-solutions", "poj3076/invalid", "poj3074/named"})
		require.NoError(t, err)
		require.NotEmpty(t, sets)
		for _, set := range sets {
			cases, err := grids.CasesOf(set.Load())
			require.NoError(t, err)
			var input, output, errors strings.Builder
			w := set.Problem.Family.(*grids.Format).NewInputWriter(&input)
			for _, c := range cases {
				require.NoError(t, w.Write(c.Puzzle))
			}
			require.NoError(t, w.Close())
			t.Setenv("TMPDIR", t.TempDir())
			status := run(append([]string{"cnf", "--problem=" + set.Problem.Name, name}, args...), strings.NewReader(input.String()), &output, &errors)
			require.Equal(t, exitSolved, status, errors.String())
			answers := grids.NewReader(strings.NewReader(output.String()), "output", set.Problem.Family.(*grids.Format))
			for i, c := range cases {
				var answer grids.Case
				require.NoError(t, answers.Next(&answer), "%s: %s#%d", name, set.FullName(), i+1)
				if c.Unsolvable() {
					assert.Equal(t, c.Puzzle, answer.Puzzle, "%s: %s#%d", name, set.FullName(), i+1)
				} else {
					assert.NoError(t, solvers.Check(c.Puzzle, answer.Puzzle), "%s: %s#%d", name, set.FullName(), i+1)
				}
			}
			require.Equal(t, io.EOF, answers.Next(new(grids.Case)))
		}
	}
	if tested == 0 {
		t.Skip("neither minisat nor cadical nor kissat is installed")
	}
}
