package main

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
)

func editedKills(edit func([]string) []string) experiment {
	return altered(killsExperiment, func(flags *flag.FlagSet) runner {
		e := newKills(flags)
		e.edit = edit
		return e
	})
}

func TestShortKills(t *testing.T) {
	o := start(t, killsExperiment, "--short")
	o.holds(t)
	assert.Contains(t, o.summary, "3 runs of 120 samples")
}

func TestKillsFailsWhereSamplesDiffer(t *testing.T) {
	for _, edit := range []func([]string) []string{
		func(s []string) []string { return append(s, s[0]) },
		func(s []string) []string { return s[1:] },
		func(s []string) []string { s[0], s[len(s)-1] = s[len(s)-1], s[0]; return s },
	} {
		start(t, editedKills(edit), "--runs", "1").refuted(t, "1 of 1 runs differ")
	}
}

// A program that is never killed shows nothing.
func TestKillsFailsWithoutAKill(t *testing.T) {
	start(t, killsExperiment, "--runs", "1", "--longest", "1000h").refuted(t, "no run was killed")
}
