package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// holds reports whether a literal is true in an assignment, which has one bit per variable.
func holds(assignment uint, l literal) bool { return assignment>>l.variable()&1 != uint(l&1) }

// assignments returns the assignments to an encoding in which truth is true, and in which exactly one literal of each
// group is true.
func (e *encoding) assignments() (all []uint) {
	for a := uint(1); a < 1<<e.variables; a += 2 {
		right := true
		for g := range e.groups {
			trues := 0
			for _, m := range e.members(groupNumber(g)) {
				if holds(a, m) {
					trues++
				}
			}
			right = right && trues == 1
		}
		if right {
			all = append(all, a)
		}
	}
	return all
}

// TestSimplify makes small groups at random. Before and after simplify, they must have the same assignments, and
// afterwards no group may have fewer than three members, or two literals of one variable.
func TestSimplify(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	wrong, fewer, several := 0, 0, 0
	for range 20000 {
		e := encoding{variables: 2 + rng.IntN(7), start: []uint32{0}}
		for range 1 + rng.IntN(6) {
			for _, v := range rng.Perm(e.variables - 1)[:1+rng.IntN(min(5, e.variables-1))] {
				e.add(variable(1+v).literal() ^ literal(rng.IntN(2)))
			}
			e.endGroup()
		}
		before, groups, variables := e.assignments(), slices.Clone(e.literals), e.variables
		if !e.simplify() {
			wrong++
			if len(before) > 0 {
				t.Fatalf("members %v: %d assignments, and simplify finds a contradiction", groups, len(before))
			}
			continue
		}
		if e.variables < variables {
			fewer++
		}
		var after []uint
		for _, a := range e.assignments() {
			old := uint(0)
			for v := range variables {
				if holds(a, e.renumbered(variable(v).literal())) {
					old |= 1 << v
				}
			}
			after = append(after, old)
		}
		slices.Sort(after)
		if !slices.Equal(before, after) {
			t.Fatalf("members %v: assignments %b, after simplify %b", groups, before, after)
		}
		if len(after) > 1 {
			several++
		}
		for g := range groupNumber(len(e.groups)) {
			var of []variable
			for _, m := range e.members(g) {
				of = append(of, m.variable())
			}
			slices.Sort(of)
			if len(slices.Compact(of)) < max(3, len(e.members(g))) {
				t.Fatalf("members %v: a group %v is left", groups, e.members(g))
			}
		}
	}
	if wrong < 1000 || fewer < 1000 || several < 1000 {
		t.Errorf("contradictions %d, with fewer variables %d, with several assignments %d: too few for a test", wrong, fewer, several)
	}
}
