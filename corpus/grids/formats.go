package grids

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
}

// form is how grids are written.
type form struct {
	rows    bool   // one row per line; otherwise one grid per line
	gap     string // between the cells of a line
	between string // between two grids
	after   string // after every grid
	blank   byte   // the character of an empty cell; 0 means '.'
}

// The forms that several problems have.
var (
	lineForm      = form{}
	separatedForm = form{rows: true, between: "\n", blank: '-'}
	endedForm     = form{rows: true, after: "\n", blank: '-'}
	integerForm   = form{rows: true, gap: " ", blank: '0'}
	digitForm     = form{rows: true, blank: '0'}
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
)

// before returns the text before cell i of a grid. first says whether the grid is the first one.
func (f *form) before(first bool, i, size int) string {
	switch {
	case i == 0 && first:
		return ""
	case i == 0:
		return "\n" + f.after + f.between
	case f.rows && i%size == 0:
		return "\n"
	}
	return f.gap
}
