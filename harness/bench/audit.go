package bench

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"gridjudge/solvers"
)

const (
	// auditCases bounds how many cases an audit looks at.
	auditCases = 50

	// auditRatio is how much dearer, per node and update, a puzzle that was
	// never seen may be than one that was. Cold branches alone were seen to
	// cost up to twice; a look-up saves ten times and more.
	auditRatio = 5

	// auditPatience is how many times the nodes of the hardest known puzzle a
	// permuted one may take.
	auditPatience = 4

	// auditTime is the shortest time that the ratio is taken of.
	auditTime = 50 * time.Microsecond
)

// audit looks for a contestant that answers from memory. It asks in three ways:
//
//  1. Puzzles that nobody has seen, made from those of the set, must be solved
//     right and with as many solutions: this catches one that replays.
//  2. A puzzle of the set asked with fewer nodes than it needs must end for want
//     of nodes: this catches one that looks the puzzle up, without any clock.
//  3. A node of a fresh puzzle must not cost auditRatio times that of a known
//     one, in the best of three tries: this catches one that does 1 and 2
//     right and keeps the rest of the work.
func (m *inProcess) audit(ctx context.Context) error {
	r := Schedule{m.settings.Seed}.Rand(0, auditPurpose)
	chosen := r.Perm(len(m.want))
	chosen = chosen[:min(auditCases, len(chosen))]
	known := make([]solvers.Grid, len(chosen))
	for i, c := range chosen {
		known[i] = m.load.Puzzles[c]
	}
	// A permuted puzzle may be far harder for this contestant than the one it
	// was made from. The audit does not wait for it.
	budget := uint64(0)
	for _, c := range chosen {
		budget = max(budget, auditPatience*m.want[c].effort.Nodes)
	}
	var cancel atomic.Bool
	defer context.AfterFunc(ctx, func() { cancel.Store(true) })()
	limits := solvers.Limits{Nodes: budget + auditPatience, Cancel: &cancel}
	results := make([]solvers.Result, len(chosen))
	cheapest, dearest := 0.0, 0.0 // of fresh and of known puzzles, per node and update
	for try := range 3 {
		fresh := make([]solvers.Grid, len(known))
		for i := range known {
			fresh[i] = Permuted(known[i], r)
		}
		spent, effort := m.pass(fresh, limits, results)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for i, c := range chosen {
			if err := m.auditAnswer(&m.want[c], fresh[i], &results[i]); err != nil {
				return fmt.Errorf("%s permuted: %w", m.load.Case(c), err)
			}
		}
		cost := float64(spent) / float64(effort)
		if spent < auditTime {
			cost = 0
		}
		if try == 0 || cost < cheapest {
			cheapest = cost
		}
		spent, effort = m.pass(known, limits, results)
		dearest = max(dearest, float64(max(spent, 1))/float64(effort))
		if spent > time.Second {
			break // long enough for one try to tell
		}
	}
	if cheapest > auditRatio*dearest {
		return fmt.Errorf("a node of a fresh puzzle costs %.1f times that of a known one: are answers kept between passes?", cheapest/dearest)
	}
	return m.auditBudget(chosen, r.Uint64N)
}

// pass solves puzzles once and returns the processor time and the nodes and
// updates, at least 1, that it took.
func (m *inProcess) pass(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) (time.Duration, uint64) {
	wipe(results)
	start := m.settings.Clock.Read()
	solvers.SolveAll(m.solver, puzzles, limits, results)
	spent := m.settings.Clock.Read().Sub(start).CPU
	effort := uint64(1)
	for i := range results {
		effort += results[i].Nodes + results[i].Updates
	}
	return spent, effort
}

// auditAnswer checks the result for a permuted puzzle by the rules alone.
func (m *inProcess) auditAnswer(want *outcome, puzzle solvers.Grid, r *solvers.Result) error {
	switch {
	case r.Stopped != solvers.Finished:
		return nil // too hard; nothing is claimed about it
	case r.Solutions != want.solutions:
		return fmt.Errorf("%d solutions instead of %d", r.Solutions, want.solutions)
	case r.Solutions > 0:
		return solvers.Check(puzzle, r.First)
	}
	return nil
}

// auditBudget asks for known puzzles with too few nodes.
func (m *inProcess) auditBudget(chosen []int, below func(uint64) uint64) error {
	var result solvers.Result
	for _, c := range chosen {
		nodes := m.want[c].effort.Nodes
		if nodes < 2 {
			continue
		}
		budget := 1 + below(nodes-1)
		m.solver.Solve(m.load.Puzzles[c], solvers.Limits{Nodes: budget}, &result)
		if result.Stopped != solvers.NodeBudget || result.Nodes > budget {
			return fmt.Errorf("%s needs %d nodes, and with a budget of %d the search %s after %d: is the answer kept between passes?",
				m.load.Case(c), nodes, budget, result.Stopped, result.Nodes)
		}
	}
	return nil
}
