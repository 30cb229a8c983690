package main

import (
	"flag"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

// TestShortBatches compares the kernels of sliced in every test run.
func TestShortBatches(t *testing.T) {
	start(t, batchesExperiment, "--short").holds(t)
}

func TestBatchesFailsForALiar(t *testing.T) {
	lied := 0
	for _, s := range all.Contestants {
		if s.Name != "bitboard" && s.Name != "dlx" && !strings.HasPrefix(s.Name, "sliced") {
			continue
		}
		e := altered(batchesExperiment, func(flags *flag.FlagSet) runner { return newBatches(flags, lying(s.Name)) })
		o := start(t, e, "--puzzles", "300")
		o.refuted(t, s.Name)
		lied++
	}
	assert.GreaterOrEqual(t, lied, 4, "dlx, bitboard, sliced and its portable kernel")
}

func TestBatchesNeedsItsContestants(t *testing.T) {
	e := altered(batchesExperiment, func(flags *flag.FlagSet) runner { return newBatches(flags, []solvers.Spec{all.Contestants[0]}) })
	assert.Equal(t, exitFailed, start(t, e).status)
}
