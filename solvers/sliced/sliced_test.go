package sliced_test

import (
	"testing"

	"gridjudge/solvers/sliced"
	"gridjudge/solvers/solverstest"
)

// TestConformance runs the conformance suite for each kernel, because the contestant only uses the
// widest.
func TestConformance(t *testing.T) {
	variants := sliced.Variants()
	if len(variants) == 0 {
		t.Fatal("there are no variants")
	}
	variants[len(variants)-1] = sliced.Spec
	for _, v := range variants {
		t.Run(v.Name, func(t *testing.T) {
			v.VariantOf = "" // the suite has no contestant to name it after
			solverstest.Run(t, v)
		})
	}
}

// TestCounters compares the counters of every kernel with recorded ones, and so makes sure that
// they are the same on every machine.
func TestCounters(t *testing.T) {
	variants := sliced.Variants()
	if len(variants) == 0 {
		t.Fatal("there are no variants")
	}
	for _, v := range variants {
		solverstest.Fidelity(t, v, "testdata/9x9.csv")
	}
}
