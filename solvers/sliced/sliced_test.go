package sliced_test

import (
	"testing"

	"gridjudge/solvers/sliced"
	"gridjudge/solvers/solverstest"
)

// TestConformance runs the suite for each kernel; the contestant has the widest.
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

// TestCounters compares every kernel with recorded counters, so that they are the same on
// every machine.
func TestCounters(t *testing.T) {
	variants := sliced.Variants()
	if len(variants) == 0 {
		t.Fatal("there are no variants")
	}
	for _, v := range variants {
		solverstest.Fidelity(t, v, "testdata/9x9.csv")
	}
}
