package bench

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

const (
	// auditCases is the largest number of cases in an audit.
	auditCases = 50

	// auditRatio is the limit of the third check of audit, which finds solvers that answer from memory. The check
	// compares the cost of new (fresh) cases with the cost of cases that the solver has solved before (known cases). A
	// cost is the processor time per node and update. The audit fails if fresh cases cost more than five times as much
	// as known cases. If a solver looks answers up, fresh cases cost at least ten times as much. An honest solver needs
	// some room below the limit: fresh cases may cost it twice as much, because the processor cannot predict their
	// branches.
	auditRatio = 5

	// auditGiveUpFactor bounds the effort for a permuted case: it may take four times the nodes of the hardest known
	// case. If it needs more, the audit gives up on this case.
	auditGiveUpFactor = 4

	// auditTime is the shortest processor time from which a cost of fresh cases is computed. A shorter time counts as
	// cost 0, because it is too short to prove anything.
	auditTime = 50 * time.Microsecond
)

// audit looks for two faults that judging may not show.
//
// The first is a contestant that always stops at the first solution, although more were asked for. On puzzles with
// one solution nothing else would show this, so the audit has a case with several.
//
// The second is a contestant that answers from memory. Three checks find it:
//
//  1. The contestant gets fresh cases, which are new to it. They are permutations of cases of the set: for example,
//     Sudokus with their digits renamed. It must solve them right, and find as many solutions as the original cases
//     have. A contestant that only replays stored answers fails this check.
//  2. The contestant gets known cases again, each with a budget of fewer nodes than the case needs. An honest search
//     stops when the budget is spent. A contestant that looks the case up returns an answer instead, and fails. This
//     check needs no clock.
//  3. The contestant's processor time per node and update is measured for fresh cases and for known ones. The fresh
//     cases must not cost more than auditRatio times as much as the known ones. This check finds a contestant that
//     stores no answers, but reuses most of its earlier work on a case, because known cases are very cheap for it.
//
// Noise must not make an honest contestant fail the third check. So both costs are measured three times, and the least
// cost of the fresh cases is compared with the greatest cost of the known ones. If the known cases take more than a
// second, the costs are measured only once.
func (m *solverSampler) audit(ctx context.Context) error {
	r := Schedule(m.settings.Seed).Rand(0, auditPurpose)
	chosen := r.Perm(m.all.Len())
	chosen = chosen[:min(auditCases, len(chosen))]
	slots := make([]int, len(chosen))
	// A permuted case may be far harder for this contestant than its original, so it has a budget of nodes.
	budget := uint64(auditGiveUpFactor)
	for i, c := range chosen {
		slots[i] = i
		budget = max(budget, auditGiveUpFactor*(m.want.Nodes[c]+1))
	}
	var cancel atomic.Bool
	defer context.AfterFunc(ctx, func() { cancel.Store(true) })()
	limits := solvers.Limits{Solutions: m.settings.Solutions, Nodes: budget, Cancel: &cancel}
	if m.settings.Solutions > 1 {
		m.auditPass(m.all.Loose(), []int{0}, &solvers.Limits{Solutions: 2, Nodes: budget, Cancel: &cancel})
		if counts := m.runner.Counts(0); counts.Stopped == solvers.Finished && counts.Solutions != 2 {
			return wrong(-1, "of a case with several solutions, 2 were asked for and %d counted: is Limits.Solutions obeyed?", counts.Solutions)
		}
	}
	m.auditPass(m.all, chosen, &limits)
	solutions := make([]uint64, len(chosen))
	for i, c := range chosen {
		if !m.repeats(i, c) {
			return wrong(c, "audit: %s", m.difference(i, c))
		}
		solutions[i] = m.runner.Counts(i).Solutions
	}
	fresh, known := math.Inf(1), 0.0 // the least cost of fresh cases, and the greatest cost of known cases
	for range 3 {
		spent, counted := m.auditPass(m.all.Permute(r, chosen), slots, &limits)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for i, c := range chosen {
			if err := m.auditAnswer(i, solutions[i], &limits); err != nil {
				return wrong(c, "permuted: %v", err)
			}
		}
		if spent < auditTime {
			spent = 0
		}
		fresh = min(fresh, float64(spent)/float64(counted))
		spent, counted = m.auditPass(m.all, chosen, &limits)
		known = max(known, float64(max(spent, 1))/float64(counted))
		if spent > time.Second {
			break // after so long a time one try is certain enough
		}
	}
	if fresh > auditRatio*known {
		return wrong(-1, "a node or update of a fresh puzzle costs %.1f times as much as one of a known puzzle: are answers kept between passes?", fresh/known)
	}
	defer m.runner.Place(m.order)
	return m.auditBudget(chosen, r.Uint64N)
}

// auditPass solves the cases of a list in the given order. It returns the processor time, and the sum of all nodes
// and updates plus 1, so that the sum is never 0.
func (m *solverSampler) auditPass(list cases.Cases, order []int, limits *solvers.Limits) (time.Duration, uint64) {
	m.runner.Load(list)
	m.runner.Place(order)
	start := m.settings.Clock.Read()
	m.runner.Solve(0, len(order), limits)
	spent := m.settings.Clock.Read().Sub(start).CPU
	counted := uint64(1)
	for slot := range order {
		counts := m.runner.Counts(slot)
		counted += counts.Nodes + counts.Updates
	}
	return spent, counted
}

// auditAnswer checks the result of a permuted case by the rules, because there is no stored answer.
func (m *solverSampler) auditAnswer(slot int, solutions uint64, limits *solvers.Limits) error {
	switch counts := m.runner.Counts(slot); {
	case counts.Stopped != solvers.Finished:
		return nil // too hard: the budget ended the search, so there is nothing to check
	case counts.Solutions != solutions:
		return fmt.Errorf("%d solutions instead of %d", counts.Solutions, solutions)
	case counts.Solutions == 0:
		return nil
	}
	if found := m.runner.Check(slot, limits); found.Match != cases.Right {
		return fmt.Errorf("%s", found)
	}
	return nil
}

// auditBudget solves known cases with a budget of fewer nodes than they need. The known cases must have been loaded
// last.
func (m *solverSampler) auditBudget(chosen []int, below func(uint64) uint64) error {
	for _, c := range chosen {
		nodes := m.want.Nodes[c]
		if nodes < 2 {
			continue
		}
		budget := 1 + below(nodes-1)
		m.runner.Place([]int{c})
		m.runner.Solve(0, 1, &solvers.Limits{Solutions: m.settings.Solutions, Nodes: budget})
		if counts := m.runner.Counts(0); counts.Stopped != solvers.NodeBudget || counts.Nodes > budget {
			return wrong(c, "needs %d nodes, and with a budget of %d the search %s after %d: "+
				"are nodes counted without Limits.Enter, or is the answer kept between passes?",
				nodes, budget, counts.Stopped, counts.Nodes)
		}
	}
	return nil
}
