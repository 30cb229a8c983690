package solverstest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCoverCasesAreWhatTheyClaim(t *testing.T) {
	counts := map[uint64]int{}
	secondary, equal := 0, 0
	for _, c := range append(CoverCases(), ColoredCases()...) {
		if err := c.Problem.Valid(); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if c.Reason == "" {
			t.Fatalf("%s has no reason", c.Name)
		}
		if c.Quick { // its count follows, and a plain search would not end
			if lacking := (&plainCover{matrix: c.Problem}).hopeless(); slices.Contains(c.Problem.Members, lacking) || c.Count != 0 {
				t.Errorf("%s is quick, but each primary item has an option, or it claims a cover", c.Name)
			}
		} else if want := CountCovers(c.Problem, math.MaxUint64); c.Count != want {
			t.Errorf("%s claims %d covers, want %d", c.Name, c.Count, want)
		}
		counts[min(c.Count, 2)]++
		if c.Count > 1 && c.Problem.Secondary > 0 {
			secondary++
		}
		for o := range c.Problem.Options() {
			if seenBefore(c.Problem, o) {
				equal++
			}
		}
	}
	for n := range uint64(3) {
		if counts[n] <= 10 {
			t.Errorf("matrices with %d covers (2: or more): %d, want more than 10", n, counts[n])
		}
	}
	if secondary <= 10 {
		t.Errorf("matrices with several covers and secondary items: %d, want more than 10", secondary)
	}
	if equal <= 10 {
		t.Errorf("equal options: %d, want more than 10", equal)
	}
	for _, c := range LargeCoverCases() {
		if err := c.Problem.Valid(); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
	}
	for n := 1; n < 12; n++ {
		all := uint64(1) << n
		if got := CountCovers(Choices(n), math.MaxUint64); got != all {
			t.Errorf("covers of Choices(%d): %d, want %d", n, got, all)
		}
		if got := CountCovers(Ladder(n), math.MaxUint64); got != all-1 {
			t.Errorf("covers of Ladder(%d): %d, want %d", n, got, all-1)
		}
		if got, want := CountCovers(Choices(n), 5), min(5, all); got != want {
			t.Errorf("covers of Choices(%d), up to 5: %d, want %d", n, got, want)
		}
	}
}

// A permuted matrix has the same shape and the same number of covers.
func TestPermuted(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 200 {
		m := RandomMatrix(rng)
		p := Permuted(m, rng)
		if err := p.Valid(); err != nil {
			t.Fatal(err)
		}
		if got, want := CountCovers(p, math.MaxUint64), CountCovers(m, math.MaxUint64); got != want {
			t.Fatalf("%d covers, want %d: %v and %v", got, want, m, p)
		}
		if got, want := p.Options(), m.Options(); got != want {
			t.Fatalf("%d options, want %d: %v and %v", got, want, m, p)
		}
	}
}
