package main

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestShortVerdicts(t *testing.T) {
	o := start(t, verdictsExperiment, "--short")
	o.holds(t)
	assert.Contains(t, o.rows[0], "verdict")
}

func TestVerdictsFailsForALiar(t *testing.T) {
	e := altered(verdictsExperiment, func(flags *flag.FlagSet) runner { return newVerdicts(flags, wrong("dlx")) })
	start(t, e, "--short").refuted(t, "not expected")
}
