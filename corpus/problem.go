package corpus

import (
	"fmt"
	"slices"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/corpus/grids"
)

// Problem is a problem of an online judge: the layouts of its input and output, and its limits.
type Problem struct {
	Name string // the name in commands: "poj3074"
	Doc  string // a description of one line

	// Input and Output describe the layouts of its files in one line. Source says who says so, and which of it is ours.
	Input, Output string
	Source        string

	// TimeLimit is the online judge's time limit for one input file. The length of that file is not published. No set
	// has a lower limit.
	TimeLimit time.Duration

	// OneCase reports whether an input file of the online judge has one case. If so, a program may read one case and
	// end.
	OneCase bool

	// SetsOf names another problem, whose sets this problem borrows in its own layout. For example, poj2676 borrows the
	// sets of poj3074. If the problem borrows no sets, SetsOf is "".
	//
	// Several reports whether the statement says what to answer to a puzzle with several solutions. Only then does the
	// problem also borrow sets with such puzzles, and only from a problem that asks for the same answer to them.
	SetsOf  string
	Several bool

	// MostCases is the largest number of cases that an input file of the online judge has; 0 if the statement names none.
	// The sets that the problem has from another one end after this many cases.
	MostCases int

	// MemoryLimit bounds peak resident memory, in bytes.
	MemoryLimit int64

	cases.Family
}

// TooMany says that an input with this many cases is longer than the statement allows; "" if it is not.
func (p *Problem) TooMany(cases int) string {
	if p.MostCases == 0 || cases <= p.MostCases {
		return ""
	}
	return fmt.Sprintf("%d cases, but an input of %s has at most %d, and a program may rely on this", cases, p.Name, p.MostCases)
}

// Sudoku reports whether the cases are puzzles, which are meant to have one solution.
func (p *Problem) Sudoku() bool {
	_, ok := p.Family.(*grids.Format)
	return ok
}

// Limits of memory as online judges write them.
const (
	poj65536K = 65536 << 10
	hdu32768K = 32768 << 10
)

var problems = []*Problem{
	{
		Name: "poj3074", Doc: "POJ 3074: 9x9, one puzzle a line",
		Input:     "lines of 81 characters, . for empty; end or the end of file ends it",
		Output:    "lines of 81 digits",
		Source:    "POJ 3074 (http://poj.org/problem?id=3074), with the limits that POJ publishes",
		TimeLimit: time.Second, MemoryLimit: poj65536K,
		Family: grids.POJ3074,
	},
	{
		Name: "poj3076", Doc: "POJ 3076: 16x16 in letters, a grid of lines",
		Input:     "16 lines of 16 characters A-P, - for empty; blank lines between puzzles",
		Output:    "16 lines of 16 letters; one blank line between puzzles",
		Source:    "POJ 3076 (http://poj.org/problem?id=3076), with the limits that POJ publishes",
		TimeLimit: 10 * time.Second, MemoryLimit: poj65536K,
		Family: grids.POJ3076,
	},
	{
		Name: "acwing169", Doc: "AcWing 169: as poj3076, a blank line after every puzzle",
		Input:     "16 lines of 16 characters A-P, - for empty; blank lines between puzzles",
		Output:    "16 lines of 16 letters; one blank line after every puzzle",
		Source:    "AcWing 169; it has the limits of POJ 3076",
		TimeLimit: 10 * time.Second, MemoryLimit: poj65536K,
		SetsOf: "poj3076",
		Family: grids.AcWing169,
	},
	{
		Name: "luogu1784", Doc: "Luogu P1784: 9x9 of integers",
		Input:     "9 lines of 9 integers, 0 for empty",
		Output:    "9 lines of 9 integers separated by one blank",
		Source:    "Luogu P1784; the limits are ours",
		TimeLimit: time.Second, OneCase: true, MemoryLimit: 128 << 20,
		Family: grids.Luogu1784,
	},
	{
		Name: "sudoku4", Doc: "4x4, one puzzle a line",
		Input:     "lines of 16 characters 1-4, . for empty; # starts a comment",
		Output:    "lines of 16 digits",
		Source:    "ours",
		TimeLimit: time.Second, MemoryLimit: poj65536K,
		Family: grids.Sudoku4,
	},
	{
		Name: "sudoku25", Doc: "25x25 in letters, one puzzle a line",
		Input:     "lines of 625 characters A-Y, . for empty; # starts a comment",
		Output:    "lines of 625 letters",
		Source:    "ours",
		TimeLimit: 30 * time.Second, MemoryLimit: 256 << 20,
		Family: grids.Sudoku25,
	},
	{
		Name: "poj2676", Doc: "POJ 2676: 9x9 digits after their number",
		Input:     "the number of puzzles; for each 9 lines of 9 digits, 0 for empty",
		Output:    "9 lines of 9 digits for each puzzle; any solution",
		Source:    "POJ 2676 (http://poj.org/problem?id=2676); we found no copy of its limits, so count them as ours",
		TimeLimit: 2 * time.Second, MemoryLimit: poj65536K,
		SetsOf: "poj3074", Several: true,
		Family: grids.POJ2676,
	},
	{
		Name: "poj2918", Doc: "POJ 2918: 9x9 digits with few open cells, a heading for each answer",
		Input:     "the number of puzzles; for each 9 lines of 9 digits, 0 for empty, and an empty line",
		Output:    "for each puzzle \"Scenario #i:\", i from 1, 9 lines of 9 digits, and an empty line",
		Source:    "POJ 2918 (http://poj.org/problem?id=2918). It promises that this rule solves each puzzle: if a row, column or box has one open cell, fill it. The sets keep the promise",
		TimeLimit: time.Second, MemoryLimit: poj65536K,
		Family: grids.POJ2918,
	},
	{
		Name: "hdu1426", Doc: "HDU 1426: 9x9 with ? for empty and blanks between the cells",
		Input:     "puzzles up to the end of file: 9 lines of 9 characters 1-9, ? for empty, separated by one blank; an empty line between puzzles",
		Output:    "9 lines of 9 digits separated by one blank; an empty line between answers",
		Source:    "HDU 1426 (http://acm.hdu.edu.cn/showproblem.php?pid=1426), with its limits; the layout is as solvers remember it",
		TimeLimit: time.Second, MemoryLimit: hdu32768K,
		SetsOf: "poj3074",
		Family: grids.HDU1426,
	},
	{
		Name: "hdu2780", Doc: "HDU 2780: 9x9 digits with five open cells, solvable or not",
		Input:     "the number of puzzles; for each 9 lines of 9 digits, 0 for empty",
		Output:    "for each puzzle 9 lines of 9 digits, or \"Could not complete this grid.\"; an empty line between answers",
		Source:    "HDU 2780 (http://acm.hdu.edu.cn/showproblem.php?pid=2780)",
		TimeLimit: time.Second, MemoryLimit: hdu32768K,
		Family: grids.HDU2780,
	},
	{
		Name: "hdu3111", Doc: "HDU 3111: 9x9 with ? for empty, solvable or not",
		Input:     "the number of puzzles; for each 9 lines of 9 characters 1-9, ? for empty; a line --- between puzzles",
		Output:    "for each puzzle 9 lines of 9 digits, or \"impossible\"; a line --- between answers",
		Source:    "HDU 3111 (http://acm.hdu.edu.cn/showproblem.php?pid=3111)",
		TimeLimit: time.Second, MemoryLimit: hdu32768K,
		SetsOf: "poj3074",
		Family: grids.HDU3111,
	},
	{
		Name: "spoj-sudoku", Doc: "SPOJ SUDOKU: 16x16 in letters after their number, which is at most 10",
		Input:     "the number of puzzles, at most 10; for each 16 lines of 16 characters A-P, - for empty; an empty line between puzzles",
		Output:    "16 lines of 16 letters; one empty line between answers",
		Source:    "SPOJ SUDOKU (https://www.spoj.com/problems/SUDOKU/); the limits are ours: those of POJ 3076, which has the same puzzles",
		TimeLimit: 10 * time.Second, MemoryLimit: poj65536K,
		SetsOf: "poj3076", MostCases: 10,
		Family: grids.SPOJSudoku,
	},
	{
		Name: "zoj3122", Doc: "ZOJ 3122, which is LA 2659: 16x16 in letters, as poj3076",
		Input:     "puzzles up to the end of file: 16 lines of 16 characters A-P, - for empty; an empty line between puzzles",
		Output:    "16 lines of 16 letters; one empty line between answers",
		Source:    "ZOJ 3122; its text is that of POJ 3076, and so are the limits, which are ours",
		TimeLimit: 10 * time.Second, MemoryLimit: poj65536K,
		SetsOf: "poj3076",
		Family: grids.ZOJ3122,
	},
	{
		Name: "spoj-novice42", Doc: "SPOJ NOVICE42: the least solution of 9x9 digits, with a heading for each",
		Input:     "the number of puzzles; for each a heading, from \"Grid 01\" on, and 9 lines of 9 digits, 0 for empty",
		Output:    "the heading and 9 lines of 9 digits, the least solution: of two, the one with the smaller digit in the first cell that differs, row by row; an empty line between answers",
		Source:    "SPOJ NOVICE42 (https://www.spoj.com/problems/NOVICE42/), with its limits",
		TimeLimit: 2419 * time.Millisecond, MemoryLimit: 1536 << 20,
		SetsOf: "poj3074",
		Family: grids.SPOJNovice42,
	},
	{
		Name: "ecnu1021", Doc: "ECNU 1021: the least solution of one puzzle of 9x9",
		Input:     "9 lines of 9 characters 1-9, . for empty",
		Output:    "9 lines of 9 digits, the least solution: of two, the one with the smaller digit in the first cell that differs, row by row",
		Source:    "ECNU 1021 (https://acm.ecnu.edu.cn/contest/297/problem/1021), with its limits",
		TimeLimit: 2 * time.Second, OneCase: true, MemoryLimit: 512 << 20,
		SetsOf: "spoj-novice42", Several: true,
		Family: grids.ECNU1021,
	},
	{
		Name: "uva989", Doc: "UVa 989: the least solution of grids of 1x1, 4x4 and 9x9 integers",
		Input:     "puzzles up to the end of file: n, from 1 to 3, then n*n lines of n*n integers, 0 for empty; an empty line between puzzles",
		Output:    "n*n lines of n*n integers separated by one blank, the least solution: of two, the one with the smaller digit in the first cell that differs, row by row; or \"NO SOLUTION\"; an empty line between answers",
		Source:    "UVa 989; the limits are ours: 3 s, as UVa usually has",
		TimeLimit: 3 * time.Second, MemoryLimit: poj65536K,
		SetsOf: "poj3074",
		Family: grids.UVa989,
	},
	{
		Name: "acwing166", Doc: "AcWing 166: as poj3074",
		Input:     "lines of 81 characters, . for empty; end ends it",
		Output:    "lines of 81 digits",
		Source:    "AcWing 166; the limits are those of POJ 3074",
		TimeLimit: time.Second, MemoryLimit: poj65536K,
		SetsOf: "poj3074",
		Family: grids.AcWing166,
	},
	{
		Name: "hust1017", Doc: "HUST 1017: any exact cover of a matrix",
		Input:     "cases up to the end of file: N M, then N rows \"C c1 .. cC\", columns from 1",
		Output:    "a line for each case: \"k r1 .. rk\", rows from 1 in any order, or \"NO\"",
		Source:    "HUST 1017",
		TimeLimit: 15 * time.Second, MemoryLimit: 128 << 20,
		Family: covers.HUST1017,
	},
	{
		Name: "luogu4929", Doc: "Luogu P4929: any exact cover of a 0/1 matrix",
		Input:     "cases up to the end of file: N M, then N lines of M digits 0 or 1",
		Output:    "a line for each case: the rows, from 1, in any order, or \"No Solution!\"",
		Source:    "Luogu P4929; the limits are ours, because the statement has none",
		TimeLimit: time.Second, OneCase: true, MemoryLimit: 128 << 20, // our own limits: the stored statement has none
		Family: covers.Luogu4929,
	},
	{
		Name: "poj3740", Doc: "POJ 3740: whether a 0/1 matrix has an exact cover",
		Input:     "cases up to the end of file: M N, then M lines of N digits 0 or 1",
		Output:    "a line for each case: \"Yes, I found it\" or \"It is impossible\"",
		Source:    "POJ 3740 (http://poj.org/problem?id=3740)",
		TimeLimit: time.Second, MemoryLimit: poj65536K,
		Family: covers.POJ3740,
	},
	{
		Name: "xc", Doc: "the number of exact covers, with secondary items and colours",
		Input:     "Knuth's layout: a line of primary items, | and secondary ones, then options, in which x:a gives the secondary item x the colour a; \"| end\" between matrices",
		Output:    "a line for each matrix: the number of covers, perhaps with : and their fingerprint",
		Source:    "ours; the layout is that of the programs of Donald Knuth",
		TimeLimit: 10 * time.Second, MemoryLimit: 1 << 30, // our own limits
		Family: covers.XC,
	},
}

// AcceptsAny reports whether any solution of a puzzle is a right answer.
func (p *Problem) AcceptsAny() bool {
	f, ok := p.Family.(*grids.Format)
	return ok && !f.Least()
}

// Problems lists all problems. The order matters for a file that is opened without a problem: its problem is the
// first one with the grid size of the file.
func Problems() []*Problem { return problems }

// Layouts returns the names of the layouts that every problem of grids reads, and of the layouts that every problem
// of matrices reads.
func Layouts() (ofGrids, ofMatrices []string) { return grids.Layouts, covers.Names() }

// LookupProblem returns the problem with this name. If there is none, the error suggests the nearest name.
func LookupProblem(name string) (*Problem, error) {
	return Lookup("problem", name, problems, func(p *Problem) string { return p.Name })
}

// Open opens a file of cases. It returns a reader of the cases, and the problem to which they belong. If the user has
// named a problem, the parameter p is this problem, and Open returns p itself.
//
// If p is nil, Open chooses the problem by the size of the grids: it returns the first problem in the list Problems for
// this size. For example, it returns poj3074 for 9x9 puzzles. Open never chooses an exact cover problem, because nearly
// any text can be read as a matrix in Knuth's layout.
func Open(in cases.Source, answers *cases.Source, p *Problem) (cases.Reader, *Problem, error) {
	if p != nil {
		return p.NewReader(in, answers), p, nil
	}
	reader, format, err := grids.Detect(in, answers)
	if err != nil {
		return nil, nil, err
	}
	return reader, problems[slices.IndexFunc(problems, func(p *Problem) bool { return p.Family == format })], nil
}
