package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tdoku.c answers each puzzle on a line of its own, and adds up the guesses of all puzzles.
func TestTdoku(t *testing.T) {
	compiler, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler is installed")
	}
	program := filepath.Join(t.TempDir(), "tdoku")
	if out, err := exec.Command(compiler, "-Wall", "-Wextra", "-Werror", "-Itestdata", "-o", program, "../tdoku/tdoku.c").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	three, five, none := "3"+strings.Repeat(".", 80), "5"+strings.Repeat("..8.", 20), "0"+strings.Repeat(".", 80)
	tdoku := exec.Command(program)
	tdoku.Stdin = strings.NewReader(three + "\n\n" + five + "\n" + none) // the last line has no line feed
	var output, messages strings.Builder
	tdoku.Stdout, tdoku.Stderr = &output, &messages
	if err := tdoku.Run(); err != nil {
		t.Fatal(err)
	}
	solved := func(puzzle string) string { return puzzle + ":1:" + strings.ReplaceAll(puzzle, ".", "1") + "\n" }
	if want := solved(three) + solved(five) + none + ":0:\n"; output.String() != want {
		t.Errorf("output %q, want %q", output.String(), want)
	}
	if want := "guesses 8\n"; messages.String() != want {
		t.Errorf("standard error %q, want %q", messages.String(), want)
	}
}
