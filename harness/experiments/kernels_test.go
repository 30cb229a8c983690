package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers/solverstest"
)

// The reference program of these tests copies full grids: it is this test binary.
func TestKernelsComparesAnswers(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv(roleVariable, "command")
	file := filepath.Join(t.TempDir(), "list.txt")
	full := solverstest.Pattern(9).String()
	require.NoError(t, os.WriteFile(file, []byte(full+"\n"), 0o644))
	o := start(t, kernelsExperiment, "--short", "--reference", self, file)
	o.holds(t)
	assert.GreaterOrEqual(t, len(o.rows), 1+2*(1+2), "the reference program and a kernel of each solver, of the list and of one puzzle")
	for _, want := range []string{"list, 1 puzzles, latency", "bitboard-portable takes", "sliced-portable takes"} {
		assert.Contains(t, o.summary, want)
	}

	// The input ends as the problem says: this program answers all lines but the last.
	script := filepath.Join(t.TempDir(), "but-the-end")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\nsed '$d'\n"), 0o755))
	start(t, kernelsExperiment, "--short", "--reference", script, file).holds(t)

	// Swapping 1 and 2 everywhere gives the second solution of a puzzle without these digits.
	swapped := strings.NewReplacer("1", "2", "2", "1").Replace(full)
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\necho "+swapped+"\n"), 0o755))
	open := strings.NewReplacer("1", ".", "2", ".").Replace(full)
	require.NoError(t, os.WriteFile(file, []byte(open+"\n"), 0o644))
	start(t, kernelsExperiment, "--short", "--reference", script, file).holds(t)
	require.NoError(t, os.WriteFile(file, []byte("1"+open[1:]+"\n"), 0o644))
	start(t, kernelsExperiment, "--short", "--reference", script, file).refuted(t, "the reference program answers")

	require.NoError(t, os.WriteFile(file, []byte("."+full[1:]+"\n"), 0o644))
	start(t, kernelsExperiment, "--short", "--reference", self, file).refuted(t, "the reference program answers")

	script = filepath.Join(t.TempDir(), "silent")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\n"), 0o755))
	start(t, kernelsExperiment, "--short", "--reference", script, file).refuted(t, "answer 1 of the reference program")

	o = start(t, kernelsExperiment, "--short", "--reference", script+"-missing", file)
	assert.Equal(t, exitFailed, o.status)
	assert.True(t, strings.Contains(o.stderr, "no such file"), o.stderr)
}
