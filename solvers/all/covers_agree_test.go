package all

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

var howMany = flag.Int("matrices", 3_000, "the number of random matrices on which the contestants must agree")

// coverFleet has a solver of each contestant for matrices, by name.
type coverFleet map[string]solvers.CoverSolver

// newCoverFleet makes a fleet; of contestants that take colours, if these are wanted.
func newCoverFleet(colors bool) coverFleet {
	f := coverFleet{}
	for _, spec := range Contestants {
		if spec.NewCover != nil && (spec.Colors || !colors) {
			f[spec.Name] = spec.NewCover()
		}
	}
	return f
}

// disagreement returns an error if a contestant contradicts the count of m, or if its first cover is
// not a cover. limits must not ask for more covers than count.
func (f coverFleet) disagreement(m *solvers.Matrix, count uint64, limits solvers.Limits) error {
	for name, s := range f {
		var r solvers.Cover
		s.Solve(m, limits, &r)
		if r.Stopped != solvers.Finished || r.Solutions != min(count, limits.Wanted()) {
			return fmt.Errorf("%s counts %d covers (%v) up to %d of %v, there are %d",
				name, r.Solutions, r.Stopped, limits.Wanted(), m, count)
		}
		if r.Solutions > 0 {
			if err := m.Check(r.First); err != nil {
				return fmt.Errorf("%s on %v: %w", name, m, err)
			}
		}
	}
	return nil
}

// All contestants for matrices count as many covers as a plain search. With -matrices N, N random
// matrices are tried.
func TestCoversAgree(t *testing.T) {
	testCoversAgree(t, newCoverFleet(false), 5, solverstest.RandomMatrix)
}

// The same with colours, for the contestants that take them.
func TestColoredCoversAgree(t *testing.T) {
	testCoversAgree(t, newCoverFleet(true), 5, solverstest.RandomColored)
}

func testCoversAgree(t *testing.T, f coverFleet, fewest int, random func(*rand.Rand) *solvers.Matrix) {
	if len(f) < fewest {
		t.Fatalf("%d contestants for matrices, want at least %d", len(f), fewest)
	}
	rng := rand.New(rand.NewPCG(25, uint64(*howMany)))
	counts := map[uint64]int{}
	for range *howMany {
		m := random(rng)
		count := solverstest.CountCovers(m, math.MaxUint64)
		counts[min(count, 2)]++
		if err := f.disagreement(m, count, solvers.Limits{Solutions: math.MaxUint64}); err != nil {
			t.Fatal(err)
		}
		if err := f.disagreement(m, count, solvers.Limits{Solutions: rng.Uint64N(4)}); err != nil {
			t.Fatal(err)
		}
	}
	for n := range uint64(3) {
		if counts[n] <= *howMany/20 {
			t.Errorf("matrices with %d covers (2: or more): %d, want more than %d", n, counts[n], *howMany/20)
		}
	}
}

// Each contestant for matrices finds a cover within 20,000 search calls, or that there is none, in most
// instances. Where it does not, it says so.
func TestFirstCovers(t *testing.T) {
	for name, s := range newCoverFleet(false) {
		found, none := 0, 0
		for _, instance := range matrices.Instances() {
			m := instance.Make()
			var r solvers.Cover
			s.Solve(m, solvers.Limits{Nodes: 20_000}, &r)
			if r.Stopped == solvers.NodeBudget {
				continue
			}
			if want := min(instance.Covers, 1); r.Solutions != want {
				t.Fatalf("%s on %s: %d covers, want %d", name, instance.Name, r.Solutions, want)
			}
			if r.Solutions == 0 {
				none++
				continue
			}
			found++
			if err := m.Check(r.First); err != nil {
				t.Fatalf("%s on %s: %v", name, instance.Name, err)
			}
		}
		if found <= 30 {
			t.Errorf("instances of which %s finds a cover: %d, want more than 30", name, found)
		}
		if none < 3 {
			t.Errorf("instances of which %s finds that there is none: %d, want at least 3", name, none)
		}
	}
}

// forgetful solves matrices, but does not return a cover.
type forgetful struct{ solvers.CoverSolver }

func (f forgetful) Solve(m *solvers.Matrix, limits solvers.Limits, r *solvers.Cover) {
	f.CoverSolver.Solve(m, limits, r)
	r.First = r.First[:0]
}

func TestCoverDisagreementIsSeen(t *testing.T) {
	f, m := newCoverFleet(false), solverstest.Choices(3)
	limits := solvers.Limits{Solutions: 9}
	if err := f.disagreement(m, 8, limits); err != nil {
		t.Fatal(err)
	}
	if err := f.disagreement(m, 9, limits); !says(err, "counts 8 covers") {
		t.Fatalf("with a wrong count: error %v, want one with %q", err, "counts 8 covers")
	}
	f["forgetful"] = forgetful{f["links"]}
	if err := f.disagreement(m, 8, limits); !says(err, "no option covers item 0") {
		t.Fatalf("with a forgetful solver: error %v, want one with %q", err, "no option covers item 0")
	}
}
