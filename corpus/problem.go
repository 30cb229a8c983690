package corpus

import (
	"fmt"
	"time"
)

// Problem is a problem of an online judge: the layouts of its input and output,
// and its limits.
type Problem struct {
	Name string // in commands: "poj3074"
	Doc  string // one line
	Size int    // side of its grids

	// Input and Output describe the layouts of its files in one line.
	Input, Output string

	// TimeLimit is the judge's time limit for one input file. The length of that
	// file is not published. No set has a lower limit.
	TimeLimit time.Duration

	// MemoryLimit bounds peak resident memory, in bytes.
	MemoryLimit int64

	own layout // of its input: decides if the content fits other layouts, too
	out outputForm
}

const poj65536K = 65536 << 10

var problems = []*Problem{
	{
		Name: "poj3074", Doc: "POJ 3074: 9x9, one puzzle a line", Size: 9,
		Input:     "lines of 81 characters, . for empty; end or the end of file ends it",
		Output:    "lines of 81 digits",
		TimeLimit: time.Second, MemoryLimit: poj65536K,
		own: layout{lines, numerals9}, out: outputForm{end: true},
	},
	{
		Name: "poj3076", Doc: "POJ 3076: 16x16 in letters, a grid of lines", Size: 16,
		Input:     "16 lines of 16 characters A-P, - for empty; blank lines between puzzles",
		Output:    "16 lines of 16 letters; one blank line between puzzles",
		TimeLimit: 10 * time.Second, MemoryLimit: poj65536K,
		own: layout{rows, letters16}, out: outputForm{rows: true, between: "\n", blank: '-'},
	},
	{
		Name: "acwing169", Doc: "AcWing 169: as poj3076, a blank line after every puzzle", Size: 16,
		Input:     "16 lines of 16 characters A-P, - for empty; blank lines between puzzles",
		Output:    "16 lines of 16 letters; one blank line after every puzzle",
		TimeLimit: 10 * time.Second, MemoryLimit: poj65536K,
		own: layout{rows, letters16}, out: outputForm{rows: true, after: "\n", blank: '-'},
	},
	{
		Name: "luogu1784", Doc: "Luogu P1784: 9x9 of integers", Size: 9,
		Input:     "9 lines of 9 integers, 0 for empty",
		Output:    "9 lines of 9 integers separated by one blank",
		TimeLimit: time.Second, MemoryLimit: 128 << 20,
		own: layout{integers, numerals9}, out: outputForm{rows: true, gap: " ", blank: '0'},
	},
	{
		Name: "sudoku4", Doc: "4x4, one puzzle a line", Size: 4,
		Input:     "lines of 16 characters 1-4, . for empty; # starts a comment",
		Output:    "lines of 16 digits",
		TimeLimit: time.Second, MemoryLimit: poj65536K,
		own: layout{lines, numerals4},
	},
	{
		Name: "sudoku25", Doc: "25x25 in letters, one puzzle a line", Size: 25,
		Input:     "lines of 625 characters A-Y, . for empty; # starts a comment",
		Output:    "lines of 625 letters",
		TimeLimit: 30 * time.Second, MemoryLimit: 256 << 20,
		own: layout{lines, letters25},
	},
}

// Problems lists all problems. If a Reader was made without a problem, its problem is the
// first in this list that has the grid size of the file.
func Problems() []*Problem { return problems }

// LookupProblem returns a problem by name; the error names the nearest one.
func LookupProblem(name string) (*Problem, error) {
	names := make([]string, len(problems))
	for i, p := range problems {
		if p.Name == name {
			return p, nil
		}
		names[i] = p.Name
	}
	return nil, fmt.Errorf("unknown problem %q%s", name, Nearest(name, names))
}

// problemOfSize returns the first problem with grids of a size, or nil.
func problemOfSize(size int) *Problem {
	for _, p := range problems {
		if p.Size == size {
			return p
		}
	}
	return nil
}
