package bitboard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/solvers/bitboard"
	"gridjudge/solvers/solverstest"
)

func TestConformance(t *testing.T) {
	solverstest.Run(t, bitboard.Spec)
}

func TestVariantsConformance(t *testing.T) {
	variants := bitboard.Variants()
	for _, v := range variants {
		assert.Equal(t, "bitboard", v.VariantOf, v.Name)
		v.VariantOf = "" // Run sees it alone
		t.Run(v.Name, func(t *testing.T) { solverstest.Run(t, v) })
	}
	assert.NotEmpty(t, variants)
}

// TestCounters compares every kernel with recorded counters, so that they are the same on
// every machine.
func TestCounters(t *testing.T) {
	variants := bitboard.Variants()
	assert.NotEmpty(t, variants)
	for _, v := range variants {
		solverstest.Fidelity(t, v, "testdata/9x9.csv")
		solverstest.Fidelity(t, v, "testdata/16x16.csv")
	}
}
