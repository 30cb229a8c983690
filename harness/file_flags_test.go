package harness_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results/resultstest"
)

// filesForFlags makes a folder the working directory. It has a file of puzzles, a contestants file, an empty folder and
// a run, whose folder is returned.
func filesForFlags(t *testing.T) (recorded string) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("puzzles.txt", []byte(strings.Repeat(".", 81)+"\n"), 0o666))
	require.NoError(t, os.WriteFile("programs.toml", []byte("[[contestant]]\nname = \"mine\"\nrun = \"true\"\n"), 0o666))
	require.NoError(t, os.Mkdir("folder", 0o777))
	return resultstest.Write(t, "results", resultstest.Run{Commit: "0123456789abcdef", Rounds: 6, Benchmarks: []resultstest.Benchmark{
		{Set: "p/x", Solver: "dlx", Times: []time.Duration{1e6, 1e6}},
	}})
}

// assertNothingWritten checks that the working directory has only what filesForFlags put there.
func assertNothingWritten(t *testing.T) {
	left, err := filepath.Glob("*")
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"puzzles.txt", "programs.toml", "folder", "results"}, left, "nothing was written")
}

// A missing folder of an output is the user's error, and it is found before anything is judged or measured.
func TestTheFolderOfAnOutputMustExist(t *testing.T) {
	recorded := filesForFlags(t)
	for _, line := range []string{
		"plot bars RECORDED --out", "report RECORDED --out", "report RECORDED --badge", "solve --solver dlx --problem poj3074 puzzles.txt --stats",
		"explain --solver dlx poj3074/sample#1 --profile",
	} {
		for path, message := range map[string]string{
			"nowhere/x.svg":     "there is no folder nowhere: make it, or name another one",
			"folder":            "folder is a folder: name a file",
			"puzzles.txt/x.svg": "puzzles.txt is not a folder: name another one",
		} {
			status, stdout, stderr := run(t, append(strings.Fields(strings.ReplaceAll(line, "RECORDED", recorded)), path)...)
			flag := line[strings.LastIndex(line, " ")+1:]
			assert.Equal(t, 2, status, "%s %s: %s", line, path, stderr)
			assert.Contains(t, stderr, flag+" "+path, line)
			assert.Contains(t, stderr, message, line)
			assert.Empty(t, stdout, line)
		}
	}
	assertNothingWritten(t)
}

// Standard input can be read once.
func TestStandardInputIsReadOnce(t *testing.T) {
	filesForFlags(t)
	for _, line := range []string{
		"judge - --answers -", "judge - -", "judge - --answers /dev/stdin",
		"judge - --contestants /dev/stdin", "explain --solver dlx --answers - -- -#1", "explain --script --contestants /dev/stdin -- -",
		"check --problem poj3074 - -", "bench --solver dlx - -",
	} {
		status, stdout, stderr := run(t, strings.Fields(line)...)
		assert.Equal(t, 2, status, line)
		assert.Contains(t, stderr, "both read standard input: name a file for one of them", line)
		assert.Empty(t, stdout, line)
	}
}

// An output must not overwrite another file of the same command line.
func TestAnOutputIsNoOtherFileOfTheCommand(t *testing.T) {
	recorded := filesForFlags(t)
	samples := filepath.Join(recorded, "solve.bench")
	before := map[string][]byte{"puzzles.txt": nil, samples: nil}
	for name := range before {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		before[name] = text
	}
	for _, line := range []string{
		"report RECORDED --out x.svg --badge ./x.svg", "report SAMPLES --out SAMPLES", "report SAMPLES --badge SAMPLES",
		"solve --solver dlx --problem poj3074 puzzles.txt --stats puzzles.txt", "solve --solver dlx --problem poj3074 puzzles.txt --stats folder/../puzzles.txt",
		"explain --solver dlx puzzles.txt#1 --profile puzzles.txt",
	} {
		status, stdout, stderr := run(t, strings.Fields(strings.NewReplacer("RECORDED", recorded, "SAMPLES", samples).Replace(line))...)
		assert.Equal(t, 2, status, "%s: %s", line, stderr)
		assert.Contains(t, stderr, "are the same file: name two files", line)
		assert.Empty(t, stdout, line)
	}
	for name, text := range before {
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, string(text), string(after), name)
	}
	assert.NoFileExists(t, "x.svg")
	status, _, stderr := run(t, "report", recorded, "--out", "x.html", "--badge", "x.svg")
	assert.Equal(t, 0, status, stderr)
}
