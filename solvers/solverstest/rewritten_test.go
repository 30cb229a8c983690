package solverstest

import (
	"slices"
	"testing"

	"gridjudge/solvers"
)

// The cases for one memory are only useful if a contestant that recognizes problems by their size gets
// many of them wrong.
func TestManyProblemsForOneMemoryDifferFromTheOneBefore(t *testing.T) {
	seen := 0
	alike := ofMatrices(coverSpec(nil), CoverCases()).alike
	for i, c := range alike[1:] {
		if err := c.Problem.Valid(); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		before := alike[i].Problem
		if c.Problem.Primary == before.Primary && c.Problem.Secondary == before.Secondary && slices.Equal(c.Problem.Ends, before.Ends) &&
			c.Count != alike[i].Count {
			seen++
		}
	}
	if seen <= 30 {
		t.Errorf("%d matrices of the size of the one before have another count, want more than 30", seen)
	}
	for _, size := range solvers.Sizes() {
		seen := 0
		alike := ofGrids(plainSpec(), size, Cases(size)).alike
		for i, c := range alike[1:] {
			if c.Count != alike[i].Count {
				seen++
			}
		}
		if seen <= 5 {
			t.Errorf("%d grids of %d have another count than the one before, want more than 5", seen, size)
		}
	}
}

// A contestant that recognizes a problem by its memory uses what it knows about the problem that was
// there before.
func TestASolverThatKnowsAProblemByItsMemoryIsCaught(t *testing.T) {
	for name, same := range map[string]func(before, m *solvers.Matrix, loaded *solvers.Matrix) bool{
		"by its address": func(before, m, loaded *solvers.Matrix) bool { return before == m },
		"by its address and the number of options": func(before, m, loaded *solvers.Matrix) bool {
			return before == m && m.Options() == loaded.Options()
		},
		"by its address and all sizes": func(before, m, loaded *solvers.Matrix) bool {
			return before == m && m.Primary == loaded.Primary && m.Secondary == loaded.Secondary && slices.Equal(m.Ends, loaded.Ends)
		},
		"by its content, without a copy of it": func(before, m, _ *solvers.Matrix) bool { return before != nil && before.Equal(m) },
	} {
		t.Run(name, func(t *testing.T) {
			spec := coverSpec(func() solvers.CoverSolver {
				var before *solvers.Matrix
				var loaded solvers.Matrix
				return &wrongCover{fault: func(s *wrongCover, m *solvers.Matrix, l solvers.Limits, r *solvers.Cover) {
					if !same(before, m, &loaded) {
						loaded.Set(m)
						before = m
					}
					s.plainCover.Solve(&loaded, l, r)
				}}
			})
			if v := first(ofMatrices(spec, CoverCases()), nil); v.rule != "rewritten" {
				t.Errorf("caught by the rule %q, want rewritten: %v", v.rule, v.err)
			}
		})
	}
	t.Run("grids", func(t *testing.T) {
		spec := plainSpec()
		spec.New = func(size int) solvers.Solver {
			var before *uint8
			loaded := solvers.NewGrid(size)
			return &wrong{plain: newPlain(size), fault: func(s *wrong, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				if before != &p[0] {
					copy(loaded, p)
					before = &p[0]
				}
				s.plain.Solve(loaded, l, r)
			}}
		}
		if v := first(gridsOf(spec, 4), nil); v.rule != "rewritten" {
			t.Errorf("caught by the rule %q, want rewritten: %v", v.rule, v.err)
		}
	})
}

// Batches are written into the memory of the batch before, too, and the solver must not write to it.
func TestABatchThatKnowsPuzzlesByTheirMemoryIsCaught(t *testing.T) {
	type batchFault = func(s *wrong, p []solvers.Grid, l solvers.Limits, r []solvers.Result)
	for name, fault := range map[string]func() batchFault{
		"by the memory of the batch": func() batchFault {
			var before *solvers.Grid
			var loaded []solvers.Grid
			return func(s *wrong, p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
				if len(p) == 0 {
					return
				}
				if before != &p[0] || len(loaded) != len(p) {
					before, loaded = &p[0], nil
					for _, puzzle := range p {
						loaded = append(loaded, slices.Clone(puzzle))
					}
				}
				for i := range p {
					s.plain.Solve(loaded[i], l, &r[i])
				}
			}
		},
		"by the memory of each puzzle": func() batchFault {
			loaded := map[*uint8]solvers.Grid{}
			return func(s *wrong, p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
				for i := range p {
					if loaded[&p[i][0]] == nil {
						loaded[&p[i][0]] = slices.Clone(p[i])
					}
					s.plain.Solve(loaded[&p[i][0]], l, &r[i])
				}
			}
		},
		"but writes to them": func() batchFault {
			return func(s *wrong, p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
				for i := range p {
					s.plain.Solve(p[i], l, &r[i])
					copy(p[i], r[i].First)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			spec := plainSpec()
			spec.New = func(size int) solvers.Solver {
				return wrongBatch{&wrong{plain: newPlain(size), batch: fault(),
					fault: func(s *wrong, p solvers.Grid, l solvers.Limits, r *solvers.Result) { s.plain.Solve(p, l, r) }}}
			}
			if v := first(gridsOf(spec, 4), nil); v.rule != "batch" {
				t.Errorf("caught by the rule %q, want batch: %v", v.rule, v.err)
			}
		})
	}
}
