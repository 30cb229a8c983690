package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/cli"
	"gridjudge/harness/testset"
	"gridjudge/solvers/all"
)

// called runs a verb in this process.
func called(args ...string) (status int, stdout, stderr string) { return calledWith("", args...) }

// calledWith runs a verb with an input.
func calledWith(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, errors strings.Builder
	status = cli.Main(all.Contestants, args, strings.NewReader(stdin), &out, &errors)
	return status, out.String(), errors.String()
}

// solverOf is a solver for a problem.
func solverOf(p *corpus.Problem) string {
	if p.Sudoku() {
		return "dlx"
	}
	return "links"
}

// Every verb that reads a file says that it has no case, whatever the family. Of standard input, solve alone has no error: it
// is as a program of an online judge.
func TestAFileWithoutCases(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("out.txt", nil, 0o666))
	require.NotEmpty(t, corpus.Problems())
	for _, p := range corpus.Problems() {
		for _, content := range []string{"", "\n", " \r\n\n", "| a comment of covers\n", "# a comment of grids\n"} {
			if content != "" && (content[0] == '#' && !p.Sudoku() || content[0] == '|' && p.Sudoku()) {
				continue
			}
			require.NoError(t, os.WriteFile("in.txt", []byte(content), 0o666))
			for _, args := range [][]string{
				{"solve", "--solver", solverOf(p), "in.txt"}, {"check", "in.txt", "out.txt"}, {"judge", "in.txt"}, {"explain", "in.txt"}, {"bench", "in.txt"},
			} {
				status, stdout, stderr := called(append(args, "--problem", p.Name)...)
				assert.Equal(t, 2, status, "%s %q of %q", p.Name, args, content)
				assert.Empty(t, stdout, "%s %q", p.Name, args)
				assert.Contains(t, stderr, "in.txt: "+testset.ErrEmpty.Error(), "%s %q", p.Name, args)
			}
			status, stdout, stderr := calledWith(content, "solve", "--solver", solverOf(p), "--problem", p.Name)
			assert.Zero(t, status, "%s %q: %s", p.Name, content, stderr)
			assert.Empty(t, stdout, p.Name)
			assert.Contains(t, stderr, testset.ErrEmpty.Error(), p.Name)
			status, _, stderr = calledWith(content, "check", "--problem", p.Name, "-", "out.txt")
			assert.Equal(t, 2, status, "%s %q: %s", p.Name, content, stderr)
			assert.Contains(t, stderr, testset.ErrEmpty.Error(), p.Name)
		}
		status, _, stderr := called("solve", "--echoes", "--solver", solverOf(p), "--problem", p.Name, os.DevNull)
		assert.Zero(t, status, "a program ends at once: %s: %s", p.Name, stderr)
	}
}

// A grid of integers on one line goes through solve and check under every problem of 9x9.
func TestIntegersOnOneLine(t *testing.T) {
	t.Chdir(t.TempDir())
	const puzzle = "3.6..12..21.5.7........91..5241...7.9.32..8..........2.629.8.1........6...96..724"
	cells := strings.Split(strings.ReplaceAll(puzzle, ".", "0"), "")
	n := 0
	for _, p := range corpus.Problems() {
		if p.Kind() != "9x9" {
			continue
		}
		n++
		for _, gap := range []string{" ", "\t", ",", ", "} {
			require.NoError(t, os.WriteFile("in.txt", []byte(strings.Join(cells, gap)+"\n"), 0o666))
			status, answer, stderr := called("solve", "--solver", "dlx", "--problem", p.Name, "in.txt")
			require.Zero(t, status, "%s: %s", p.Name, stderr)
			require.NoError(t, os.WriteFile("out.txt", []byte(answer), 0o666))
			status, verdict, stderr := called("check", "--problem", p.Name, "in.txt", "out.txt")
			assert.Zero(t, status, "%s: %s", p.Name, stderr)
			assert.Equal(t, "AC\n", verdict)
		}
	}
	assert.Positive(t, n)
}
