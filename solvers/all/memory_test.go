package all_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/all"
	"gridjudge/solvers/solverstest"
)

// shaped returns a random matrix. Each option has one primary item, and size-1 other items of any kind.
func shaped(primary, secondary, options, size int) *solvers.Matrix {
	rng := rand.New(rand.NewPCG(uint64(primary), uint64(options)))
	m := &solvers.Matrix{Primary: primary, Secondary: secondary}
	for o := range options {
		option := []int32{int32(o % primary)}
		for len(option) < size {
			item := rng.Int32N(int32(primary + secondary))
			if !slices.Contains(option, item) {
				option = append(option, item)
			}
		}
		m.Add(option)
	}
	return m
}

// pigeons returns a matrix without a cover: the primary items want holes of their own, of which there is one too few.
func pigeons(holes int) *solvers.Matrix {
	m := &solvers.Matrix{Primary: holes + 1, Secondary: holes}
	for o := range (holes + 1) * holes {
		m.Add([]int32{int32(o / holes), int32(holes + 1 + o%holes)})
	}
	return m
}

// TestMemoryBoundsWhatIsAllocated solves matrices that are large in one way each, with a fresh solver for each budget, and
// measures what it allocates: freed or not, so a table that is copied to grow counts twice. A used solver, which has larger
// tables, must find the same.
func TestMemoryBoundsWhatIsAllocated(t *testing.T) {
	const constant = 64 << 10
	shapes := map[string]*solvers.Matrix{
		"many options":            shaped(30, 0, 60_000, 3),
		"many options, one word":  shaped(64, 0, 40_000, 4),
		"many items":              shaped(4_000, 0, 8_000, 1),
		"many items in an option": shaped(5_000, 0, 10_000, 20),
		"secondary items":         shaped(100, 60_000, 5_000, 8),
		"options of few items":    shaped(3, 100, 80_000, 1),
		"a small matrix":          shaped(6, 2, 12, 2),
		"a wide count":            solverstest.Choices(63),
		"many subproblems":        solverstest.Pairs(22),
		"many learned clauses":    pigeons(10),
	}
	nodes := func(name string, m *solvers.Matrix) uint64 {
		if name == "cdcl" { // a cover that it finds has a value for every option
			return 100 + 500_000/uint64(m.Items()+m.Options())
		}
		return 200 + 2_000_000/uint64(m.Items())
	}
	for _, spec := range all.Contestants {
		if spec.NewCover == nil {
			continue
		}
		used := spec.NewCover()
		for shape, m := range shapes {
			solve := func(memory uint64) (r solvers.Cover, allocated uint64) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				spec.NewCover().Solve(m, solvers.Limits{Solutions: math.MaxUint64, Nodes: nodes(spec.Name, m), Memory: memory}, &r)
				runtime.ReadMemStats(&after)
				return r, after.TotalAlloc - before.TotalAlloc
			}
			whole, needed := solve(0)
			about := func(memory uint64) string { return fmt.Sprintf("%s, %s, %d bytes", spec.Name, shape, memory) }
			budgets := []uint64{needed / 4, needed / 2, needed / 8 * 7}
			for memory := uint64(1); memory < 1<<28; memory *= 8 {
				budgets = append(budgets, memory)
			}
			for _, memory := range budgets {
				r, allocated := solve(memory)
				var again solvers.Cover
				used.Solve(m, solvers.Limits{Solutions: math.MaxUint64, Nodes: nodes(spec.Name, m), Memory: memory}, &again)
				if again.Counts != r.Counts {
					t.Errorf("%s: %v of a solver that was used before, %v of a new one", about(memory), again.Counts, r.Counts)
				}
				if most := memory + memory/10 + constant; allocated > most {
					t.Errorf("%s: %d bytes allocated, want at most %d", about(memory), allocated, most)
				}
				if r.Stopped != solvers.MemoryBudget && !reflect.DeepEqual(r, whole) {
					t.Errorf("%s: %v, want what is found in a GiB: %v", about(memory), r.Counts, whole.Counts)
				}
			}
			memory := needed + needed/10 + constant
			if r, _ := solve(memory); !reflect.DeepEqual(r, whole) {
				t.Errorf("%s: %v, want what is found in a GiB: %v, for %d bytes", about(memory), r.Counts, whole.Counts, needed)
			}
		}
	}
}
