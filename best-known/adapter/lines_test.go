package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The puzzles of the tests: one with a solution, one with none, one with several.
const (
	unique  = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	refuted = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	several = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5........."
	solved  = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

func TestLines(t *testing.T) {
	input := unique + "\n\n" + refuted + "\r\n" + unique + "\nend\n" + unique + "\n"
	want := solved + "\n" + refuted + "\n" + solved + "\n"
	for _, args := range [][]string{
		{"lines", "PROGRAM"},
		{"lines", "PROGRAM", "{in}", "{out}"},
	} {
		status, output, messages := adapted(t, "lines", input, args...)
		assert.Equal(t, exitSolved, status, messages)
		assert.Equal(t, want, output)
	}
}

func TestLinesWithoutPuzzles(t *testing.T) {
	status, output, _ := adapted(t, "failing", "end\n", "lines", "PROGRAM")
	assert.Equal(t, exitSolved, status, "a program without work is not run")
	assert.Empty(t, output)
}

func TestBlocks(t *testing.T) {
	status, output, messages := adapted(t, "blocks", strings.Join([]string{several, refuted, unique}, "\n"), "lines", "--blocks", "PROGRAM")
	assert.Equal(t, exitSolved, status, messages)
	lines := strings.Split(output, "\n")
	if assert.Len(t, lines, 4) {
		assert.NotContains(t, lines[0], ".", "the first of several solutions")
		assert.Equal(t, []string{refuted, solved, ""}, lines[1:])
	}
}

func TestLinesThatMakeNoSense(t *testing.T) {
	for program, complaint := range map[string]string{
		"forgetful": "answered 1 of 2 puzzles",
		"talkative": "answered more than the 2 puzzles",
		"failing":   "exit status 3",
	} {
		status, output, messages := adapted(t, program, unique+"\n"+unique+"\n", "lines", "PROGRAM")
		assert.Equal(t, exitFailed, status, program)
		assert.Contains(t, messages, complaint)
		assert.Empty(t, output, "answers that may belong to other puzzles")
	}
}

func TestLinesOfAnotherLength(t *testing.T) {
	status, _, messages := adapted(t, "lines", unique+"\n"+unique[1:]+"\n", "lines", "PROGRAM")
	assert.Equal(t, exitUsage, status)
	assert.Contains(t, messages, "<stdin>:2: the line has 80 characters")
}

func TestMissingCommand(t *testing.T) {
	status, _, messages := adapted(t, "lines", unique+"\n", "lines", "./no-such-program")
	assert.Equal(t, exitFailed, status)
	assert.Contains(t, messages, "no-such-program")
}
