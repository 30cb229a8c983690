package cli_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// verbs are the verbs of the command line.
var verbs = strings.Fields("judge bench table plot report compare calibrate history merge explain check generate solve list doctor")

// TestTheFlagsAreFew counts the lines of flags in the help of every verb, --help included, because a user who looks
// for a flag reads all of them. A new flag has to take the place of another one.
func TestTheFlagsAreFew(t *testing.T) {
	flag := regexp.MustCompile(`(?m)^ {2,6}(-[a-zA-Z], )?--[a-z]`)
	named := regexp.MustCompile(`(?m)^  ([a-z]+) +[A-Z]`)
	_, root, _ := run(t, "--help")
	var listed []string
	for _, verb := range named.FindAllStringSubmatch(root, -1) {
		listed = append(listed, verb[1])
	}
	assert.ElementsMatch(t, append([]string{"completion", "help"}, verbs...), listed)
	sum := 0
	for _, verb := range verbs {
		status, help, stderr := run(t, verb, "--help")
		require.Equal(t, 0, status, stderr)
		n := len(flag.FindAllString(help, -1))
		require.Positive(t, n, "%s has --help at least", verb)
		if verb == "judge" {
			assert.LessOrEqual(t, n, 21)
		}
		sum += n
	}
	assert.GreaterOrEqual(t, len(verbs), 15)
	// The number includes --solutions of bench and of compare; --per-case of explain, without which explain would judge
	// by other rules than judge; and --add of bench, because no other flag says which recorded run is to grow.
	assert.LessOrEqual(t, sum, 121)
}

// TestStandardInputIsReadOnce: only one file of a command line may be standard input.
func TestStandardInputIsReadOnce(t *testing.T) {
	for _, line := range []string{
		"judge - --answers -", "judge - -", "explain --solver dlx --answers - -- -#1", "check --problem poj3074 - -", "bench --solver dlx - -",
	} {
		status, stdout, stderr := run(t, strings.Fields(line)...)
		assert.Equal(t, 2, status, line)
		assert.Contains(t, stderr, "standard input can be read only once: name a file", line)
		assert.Empty(t, stdout, line)
	}
}

// TestTheFolderOfAnOutputMustExist: if it does not, that is the user's error.
func TestTheFolderOfAnOutputMustExist(t *testing.T) {
	recorded := quickRun(t, t.TempDir())
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("folder", 0o777))
	require.NoError(t, os.WriteFile("file", nil, 0o666))
	for _, line := range []string{"plot bars RECORDED --out", "report RECORDED --out", "solve --solver dlx --problem poj3074 file --stats"} {
		for _, path := range []string{"nowhere/x.svg", "folder", "file/x.svg"} {
			status, stdout, stderr := run(t, append(strings.Fields(strings.ReplaceAll(line, "RECORDED", recorded)), path)...)
			assert.Equal(t, 2, status, "%s %s: %s", line, path, stderr)
			assert.Empty(t, stdout, line)
		}
	}
}

// TestFlagsWithoutEffectAreRefused, because a user who gives a flag expects an effect.
func TestFlagsWithoutEffectAreRefused(t *testing.T) {
	for line, want := range map[string]string{
		"judge --set poj3074/sample --solver dlx --repeat 3":                        "leave out --repeat: no effect here, because no program takes part",
		"judge --set poj3074/sample --solver dlx --skip-missing":                    "leave out --skip-missing: no effect here, because no program takes part",
		"explain --script --strict --exec mine=cat poj3074/sample":                  "leave out --strict",
		"judge --slowest 3 --format junit --solver dlx --set poj3074/sample":        "--slowest has no effect",
		"bench --set poj3074/sample --solver dlx --skip-missing":                    "leave out --skip-missing: no effect here, because no program takes part",
		"judge --set poj3074/sample --solver dlx --strict --per-case":               "leave out --strict, --per-case: no effect here, because no program takes part",
		"judge --set poj3074/sample --solver none --exec mine=cat --solutions 2":    "leave out --solutions: no effect here, because a program decides itself how it searches",
		"judge --set poj3074/sample --solver none --exec mine=cat --limits nodes=9": "--limits nodes has no effect",
		"judge --set poj3074/sample --solver dlx --limits memory=1G":                "the limits of programs are for --exec",
		"judge --set poj3074/sample --exec mine=cat --limits processes=0":           "not a positive number of processes",
		"judge --set poj3074/sample --exec mine=cat --limits confined=yes":          "the only value is required",
		"bench --set poj3074/sample --solver dlx --limits case=1s":                  `"case=1s": want KEY=VALUE with a KEY of time, scale, memory`,
		"explain --solver dlx poj3074/sample#1 --strict":                            "leave out --strict: no effect here, because no program takes part",
		"explain --exec mine=cat poj3074/sample#1 --solutions 2":                    "leave out --solutions: no effect here, because a program decides itself how it searches",
		"explain --exec mine=cat poj3074/sample#1 --limits nodes=2":                 "--limits nodes has no effect",
		"judge --jobs 2 --out x":        "flags that exclude each other: --jobs, --out\nusage: gridjudge judge [FILE...] [flags] (see gridjudge judge --help)",
		"judge --frob":                  "unknown flag: --frob\nusage: gridjudge judge [FILE...] [flags] (see gridjudge judge --help)",
		"explain --solver dlx":          "(see gridjudge explain --help)",
		"compare HEAD --limits time=1s": "leave out --limits",
	} {
		status, stdout, stderr := run(t, strings.Fields(line)...)
		assert.Equal(t, 2, status, "%s: %s", line, stderr)
		assert.Contains(t, stderr, want, line)
		assert.Empty(t, stdout, line)
	}
}
