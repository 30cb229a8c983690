package main

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
)

func editedCounters(edit func(run int, counters map[string]float64)) experiment {
	return altered(countersExperiment, func(flags *flag.FlagSet) runner {
		e := newCounters(flags)
		e.edit = edit
		return e
	})
}

func TestShortCounters(t *testing.T) {
	o := start(t, countersExperiment, "--short")
	o.holds(t)
	assert.Contains(t, o.summary, "18 counters were read from each of 2 runs")
}

func TestCountersFailsWhereOneDiffers(t *testing.T) {
	for _, edit := range []func(map[string]float64){
		func(c map[string]float64) { c["poj3074/sample dlx nodes/op"]++ },
		func(c map[string]float64) { delete(c, "poj3074/sample dlx nodes/op") },
		func(c map[string]float64) { c["another"] = 1 },
	} {
		o := start(t, editedCounters(func(run int, c map[string]float64) {
			if run == 1 {
				edit(c)
			}
		}), "--short")
		o.refuted(t, "the counters of 1 of 2 runs differ")
		assert.NotEmpty(t, o.rows[2][4], "the row says which")
	}
}
