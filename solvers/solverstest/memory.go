package solverstest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"gridjudge/solvers"
)

// spentMemory checks that no count is wrong when the memory budget is spent. It solves the cases with budgets of 1
// byte, 512 bytes and 256 KiB.
//
// It adds a case for which even 256 KiB are not enough: the matchings of 22 points. This matrix has 13,749,310,575
// covers, so a solver that visits them one by one would not finish. A budget of 50,000 nodes ends its search.
//
// zdd can count the covers without visiting each of them, but needs 262,456 nodes and 1.4 MiB for this. With 256 KiB,
// it runs out of memory after 46,783 nodes. So the budget of 50,000 nodes is just large enough for zdd to run out of
// memory first.
func spentMemory(k *coverKind) error {
	cases := append(slices.Clone(k.cases), CoverCase{
		Name: "matchings of 22", Reason: "a budget may not suffice", Problem: Pairs(22), Count: 13_749_310_575,
	})
	for i := range cases {
		for memory := uint64(1); memory <= 256<<10; memory <<= 9 {
			c, limits := &cases[i], solvers.Limits{Solutions: math.MaxUint64, Memory: memory, Nodes: 50_000}
			r := k.solve(c, limits)
			err := k.certain(c, &r)
			if err == nil && r.Stopped != solvers.MemoryBudget && r.Stopped != solvers.NodeBudget {
				err = k.right(c, limits, &r)
			}
			if err != nil {
				return in(c, limits, err)
			}
		}
	}
	return nil
}

// shape is a matrix that is large in one way, so that something specific needs much memory.
type shape struct {
	CoverCase
	nodes uint64 // the search calls to allow: enough to need memory, but not many if each takes long
}

// shapes returns the shapes, and also those with colours if the contestant takes them.
func shapes(colors bool) []shape {
	named := func(name string, nodes uint64, m *solvers.Matrix) shape {
		return shape{CoverCase{Name: name, Reason: "a budget bounds what is allocated", Problem: m, Count: math.MaxUint64}, nodes}
	}
	all := []shape{
		named("many options", 50, shaped(30, 0, 60_000, 3)),
		named("many options of items that one word holds", 100, shaped(64, 0, 40_000, 4)),
		named("many items", 600, shaped(4_000, 0, 8_000, 1)),
		named("many items in an option", 50, shaped(5_000, 0, 10_000, 20)),
		named("many secondary items", 100, shaped(100, 100_000, 5_000, 8)),
		named("options of few items", 50, shaped(3, 100, 80_000, 1)),
		named("a small matrix", 5_000, shaped(6, 2, 12, 2)),
		named("63 choices", 5_000, Choices(63)),
		named("many subproblems", 50_000, Pairs(22)),
		named("many clauses to learn", 4_000, pigeons(10)),
	}
	if colors {
		all = append(all,
			named("many colours of few items", 50, painted(shaped(30, 20, 20_000, 8), 5_000)),
			named("few colours of many items", 50, painted(shaped(30, 20_000, 20_000, 8), 3)),
			named("one colour", 50, painted(shaped(30, 2_000, 20_000, 8), 1)))
	}
	return all
}

// painted gives the secondary items of m this many colours, and none in some options.
func painted(m *solvers.Matrix, colors int) *solvers.Matrix {
	m.Color()
	for i, item := range m.Members {
		if int(item) >= m.Primary {
			m.Colors[i] = int32(i % (colors + 1))
		}
	}
	return m
}

// shaped returns a random matrix. Each option has one primary item, and size-1 others of any kind.
func shaped(primary, secondary, options, size int) *solvers.Matrix {
	rng := rand.New(rand.NewPCG(uint64(primary), uint64(options)))
	m := matrix(primary, secondary)
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

// pigeons returns a matrix without a cover: each primary item needs a hole of its own, and there is
// one hole too few.
func pigeons(holes int) *solvers.Matrix {
	m := matrix(holes+1, holes)
	for o := range (holes + 1) * holes {
		m.Add([]int32{int32(o / holes), int32(holes + 1 + o%holes)})
	}
	return m
}

// allocated measures how much a new solver allocates within budgets. Memory that has been freed
// counts, so a table that is copied in order to grow counts twice.
//
// A search that its budget does not end must find the same as with a GiB. So must a search whose
// budget is as large as what it needed with a GiB. A used solver, which has larger tables from
// earlier, must find the same as a new one.
func allocated(k *coverKind, colors bool) error {
	used := k.fresh()
	for _, s := range shapes(colors) {
		limits := solvers.Limits{Solutions: math.MaxUint64, Nodes: s.nodes}
		whole, needed := k.measured(&s.CoverCase, limits)
		enough := needed + needed/10 + spareMemory
		budgets := []uint64{needed/4 + 1, needed/2 + 1, needed/8*7 + 1, enough}
		for memory := uint64(1); memory < enough; memory *= 16 {
			budgets = append(budgets, memory)
		}
		for _, memory := range budgets {
			limits.Memory = memory
			r, bytes := k.measured(&s.CoverCase, limits)
			var again solvers.Cover
			k.call(used, &s.CoverCase, limits, &again)
			err := k.certain(&s.CoverCase, &r)
			switch most := memory + memory/10 + spareMemory; {
			case err != nil:
			case bytes > most:
				err = fmt.Errorf("%d bytes allocated, want at most %d", bytes, most)
			case again.Counts != r.Counts:
				err = fmt.Errorf("%+v of a used solver, %+v of a fresh one", again.Counts, r.Counts)
			case r.Stopped != solvers.MemoryBudget || memory == enough:
				err = k.differ(&r, &whole)
			}
			if err != nil {
				return in(&s.CoverCase, limits, err)
			}
		}
	}
	return nil
}

// spareMemory is how much a search may allocate beyond its budget plus a tenth of it.
const spareMemory = 64 << 10

// measured returns the result of a new contestant, and the number of bytes that it has allocated.
func (k *kind[P, R, F]) measured(c *Case[P], limits solvers.Limits) (r R, bytes uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r = k.solve(c, limits)
	runtime.ReadMemStats(&after)
	return r, after.TotalAlloc - before.TotalAlloc
}
