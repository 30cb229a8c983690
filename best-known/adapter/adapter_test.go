package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/dlx"
)

// asProgram is the environment variable that makes this test binary one of the programs.
const asProgram = "ADAPTER_TEST_PROGRAM"

// programs are the programs that the adapter runs in the tests. in and out are the files that the
// arguments name, or standard input and output.
var programs = map[string]func(in io.Reader, out io.Writer) int{
	// Like tdoku: the puzzle, the number of solutions, the solution.
	"lines": func(in io.Reader, out io.Writer) int {
		for _, p := range puzzlesOf(in) {
			if s := solutions(p); len(s) > 0 {
				fmt.Fprintf(out, "%s:1:%s\n", p, s[0])
			} else {
				fmt.Fprintf(out, "%s:0:\n", p)
			}
		}
		return 0
	},
	// Like kudoku: all solutions and a blank line.
	"blocks": func(in io.Reader, out io.Writer) int {
		for _, p := range puzzlesOf(in) {
			fmt.Fprintln(out, strings.Join(append(solutions(p), ""), "\n"))
		}
		return 0
	},
	"forgetful": func(in io.Reader, out io.Writer) int {
		fmt.Fprintln(out, solutions(puzzlesOf(in)[0])[0])
		return 0
	},
	"talkative": func(in io.Reader, out io.Writer) int {
		for _, p := range puzzlesOf(in) {
			fmt.Fprintf(out, "solving %s\n%s\n", p, solutions(p)[0])
		}
		return 0
	},
	"guessing": guessing,
	"failing":  func(io.Reader, io.Writer) int { return 3 },
	"silent":   func(io.Reader, io.Writer) int { return 0 },

	// Like programs for exact cover.
	"dlx1":                    likeDLX1(""),
	"dlx1 with other options": likeDLX1(" 5"),
	"miniexact":               likeMiniexact(false),
	"counting miniexact":      likeMiniexact(true),
	"mdxd":                    likeMDXD,

	// Like the solvers of the SAT competitions, but for one formula only.
	"sat":     answerFormula("c a comment\ns SATISFIABLE\nv %s\nv 0\n", satisfiable),
	"minisat": answerFormula("SAT\n%s 0\n", satisfiable),

	"sat with statistics": answerFormula("c conflicts:  9\ns SATISFIABLE\nv %s\nv 0\nc conflicts:    12  0.00 per second\n", satisfiable),
	"printing minisat":    printing,

	"unsat":       answerFormula("s UNSATISFIABLE\n", unsatisfiable),
	"truncated":   answerFormula("s SATISFIABLE\nv 1 2", satisfiable),
	"undecided":   answerFormula("s UNKNOWN\n", 0),
	"complaining": answerFormula("s SATISFIABLE\nv 1 x 0\n", satisfiable),
}

func TestMain(m *testing.M) {
	program, ok := programs[os.Getenv(asProgram)]
	if !ok {
		os.Exit(m.Run())
	}
	in, out := os.Stdin, os.Stdout
	if len(os.Args) == 3 {
		var err error
		if in, err = os.Open(os.Args[1]); err == nil {
			out, err = os.Create(os.Args[2])
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(4)
		}
	}
	os.Exit(program(in, out))
}

func puzzlesOf(in io.Reader) []string {
	text, err := io.ReadAll(in)
	if err != nil {
		panic(err)
	}
	return strings.Fields(string(text))
}

// solutions returns the solution of a puzzle, or twice the same one if the puzzle has several.
func solutions(puzzle string) []string {
	grid, err := solvers.ParseGrid(puzzle)
	if err != nil {
		panic(err)
	}
	var result solvers.Result
	dlx.Spec.New(9).Solve(grid, solvers.Limits{Solutions: 2}, &result)
	if result.Solutions == 0 {
		return nil
	}
	var all []string
	for range result.Solutions {
		all = append(all, result.First.String())
	}
	return all
}

// adapted runs the adapter with one of the programs.
func adapted(t *testing.T, program, input string, args ...string) (status int, output, messages string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := programs[program]; !ok {
		t.Fatalf("there is no program %q", program)
	}
	t.Setenv(asProgram, program)
	t.Setenv("TMPDIR", t.TempDir())
	for i, arg := range args {
		if arg == "PROGRAM" {
			args[i] = self
		}
	}
	var out, errors strings.Builder
	status = run(args, strings.NewReader(input), &out, &errors)
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("%q: files are left: %v", args, left)
	}
	return status, out.String(), errors.String()
}

// failsWith demands that the adapter fails with a complaint. It must not write any output, because that
// might belong to other puzzles.
func failsWith(t *testing.T, complaint, program, input string, args ...string) {
	t.Helper()
	status, output, messages := adapted(t, program, input, args...)
	if status != exitFailed {
		t.Errorf("%s: status %d, want %d", program, status, exitFailed)
	}
	if !strings.Contains(messages, complaint) {
		t.Errorf("%s: messages %q, want %q in them", program, messages, complaint)
	}
	if output != "" {
		t.Errorf("%s: output %q, want none", program, output)
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "name an adapter: lines, cnf, dlx, xc or rows"},
		{[]string{"pages", "PROGRAM"}, `there is no adapter "pages"`},
		{[]string{"lines"}, "name the command to run"},
		{[]string{"lines", "--block", "PROGRAM"}, "-block"},
		{[]string{"lines", "--problem=poj3074", "PROGRAM"}, "-problem"},
		{[]string{"cnf", "PROGRAM"}, "cnf needs --problem"},
		{[]string{"dlx", "PROGRAM"}, "dlx needs --problem"},
		{[]string{"cnf", "--problem=poj1", "PROGRAM"}, `unknown problem "poj1"`},
		{[]string{"cnf", "--blocks", "--problem=poj3074", "PROGRAM"}, "-blocks"},
	} {
		status, output, messages := adapted(t, "lines", "", c.args...)
		if status != exitUsage {
			t.Errorf("%q: status %d, want %d", c.args, status, exitUsage)
		}
		if output != "" {
			t.Errorf("%q: output %q, want none", c.args, output)
		}
		for _, want := range []string{"adapter: ", c.want, "usage: adapter lines"} {
			if !strings.Contains(messages, want) {
				t.Errorf("%q: messages %q, want %q in them", c.args, messages, want)
			}
		}
	}
}
