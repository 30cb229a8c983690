package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// guessing is like lines, and says on standard error how often it guessed. Its answers have the same words.
func guessing(in io.Reader, out io.Writer) int {
	fmt.Fprintln(os.Stderr, "no guesses, 12 guesses\n30 guesses")
	for _, p := range puzzlesOf(in) {
		fmt.Fprintf(out, "1 guesses:%s\n", solutions(p)[0])
	}
	return 0
}

// printing is like minisat, but prints its conflicts, as minisat does with -verb=1.
func printing(in io.Reader, out io.Writer) int {
	fmt.Println("conflicts             : 7              (0 /sec)")
	return answerFormula("SAT\n%s 0\n", satisfiable)(in, out)
}

// counted runs the adapter with one of the programs, and returns the counters that it reports.
func counted(t *testing.T, program, input string, args ...string) (status int, counters, output, messages string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "counters")
	t.Setenv("GRIDJUDGE_COUNTERS", file)
	status, output, messages = adapted(t, program, input, args...)
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return status, string(text), output, messages
}

func TestCount(t *testing.T) {
	const exact = "1 1\n1 1\n" // one row, which is the cover
	for name, c := range map[string]struct {
		program, input string
		args           []string
		want           string
	}{
		"standard error, of both runs": {"dlx1", exact + exact,
			[]string{"dlx", "--problem=hust1017", "--count", "nodes=([0-9]+) nodes", "PROGRAM"}, "nodes 12\n"},
		"two counters": {"dlx1", exact,
			[]string{"dlx", "--problem=hust1017", "--count", "nodes=([0-9]+) nodes", "--count=mems=[+]([0-9]+) mems", "PROGRAM"}, "nodes 6\nmems 338\n"},
		"two groups": {"dlx1", exact,
			[]string{"dlx", "--problem=hust1017", "--count", "mems=([0-9]+)[+]([0-9]+) mems", "PROGRAM"}, "mems 478\n"},
		"two alternatives": {"dlx1", exact,
			[]string{"dlx", "--problem=hust1017", "--count", "all=([0-9]+) mems|([0-9]+) nodes", "PROGRAM"}, "all 344\n"},
		"standard output, with the answer": {"sat with statistics", unique + "\n" + unique + "\n",
			[]string{"cnf", "--problem=poj3074", "--count", "conflicts=c conflicts: +([0-9]+)", "PROGRAM"}, "conflicts 42\n"},
		"standard output, without the answer": {"printing minisat", unique + "\n",
			[]string{"cnf", "--problem=poj3074", "--count", "conflicts=conflicts +: ([0-9]+)", "PROGRAM", "{in}", "{out}"}, "conflicts 7\n"},
		"several matches in standard error, and not those in standard output": {"guessing", unique + "\n",
			[]string{"lines", "--count", "guesses=([0-9]+) guesses", "PROGRAM"}, "guesses 42\n"},
		"no run": {"sat", refuted + "\n",
			[]string{"cnf", "--problem=poj3074", "--count", "conflicts=c conflicts: +([0-9]+)", "PROGRAM"}, "conflicts 0\n"},
		"no counter": {"guessing", unique + "\n", []string{"lines", "PROGRAM"}, ""},
	} {
		status, counters, output, messages := counted(t, c.program, c.input, c.args...)
		if status != exitSolved {
			t.Errorf("%s: status %d, want %d: %s", name, status, exitSolved, messages)
		}
		if output == "" {
			t.Errorf("%s: no output", name)
		}
		if counters != c.want {
			t.Errorf("%s: counters %q, want %q", name, counters, c.want)
		}
	}
}

// Without the variable, the numbers are looked for, too, so that a user can try a regular expression.
func TestCountWithoutJudge(t *testing.T) {
	t.Setenv("GRIDJUDGE_COUNTERS", "")
	status, output, messages := adapted(t, "guessing", unique+"\n", "lines", "--count", "guesses=([0-9]+) guesses", "PROGRAM")
	if status != exitSolved || output != solved+"\n" {
		t.Errorf("status %d, output %q, want %d and the solution: %s", status, output, exitSolved, messages)
	}
	failsWith(t, "--count nodes:", "guessing", unique+"\n", "lines", "--count", "nodes=([0-9]+) nodes", "PROGRAM")
}

func TestCountThatMakesNoSense(t *testing.T) {
	for name, c := range map[string]struct {
		counter  string
		status   int
		complain string
	}{
		"no name":            {"([0-9]+) guesses", exitUsage, "-count"},
		"an empty name":      {"=([0-9]+) guesses", exitUsage, "-count"},
		"not an expression":  {"guesses=([0-9]+ guesses", exitUsage, "-count"},
		"no group":           {"guesses=[0-9]+ guesses", exitUsage, "-count"},
		"no match":           {"nodes=([0-9]+) nodes", exitFailed, "--count nodes:"},
		"no number":          {"words=([a-z]+) guesses", exitFailed, "--count words:"},
		"a number above all": {"digits=([0-9]{81})", exitFailed, "--count digits:"},
	} {
		status, counters, output, messages := counted(t, "guessing", unique+"\n", "lines", "--count", c.counter, "PROGRAM")
		if status != c.status {
			t.Errorf("%s: status %d, want %d", name, status, c.status)
		}
		if !strings.Contains(messages, c.complain) {
			t.Errorf("%s: messages %q, want %q in them", name, messages, c.complain)
		}
		if output != "" || counters != "" {
			t.Errorf("%s: output %q and counters %q, want none", name, output, counters)
		}
	}
}

// The contestants file has these counters. The texts are what the programs wrote for small problems.
func TestCountersOfTheContestants(t *testing.T) {
	file, err := os.ReadFile("../contestants.toml")
	if err != nil {
		t.Fatal(err)
	}
	const (
		cadical = "conflicts=statistics ](?s:.*?)(?:c conflicts: +([0-9]+)|c propagations)"

		dlx1 = "(4 options, 3+0 items, 10 entries successfully read)\n" +
			"Altogether 1 solution, 155+57 mems, 5 updates, 296 bytes, 3 nodes, ccost 18%.\n"
		dlx2 = "Altogether 1 solution, 161+57-0 mems, 5 updates, 0 cleansings, 296 bytes, 3 nodes, ccost 18%.\n"
		dlx6 = "Altogether 2 solutions, 179+227 mems, 8 updates, 0 cleansings, 448 bytes, 5 search nodes, 6 ZDD nodes, 0+4 signatures, 2 hits.\n"
	)
	for _, c := range []struct {
		counter, printed string
		want             uint64
	}{
		{"guesses=guesses ([0-9]+)", "guesses 42185\n", 42185},
		{"guesses=([0-9]+) .* guesses", "     28013   56.03%  puzzles solved without guessing\n     41311    0.83/puzzle  guesses\n     22946    0.46/puzzle  back tracks\n", 41311},
		{"conflicts=conflicts +: ([0-9]+)", "conflicts             : 295            (0 /sec)\nconflict literals     : 12             (-nan % deleted)\n", 295},
		{cadical, "c --- [ statistics ] ---\nc \nc conflicts:       78     59360.73    per second\nc propagations:    9939         7.56 M  per second\n", 78},
		{cadical, "c --- [ statistics ] ---\nc \nc minimized:        0      0.00 %  learned literals\nc propagations:       0         0.00 M  per second\n", 0},
		{"conflicts=c conflicts: +([0-9]+)", "c conflicts:                                2               40.00 per second\n", 2},
		{"nodes=([0-9]+) nodes", dlx1, 3},
		{"updates=([0-9]+) updates", dlx1, 5},
		{"mems=[+]([0-9]+)[-0-9]* mems", dlx1, 57},
		{"mems=[+]([0-9]+)[-0-9]* mems", dlx2, 57},
		{"nodes=([0-9]+) search nodes", dlx6, 5},
	} {
		if !strings.Contains(string(file), "--count '"+c.counter+"'") {
			t.Errorf("no contestant has --count '%s'", c.counter)
		}
		parsed, err := newCounter(c.counter)
		if err != nil {
			t.Fatal(err)
		}
		if matches, err := parsed.add([]byte(c.printed)); err != nil || !matches || parsed.sum != c.want {
			t.Errorf("%s: %d, matches %t, error %v, want %d", c.counter, parsed.sum, matches, err, c.want)
		}
	}
}
