package cases

import (
	"fmt"
	"math"

	"gridjudge/solvers"
)

// sentinel is a number that no search counts to.
const sentinel = 1<<64 - 0x5eed

// Sentinels fill the Counts of a result before a solver gets it, so that the judge notices fields that the solver did
// not write.
var Sentinels = solvers.Counts{Solutions: sentinel, Nodes: sentinel, Updates: sentinel, Stopped: 0xff}

// Written reports whether a solver wrote the counters.
func Written(counts solvers.Counts) bool { return counts.Nodes != sentinel }

// CheckCounts returns how the counters break the contract of solvers, or "" if they do not. asked are the limits that
// the solver was given.
func CheckCounts(asked *solvers.Limits, r *solvers.Counts) string {
	switch wanted := asked.Wanted(); {
	case r.Solutions == sentinel && r.Nodes == sentinel:
		return "the result was not written"
	case asked.Nodes > 0 && r.Nodes > asked.Nodes:
		return fmt.Sprintf("reports %d nodes, beyond the budget of %d", r.Nodes, asked.Nodes)
	case r.Stopped == solvers.NodeBudget && asked.Nodes == 0:
		return "reports a spent node budget, but none was given"
	case r.Stopped == solvers.Cancelled && !asked.Cancelled():
		return "reports that it was cancelled, but it was not"
	case r.Stopped == solvers.MemoryBudget || r.Stopped == solvers.Colored:
		return fmt.Sprintf("the search ended early: %s", r.Stopped)
	case r.Stopped == solvers.CountOverflow && wanted != math.MaxUint64:
		return fmt.Sprintf("reports a count beyond 64 bits, but had to stop at %d", wanted)
	case r.Stopped > solvers.Colored:
		return fmt.Sprintf("Stopped has the value %d, which is not defined", r.Stopped)
	case r.Solutions > wanted:
		return fmt.Sprintf("counts %d solutions, but had to stop at %d", r.Solutions, wanted)
	}
	return ""
}

// Contradicts returns how a number of solutions contradicts the certificate, or "" if it does not. n was counted up
// to wanted.
func (c Certificate) Contradicts(n, wanted uint64) string {
	least := min(wanted, c.N)
	if c.Is != Unknown && n < least || c.Is == Exactly && n > least {
		counts := fmt.Sprintf("counts %s of the first %d", InWords(n), wanted)
		if wanted == math.MaxUint64 {
			counts = "counts " + InWords(n)
		}
		return counts + "; the case has " + c.InWords()
	}
	return ""
}

// Copies are the copies of a solver that a runner has made.
type Copies[S comparable] struct {
	New    func() S
	Solver S // the copy in use
	made   []S
}

// Use chooses a copy, counted from 0, and makes it when it is first used.
func (c *Copies[S]) Use(copy int) {
	var none S
	for len(c.made) <= copy {
		solver := c.New()
		if solver == none {
			panic("the constructor returned nil")
		}
		c.made = append(c.made, solver)
	}
	c.Solver = c.made[copy]
}

// Forget drops all copies.
func (c *Copies[S]) Forget() { *c = Copies[S]{New: c.New} }
