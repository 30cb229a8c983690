package main

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/harness/results"
)

func simulatedSilence(injected slowdown) experiment {
	return altered(silenceExperiment, func(flags *flag.FlagSet) runner {
		e := newSilence(flags, simulate(3, 20, 1))
		e.injected = injected
		return e
	})
}

func TestSilenceHoldsForAProgramAndItself(t *testing.T) {
	o := start(t, simulatedSilence(slowdown{}), "--tries", "5", "--benchmarks", "20")
	o.holds(t)
	assert.Len(t, o.rows, 1+5)
	assert.Contains(t, o.summary, "compare called 0 comparisons regressions")
}

func TestSilenceFailsWhereTheProgramsDiffer(t *testing.T) {
	slow := slowdown{results.Benchmark{Set: "poj3074/seta", Solver: "solvera"}, 0.1}
	o := start(t, simulatedSilence(slow), "--tries", "2", "--benchmarks", "20")
	o.refuted(t, "2 comparisons of a program with itself were called regressions")
	assert.Contains(t, o.summary, "poj3074/seta solvera")
}

// Short samples on a busy machine decide nothing: a short run may refute the
// claim, but it must come to its end.
func TestShortSilence(t *testing.T) {
	o := start(t, silenceExperiment, "--short")
	assert.Contains(t, []int{exitHolds, exitRefuted}, o.status, o.stderr)
	assert.Len(t, o.rows, 1+1)
}
