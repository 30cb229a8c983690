package main

import (
	"slices"
	"strings"
	"testing"
)

// The puzzles of the tests: one with a single solution, one without a solution, and one with several.
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
		if status != exitSolved {
			t.Errorf("%q: status %d, want %d: %s", args, status, exitSolved, messages)
		}
		if output != want {
			t.Errorf("%q: output %q, want %q", args, output, want)
		}
	}
}

func TestLinesWithoutPuzzles(t *testing.T) {
	status, output, _ := adapted(t, "failing", "end\n", "lines", "PROGRAM")
	if status != exitSolved {
		t.Errorf("a program without work is not run: status %d, want %d", status, exitSolved)
	}
	if output != "" {
		t.Errorf("output %q, want none", output)
	}
}

func TestBlocks(t *testing.T) {
	status, output, messages := adapted(t, "blocks", strings.Join([]string{several, refuted, unique}, "\n"), "lines", "--blocks", "PROGRAM")
	if status != exitSolved {
		t.Errorf("status %d, want %d: %s", status, exitSolved, messages)
	}
	lines := strings.Split(output, "\n")
	if len(lines) != 4 {
		t.Fatalf("output %q has %d lines, want 4", output, len(lines))
	}
	if strings.Contains(lines[0], ".") {
		t.Errorf("the first of several solutions is %q, want no empty cells", lines[0])
	}
	if want := []string{refuted, solved, ""}; !slices.Equal(lines[1:], want) {
		t.Errorf("the other lines are %q, want %q", lines[1:], want)
	}
}

func TestLinesThatMakeNoSense(t *testing.T) {
	for program, complaint := range map[string]string{
		"forgetful": "answered 1 of 2 puzzles",
		"talkative": "answered more than the 2 puzzles",
		"failing":   "exit status 3",
	} {
		failsWith(t, complaint, program, unique+"\n"+unique+"\n", "lines", "PROGRAM")
	}
}

func TestLinesOfAnotherLength(t *testing.T) {
	status, _, messages := adapted(t, "lines", unique+"\n"+unique[1:]+"\n", "lines", "PROGRAM")
	if status != exitUsage {
		t.Errorf("status %d, want %d", status, exitUsage)
	}
	if want := "<stdin>:2: the line has 80 characters"; !strings.Contains(messages, want) {
		t.Errorf("messages %q, want %q in them", messages, want)
	}
}

func TestMissingCommand(t *testing.T) {
	status, _, messages := adapted(t, "lines", unique+"\n", "lines", "./no-such-program")
	if status != exitFailed {
		t.Errorf("status %d, want %d", status, exitFailed)
	}
	if want := "no-such-program"; !strings.Contains(messages, want) {
		t.Errorf("messages %q, want %q in them", messages, want)
	}
}
