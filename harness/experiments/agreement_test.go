package main

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
	"gridjudge/solvers/solverstest"
)

// liar counts one solution too many where there is one.
type liar struct{ solvers.Solver }

func (l liar) Solve(p solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	l.Solver.Solve(p, limits, r)
	if r.Solutions == 1 {
		r.Solutions = 2
	}
}

// SolveBatch tells the same lies.
func (l liar) SolveBatch(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) {
	for i, p := range puzzles {
		l.Solve(p, limits, &results[i])
	}
}

// lying are the contestants, one of which lies.
func lying(name string) []solvers.Spec {
	specs := append([]solvers.Spec(nil), all.Contestants...)
	for i := range specs {
		if specs[i].Name == name {
			honest := specs[i].New
			specs[i].New = func(size int) solvers.Solver { return liar{honest(size)} }
		}
	}
	return specs
}

// TestShortAgreement compares bitboard and cdcl with dlx in every test run.
func TestShortAgreement(t *testing.T) {
	o := start(t, agreementExperiment, "--short")
	o.holds(t)
	sets, err := corpus.Sets()
	require.NoError(t, err)
	require.NotEmpty(t, sets)
	assert.Greater(t, len(o.rows), 2+len(sets), "a head, two sizes and every set")
}

func TestAgreementFailsForALiar(t *testing.T) {
	for _, name := range []string{"bitboard", "cdcl"} {
		e := altered(agreementExperiment, func(flags *flag.FlagSet) runner { return newAgreement(flags, lying(name)) })
		start(t, e, "--puzzles9", "30", "--puzzles16", "0").refuted(t, name+" counts 2 solutions, dlx 1")
	}
}

func TestAgreementNeedsAllKinds(t *testing.T) {
	start(t, agreementExperiment, "--puzzles9", "1", "--puzzles16", "0").refuted(t, "was tried")
}

func TestCertifiedCountsAreCompared(t *testing.T) {
	answer, other := solverstest.Pattern(9), solverstest.Pattern(9)
	other[0], other[1] = other[1], other[0]
	one := &solvers.Result{Counts: solvers.Counts{Solutions: 1}, First: answer}
	two := &solvers.Result{Counts: solvers.Counts{Solutions: 2}, First: answer}
	for _, row := range []struct {
		c     corpus.Case
		found *solvers.Result
		why   string
	}{
		{corpus.Case{Solutions: 1, Answer: answer}, one, ""},
		{corpus.Case{Solutions: corpus.Unknown}, two, ""},
		{corpus.Case{Solutions: 7}, two, ""},
		{corpus.Case{Solutions: 1}, two, "2 solutions are counted, 1 are certified"},
		{corpus.Case{Solutions: 2, AtLeast: true}, one, "1 solutions are counted, 2 are certified"},
		{corpus.Case{Solutions: 1, Answer: other}, one, "the stored one"},
	} {
		err := certified(&row.c, row.found)
		if row.why == "" {
			assert.NoError(t, err, "%+v", row.c)
			continue
		}
		assert.ErrorContains(t, err, row.why)
	}
}

// wrong are the contestants, one of which answers nothing.
func wrong(name string) []solvers.Spec {
	specs := append([]solvers.Spec(nil), all.Contestants...)
	for i := range specs {
		if specs[i].Name == name {
			specs[i].New = func(int) solvers.Solver { return &counting{} }
		}
	}
	return specs
}
