package harness_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A flag that has no effect is an error that names it: it would promise what does not happen.
func TestFlagsWithoutEffectAreErrors(t *testing.T) {
	recorded := filesForFlags(t)
	for _, line := range []string{
		"judge --per-case", "judge --repeat 3", "judge --seed 2", "judge --strict", "judge --facts f", "judge --require-sandbox",
		"judge --no-external", "judge --no-external --exec m=true --repeat 3: --repeat",
		"judge --memory 1G", "judge --contestants programs.toml --wall 1s: --wall",
		"judge --exec m=true --isolate --only-external: --only-external",
		"judge --exec m=true --only-external --solver dlx: --solver",
		"judge --exec m=true --only-external --solutions 2: --solutions", "judge --isolate --node-budget 9: --node-budget", "judge --isolate --solver dlx --jobs 2: --jobs",
		"judge puzzles.txt --keep-going: --keep-going", "judge puzzles.txt --limit-scale 2: --limit-scale",
		"judge --format junit --slowest 1: --slowest", "judge --format junit --sort solver: --sort",
		"explain --solver dlx --strict poj3074/named#1: --strict", "explain --solver dlx --require-sandbox poj3074/named#1: --require-sandbox",
		"explain --solver dlx --memory 1G poj3074/named#1: --memory",
		"explain --exec m=true --solutions 2 poj3074/named#1: --solutions", "explain --exec m=true --node-budget 2 poj3074/named#1: --node-budget",
		"replay --solver dlx --memory 1G poj3074/named: --memory",
		"list --solver dlx", "list sets --node-budget 5: --node-budget", "list solvers --verbose: --verbose", "list problems -v: --verbose",
		"list sets -v --format csv: --format",
		"bench --require-sandbox", "bench --exec m=true --only-external --solver dlx: --solver", "bench --isolate --only-external: --only-external",
		"bench --resume RECORDED --require-sandbox: --require-sandbox", "bench --resume RECORDED --rounds 7: --rounds",
		"table RECORDED --format csv --baseline dlx: --baseline",
		"compare RECORDED RECORDED --solver nosuch: --solver", "compare RECORDED RECORDED --require-sandbox: --require-sandbox",
		"compare HEAD --require-sandbox: --require-sandbox",
		"plot heatmap RECORDED --problem p --out x.svg: --problem", "plot ecdf RECORDED --solver a,b --out x.svg: --solver",
		"plot scatter RECORDED --set p/x --out x.svg: --set", "plot history RECORDED --solver a,b --out x.svg: --solver",
		"generate --recorded poj3074/* --check --count 3: --count", "generate --problem poj3074 --minimal --steps 3: --steps",
		"generate --problem poj3074 --minimal --out . --name x --format lines: --format",
	} {
		command, flag, named := strings.Cut(line, ": ")
		args := strings.Fields(strings.ReplaceAll(command, "RECORDED", recorded))
		if !named {
			flag = args[1]
		}
		status, stdout, stderr := run(t, args...)
		assert.Equal(t, 2, status, "%s: %s", line, stderr)
		assert.Contains(t, stderr, flag, line)
		assert.Empty(t, stdout, line)
	}
	assertNothingWritten(t)
}

func TestAFlagOfOneValueIsGivenOnce(t *testing.T) {
	for _, line := range []string{
		"judge --input a --input b: --input", "explain --input a --input b #1: --input", "bench --rounds 3 --rounds=4: --rounds",
		"judge --contestants a --contestants b: --contestants", "table --baseline a x --baseline b: --baseline",
		"compare a b --allow 1% --allow 2%: --allow", "judge --format csv --format json: --format", "solve --solver a --solver b: --solver",
	} {
		command, flag, _ := strings.Cut(line, ": ")
		status, _, stderr := run(t, strings.Fields(command)...)
		assert.Equal(t, 2, status, line)
		assert.Contains(t, stderr, flag+" is given twice", line)
	}
	status, _, stderr := run(t, "judge", "--solver", "dlx", "--solver", "bitmask", "--set", "poj3074/sample", "--set", "poj3076/sample")
	assert.Equal(t, 0, status, "lists may be given twice: %s", stderr)
}

// A file where a folder is asked for is the user's error, not the judge's.
func TestOutIsAFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("file", []byte("kept\n"), 0o666))
	for _, line := range []string{
		"bench --solver dlx --set poj3074/sample --rounds 1 --out file", "judge --solver dlx --set poj3074/sample --record file",
		"generate --problem sudoku4 --minimal --seed 1 --out file --name x", "generate --problem sudoku4 --minimal --seed 1 --record file",
	} {
		status, _, stderr := run(t, strings.Fields(line)...)
		assert.Equal(t, 2, status, line)
		assert.Contains(t, stderr, "not a directory", line)
	}
	kept, err := os.ReadFile("file")
	require.NoError(t, err)
	assert.Equal(t, "kept\n", string(kept))
}
