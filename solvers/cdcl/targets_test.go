package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// TestTargets passes trails to update, and checks from which of them the phases are taken.
func TestTargets(t *testing.T) {
	targets := newTargets(4)
	targets.reset(4)
	phases := func(about string, want []literal) {
		t.Helper()
		var got []literal
		for v := range variable(4) {
			got = append(got, targets.literalOf(v))
		}
		if !slices.Equal(got, want) {
			t.Errorf("phases %s: %v, want %v", about, got, want)
		}
	}
	allTrue := []literal{0, 2, 4, 6}
	targets.update([]literal{1, 3}, targetStart-1)
	phases("before the start", allTrue)
	targets.update([]literal{1, 3}, targetStart)
	phases("at the start", []literal{1, 3, 4, 6})
	targets.update([]literal{0, 5}, targetStart+1)
	phases("after a trail that is no longer", []literal{1, 3, 4, 6})
	targets.update([]literal{0, 5, 3}, targetStart+2)
	phases("after a longer trail", []literal{0, 3, 5, 6})
	targets.update(nil, targetStart+rephaseUnit)
	phases("after a rephasing", allTrue)
	targets.update([]literal{1}, targetStart+3*rephaseUnit-1)
	phases("before the second rephasing", []literal{1, 2, 4, 6})
	targets.forget()
	phases("when all is forgotten", allTrue)
	targets.update([]literal{3}, targetStart+3*rephaseUnit-1)
	targets.reset(4)
	phases("after a reset", allTrue)
	targets.update([]literal{3}, targetStart)
	phases("for the next grid", []literal{0, 3, 4, 6})
}

// TestTargetsCount counts solutions with target phases from the first conflict on, and without target
// phases. The counts must be equal, although some of the searches differ.
func TestTargetsCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	with, without := New(16), New(16)
	with.targets.start = 0
	targeted, many, changed := 0, 0, 0
	for range 200 {
		puzzle := solverstest.Holed(16, 85+rng.IntN(15), rng)
		for _, limit := range []uint64{1, 100} {
			limits := solvers.Limits{Solutions: limit}
			var got, want solvers.Result
			if !with.learned(puzzle, limits, &got) {
				t.Fatalf("with targets, singles suffice for %v", puzzle)
			}
			if !without.learned(puzzle, limits, &want) {
				t.Fatalf("without targets, singles suffice for %v", puzzle)
			}
			if got.Solutions != want.Solutions {
				t.Fatalf("up to %d: %d solutions, want %d: %v", limit, got.Solutions, want.Solutions, puzzle)
			}
			if err := solvers.Check(puzzle, got.First); err != nil {
				t.Fatalf("%v: %v", puzzle, err)
			}
			if slices.Contains(with.targets.negative, true) {
				t.Fatalf("after a solution, there are targets: %v", puzzle)
			}
			if with.targets.rephased > 0 {
				targeted++
			}
			if got.Solutions > 1 {
				many++
			}
			if got.Nodes != want.Nodes {
				changed++
			}
		}
	}
	if targeted <= 100 {
		t.Errorf("searches with target phases: %d, want more than 100", targeted)
	}
	if many <= 100 {
		t.Errorf("counts of several solutions: %d, want more than 100", many)
	}
	if changed <= 30 {
		t.Errorf("searches that target phases changed: %d, want more than 30", changed)
	}
}
