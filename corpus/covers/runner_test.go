package covers_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/solvers"
)

// solving makes a solver of a function.
type solving func(*solvers.Matrix, *solvers.Cover)

func (f solving) Solve(m *solvers.Matrix, _ solvers.Limits, r *solvers.Cover) { f(m, r) }

// TestRunnerSeesLies runs solvers that lie on a case with one cover and on a case without a cover.
func TestRunnerSeesLies(t *testing.T) {
	count := func(n uint64, rows ...int32) solving {
		return func(_ *solvers.Matrix, r *solvers.Cover) {
			*r = solvers.Cover{Counts: solvers.Counts{Solutions: n, Nodes: 1}, First: rows}
		}
	}
	for _, c := range []struct {
		name   string
		solver solving
		slot   int
		want   string
	}{
		{"right", count(1, 5, 1, 3), 0, ""},
		{"none, right", count(0), 1, ""},
		{"not written", func(*solvers.Matrix, *solvers.Cover) {}, 0, "the result was not written"},
		{"no cover", count(1, 5, 1), 0, "no chosen row has column 3"},
		{"no option", count(1, 9), 0, "there is no row 10: the rows are 1 to 6"},
		{"a sentinel", count(1, math.MinInt32), 0, "there is no row"},
		{"none", count(0), 0, "counts 0 solutions of the first 1; the case has 1 solution"},
		{"too many", count(2, 5, 1, 3), 0, "counts 2 solutions, but had to stop at 1"},
		{"a cover of nothing", count(0, 1), 1, "counts no solution but returns a cover"},
		{"changed", func(m *solvers.Matrix, r *solvers.Cover) {
			count(1, 5, 1, 3)(m, r)
			m.Option(0)[0]++
		}, 0, "changed the matrix that it was given"},
		{"changed, shorter", func(m *solvers.Matrix, r *solvers.Cover) {
			count(1, 5, 1, 3)(m, r)
			m.Ends[0]--
		}, 0, "changed the matrix that it was given"},
		{"changed, elsewhere", func(m *solvers.Matrix, r *solvers.Cover) {
			count(1, 5, 1, 3)(m, r)
			m.Members = append(slices.Clone(m.Members[:len(m.Members)-1]), 0)
		}, 0, "changed the matrix that it was given"},
		{"moved", func(m *solvers.Matrix, r *solvers.Cover) {
			count(1, 5, 1, 3)(m, r)
			m.Members = slices.Clone(m.Members)
		}, 0, ""},
	} {
		list := listOf(t, covers.HUST1017, sample, "3 2 4 6\nNO\n")
		list.Certify(0, cases.One)
		runner := covers.HUST1017.NewRunner(&solvers.Spec{NewCover: func() solvers.CoverSolver { return c.solver }})
		runner.Load(list)
		runner.Use(0)
		if got := runner.Changed(); got != -1 {
			t.Errorf("%s: case %d is changed before a run, want -1", c.name, got)
		}
		runner.Place([]int{0, 1})
		limits := solvers.Limits{}
		if runner.Written(c.slot) {
			t.Errorf("%s: slot %d is written before a run", c.name, c.slot)
		}
		runner.Solve(c.slot, c.slot+1, &limits)
		found := runner.Check(c.slot, &limits)
		if right := c.want == ""; (found.Match == cases.Right) != right {
			t.Errorf("%s: %q, want right: %t: %v", c.name, found.Match, right, found)
		}
		if !strings.Contains(found.Reason, c.want) {
			t.Errorf("%s: %q, want %q in it", c.name, found.Reason, c.want)
		}
		if got, want := runner.Changed(), strings.HasPrefix(c.name, "changed"); (got == 0) != want {
			t.Errorf("%s: case %d is changed, want case 0: %t", c.name, got, want)
		}
	}
}

// TestRefusedColors: a solver that takes no colours gets no matrix with colours. The judge and the verb solve say why.
func TestRefusedColors(t *testing.T) {
	list := listOf(t, covers.XC, "a | x\na\n| end\na | x\na x:1\n", "1\n1\n")
	spec := &solvers.Spec{NewCover: func() solvers.CoverSolver {
		return solving(func(m *solvers.Matrix, r *solvers.Cover) {
			*r = solvers.Cover{Counts: solvers.Counts{Solutions: 1, Nodes: 1}, First: []int32{0}}
		})
	}}
	for _, spec.Colors = range []bool{true, false} {
		if got, want := list.WhyNot(spec) == "", spec.Colors; got != want || list.Slice(0, 1).WhyNot(spec) != "" {
			t.Errorf("the cases are taken: %v, want %v; the first alone: %v", got, want, list.Slice(0, 1).WhyNot(spec) == "")
		}
		runner, limits := covers.XC.NewRunner(spec), solvers.Limits{}
		runner.Load(list)
		runner.Use(0)
		runner.Place([]int{0, 1})
		runner.Solve(0, 2, &limits)
		for slot, right := range []bool{true, spec.Colors} {
			found := runner.Check(slot, &limits)
			if (found.Match == cases.Right) != right || !right && !strings.Contains(found.Reason, "has colours, which the solver does not take") {
				t.Errorf("takes colours: %v, slot %d: %v, want right: %v", spec.Colors, slot, found, right)
			}
		}
	}
}
