package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/corpus/covers"
	"gridjudge/solvers"
	"gridjudge/solvers/links"
)

// likeDLX1 counts the covers of a matrix in Knuth's layout and writes what dlx1 writes with v1 m1. Each option begins with
// its last item. A program that errs puts an item more into each.
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
			option := c.Options[o]
			for k := range option {
				fmt.Fprint(out, " ", c.Names[option[(k+len(option)-1)%len(option)]])
			}
			fmt.Fprintln(out, errs, "(1 of 1)")
		}
		fmt.Fprintf(os.Stderr, "Altogether %d solutions, 140+338 mems, 6 nodes.\n", found.Solutions)
		return 0
	}
}

func TestKnuth(t *testing.T) {
	const two = "6 7\n3 1 4 7\n2 1 4\n3 4 5 7\n3 3 5 6\n4 2 3 6 7\n2 2 7\n1 2\n1 1\n"
	for _, c := range []struct {
		problem, program, input string
		status                  int
		output, messages        string
	}{
		{"hust1017", "dlx1", two, exitSolved, "3 2 4 6\nNO\n", ""},
		{"luogu4929", "dlx1", "2 1\n0\n1\n", exitSolved, "2\n", ""},
		{"poj3740", "dlx1", "1 1\n1\n1 1\n0\n", exitSolved, "Yes, I found it\nIt is impossible\n", ""},
		{"xc", "dlx1", "a b | x\na x\na\nb x\nb\nx\n", exitSolved, "3\n", ""},
		{"hust1017", "dlx1", "1 2\n1 3\n", exitUsage, "", "an item is 3"},
		{"hust1017", "dlx1 with other options", two, exitFailed, "", "which is no option"},
		{"hust1017", "silent", two, exitFailed, "", "tells no number of solutions"},
		{"hust1017", "failing", two, exitFailed, "", "exit status 3"},
		{"poj3074", "dlx1", unique + "\n", exitUsage, "", "for exact cover problems"},
	} {
		status, output, messages := adapted(t, c.program, c.input, "dlx", "--problem="+c.problem, "PROGRAM")
		name := c.problem + " by " + c.program
		assert.Equal(t, c.status, status, "%s: %s", name, messages)
		assert.Contains(t, messages, c.messages, name)
		if c.status == exitSolved {
			assert.ElementsMatch(t, strings.Fields(c.output), strings.Fields(output), name)
		}
	}
}
