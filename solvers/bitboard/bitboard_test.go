package bitboard_test

import (
	"testing"

	"gridjudge/solvers/bitboard"
	"gridjudge/solvers/solverstest"
)

func TestConformance(t *testing.T) {
	solverstest.Run(t, bitboard.Spec)
}
