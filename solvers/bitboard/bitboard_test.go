package bitboard_test

import (
	"testing"

	"gridjudge/solvers/bitboard"
	"gridjudge/solvers/solverstest"
)

func TestConformance(t *testing.T) {
	solverstest.Run(t, bitboard.Spec)
}

func TestVariantsConformance(t *testing.T) {
	variants := bitboard.Variants()
	for _, v := range variants {
		if v.VariantOf != "bitboard" {
			t.Errorf("%s is a variant of %q, want bitboard", v.Name, v.VariantOf)
		}
		v.VariantOf = "" // because Run does not know the original
		t.Run(v.Name, func(t *testing.T) { solverstest.Run(t, v) })
	}
	if len(variants) == 0 {
		t.Error("there are no variants")
	}
}

// TestCounters compares the counters of every kernel with recorded ones, and so makes sure that they are
// the same on every machine.
func TestCounters(t *testing.T) {
	variants := bitboard.Variants()
	if len(variants) == 0 {
		t.Error("there are no variants")
	}
	for _, v := range variants {
		solverstest.Fidelity(t, v, "testdata/9x9.csv")
		solverstest.Fidelity(t, v, "testdata/16x16.csv")
	}
}
