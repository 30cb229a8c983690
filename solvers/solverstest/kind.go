package solverstest

import (
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"gridjudge/solvers"
)

// contestant solves problems of type P and writes results of type R. Both solvers.Solver and
// solvers.CoverSolver do.
type contestant[P, R any] interface {
	Solve(problem P, limits solvers.Limits, result *R)
}

// kind bundles what a rule needs: a function that makes the contestant, the problems that the contestant is tested
// with, and functions that handle such problems. There is one kind for grids (gridKind) and one for matrices
// (coverKind). Most rules are the same for both, although the types differ. Therefore the rules are methods of kind:
// each rule is written only once, and is equally strict for grids and matrices.
//
// The type parameter P is the type of a problem, R is the type of a result, and F is the type of an element of the
// first solution: a digit of a grid, or the number of an option.
type kind[P, R any, F comparable] struct {
	fresh   func() contestant[P, R] // makes a contestant
	cases   []Case[P]
	alike   []Case[P] // to be written into the same memory: many follow a case of the same size with another result
	endless *Case[P]  // has too many solutions to visit; nil if the kind has no such problem
	wanted  uint64    // how many solutions to count if the number does not matter: as many as users ask for
	own     []rule    // rules that only this kind has

	counts func(*R) *solvers.Counts
	first  func(*R) *[]F          // returns the first solution
	check  func(P, []F) error     // checks whether this is a solution
	junk   F                      // something that an old solution may contain
	clone  func(P) P              // returns a copy
	write  func(to, from P)       // makes to a copy of from, in the memory of to
	equal  func(a, b P) bool      // whether the contents are equal
	most   func(P) (nodes uint64) // the number of search calls within which a Quick case must be decided

	at    atomic.Pointer[Case[P]] // the case that was begun last
	watch *time.Timer             // fires if the contestant does not get another case in time; nil if nothing is watched
}

// begin notes that the contestant gets a case now.
func (k *kind[P, R, F]) begin(c *Case[P]) {
	k.at.Store(c)
	if k.watch != nil {
		k.watch.Reset(hangs)
	}
}

// call has a contestant solve a case. Every rule solves cases in this way, so that the watch
// notices a search without an end in any rule.
func (k *kind[P, R, F]) call(s contestant[P, R], c *Case[P], limits solvers.Limits, r *R) {
	k.callOn(s, c.Problem, c, limits, r)
}

// callOn is call with a copy of the case's problem. The copy may change afterwards, while the watch
// may still print the case.
func (k *kind[P, R, F]) callOn(s contestant[P, R], problem P, c *Case[P], limits solvers.Limits, r *R) {
	k.begin(c)
	defer locate(c, limits)
	s.Solve(problem, limits, r)
}

// solve returns the result of a new contestant.
func (k *kind[P, R, F]) solve(c *Case[P], limits solvers.Limits) (r R) {
	k.call(k.fresh(), c, limits, &r)
	return r
}

// solveEach returns the results of a single contestant for all cases. Making a new one for each
// would take longer than using it, and the rules that call solveEach come after reuse, which shows
// that the results are the same.
func (k *kind[P, R, F]) solveEach(limits solvers.Limits) []R {
	s, results := k.fresh(), make([]R, len(k.cases))
	for i := range k.cases {
		k.call(s, &k.cases[i], limits, &results[i])
	}
	return results
}

// right returns an error if a result is wrong. The limits must be large enough not to end the
// search.
func (k *kind[P, R, F]) right(c *Case[P], limits solvers.Limits, r *R) error {
	n, wanted := k.counts(r), min(c.Count, limits.Wanted())
	switch {
	case n.Stopped != solvers.Finished:
		return fmt.Errorf("not finished after %d nodes (%v)", n.Nodes, n.Stopped)
	case n.Solutions != wanted:
		return fmt.Errorf("counted %d solutions, there are %d up to the limit", n.Solutions, wanted)
	case n.Nodes == 0:
		return fmt.Errorf("claims to have made no search call")
	case max(n.Nodes, n.Updates) > solvers.MostCounted:
		return fmt.Errorf("counted %d nodes and %d updates: a counter has wrapped", n.Nodes, n.Updates)
	}
	return k.certain(c, r)
}

// certain returns an error if a result claims solutions that do not exist.
func (k *kind[P, R, F]) certain(c *Case[P], r *R) error {
	n, first := k.counts(r), *k.first(r)
	switch {
	case n.Solutions > c.Count:
		return fmt.Errorf("counted %d solutions, there are %d", n.Solutions, c.Count)
	case n.Solutions == 0 && len(first) > 0:
		return fmt.Errorf("counted no solution, but gives one: %v", first)
	case n.Solutions == 0:
		return nil
	}
	return k.check(c.Problem, first)
}

// differ returns an error if two results are not equal.
func (k *kind[P, R, F]) differ(got, want *R) error {
	if !slices.Equal(*k.first(got), *k.first(want)) || *k.counts(got) != *k.counts(want) {
		return fmt.Errorf("%+v, want %+v", *got, *want)
	}
	return nil
}

// in adds the case and the limits to err, unless err is nil.
func in[P any](c *Case[P], limits solvers.Limits, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%v, limit %d solutions, %d nodes, %d bytes: %w", c, limits.Solutions, limits.Nodes, limits.Memory, err)
}
