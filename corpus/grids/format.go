// Package grids is the family of Sudoku: grids of 4, 9, 16 and 25 rows.
//
//  1. A Format says what the files of a problem look like: the size of the grids, and the layouts of input and output.
//  2. A Reader reads a file of puzzles one by one. It detects the layout from the content, so the user need not say
//     which one it is (reader.go, detect.go, parser_*.go).
//  3. A List is a block of cases for judges and samplers, and a Runner runs a built-in solver on it.
//  4. A checker is the special judge: it checks the output of a program against the cases that were its input.
//
// The checker shares no code with any solver. If a contestant claims that a puzzle has no solution, the checker
// checks this by a search of its own (solvers.Count). If that search gives up, the checker asks two contestants that
// share no code (cases.Appoint).
package grids

import (
	"fmt"
	"io"
	"strconv"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// Kind names the size, such as 9x9, and the task if it is not to find any solution.
func (f *Format) Kind() string {
	kind := fmt.Sprintf("%dx%d", f.Size, f.Size)
	if f.mixed {
		kind = "1x1-" + kind
	}
	if f.least {
		kind += "-least"
	}
	return kind
}

// Least reports whether the answer is the least of all solutions.
func (f *Format) Least() bool { return f.least }

// Takes reports whether a built-in solver takes grids of this size, or of all sizes in a file.
func (f *Format) Takes(spec *solvers.Spec, named bool) bool {
	takes := spec.Takes(f.Size) && (!f.mixed || spec.Takes(numerals4.size))
	return takes && (named || !spec.ByReduction)
}

// NewReader returns a reader of puzzles and, unless answers is nil, of their answers.
func (f *Format) NewReader(in cases.Source, answers *cases.Source) cases.Reader {
	r := &blocks{list: List{Format: f}, puzzles: open(in, f), waits: in.Waits}
	if answers != nil {
		r.answers = newAnswers(answers.In, answers.Name, f)
	}
	return r
}

// NewWriter returns a writer of answers.
func (f *Format) NewWriter(w io.Writer) cases.Writer { return answerWriter{f.NewGridWriter(w)} }

// CountsAll reports false: the answer is one solution.
func (f *Format) CountsAll() bool { return false }

// NoAnswer says that a puzzle without a solution is its own answer, unless the statement of the problem has words for it.
func (f *Format) NoAnswer() string {
	if f.none != "" {
		return ""
	}
	return "the puzzle has no solution; it is echoed as given"
}

// noneInWords names the answer to a puzzle without a solution.
func (f *Format) noneInWords() string {
	if f.none != "" {
		return strconv.Quote(f.none)
	}
	return "the puzzle itself"
}

// As returns the cases of a List in this format. Both formats must have grids of the same size.
func (f *Format) As(block cases.Cases) cases.Cases { return &List{f, block.(*List).Cases} }
