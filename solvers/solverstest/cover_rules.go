package solverstest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"gridjudge/solvers"
)

// newCover makes a contestant for matrices.
type newCover = func() solvers.CoverSolver

// coverRule is one promise of the contract for matrices.
type coverRule struct {
	name   string
	why    string
	broken func(make newCover, cases []CoverCase) error
}

var coverRules = []coverRule{
	{"answers", "a wrong count or cover is a wrong answer", coverAnswers},
	{"large", "a count is right, or the result says why there is none", coverLarge},
	{"permuted", "names and order of items and options do not change the count", coverPermuted},
	{"input", "the next contestant gets the same matrix", coverInput},
	{"reuse", "a solver is fed matrices of any size, in any order", coverReuse},
	{"overwrite", "a result that is used again must not leak into the next", coverOverwrite},
	{"ownership", "a kept cover must not change under later ones", coverOwnership},
	{"parallel", "each goroutine makes its own solver, and they share nothing", coverParallel},
	{"budget", "a budget in nodes gives the same result on every machine", coverBudget},
	{"memory", "a spent memory budget is told, and never a wrong count", coverMemory},
	{"cancel", "nothing else can end a search in this process", coverCancel},
	{"goroutines", "times are those of one thread", coverGoroutines},
	{"allocations", "a solver that feeds the garbage collector times that too", coverAllocations},
}

// cover returns the result of a fresh solver.
func cover(make newCover, m *solvers.Matrix, limits solvers.Limits) solvers.Cover {
	var r solvers.Cover
	make().Solve(m, limits, &r)
	return r
}

// about adds to err the case in which it happened.
func (c *CoverCase) about(limits solvers.Limits, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%q (%v; it tests that %s), limit %d covers, %d nodes, %d bytes: %w",
		c.Name, c.Matrix, c.Reason, limits.Solutions, limits.Nodes, limits.Memory, err)
}

// right returns an error for a wrong result of a search without a budget.
func (c *CoverCase) right(limits solvers.Limits, r *solvers.Cover) error {
	switch wanted := min(c.Count, limits.Wanted()); {
	case r.Stopped != solvers.Finished:
		return fmt.Errorf("stopped (%v) although nothing limits it", r.Stopped)
	case r.Solutions != wanted:
		return fmt.Errorf("counted %d covers, there are %d up to the limit", r.Solutions, wanted)
	case r.Nodes == 0:
		return fmt.Errorf("claims to have made no search call")
	}
	return c.certain(r)
}

// certain returns an error if a result claims covers that are not there.
func (c *CoverCase) certain(r *solvers.Cover) error {
	switch {
	case r.Solutions > c.Count:
		return fmt.Errorf("counted %d covers, there are %d", r.Solutions, c.Count)
	case r.Solutions == 0 && len(r.First) > 0:
		return fmt.Errorf("counted no cover, but returns %v", r.First)
	case r.Solutions == 0:
		return nil
	}
	return c.Matrix.Check(r.First)
}

// differCover returns an error if two results are not equal.
func differCover(got, want solvers.Cover) error {
	if !slices.Equal(got.First, want.First) || got.Counts != want.Counts {
		return fmt.Errorf("%+v, want %+v", got, want)
	}
	return nil
}

func coverAnswers(make newCover, cases []CoverCase) error {
	for _, c := range cases {
		for _, n := range solutionLimits {
			limits := solvers.Limits{Solutions: n}
			r := cover(make, c.Matrix, limits)
			if err := c.right(limits, &r); err != nil {
				return c.about(limits, err)
			}
		}
	}
	return nil
}

// coverLarge gives every contestant 20,000 nodes, of which one that stores
// subproblems needs a fraction.
func coverLarge(make newCover, _ []CoverCase) error {
	for _, c := range LargeCoverCases() {
		for _, n := range []uint64{0, 7, math.MaxUint64} {
			limits := solvers.Limits{Solutions: n, Nodes: 20_000}
			r := cover(make, c.Matrix, limits)
			err := c.certain(&r)
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
				err = c.right(limits, &r)
			}
			if err != nil {
				return c.about(limits, err)
			}
		}
	}
	return nil
}

func coverPermuted(make newCover, cases []CoverCase) error {
	rng := rand.New(rand.NewPCG(11, 2))
	for _, c := range cases {
		for range 3 {
			limits := solvers.Limits{Solutions: math.MaxUint64}
			p := c
			p.Matrix = Permuted(c.Matrix, rng)
			r := cover(make, p.Matrix, limits)
			if err := p.right(limits, &r); err != nil {
				return p.about(limits, err)
			}
		}
	}
	return nil
}

func coverInput(make newCover, cases []CoverCase) error {
	for _, c := range cases {
		var before solvers.Matrix
		before.Set(c.Matrix)
		cover(make, c.Matrix, solvers.Limits{Solutions: 2})
		if !before.Equal(c.Matrix) {
			return c.about(solvers.Limits{Solutions: 2}, fmt.Errorf("the solver wrote to the matrix, which was %v", before))
		}
	}
	return nil
}

func coverReuse(make newCover, cases []CoverCase) error {
	limits := []solvers.Limits{{}, {Solutions: 2, Nodes: 3}, {Solutions: math.MaxUint64}}
	fresh := map[*solvers.Matrix][]solvers.Cover{}
	for _, c := range cases {
		for _, l := range limits {
			fresh[c.Matrix] = append(fresh[c.Matrix], cover(make, c.Matrix, l))
		}
	}
	backwards := slices.Clone(cases)
	slices.Reverse(backwards)
	used := make()
	var r solvers.Cover
	for _, c := range slices.Concat(cases, backwards, cases) {
		for i, l := range limits {
			used.Solve(c.Matrix, l, &r)
			if err := differCover(r, fresh[c.Matrix][i]); err != nil {
				return c.about(l, fmt.Errorf("a used solver differs from a fresh one: %w", err))
			}
		}
	}
	return nil
}

func coverOverwrite(make newCover, cases []CoverCase) error {
	for _, c := range cases {
		r := solvers.Cover{
			Counts: solvers.Counts{Solutions: 99, Nodes: 1 << 40, Updates: 1 << 40, Stopped: solvers.Cancelled},
			First:  slices.Repeat([]int32{1}, 100),
		}
		make().Solve(c.Matrix, solvers.Limits{}, &r)
		if err := differCover(r, cover(make, c.Matrix, solvers.Limits{})); err != nil {
			return c.about(solvers.Limits{}, fmt.Errorf("the previous content of the result shows: %w", err))
		}
	}
	return nil
}

func coverOwnership(make newCover, cases []CoverCase) error {
	s := make()
	results := slices.Repeat([]solvers.Cover{{}}, len(cases))
	for i, c := range cases {
		s.Solve(c.Matrix, solvers.Limits{}, &results[i])
	}
	for i, c := range cases {
		if err := c.right(solvers.Limits{}, &results[i]); err != nil {
			return c.about(solvers.Limits{}, fmt.Errorf("after later matrices: %w", err))
		}
	}
	return nil
}

func coverParallel(make newCover, cases []CoverCase) error {
	return inParallel(func() error {
		s := make()
		var r solvers.Cover
		for _, c := range cases {
			limits := solvers.Limits{Solutions: 2}
			s.Solve(c.Matrix, limits, &r)
			if err := c.right(limits, &r); err != nil {
				return c.about(limits, fmt.Errorf("in parallel with other solvers: %w", err))
			}
		}
		return nil
	})
}

func coverBudget(make newCover, cases []CoverCase) error {
	for _, c := range cases {
		free := cover(make, c.Matrix, solvers.Limits{Solutions: math.MaxUint64})
		for _, nodes := range []uint64{1, 2, free.Nodes / 2, free.Nodes - 1, free.Nodes, free.Nodes + 1, math.MaxUint64} {
			if nodes == 0 {
				continue
			}
			limits := solvers.Limits{Solutions: math.MaxUint64, Nodes: nodes}
			r := cover(make, c.Matrix, limits)
			err := c.certain(&r)
			switch {
			case err != nil:
			case nodes >= free.Nodes:
				err = differCover(r, free)
			case r.Stopped != solvers.NodeBudget:
				err = fmt.Errorf("%+v, without a budget %+v: did not stop for it", r, free)
			case r.Nodes > nodes:
				err = fmt.Errorf("made %d search calls", r.Nodes)
			}
			if err != nil {
				return c.about(limits, err)
			}
		}
	}
	return nil
}

// coverMemory gives budgets of a byte, 512 bytes and 256 KiB. The matchings of 22 points have too many covers to visit;
// zdd, which needs 262,456 nodes and 1.2 MiB for them, has spent 256 KiB after 46,783.
func coverMemory(make newCover, cases []CoverCase) error {
	cases = append(slices.Clone(cases), CoverCase{
		Name: "matchings of 22", Reason: "a budget may not suffice", Matrix: Pairs(22), Count: 13_749_310_575,
	})
	for _, c := range cases {
		for memory := uint64(1); memory <= 256<<10; memory <<= 9 {
			limits := solvers.Limits{Solutions: math.MaxUint64, Memory: memory, Nodes: 50_000}
			r := cover(make, c.Matrix, limits)
			err := c.certain(&r)
			if err == nil && r.Stopped != solvers.MemoryBudget && r.Stopped != solvers.NodeBudget {
				err = c.right(limits, &r)
			}
			if err != nil {
				return c.about(limits, err)
			}
		}
	}
	return nil
}

func coverCancel(make newCover, cases []CoverCase) error {
	var flag atomic.Bool
	flag.Store(true)
	for _, c := range cases {
		limits := solvers.Limits{Solutions: 2, Cancel: &flag}
		if r := cover(make, c.Matrix, limits); r.Stopped != solvers.Cancelled {
			return c.about(limits, fmt.Errorf("%+v, although cancelled from the start", r))
		}
	}
	flag.Store(false)
	timer := time.AfterFunc(20*time.Millisecond, func() { flag.Store(true) })
	defer timer.Stop()
	c := CoverCase{Name: "matchings of 60", Reason: "a search with no end in sight can be limited", Matrix: Pairs(60)}
	limits := solvers.Limits{Solutions: math.MaxUint64, Cancel: &flag}
	if r := cover(make, c.Matrix, limits); r.Stopped != solvers.Cancelled {
		return c.about(limits, fmt.Errorf("%v, although cancelled on the way", r.Stopped))
	}
	return nil
}

func coverGoroutines(make newCover, cases []CoverCase) error {
	before := runtime.NumGoroutine()
	s := make()
	var r solvers.Cover
	for _, c := range cases {
		s.Solve(c.Matrix, solvers.Limits{Solutions: 2}, &r)
	}
	return settled(before, s)
}

func coverAllocations(make newCover, cases []CoverCase) error {
	s := make()
	var r solvers.Cover
	return allocating(func() {
		for _, c := range cases {
			s.Solve(c.Matrix, solvers.Limits{Solutions: math.MaxUint64}, &r)
		}
	})
}
