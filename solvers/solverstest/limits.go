package solverstest

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"gridjudge/solvers"
)

// budget solves each case with budgets that are below, at and above the number of nodes that a
// search without a tight budget takes.
func (k *kind[P, R, F]) budget() error {
	s := k.fresh()
	for i := range k.cases {
		c, limits := &k.cases[i], solvers.Limits{Solutions: k.wanted, Nodes: plenty}
		var free, r R
		k.call(s, c, limits, &free)
		all := k.counts(&free)
		for _, nodes := range []uint64{1, 2, all.Nodes / 2, all.Nodes - 1, all.Nodes, all.Nodes + 1, math.MaxUint64} {
			limits.Nodes = max(nodes, 1) // 0 would be none
			k.call(s, c, limits, &r)
			n, err := k.counts(&r), k.certain(c, &r)
			switch {
			case err != nil:
			case limits.Nodes >= all.Nodes:
				err = k.differ(&r, &free)
			case n.Stopped != solvers.NodeBudget || n.Nodes > limits.Nodes:
				err = fmt.Errorf("%+v, without a budget %+v", *n, *all)
			}
			if err != nil {
				return in(c, limits, err)
			}
		}
	}
	return nil
}

func (k *kind[P, R, F]) cancel() error {
	var flag atomic.Bool
	flag.Store(true)
	s := k.fresh()
	var r R
	for i := range k.cases {
		c, limits := &k.cases[i], solvers.Limits{Solutions: 2, Cancel: &flag}
		if k.call(s, c, limits, &r); k.counts(&r).Stopped != solvers.Cancelled {
			return in(c, limits, fmt.Errorf("%+v, although cancelled from the start", *k.counts(&r)))
		}
	}
	if k.endless == nil {
		return nil
	}
	flag.Store(false)
	timer := time.AfterFunc(20*time.Millisecond, func() { flag.Store(true) })
	defer timer.Stop()
	limits := solvers.Limits{Solutions: math.MaxUint64, Nodes: plenty, Cancel: &flag}
	if k.call(s, k.endless, limits, &r); k.counts(&r).Stopped != solvers.Cancelled {
		return in(k.endless, limits, fmt.Errorf("%+v, although cancelled on the way", *k.counts(&r)))
	}
	return nil
}
