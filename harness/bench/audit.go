package bench

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/solvers"
)

const (
	// auditCases is the largest number of cases in an audit.
	auditCases = 50

	// The cost of puzzles is their processor time divided by their nodes + updates.
	// The cost of fresh puzzles may be auditRatio times the cost of known puzzles.
	// Without any look-up, fresh puzzles cost up to twice as much, because branches
	// are not predicted. A look-up makes known puzzles ten times cheaper or more.
	auditRatio = 5

	// A permuted puzzle may take auditGiveUpFactor times the nodes of the hardest
	// known puzzle. The audit gives up on a harder one.
	auditGiveUpFactor = 4

	// auditTime is the shortest processor time from which a cost of fresh puzzles is
	// computed. A shorter one counts as cost 0.
	auditTime = 50 * time.Microsecond
)

// audit looks for a contestant that answers from memory, in three ways:
//
//  1. Fresh puzzles, which are permutations of those of the set, must be solved
//     right and with as many solutions. A contestant that replays answers fails.
//  2. A puzzle of the set with a budget of fewer nodes than it needs must end
//     because of the budget. A contestant that looks puzzles up fails. This check
//     needs no clock.
//  3. The cost of fresh puzzles must not exceed auditRatio times the cost of known
//     puzzles. Three tries measure both. The least cost of the fresh puzzles is
//     compared with the greatest cost of the known ones, so that noise rejects
//     nobody. There is one try if the known puzzles take more than a second. A
//     contestant fails if it passes 1 and 2, but reuses most of its earlier work.
func (m *solverSampler) audit(ctx context.Context) error {
	r := Schedule{m.settings.Seed}.Rand(0, auditPurpose)
	chosen := r.Perm(len(m.outcomes))
	chosen = chosen[:min(auditCases, len(chosen))]
	known := make([]solvers.Grid, len(chosen))
	// A permuted puzzle may be far harder for this contestant than its original, so
	// it has a budget of nodes.
	budget := uint64(0)
	for i, c := range chosen {
		known[i] = slices.Clone(m.originals[c])
		budget = max(budget, auditGiveUpFactor*m.outcomes[c].counters.Nodes)
	}
	var cancel atomic.Bool
	defer context.AfterFunc(ctx, func() { cancel.Store(true) })()
	limits := solvers.Limits{Nodes: budget + auditGiveUpFactor, Cancel: &cancel}
	answers := make([]solvers.Result, len(chosen))
	fresh, repeated := 0.0, 0.0 // the least cost of fresh and the greatest of known puzzles
	for try := range 3 {
		permuted := make([]solvers.Grid, len(known))
		for i := range known {
			permuted[i] = Permuted(known[i], r)
		}
		spent, counted := m.auditPass(permuted, limits, answers)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for i, c := range chosen {
			if err := m.auditAnswer(&m.outcomes[c], permuted[i], &answers[i]); err != nil {
				return wrong(c, "permuted: %v", err)
			}
		}
		cost := float64(spent) / float64(counted)
		if spent < auditTime {
			cost = 0
		}
		if try == 0 || cost < fresh {
			fresh = cost
		}
		spent, counted = m.auditPass(known, limits, answers)
		repeated = max(repeated, float64(max(spent, 1))/float64(counted))
		if spent > time.Second {
			break // after so long a time one try is certain enough
		}
	}
	if fresh > auditRatio*repeated {
		return &results.Rejection{Verdict: judge.WrongAnswer, Reason: fmt.Sprintf(
			"a node or update of a fresh puzzle costs %.1f times that of a known one: are answers kept between passes?", fresh/repeated)}
	}
	return m.auditBudget(chosen, r.Uint64N)
}

// auditPass solves puzzles once. It returns the processor time and the sum of nodes and
// updates; this sum is at least 1.
func (m *solverSampler) auditPass(puzzles []solvers.Grid, limits solvers.Limits, answers []solvers.Result) (time.Duration, uint64) {
	fillWithSentinel(answers)
	start := m.settings.Clock.Read()
	solvers.SolveAll(m.solver, puzzles, limits, answers)
	spent := m.settings.Clock.Read().Sub(start).CPU
	counted := uint64(1)
	for i := range answers {
		counted += answers[i].Nodes + answers[i].Updates
	}
	return spent, counted
}

// auditAnswer checks the result for a permuted puzzle by the rules alone.
func (m *solverSampler) auditAnswer(want *outcome, puzzle solvers.Grid, r *solvers.Result) error {
	switch {
	case r.Stopped != solvers.Finished:
		return nil // too hard: nothing is claimed about it
	case r.Solutions != want.solutions:
		return fmt.Errorf("%d solutions instead of %d", r.Solutions, want.solutions)
	case r.Solutions > 0:
		return solvers.Check(puzzle, r.First)
	}
	return nil
}

// auditBudget solves known puzzles with a budget of fewer nodes than they need.
func (m *solverSampler) auditBudget(chosen []int, below func(uint64) uint64) error {
	var result solvers.Result
	for _, c := range chosen {
		nodes := m.outcomes[c].counters.Nodes
		if nodes < 2 {
			continue
		}
		budget := 1 + below(nodes-1)
		m.solver.Solve(slices.Clone(m.originals[c]), solvers.Limits{Nodes: budget}, &result)
		if result.Stopped != solvers.NodeBudget || result.Nodes > budget {
			return wrong(c, "needs %d nodes, and with a budget of %d the search %s after %d: is the answer kept between passes?",
				nodes, budget, result.Stopped, result.Nodes)
		}
	}
	return nil
}
