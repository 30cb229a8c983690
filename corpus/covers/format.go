package covers

import (
	"io"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// Format is the task of a problem, and how it writes matrices and answers. The answer to a matrix that has a cover is
// the rows of any cover, unless the problem asks for something else.
type Format struct {
	Name string // the name of the problem

	kind    string
	own     Layout // the layout of its input; preferred if the content fits other layouts as well
	counted bool   // an answer begins with the number of rows
	yes     string // the answer if there is a cover; "" means the rows of one
	no      string // the answer if there is no cover
	count   bool   // the answer is the number of all covers

	option, item string // the words of the statement for options and items
}

// The formats of the problems.
var (
	HUST1017  = &Format{Name: "hust1017", kind: "matrix", own: HUST, counted: true, no: "NO", option: "row", item: "column"}
	Luogu4929 = &Format{Name: "luogu4929", kind: "matrix", own: Dense, no: "No Solution!", option: "row", item: "column"}
	POJ3740   = &Format{
		Name: "poj3740", kind: "matrix-feasible", own: Dense,
		yes: "Yes, I found it", no: "It is impossible", option: "row", item: "column",
	}
	XC = &Format{Name: "xc", kind: "matrix-count", own: Knuth, count: true, option: "option", item: "item"}
)

// Kind names the task: matrix, matrix-feasible or matrix-count.
func (f *Format) Kind() string { return f.kind }

// Takes reports whether a built-in solver takes matrices.
func (f *Format) Takes(spec *solvers.Spec, _ bool) bool { return spec.NewCover != nil }

// CountsAll reports whether the answer is the number of all covers.
func (f *Format) CountsAll() bool { return f.count }

// NoAnswer is empty, because the statements say what to answer if there is no cover.
func (f *Format) NoAnswer() string { return "" }

// NewReader returns a reader of cases and, unless answers is nil, of their answers.
func (f *Format) NewReader(in cases.Source, answers *cases.Source) cases.Reader {
	r := &blocks{list: List{Format: f}, cases: NewReader(in.In, in.Name, f.own), waits: in.Waits}
	r.cases.plain = f.own != Knuth
	r.cases.note, r.cases.option, r.cases.item = in.Note, f.option, f.item
	if answers != nil {
		r.answers = &answers.In
		r.name = answers.Name
	}
	return r
}

// NewRunner returns a runner of a built-in solver.
func (f *Format) NewRunner(spec *solvers.Spec) cases.Runner {
	return &Runner{
		Copies: cases.Copies[solvers.CoverSolver]{New: spec.NewCover}, spec: spec, format: f, chosen: chosen{format: f},
	}
}

// NewWriter returns a writer of answers.
func (f *Format) NewWriter(w io.Writer) cases.Writer { return newAnswerWriter(f, w) }

// As returns the cases of a List in this format. Both formats must have the same kind.
func (f *Format) As(block cases.Cases) cases.Cases { return &List{f, block.(*List).Cases} }
