package grids

import "fmt"

// Format is a row of the table below: how the files of a problem look. Readers, writers and the special judge follow
// from it, so a problem that differs from another one only in the layout of its files needs a row and no code.
type Format struct {
	Name string // the name of the problem
	Size int    // the number of rows of a grid

	own   layout // how the cells of its files are read; preferred if the content fits other layouts as well
	count bool   // a file of puzzles begins with a line that has the number of puzzles
	in    form   // how a file of puzzles is written
	out   form   // how an output is written
	end   string // the line after the last puzzle of a file; "" if there is none
	none  string // the answer to a puzzle without a solution; "" if the statement has none
	least bool   // the answer is the least of all solutions; otherwise it is any solution
	mixed bool   // the grids of a file have the sizes in mixedSizes, and each comes after a line with the side of its boxes
}

// form is how grids are written.
type form struct {
	rows    bool   // one row per line; otherwise one grid per line
	gap     string // between the cells of a line
	heading string // the line before each grid, in which %d or %02d stands for its number, from 1; "" if there is none
	between string // between two grids; it may have a line of text
	after   string // after every grid
	blank   byte   // the character of an empty cell; 0 means '.'
}

// Text beside the grids of a file.
const (
	scenario = "Scenario #%d:" // a heading
	numbered = "Grid %02d"     // a heading
	dashes   = "---"           // between two grids
)

// The forms that several problems have.
var (
	lineForm      = form{}
	separatedForm = form{rows: true, between: "\n", blank: '-'}
	endedForm     = form{rows: true, after: "\n", blank: '-'}
	integerForm   = form{rows: true, gap: " ", blank: '0'}
	digitForm     = form{rows: true, blank: '0'}
	dashedForm    = form{rows: true, between: dashes + "\n", blank: '?'}
)

// The formats of the problems.
var (
	POJ3074   = &Format{Name: "poj3074", Size: 9, own: layout{lines, numerals9}, in: lineForm, out: lineForm, end: endLine}
	POJ3076   = &Format{Name: "poj3076", Size: 16, own: layout{rows, letters16}, in: separatedForm, out: separatedForm}
	AcWing169 = &Format{Name: "acwing169", Size: 16, own: layout{rows, letters16}, in: endedForm, out: endedForm}
	Luogu1784 = &Format{Name: "luogu1784", Size: 9, own: layout{integers, numerals9}, in: integerForm, out: integerForm}
	Sudoku4   = &Format{Name: "sudoku4", Size: 4, own: layout{lines, numerals4}, in: lineForm, out: lineForm}
	Sudoku25  = &Format{Name: "sudoku25", Size: 25, own: layout{lines, letters25}, in: lineForm, out: lineForm}
	POJ2676   = &Format{Name: "poj2676", Size: 9, own: layout{rows, numerals9}, count: true, in: digitForm, out: digitForm}
	POJ2918   = &Format{
		Name: "poj2918", Size: 9, own: layout{rows, numerals9}, count: true,
		in:  form{rows: true, after: "\n", blank: '0'},
		out: form{rows: true, heading: scenario, after: "\n", blank: '0'},
	}
	HDU1426 = &Format{
		Name: "hdu1426", Size: 9, own: layout{rows, numerals9},
		in: form{rows: true, gap: " ", between: "\n", blank: '?'}, out: form{rows: true, gap: " ", between: "\n", blank: '?'},
	}
	HDU2780 = &Format{
		Name: "hdu2780", Size: 9, own: layout{rows, numerals9}, count: true,
		in: digitForm, out: form{rows: true, between: "\n", blank: '0'}, none: "Could not complete this grid.",
	}
	HDU3111 = &Format{
		Name: "hdu3111", Size: 9, own: layout{rows, numerals9}, count: true, in: dashedForm, out: dashedForm, none: "impossible",
	}
	SPOJSudoku = &Format{
		Name: "spoj-sudoku", Size: 16, own: layout{rows, letters16}, count: true, in: separatedForm, out: separatedForm,
	}
	ZOJ3122      = &Format{Name: "zoj3122", Size: 16, own: layout{rows, letters16}, in: separatedForm, out: separatedForm}
	SPOJNovice42 = &Format{
		Name: "spoj-novice42", Size: 9, own: layout{rows, numerals9}, count: true, least: true,
		in: form{rows: true, heading: numbered, blank: '0'}, out: form{rows: true, heading: numbered, between: "\n", blank: '0'},
	}
	ECNU1021 = &Format{Name: "ecnu1021", Size: 9, own: layout{rows, numerals9}, least: true, in: form{rows: true}, out: form{rows: true}}
	UVa989   = &Format{
		Name: "uva989", Size: 9, own: layout{mixedParser{}, numerals9}, least: true, mixed: true, none: "NO SOLUTION",
		in:  form{rows: true, gap: " ", between: "\n", blank: '0'},
		out: form{rows: true, gap: " ", between: "\n", blank: '0'},
	}
	AcWing166 = &Format{Name: "acwing166", Size: 9, own: layout{lines, numerals9}, in: lineForm, out: lineForm, end: endLine}
)

// before returns the text before cell i of grid k; both count from 0.
func (f *form) before(k, i, size int) string {
	switch {
	case i > 0:
		return f.within(i, size)
	case k == 0:
		return f.headingOf(k)
	}
	return "\n" + f.after + f.between + f.headingOf(k)
}

// within returns the text before cell i of a grid, from 1. It is small, so that the compiler can put it into the loop over
// the cells of an answer.
func (f *form) within(i, size int) string {
	if f.rows && i%size == 0 {
		return "\n"
	}
	return f.gap
}

// headingOf returns the heading of grid k, counted from 0.
func (f *form) headingOf(k int) string {
	if f.heading == "" {
		return ""
	}
	return fmt.Sprintf(f.heading, k+1) + "\n"
}
