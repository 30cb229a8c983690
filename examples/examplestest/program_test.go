package examplestest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// programFolder returns a folder that contains gridjudge, and a program called solver. The program is a copy of gridjudge,
// because no program sees the executable of the judge.
func programFolder(t *testing.T) string {
	dir := parallelFolder(t)
	executable, err := os.ReadFile(filepath.Join(dir, "gridjudge"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "solver"), executable, 0o755))
	return dir
}

// run runs a recipe in a folder. It returns what the recipe has printed on both outputs, and its exit status.
func run(t *testing.T, dir, name string, args ...string) (output string, status int) {
	cmd := exec.CommandContext(t.Context(), recipe(name), args...)
	cmd.Dir, cmd.Env = dir, append(plainEnv(), "COUNT=30")
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		require.NoError(t, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// TestStress lets stress.sh look for a failing case of right and wrong programs for grids and for exact covers.
func TestStress(t *testing.T) {
	dir := programFolder(t)
	filtered := func(solve, filter string) string { return "sh -c '$0 " + solve + " | " + filter + "' ./solver" }
	grids, covers := "solve --solver bitmask --problem poj3074", "solve --solver links --problem hust1017"
	for _, row := range []struct {
		program string
		cases   []string
		found   string // the file with the failing case
		lines   int
		verdict string
	}{
		{"./solver " + grids, []string{"poj3074", "--minimal"}, "", 0, ""},
		{"./solver " + covers, []string{"hust1017", "--tier", "infeasible"}, "", 0, ""},
		{filtered(grids, "sed s/^[1-4]/9/"), []string{"poj3074", "--minimal"}, "case.txt", 2, "WA, wrong answer"},
		{filtered(covers, "sed s/NO/No/"), []string{"hust1017", "--tier", "infeasible"}, "case.txt", 0, "WA, wrong answer"},
		{"sh -c 'cat >input; grep -q ^5 input && exit 3; exec $0 " + grids + " input' ./solver", []string{"poj3074", "--minimal"}, "case.txt", 2, "RE, runtime error"},
		{ // the first case that fails does not fail alone, but a later one does
			"sh -c '$0 " + grids + " | sed \"2s/^/x/; s/^[1-4]/9/\"' ./solver", []string{"poj3074", "--minimal"}, "case.txt", 2, "WA, wrong answer",
		},
		{filtered(grids, "sed 20s/^..../1111/"), []string{"poj3074", "--minimal"}, "together-1.txt", 31, "WA, wrong answer"},
	} {
		output, status := run(t, dir, "stress.sh", append([]string{"2", row.program}, row.cases...)...)
		if row.found == "" {
			assert.Zero(t, status, output)
			left, err := filepath.Glob(filepath.Join(dir, "stress", "*.txt"))
			require.NoError(t, err)
			assert.Empty(t, left)
			continue
		}
		assert.Equal(t, 1, status, output)
		assert.Contains(t, output, row.verdict)
		found := read(filepath.Join(dir, "stress", row.found))
		require.NotEmpty(t, found, output)
		if row.lines > 0 {
			assert.Equal(t, row.lines, strings.Count(found, "\n"), found)
		}
	}
	output, status := run(t, dir, "stress.sh", "1", "./nosuch", "poj3074", "--minimal")
	assert.Equal(t, 2, status, output)
	output, status = run(t, dir, "stress.sh", "1", "./solver")
	assert.Equal(t, 2, status, output)
	assert.Contains(t, output, "./stress.sh 20")
}

// TestSweep measures three settings of a program.
func TestSweep(t *testing.T) {
	dir := programFolder(t)
	output, status := run(t, dir, "sweep.sh", "./solver solve --problem poj3074 --solver", "dlx", "bitmask", "dlx-struct-repaired", "--",
		"--set", "poj3074/sample", "--rounds", "6", "--time", "1ms")
	assert.Zero(t, status, output)
	names := readRun(t, onlyRun(t, filepath.Join(dir, "sweep")))
	for _, name := range []string{"vdlx", "vbitmask", "vdlxpstructprepaired"} {
		assert.Contains(t, output, name)
	}
	assert.Len(t, names, 3)
	output, status = run(t, dir, "sweep.sh", "./solver")
	assert.Equal(t, 2, status)
	assert.Contains(t, output, "./sweep.sh './mine --restart'")
}
