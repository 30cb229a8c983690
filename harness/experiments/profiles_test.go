package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers/all"
)

func TestShortProfiles(t *testing.T) {
	e := altered(profilesExperiment, func(flags *flag.FlagSet) runner { return newProfiles(flags, all.Contestants[:2]) })
	o := start(t, e, "--short")
	o.holds(t)
	require.Len(t, o.rows, 1+2)
	for _, row := range o.rows[1:] {
		info, err := os.Stat(filepath.Join(o.dir, row[3]))
		require.NoError(t, err)
		assert.Positive(t, info.Size(), row[3])
	}
}

func TestProfilesFailsWithoutASet(t *testing.T) {
	start(t, profilesExperiment, "--short", "--set", "poj3074/sample").refuted(t, "0 of")
}
