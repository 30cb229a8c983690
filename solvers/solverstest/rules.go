package solverstest

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gridjudge/solvers"
)

// rule is one promise of the contract: broken says what a solver does against it with the
// cases of a size.
type rule struct {
	name   string
	why    string
	broken func(spec solvers.Spec, size int, cases []Case) error
}

// rules are in the order of testing, as most of them rely on those before: only a solver
// that rejects clashing givens ends with every case, and one that writes to its puzzles
// must not get as far as the rules after input, which share the cases.
var rules = []rule{
	{"enter", "Limits.Enter counts each search call, the first one too, and may end the search", enter},
	{"contradictions", "clashing givens must be rejected without a search", each(contradictionsQuick)},
	{"input", "the next contestant gets the same puzzle", each(inputUnchanged)},
	{"answers", "a wrong count or grid is a wrong answer", each(answers)},
	{"overwrite", "a result that is used again must not leak into the next", each(overwrite)},
	{"reuse", "a solver is fed thousands of puzzles, in any order", reuse},
	{"ownership", "a kept answer must not change under later ones", ownership},
	{"parallel", "each goroutine makes its own solver; they share puzzles, which none writes to", parallel},
	{"budget", "a budget in nodes gives the same result on every machine", each(budget)},
	{"cancel", "nothing else can end a search in this process", cancel},
	{"empty", "the emptiest grid must end: solved, or by its budget", empty},
	{"goroutines", "times are those of one thread", goroutines},
	{"allocations", "a solver that feeds the garbage collector times that too", allocations},
	{"batch", "a batch is only a faster loop", batch},
}

// each makes a rule for all cases of one for a case.
func each(broken func(spec solvers.Spec, c Case) error) func(solvers.Spec, int, []Case) error {
	return func(spec solvers.Spec, _ int, cases []Case) error {
		for _, c := range cases {
			if err := broken(spec, c); err != nil {
				return err
			}
		}
		return nil
	}
}

// hangs is the time for one call of Solve, of which a good solver takes a hundredth.
const hangs = time.Minute

// solve returns the result of a fresh solver.
func solve(spec solvers.Spec, c Case, limits solvers.Limits) solvers.Result {
	return solveBy(spec.New(c.Puzzle.Size()), c, limits)
}

// solveBy returns the result of a solver. If its search does not end, the panic names the case, and its stacks show
// where the search is. The rules after reuse rely on a used solver: a fresh one takes longer to make than to use.
func solveBy(s solvers.Solver, c Case, limits solvers.Limits) solvers.Result {
	var r solvers.Result
	defer time.AfterFunc(hangs, func() { panic(in(c, limits, fmt.Errorf("no end within %v", hangs))) }).Stop()
	s.Solve(c.Puzzle, limits, &r)
	return r
}

// solveEach returns the results of one solver.
func solveEach(spec solvers.Spec, size int, cases []Case, limits solvers.Limits) []solvers.Result {
	s := spec.New(size)
	results := make([]solvers.Result, len(cases))
	for i, c := range cases {
		results[i] = solveBy(s, c, limits)
	}
	return results
}

// right returns an error for a wrong result of a search that its limits need not end.
func right(c Case, limits solvers.Limits, r solvers.Result) error {
	wanted := min(c.Count, limits.Wanted())
	switch {
	case r.Stopped != solvers.Finished:
		return fmt.Errorf("not finished after %d nodes (%v)", r.Nodes, r.Stopped)
	case r.Solutions != wanted:
		return fmt.Errorf("counted %d solutions, there are %d up to the limit", r.Solutions, wanted)
	case wanted == 0 && len(r.First) != 0:
		return fmt.Errorf("gives an answer to a puzzle that has none: %v", r.First)
	case wanted == 0:
		return nil
	}
	return solvers.Check(c.Puzzle, r.First)
}

// differ returns an error if two results are not equal.
func differ(got, want solvers.Result) error {
	if !slices.Equal(got.First, want.First) || got.Counts != want.Counts {
		return fmt.Errorf("%+v, want %+v", got, want)
	}
	return nil
}

// in adds to err the case in which it happened, and its limits.
func in(c Case, limits solvers.Limits, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%q (%v; it tests that %s), limit %d solutions, %d nodes: %w",
		c.Name, c.Puzzle, c.Reason, limits.Solutions, limits.Nodes, err)
}

// solutionLimits are the limits for every case: the default, the first solution,
// uniqueness, and more than any case has.
var solutionLimits = []uint64{0, 1, 2, math.MaxUint64}

// plenty of nodes end the search of a solver that gets lost. A good one needs less than a
// thirtieth of them for any case.
const plenty = 10_000_000

func enter(spec solvers.Spec, _ int, cases []Case) error {
	c := cases[slices.IndexFunc(cases, func(c Case) bool { return c.Count > 1 })]
	c.Puzzle = slices.Clone(c.Puzzle)
	limits := solvers.Limits{Nodes: 1}
	r, free := solve(spec, c, limits), solve(spec, c, solvers.Limits{Nodes: plenty})
	if r.Nodes != 1 || (r.Stopped == solvers.NodeBudget) != (free.Nodes > 1) {
		return in(c, limits, fmt.Errorf("%+v, with many more nodes %+v", r.Counts, free.Counts))
	}
	if free.Solutions > 0 && free.Updates == 0 { // of a puzzle with several solutions, whose cells do not all follow
		return in(c, limits, fmt.Errorf("%+v: Updates counts the changes of a search", free.Counts))
	}
	return nil
}

func answers(spec solvers.Spec, c Case) error {
	for _, n := range solutionLimits {
		limits := solvers.Limits{Solutions: n, Nodes: plenty}
		if err := right(c, limits, solve(spec, c, limits)); err != nil {
			return in(c, limits, err)
		}
	}
	return nil
}

func inputUnchanged(spec solvers.Spec, c Case) error {
	before := slices.Clone(c.Puzzle)
	solve(spec, c, solvers.Limits{Solutions: 2})
	if !slices.Equal(before, c.Puzzle) {
		return in(c, solvers.Limits{Solutions: 2}, fmt.Errorf("the solver wrote to the puzzle, which was %v", before))
	}
	return nil
}

func contradictionsQuick(spec solvers.Spec, c Case) error {
	if !c.Quick {
		return nil
	}
	limits := solvers.Limits{Nodes: uint64(len(c.Puzzle)) + 1}
	if r := solve(spec, c, limits); r.Stopped != solvers.Finished || r.Solutions != 0 {
		return in(c, limits, fmt.Errorf("%+v, want 0 solutions and the search finished", r.Counts))
	}
	return nil
}

func reuse(spec solvers.Spec, size int, cases []Case) error {
	limits := []solvers.Limits{{}, {Solutions: 2, Nodes: 3}, {Solutions: 2}}
	fresh := map[string][]solvers.Result{}
	for _, c := range cases {
		for _, l := range limits {
			fresh[c.Name] = append(fresh[c.Name], solve(spec, c, l))
		}
	}
	backwards := slices.Clone(cases)
	slices.Reverse(backwards)
	used := spec.New(size)
	var r solvers.Result
	for _, c := range slices.Concat(cases, backwards, cases) {
		for i, l := range limits {
			used.Solve(c.Puzzle, l, &r)
			if err := differ(r, fresh[c.Name][i]); err != nil {
				return in(c, l, fmt.Errorf("a used solver differs from a fresh one: %w", err))
			}
		}
	}
	return nil
}

func overwrite(spec solvers.Spec, c Case) error {
	r := solvers.Result{
		Counts: solvers.Counts{Solutions: 99, Nodes: 1 << 40, Updates: 1 << 40, Stopped: solvers.Cancelled},
		First:  slices.Repeat(solvers.Grid{1}, solvers.MaxSize*solvers.MaxSize),
	}
	spec.New(c.Puzzle.Size()).Solve(c.Puzzle, solvers.Limits{}, &r)
	if err := differ(r, solve(spec, c, solvers.Limits{})); err != nil {
		return in(c, solvers.Limits{}, fmt.Errorf("the previous content of the result shows: %w", err))
	}
	return nil
}

func ownership(spec solvers.Spec, size int, cases []Case) error {
	s := spec.New(size)
	results := make([]solvers.Result, len(cases))
	for i, c := range cases {
		s.Solve(c.Puzzle, solvers.Limits{}, &results[i])
	}
	for i, c := range cases {
		if err := right(c, solvers.Limits{}, results[i]); err != nil {
			return in(c, solvers.Limits{}, fmt.Errorf("after later puzzles: %w", err))
		}
	}
	return nil
}
