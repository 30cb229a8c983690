package solverstest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gridjudge/solvers"
)

// coverKind is the kind for matrices.
type coverKind = kind[*solvers.Matrix, solvers.Cover, int32]

// ofMatrices returns the kind for a contestant that takes matrices.
func ofMatrices(spec solvers.Spec, cases []CoverCase) *coverKind {
	k := &coverKind{
		fresh:  func() contestant[*solvers.Matrix, solvers.Cover] { return spec.NewCover() },
		cases:  cases,
		alike:  withTwins(cases),
		wanted: math.MaxUint64,
		endless: &CoverCase{
			Name: "matchings of 60", Reason: "a search with no end in sight can be limited", Problem: Pairs(60), Count: math.MaxUint64,
		},
		counts: func(r *solvers.Cover) *solvers.Counts { return &r.Counts },
		first:  func(r *solvers.Cover) *[]int32 { return &r.First },
		check:  (*solvers.Matrix).Check,
		junk:   1,
		clone: func(m *solvers.Matrix) *solvers.Matrix {
			var c solvers.Matrix
			c.Set(m)
			return &c
		},
		write: (*solvers.Matrix).Set,
		equal: (*solvers.Matrix).Equal,
		most:  func(m *solvers.Matrix) uint64 { return uint64(m.Items()) + 1 },
	}
	k.own = []rule{
		{"permuted", "names and order of items and options do not change the count", func() error { return permuted(k) }},
		{"many", "users count tens of thousands of covers", func() error {
			return k.countMany(&CoverCase{Name: "17 choices", Reason: beyond16, Problem: Choices(17), Count: 1 << 17})
		}},
		{"large", "a count is right, or the result says why there is none", func() error { return large(k) }},
		{"memory", "a spent memory budget is told, and never a wrong count", func() error { return spentMemory(k) }},
		{"allocated", "Limits.Memory bounds what a call allocates, so that a large matrix cannot take all memory", func() error { return allocated(k, spec.Colors) }},
	}
	return k
}

// large gives every contestant 20,000 nodes. A contestant that stores subproblems needs only a
// fraction of them.
func large(k *coverKind) error {
	for _, c := range LargeCoverCases() {
		for _, n := range []uint64{0, 7, math.MaxUint64} {
			limits := solvers.Limits{Solutions: n, Nodes: 20_000}
			r := k.solve(&c, limits)
			err := k.certain(&c, &r)
			switch {
			case err != nil:
			case r.Stopped == solvers.NodeBudget && n == math.MaxUint64:
			case r.Stopped == solvers.CountOverflow && n == math.MaxUint64:
				if !c.Beyond || r.Solutions != c.Count {
					err = fmt.Errorf("counted %d covers (%v), there are %d", r.Solutions, r.Stopped, c.Count)
				}
			case c.Beyond && n == math.MaxUint64:
				err = fmt.Errorf("counted %d covers (%v), but there are more than 64 bits hold", r.Solutions, r.Stopped)
			default:
				err = k.right(&c, limits, &r)
			}
			if err != nil {
				return in(&c, limits, err)
			}
		}
	}
	return nil
}

// withTwins inserts after each small case a case with as many items and options, of the same
// lengths. If the case has colours, every second option of its twin has lost them. Otherwise, the
// items of option o of the twin are shifted by o+1.
func withTwins(cases []CoverCase) (alike []CoverCase) {
	for _, c := range cases {
		alike = append(alike, c)
		if c.Problem.Options() > 20 {
			continue // because the plain search for its twin might not end
		}
		twin := matrix(c.Problem.Primary, c.Problem.Secondary)
		for o, option := range c.Problem.All() {
			if c.Problem.Colored() {
				twin.AddColored(option, c.Problem.ColorsOf(o))
				if o%2 == 0 {
					clear(twin.ColorsOf(o))
				}
				continue
			}
			var moved []int32
			for _, item := range option {
				moved = append(moved, int32((int(item)+o+1)%c.Problem.Items()))
			}
			twin.Add(moved)
		}
		alike = append(alike, CoverCase{
			Name: "twin of " + c.Name, Reason: "a matrix is not known by its size", Problem: twin, Count: CountCovers(twin, math.MaxUint64),
		})
	}
	return alike
}

func permuted(k *coverKind) error {
	rng := rand.New(rand.NewPCG(11, 2))
	for _, c := range k.cases {
		for range 3 {
			limits := solvers.Limits{Solutions: math.MaxUint64, Nodes: plenty}
			c := c // a copy, because the watch may still print the case before
			c.Problem = Permuted(c.Problem, rng)
			r := k.solve(&c, limits)
			if err := k.right(&c, limits, &r); err != nil {
				return in(&c, limits, err)
			}
		}
	}
	return nil
}
