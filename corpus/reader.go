package corpus

import (
	"errors"
	"io"

	"gridjudge/solvers"
)

// Reader reads the puzzles of a stream one by one, in constant memory. The caller
// owns the memory of each Case.
type Reader struct {
	source  *source
	name    string
	problem *Problem
	layout  *layout
	plain9  bool  // the layout is lines of 9x9 puzzles
	err     error // the error of Next, once it has failed
}

// NewReader returns a Reader of r. The content of r may be compressed by gzip. Error
// messages call the source name ("<stdin>" for standard input). If p is nil, the
// content decides the problem, and an ambiguous content is an error. Otherwise the
// puzzles must have the size of p, in the layout of p or in any other known layout.
func NewReader(r io.Reader, name string, p *Problem) *Reader {
	return &Reader{source: newSource(r), name: name, problem: p}
}

// NextPuzzle reads one puzzle into memory, or into new memory if memory is too small.
// line is the line in which the puzzle starts. Other columns, such as a solution, are
// left out. The errors are those of Next.
func (r *Reader) NextPuzzle(memory solvers.Grid) (puzzle solvers.Grid, line int, err error) {
	r.source.spare = memory
	if g := r.puzzle9(); g != nil {
		return g, r.source.line, nil
	}
	c, err := r.Next()
	return c.Puzzle, c.Line, err
}

// Read reads one puzzle into *c, whose grid keeps its memory if that is large enough.
// The errors are those of Next; *c keeps its value then, except the cells of its grid.
func (r *Reader) Read(c *Case) error {
	r.source.spare = c.Puzzle
	if g := r.puzzle9(); g != nil {
		*c = Case{Puzzle: g, Solutions: Unknown, Line: r.source.line}
		return nil
	}
	next, err := r.Next()
	if err == nil {
		*c = next
	}
	return err
}

// Next reads one puzzle. The error is io.EOF after the last one, or an *Error after
// the puzzles before it.
func (r *Reader) Next() (Case, error) {
	if r.err != nil {
		return Case{}, r.err
	}
	if r.layout == nil {
		d, err := detect(r.source, r.problem)
		if err != nil {
			return Case{}, r.fail(err)
		}
		r.layout = &d
		r.plain9 = d == layout{lines, numerals9}
	}
	if g := r.puzzle9(); g != nil {
		return Case{Puzzle: g, Solutions: Unknown, Line: r.source.line}, nil
	}
	c, err := r.layout.read(r.source)
	if err != nil {
		return Case{}, r.fail(err)
	}
	if r.problem == nil {
		r.problem = problemOfSize(r.layout.alphabet.size)
	}
	return c, nil
}

// puzzle9 reads a line that is a 9x9 puzzle and nothing else. It returns nil, and reads
// nothing, in other layouts, before another line and after an error.
func (r *Reader) puzzle9() solvers.Grid {
	if !r.plain9 || r.err != nil {
		return nil
	}
	return r.source.puzzle9()
}

// fail stores the error, and the name of the file in it.
func (r *Reader) fail(err error) error {
	var e *Error
	if errors.As(err, &e) {
		e.File = r.name
	}
	r.err = err
	return err
}

// Problem returns the problem given, or else the one detected: nil before the
// first puzzle.
func (r *Reader) Problem() *Problem { return r.problem }

// ReadAll reads all remaining puzzles. With an error it returns those before it.
func (r *Reader) ReadAll() ([]Case, error) {
	var cases []Case
	for {
		c, err := r.Next()
		if err == io.EOF {
			return cases, nil
		}
		if err != nil {
			return cases, err
		}
		cases = append(cases, c)
	}
}
