package solverstest

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gridjudge/solvers"
)

// rule is one promise of the contract. broken returns what a contestant does against it, or nil.
type rule struct {
	name   string
	why    string
	broken func() error
}

// rules returns the rules in the order of testing. The order matters, because a later rule can only be tested if the
// contestant keeps certain earlier rules:
//   - The rule contradictions comes early, because a contestant that does not reject contradictions may search forever.
//     Most rules need a contestant that ends with every case.
//   - The rule input comes early, because all rules share the same cases. A contestant that writes to its problems
//     would spoil the cases for the later rules.
//   - The rule budget comes before rules whose searches only end because of a budget of nodes, such as the rule empty.
func (k *kind[P, R, F]) rules() []rule {
	return slices.Concat([]rule{
		{"enter", "Limits.Enter counts each search call, the first one too, and may end the search", k.enter},
		{"contradictions", "clashing givens, or an item without options, must be rejected without a search", k.contradictions},
		{"input", "the next contestant gets the same problem", k.input},
		{"answers", "a wrong count or solution is a wrong answer; the first solution is the same, however many are wanted", k.answers},
		{"overwrite", "a result that is used again must not leak into the next", k.overwrite},
		{"reuse", "a solver is fed thousands of problems, in any order", k.reuse},
		{"rewritten", "a caller reads its next problem into the memory of the one before", k.rewritten},
		{"ownership", "a kept answer must not change under later ones", k.ownership},
		{"parallel", "each goroutine makes its own solver; they share problems, which none writes to", k.parallel},
		{"budget", "a budget in nodes gives the same result on every machine", k.budget},
		{"cancel", "nothing else can end a search in this process", k.cancel},
	}, k.own, []rule{
		{"goroutines", "the times that are measured are of one thread", k.goroutines},
		{"allocations", "a solver that feeds the garbage collector times that too", k.allocations},
	})
}

// solutionLimits are the limits with which every case is solved: the default, one solution, two
// (which shows whether the solution is unique), and more than any case has.
var solutionLimits = []uint64{0, 1, 2, math.MaxUint64}

// plenty is the number of nodes after which a search that has got lost is ended. A good solver
// needs less than a tenth of it for any case.
const plenty = 10_000_000

// enter takes the case with the most solutions, because that needs more than one search call.
func (k *kind[P, R, F]) enter() error {
	c := slices.MaxFunc(k.cases, func(a, b Case[P]) int { return cmp.Compare(a.Count, b.Count) })
	c.Problem = k.clone(c.Problem)
	limits := solvers.Limits{Nodes: 1}
	r, free := k.solve(&c, limits), k.solve(&c, solvers.Limits{Nodes: plenty})
	one, all := k.counts(&r), k.counts(&free)
	if one.Nodes != 1 || (one.Stopped == solvers.NodeBudget) != (all.Nodes > 1) {
		return in(&c, limits, fmt.Errorf("%+v, with many more nodes %+v", *one, *all))
	}
	if all.Solutions > 0 && all.Updates == 0 { // the problem has several solutions, so a search had to change something
		return in(&c, limits, fmt.Errorf("%+v: Updates counts the changes of a search", *all))
	}
	return nil
}

func (k *kind[P, R, F]) contradictions() error {
	for i := range k.cases {
		c := &k.cases[i]
		if !c.Quick {
			continue
		}
		limits := solvers.Limits{Nodes: k.most(c.Problem)}
		r := k.solve(c, limits)
		if n := k.counts(&r); n.Stopped != solvers.Finished || n.Solutions != 0 {
			return in(c, limits, fmt.Errorf("%+v, want 0 solutions and the search finished", *n))
		}
	}
	return nil
}

func (k *kind[P, R, F]) input() error {
	for i := range k.cases {
		c, limits := &k.cases[i], solvers.Limits{Solutions: 2}
		before := k.clone(c.Problem)
		k.solve(c, limits)
		if !k.equal(before, c.Problem) {
			return in(c, limits, fmt.Errorf("the solver wrote to the problem, which was %v", before))
		}
	}
	return nil
}

// answers also compares the first solution with the first solution of a search that wants only one.
func (k *kind[P, R, F]) answers() error {
	for i := range k.cases {
		var one R
		for j, n := range solutionLimits {
			c, limits := &k.cases[i], solvers.Limits{Solutions: n, Nodes: plenty}
			r := k.solve(c, limits)
			err := k.right(c, limits, &r)
			if j == 0 {
				one = r
			} else if err == nil && !slices.Equal(*k.first(&r), *k.first(&one)) {
				err = fmt.Errorf("the first solution is %v, but %v if one is wanted", *k.first(&r), *k.first(&one))
			}
			if err != nil {
				return in(c, limits, err)
			}
		}
	}
	return nil
}

// manySolutions is more than 16 bits can count.
const manySolutions = 70_000

const beyond16 = "a count can exceed 16 bits"

// countMany counts up to manySolutions of a case.
func (k *kind[P, R, F]) countMany(c *Case[P]) error {
	limits := solvers.Limits{Solutions: manySolutions, Nodes: plenty}
	r := k.solve(c, limits)
	return in(c, limits, k.right(c, limits, &r))
}

func (k *kind[P, R, F]) overwrite() error {
	for i := range k.cases {
		c := &k.cases[i]
		var r R
		*k.counts(&r) = solvers.Counts{Solutions: 99, Nodes: 1 << 40, Updates: 1 << 40, Stopped: solvers.Cancelled}
		*k.first(&r) = slices.Repeat([]F{k.junk}, solvers.MaxSize*solvers.MaxSize)
		k.call(k.fresh(), c, solvers.Limits{}, &r)
		clean := k.solve(c, solvers.Limits{})
		if err := k.differ(&r, &clean); err != nil {
			return in(c, solvers.Limits{}, fmt.Errorf("the previous content of the result shows: %w", err))
		}
	}
	return nil
}

func (k *kind[P, R, F]) reuse() error {
	limits := []solvers.Limits{{}, {Solutions: 2, Nodes: 3}, {Solutions: k.wanted}}
	fresh := make([][]R, len(k.cases))
	var order []int // the order of the first pass; the second goes back, and the third is like the first
	for i := range k.cases {
		for _, l := range limits {
			fresh[i] = append(fresh[i], k.solve(&k.cases[i], l))
		}
		order = append(order, i)
	}
	back := slices.Clone(order)
	slices.Reverse(back)
	used := k.fresh()
	var r R
	for _, i := range slices.Concat(order, back, order) {
		for j, l := range limits {
			k.call(used, &k.cases[i], l, &r)
			if err := k.differ(&r, &fresh[i][j]); err != nil {
				return in(&k.cases[i], l, fmt.Errorf("a used solver differs from a fresh one: %w", err))
			}
		}
	}
	return nil
}

// rewritten writes one problem after another into the same memory. A contestant that recognizes a
// problem by its memory gives the answer of the problem before.
func (k *kind[P, R, F]) rewritten() error {
	used, memory := k.fresh(), k.clone(k.alike[0].Problem)
	var r R
	for i := range k.alike {
		c, limits := &k.alike[i], solvers.Limits{Solutions: k.wanted, Nodes: plenty}
		want := k.solve(c, limits)
		k.write(memory, c.Problem)
		k.callOn(used, memory, c, limits, &r)
		if err := k.differ(&r, &want); err != nil {
			return in(c, limits, fmt.Errorf("written over the problem before, in the same memory, it differs from one in its own memory: %w", err))
		}
	}
	return nil
}

func (k *kind[P, R, F]) ownership() error {
	for i, r := range k.solveEach(solvers.Limits{}) {
		if err := k.right(&k.cases[i], solvers.Limits{}, &r); err != nil {
			return in(&k.cases[i], solvers.Limits{}, fmt.Errorf("after later problems: %w", err))
		}
	}
	return nil
}
