package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus/covers"
	"gridjudge/solvers"
	"gridjudge/solvers/links"
)

// likeDLX1 makes a program that counts the covers of a matrix in Knuth's layout, and writes what dlx1
// writes with v1 m1. Each option begins with its last item. If errs is not empty, it is added to each
// option.
func likeDLX1(errs string) func(io.Reader, io.Writer) int {
	return func(in io.Reader, out io.Writer) int {
		var c covers.Case
		if err := covers.NewReader(in, "in", covers.Knuth).Next(&c); err != nil {
			panic(err)
		}
		var found solvers.Cover
		links.New().Solve(&c.Matrix, solvers.Limits{Solutions: math.MaxUint64}, &found)
		for i, o := range found.First {
			if i == 0 {
				fmt.Fprintln(out, "1:")
			}
			option := c.Option(int(o))
			for k := range option {
				fmt.Fprint(out, " ", c.Names[option[(k+len(option)-1)%len(option)]])
			}
			fmt.Fprintln(out, errs, "(1 of 1)")
		}
		fmt.Fprintf(os.Stderr, "Altogether %d solutions, 140+338 mems, 6 nodes.\n", found.Solutions)
		return 0
	}
}

// likeMiniexact makes a program that finds the covers of a matrix in the layout of miniexact. It writes
// the first cover as miniexact does with -p, or if it counts, their number.
func likeMiniexact(counts bool) func(io.Reader, io.Writer) int {
	return func(in io.Reader, out io.Writer) int {
		var c covers.Case
		if err := covers.NewReader(in, "in", covers.PXC).Next(&c); err != nil {
			panic(err)
		}
		var found solvers.Cover
		links.New().Solve(&c.Matrix, solvers.Limits{Solutions: math.MaxUint64}, &found)
		for _, o := range found.First {
			for _, item := range c.Option(int(o)) {
				fmt.Fprint(out, item+1, " ")
			}
			fmt.Fprintln(out, ";")
		}
		switch {
		case counts:
			fmt.Fprintf(out, "\nFound %d solutions!\n", found.Solutions)
			return 0
		case found.Solutions == 0:
			return unsatisfiable
		}
		return satisfiable
	}
}

// likeMDXD counts the covers of a matrix whose first line has the numbers of items and options. Each
// option is a line with the number of its items and the items themselves. An item that is not in any
// option does not exist.
func likeMDXD(in io.Reader, out io.Writer) int {
	var m solvers.Matrix
	var items, options, size int
	fmt.Fscan(in, &items, &options)
	numbers := map[int32]int32{}
	for range options {
		fmt.Fscan(in, &size)
		option := make([]int32, size)
		for i := range option {
			fmt.Fscan(in, &option[i])
			if _, ok := numbers[option[i]]; !ok {
				numbers[option[i]] = int32(len(numbers))
			}
			option[i] = numbers[option[i]]
		}
		m.Add(option)
	}
	m.Primary = len(numbers)
	var found solvers.Cover
	links.New().Solve(&m, solvers.Limits{Solutions: math.MaxUint64}, &found)
	fmt.Fprintf(out, "Time: 0.1 s\nSolutions: %d\nMax Blocks: 1\n", found.Solutions)
	return 0
}

func TestExact(t *testing.T) {
	const two = "6 7\n3 1 4 7\n2 1 4\n3 4 5 7\n3 3 5 6\n4 2 3 6 7\n2 2 7\n1 2\n1 1\n"
	const lacking = "a b c | x y\na x\na\nb x\nb\nx\n"
	for _, c := range []struct {
		problem, layout, program, input string
		status                          int
		output, messages                string
	}{
		{"hust1017", "dlx", "dlx1", two, exitSolved, "3 2 4 6\nNO\n", ""},
		{"luogu4929", "dlx", "dlx1", "2 1\n0\n1\n", exitSolved, "2\n", ""},
		{"poj3740", "dlx", "dlx1", "1 1\n1\n1 1\n0\n", exitSolved, "Yes, I found it\nIt is impossible\n", ""},
		{"xc", "dlx", "dlx1", "a b | x\na x\na\nb x\nb\nx\n", exitSolved, "3\n", ""},
		{"hust1017", "dlx", "dlx1", "1 2\n1 3\n", exitUsage, "", "an item is 3"},
		{"hust1017", "dlx", "dlx1 with other options", two, exitFailed, "", "which is not an option"},
		{"hust1017", "dlx", "silent", two, exitFailed, "", "tells no number of solutions"},
		{"hust1017", "dlx", "failing", two, exitFailed, "", "exit status 3"},
		{"poj3074", "dlx", "dlx1", unique + "\n", exitUsage, "", "for exact cover problems"},

		{"hust1017", "xc", "miniexact", two, exitSolved, "3 2 4 6\nNO\n", ""},
		{"poj3740", "xc", "miniexact", "1 1\n1\n1 1\n0\n", exitSolved, "Yes, I found it\nIt is impossible\n", ""},
		{"xc", "xc", "counting miniexact", "a b | x\na x\na\nb x\nb\nx\n", exitSolved, "3\n", ""},
		{"xc", "xc", "counting miniexact", lacking, exitSolved, "0\n", ""},
		{"xc", "xc", "miniexact", lacking, exitFailed, "", "tells no number of solutions"},
		{"hust1017", "xc", "silent", two, exitFailed, "", "tells no number of solutions"},
		{"hust1017", "xc", "failing", two, exitFailed, "", "exit status 3"},

		{"xc", "rows", "mdxd", "a b | x y\na x\na\nb x\nb\nx\n", exitSolved, "3\n", ""},
		{"xc", "rows", "mdxd", lacking, exitSolved, "0\n", ""},
		{"xc", "rows", "silent", "a\na\n", exitFailed, "", "tells no number of solutions"},
		{"hust1017", "rows", "mdxd", two, exitFailed, "", "no solution"},
	} {
		status, output, messages := adapted(t, c.program, c.input, c.layout, "--problem="+c.problem, "PROGRAM")
		name := c.problem + " by " + c.program
		if status != c.status {
			t.Errorf("%s: status %d, want %d: %s", name, status, c.status, messages)
		}
		if !strings.Contains(messages, c.messages) {
			t.Errorf("%s: messages %q, want %q in them", name, messages, c.messages)
		}
		if c.status == exitSolved {
			got, want := strings.Fields(output), strings.Fields(c.output) // in any order
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s: output %q, want the words of %q", name, output, c.output)
			}
		}
	}
}
