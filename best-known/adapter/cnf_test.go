package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// answerFormula makes a SAT solver that knows only one formula, the formula of the puzzle unique. A %s
// in the format stands for its model.
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

// violated returns how many clauses of a DIMACS file a model makes false.
func violated(t *testing.T, dimacs string, model []int) (n int) {
	t.Helper()
	isTrue := map[int]bool{}
	for _, literal := range model {
		isTrue[literal] = true
	}
	s := bufio.NewScanner(strings.NewReader(dimacs))
	if !s.Scan() {
		t.Fatalf("no header: %v", s.Err())
	}
	var variables, clauses int
	if _, err := fmt.Sscanf(s.Text(), "p cnf %d %d", &variables, &clauses); err != nil {
		t.Fatalf("header %q: %v", s.Text(), err)
	}
	if len(model) != variables {
		t.Fatalf("the header has %d variables, want %d", variables, len(model))
	}
	for ; s.Scan(); clauses-- {
		satisfied := false
		literals := strings.Fields(s.Text())
		if last := literals[len(literals)-1]; last != "0" {
			t.Fatalf("clause %q ends in %q, want 0", s.Text(), last)
		}
		for _, word := range literals {
			literal, err := strconv.Atoi(word)
			if err != nil {
				t.Fatalf("clause %q: %v", s.Text(), err)
			}
			satisfied = satisfied || isTrue[literal]
		}
		if !satisfied {
			n++
		}
	}
	if clauses != 0 {
		t.Errorf("the header counts the clauses: it says %d more than there are", clauses)
	}
	return n
}

// The answers of the sets are models of their formulas. A grid in which two cells have been exchanged
// is not, whatever unit the cells are in.
func TestFormula(t *testing.T) {
	sets, err := corpus.SelectSets([]string{"poj3074/sample", "poj3076/sample", "sudoku4/exhaustive"})
	if err != nil {
		t.Fatal(err)
	}
	if len(sets) != 3 {
		t.Fatalf("%d sets, want 3", len(sets))
	}
	for _, set := range sets {
		cases, err := grids.CasesOf(set.Load())
		if err != nil {
			t.Fatalf("%s: %v", set.FullName(), err)
		}
		if len(cases) == 0 {
			t.Fatalf("%s has no cases", set.FullName())
		}
		for i, c := range cases {
			f := newFormula(c.Puzzle, set.Problem.Family.(*grids.Format).Size)
			if want := c.Unsolvable(); f.refuted != want {
				t.Fatalf("%s#%d: refuted is %t, want %t", set.FullName(), i+1, f.refuted, want)
			}
			var dimacs strings.Builder
			if err := f.write(&dimacs); err != nil {
				t.Fatalf("%s#%d: %v", set.FullName(), i+1, err)
			}
			model := modelOf(f, c.Answer)
			if n := violated(t, dimacs.String(), model); n != 0 {
				t.Errorf("%s#%d: the answer violates %d clauses, want 0", set.FullName(), i+1, n)
			}
			if got := f.grid(model); !slices.Equal(got, c.Answer) {
				t.Errorf("%s#%d: the model becomes %v, want %v", set.FullName(), i+1, got, c.Answer)
			}
			last := len(c.Answer) - 1
			for _, other := range []int{last - 1, last - set.Problem.Family.(*grids.Format).Size, 0} {
				wrong := append(solvers.Grid(nil), c.Answer...)
				wrong[last], wrong[other] = wrong[other], wrong[last]
				if wrong[last] != wrong[other] && violated(t, dimacs.String(), modelOf(f, wrong)) == 0 {
					t.Errorf("%s#%d with cells %d and %d exchanged violates no clause",
						set.FullName(), i+1, last, other)
				}
			}
		}
	}
}

func TestRefutedFormula(t *testing.T) {
	full := grid(solved)
	full[0] = full[1]
	for name, g := range map[string]solvers.Grid{
		"5 twice in a row":                  grid(refuted),
		"no empty cell, and a digit twice":  full,
		"an empty cell without a candidate": grid("12345678." + strings.Repeat(".", 63) + "........9"),
	} {
		if !newFormula(g, 9).refuted {
			t.Errorf("%s is not refuted: %v", name, g)
		}
	}
}

func TestCNF(t *testing.T) {
	for _, program := range []string{"sat", "minisat"} {
		for _, args := range [][]string{
			{"cnf", "--problem=poj3074", "PROGRAM"},
			{"cnf", "--problem=poj3074", "PROGRAM", "{in}", "{out}"},
		} {
			status, output, messages := adapted(t, program, unique+"\n"+refuted+"\n"+unique+"\n", args...)
			if status != exitSolved {
				t.Errorf("%s, %q: status %d, want %d: %s", program, args, status, exitSolved, messages)
			}
			if want := solved + "\n" + refuted + "\n" + solved + "\n"; output != want {
				t.Errorf("%s, %q: output %q, want %q", program, args, output, want)
			}
		}
	}
	status, output, messages := adapted(t, "unsat", unique+"\n", "cnf", "--problem=poj3074", "PROGRAM")
	if status != exitSolved {
		t.Errorf("unsat: status %d, want %d: %s", status, exitSolved, messages)
	}
	if want := unique + "\n"; output != want {
		t.Errorf("unsat: output %q, want %q", output, want)
	}
}

func TestCNFThatMakesNoSense(t *testing.T) {
	for program, complaint := range map[string]string{
		"truncated":   "<stdin>:1: the output of the SAT solver ends before its answer does",
		"undecided":   "exit status 0 instead of one of [10 20]",
		"complaining": `has the word "x"`,
		"failing":     "exit status 3",
	} {
		failsWith(t, complaint, program, unique+"\n", "cnf", "--problem=poj3074", "PROGRAM")
	}
	status, _, messages := adapted(t, "sat", "not a puzzle\n", "cnf", "--problem=poj3074", "PROGRAM")
	if status != exitUsage {
		t.Errorf("not a puzzle: status %d, want %d", status, exitUsage)
	}
	if want := "<stdin>:1"; !strings.Contains(messages, want) {
		t.Errorf("not a puzzle: messages %q, want %q in them", messages, want)
	}
}

// SAT solvers that are installed on this machine solve the sets.
func TestInstalledSATSolver(t *testing.T) {
	commands := map[string][]string{
		"minisat": {"--count", "conflicts=conflicts +: ([0-9]+)", "minisat", "-verb=1", "{in}", "{out}"},
		"cadical": {"--count", "conflicts=statistics ](?s:.*?)(?:c conflicts: +([0-9]+)|c propagations)", "cadical", "{in}"},
		"kissat":  {"--count", "conflicts=c conflicts: +([0-9]+)", "kissat", "{in}"},
	}
	tested := 0
	for name, args := range commands {
		if _, err := exec.LookPath(name); err != nil {
			continue
		}
		tested++
		sets, err := corpus.SelectSets([]string{"poj3076/two-solutions", "poj3076/invalid", "poj3074/named"})
		if err != nil {
			t.Fatal(err)
		}
		if len(sets) == 0 {
			t.Fatal("no sets")
		}
		for _, set := range sets {
			cases, err := grids.CasesOf(set.Load())
			if err != nil {
				t.Fatalf("%s: %v", set.FullName(), err)
			}
			var input, output, errors strings.Builder
			w := set.Problem.Family.(*grids.Format).NewInputWriter(&input, len(cases))
			for _, c := range cases {
				if err := w.Write(c.Puzzle); err != nil {
					t.Fatalf("%s: %v", set.FullName(), err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatalf("%s: %v", set.FullName(), err)
			}
			t.Setenv("TMPDIR", t.TempDir())
			status := run(append([]string{"cnf", "--problem=" + set.Problem.Name}, args...), strings.NewReader(input.String()), &output, &errors)
			if status != exitSolved {
				t.Fatalf("%s: %s: status %d, want %d: %s", name, set.FullName(), status, exitSolved, errors.String())
			}
			answers := grids.NewReader(strings.NewReader(output.String()), "output", set.Problem.Family.(*grids.Format))
			for i, c := range cases {
				var answer grids.Case
				if err := answers.Next(&answer); err != nil {
					t.Fatalf("%s: %s#%d: %v", name, set.FullName(), i+1, err)
				}
				if c.Unsolvable() {
					if !slices.Equal(answer.Puzzle, c.Puzzle) {
						t.Errorf("%s: %s#%d: answer %v, want %v", name, set.FullName(), i+1, answer.Puzzle, c.Puzzle)
					}
				} else if err := solvers.Check(c.Puzzle, answer.Puzzle); err != nil {
					t.Errorf("%s: %s#%d: %v", name, set.FullName(), i+1, err)
				}
			}
			if err := answers.Next(new(grids.Case)); err != io.EOF {
				t.Fatalf("%s: %s: after the answers, error %v, want %v", name, set.FullName(), err, io.EOF)
			}
		}
	}
	if tested == 0 {
		t.Skip("neither minisat nor cadical nor kissat is installed")
	}
}
