package solverstest

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"gridjudge/solvers"
)

// budget solves a case with budgets below, at and above the nodes of a
// search without one.
func budget(spec solvers.Spec, c Case) error {
	s := spec.New(c.Puzzle.Size())
	free := solveBy(s, c, solvers.Limits{Solutions: 2})
	for _, nodes := range []uint64{1, 2, free.Nodes / 2, free.Nodes - 1, free.Nodes, free.Nodes + 1, math.MaxUint64} {
		limits := solvers.Limits{Solutions: 2, Nodes: max(nodes, 1)} // 0 would be none
		r := solveBy(s, c, limits)
		var err error
		switch {
		case limits.Nodes >= free.Nodes:
			err = differ(r, free)
		case r.Stopped != solvers.NodeBudget || r.Nodes > limits.Nodes || r.Solutions > free.Solutions:
			err = fmt.Errorf("%+v, without a budget %+v", r.Counts, free.Counts)
		case len(r.First) != 0:
			err = solvers.Check(c.Puzzle, r.First)
		}
		if err != nil {
			return in(c, limits, err)
		}
	}
	return nil
}

// endless returns a case with too many solutions to count, except at 4x4.
func endless(size int) Case {
	return Case{Name: "empty", Reason: "a search with no end in sight can be limited", Puzzle: solvers.NewGrid(size)}
}

func cancel(spec solvers.Spec, size int, cases []Case) error {
	var flag atomic.Bool
	flag.Store(true)
	s := spec.New(size)
	for _, c := range cases {
		limits := solvers.Limits{Solutions: 2, Cancel: &flag}
		if r := solveBy(s, c, limits); r.Stopped != solvers.Cancelled {
			return in(c, limits, fmt.Errorf("%+v, although cancelled from the start", r.Counts))
		}
	}
	if size == 4 {
		return nil // all 288 grids are counted before a flag could be set
	}
	flag.Store(false)
	timer := time.AfterFunc(20*time.Millisecond, func() { flag.Store(true) })
	defer timer.Stop()
	c, limits := endless(size), solvers.Limits{Solutions: math.MaxUint64, Nodes: plenty, Cancel: &flag}
	if r := solveBy(s, c, limits); r.Stopped != solvers.Cancelled {
		return in(c, limits, fmt.Errorf("%+v, although cancelled on the way", r.Counts))
	}
	return nil
}

// empty allows 200,000 nodes for the empty grid. A solver that rarely guesses wrong needs
// about a hundredth of that.
func empty(spec solvers.Spec, size int, _ []Case) error {
	c, limits := endless(size), solvers.Limits{Nodes: 200_000}
	r := solve(spec, c, limits)
	if r.Stopped == solvers.NodeBudget && r.Nodes <= limits.Nodes && r.Solutions == 0 {
		return nil
	}
	c.Count = 1
	if err := right(c, limits, r); err != nil {
		return in(c, limits, err)
	}
	if size != 4 {
		return nil
	}
	c.Count, limits = 288, solvers.Limits{Solutions: math.MaxUint64}
	return in(c, limits, right(c, limits, solve(spec, c, limits)))
}
