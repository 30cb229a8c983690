package solverstest

import (
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"gridjudge/solvers"
)

// contestant solves problems of type P and fills in results of type R: solvers.Solver and
// solvers.CoverSolver do.
type contestant[P, R any] interface {
	Solve(problem P, limits solvers.Limits, result *R)
}

// kind is a contestant, the problems that it is tested with, and what the rules have to know of
// such problems. The rules that grids and matrices have in common are its methods, so neither has a
// weaker one. F is an element of the first solution.
type kind[P, R any, F comparable] struct {
	fresh   func() contestant[P, R] // makes a contestant
	cases   []Case[P]
	alike   []Case[P] // those for one memory: many have a predecessor of the same size with another result
	endless *Case[P]  // has too many solutions to visit; nil if the kind has no such problem
	wanted  uint64    // solutions to count where the number does not matter: as many as users ask for
	own     []rule    // those that only this kind has

	counts func(*R) *solvers.Counts
	first  func(*R) *[]F          // the first solution
	check  func(P, []F) error     // whether it is one
	junk   F                      // what an old solution may hold
	clone  func(P) P              // a copy
	write  func(to, from P)       // makes to a copy of from, in the memory that it has
	equal  func(a, b P) bool      // whether the contents are equal
	most   func(P) (nodes uint64) // search calls after which a Quick case is decided

	at    atomic.Pointer[Case[P]] // the case that was begun last
	watch *time.Timer             // fires if no case is begun for too long; nil without a watch
}

// begin says that the contestant gets a case now.
func (k *kind[P, R, F]) begin(c *Case[P]) {
	k.at.Store(c)
	if k.watch != nil {
		k.watch.Reset(hangs)
	}
}

// call lets a contestant solve a case. Every rule solves by it, so that a search without an end is
// noticed whatever the rule.
func (k *kind[P, R, F]) call(s contestant[P, R], c *Case[P], limits solvers.Limits, r *R) {
	k.callOn(s, c.Problem, c, limits, r)
}

// callOn gives a contestant a copy of the problem of a case: the watch may still print the case when the copy changes.
func (k *kind[P, R, F]) callOn(s contestant[P, R], problem P, c *Case[P], limits solvers.Limits, r *R) {
	k.begin(c)
	defer locate(c, limits)
	s.Solve(problem, limits, r)
}

// solve returns the result of a fresh contestant.
func (k *kind[P, R, F]) solve(c *Case[P], limits solvers.Limits) (r R) {
	k.call(k.fresh(), c, limits, &r)
	return r
}

// solveEach returns the results of one contestant. The rules after reuse rely on a used one: a fresh
// one takes longer to make than to use.
func (k *kind[P, R, F]) solveEach(limits solvers.Limits) []R {
	s, results := k.fresh(), make([]R, len(k.cases))
	for i := range k.cases {
		k.call(s, &k.cases[i], limits, &results[i])
	}
	return results
}

// right returns an error for a wrong result of a search that its limits need not end.
func (k *kind[P, R, F]) right(c *Case[P], limits solvers.Limits, r *R) error {
	n, wanted := k.counts(r), min(c.Count, limits.Wanted())
	switch {
	case n.Stopped != solvers.Finished:
		return fmt.Errorf("not finished after %d nodes (%v)", n.Nodes, n.Stopped)
	case n.Solutions != wanted:
		return fmt.Errorf("counted %d solutions, there are %d up to the limit", n.Solutions, wanted)
	case n.Nodes == 0:
		return fmt.Errorf("claims to have made no search call")
	}
	return k.certain(c, r)
}

// certain returns an error if a result claims solutions that are not there.
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

// in adds to err the case in which it happened, and its limits.
func in[P any](c *Case[P], limits solvers.Limits, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%v, limit %d solutions, %d nodes, %d bytes: %w", c, limits.Solutions, limits.Nodes, limits.Memory, err)
}
