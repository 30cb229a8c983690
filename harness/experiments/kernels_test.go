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

// The reference programs of this test are scripts that know one full grid.
func TestKernelsComparesAnswers(t *testing.T) {
	dir := t.TempDir()
	list, program := filepath.Join(dir, "list.txt"), filepath.Join(dir, "program")
	full := solverstest.Pattern(9).String()
	// Swapping 1 and 2 everywhere gives the second solution of a puzzle without these digits.
	swapped, open := strings.NewReplacer("1", "2", "2", "1").Replace(full), strings.NewReplacer("1", ".", "2", ".").Replace(full)
	for _, row := range []struct{ puzzle, script, why string }{
		{full, "cat", ""},
		{full, "sed '$d'", ""}, // the input ends as the problem says: this program answers all lines but the last
		{open, "echo " + swapped, ""},
		{"1" + open[1:], "echo " + swapped, "the reference program answers"},
		{"." + full[1:], "cat", "the reference program answers"},
		{full, "true", "answer 1 of the reference program"},
	} {
		require.NoError(t, os.WriteFile(list, []byte(row.puzzle+"\n"), 0o644))
		require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\n"+row.script+"\n"), 0o755))
		o, err := try(t, "kernels", nil, "-time", "1ms", "-rounds", "1", "-reference", program, list)
		if row.why != "" {
			require.ErrorIs(t, err, errRefuted, row.script)
			assert.ErrorContains(t, err, row.why)
			continue
		}
		require.NoError(t, err)
		assert.GreaterOrEqual(t, len(o.rows), 1+2*(1+2), "the program and a kernel of each solver, of the list and of one puzzle")
		for _, want := range []string{"list, 1 puzzles, latency", "bitboard-portable takes", "sliced-portable takes"} {
			assert.Contains(t, strings.Join(o.Summary, "\n"), want)
		}
	}
	_, err := try(t, "kernels", nil, "-reference", program+"-missing", list)
	assert.ErrorContains(t, err, "no such file")
}
