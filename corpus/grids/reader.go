package grids

import (
	"errors"
	"io"

	"gridjudge/solvers"
)

// Reader reads the puzzles of a stream one by one, in constant memory. The caller
// owns the memory of each Case.
type Reader struct {
	source *source
	name   string
	format *Format
	layout *layout
	plain9 bool  // the layout is lines of 9x9 puzzles
	err    error // the error of Next, once it has failed
}

// NewReader returns a Reader of r. The content of r may be compressed by gzip. Error
// messages call the source name ("<stdin>" for standard input). The content decides the
// layout, which may be any known layout. If p is nil, content that fits several layouts is
// an error, and the problem is the first of Problems that has the grid size. Otherwise the
// puzzles must have the size of p, and p decides between layouts that fit.
func NewReader(r io.Reader, name string, p *Format) *Reader {
	return &Reader{source: newSource(r), name: name, format: p}
}

// NextPuzzle reads one puzzle into memory, or into new memory if memory is too small.
// line is the line in which the puzzle starts. Other columns, such as a solution, are
// left out. The errors are those of Next.
func (r *Reader) NextPuzzle(memory solvers.Grid) (puzzle solvers.Grid, line int, err error) {
	r.source.spare = memory
	c, err := r.Next()
	return c.Puzzle, c.Line, err
}

// ReadyPuzzles reads puzzles into memory, which are grids of the problem's size. It returns
// how many it has read, and the line of the first; the others follow line by line. It never
// reads from the stream: it takes lines already in the Reader's buffer that are a 9x9 puzzle
// and nothing else, and stops before any other line. So it may read none, and the next
// puzzle is NextPuzzle's.
func (r *Reader) ReadyPuzzles(memory []solvers.Grid) (n, line int) {
	if !r.plain9 || r.err != nil {
		return 0, 0
	}
	return r.source.puzzles9(memory)
}

// Read reads one puzzle into *c, whose grid keeps its memory if that is large enough.
// The errors are those of Next. After an error, the cells of the grid of *c are undefined,
// and the rest of *c is unchanged.
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

// Next reads one puzzle. After the last puzzle the error is io.EOF. If the content has an
// error, Next first returns the puzzles before it, then an *Error.
func (r *Reader) Next() (Case, error) {
	if r.err != nil {
		return Case{}, r.err
	}
	if r.layout == nil {
		d, err := detect(r.source, r.format)
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

// Ready reports whether a whole line is there without another read of the stream.
func (r *Reader) Ready() bool { return r.source.ready() }

// Size returns the grid size of the file; 0 before the first puzzle is read.
func (r *Reader) Size() int {
	if r.layout == nil {
		return 0
	}
	return r.layout.alphabet.size
}

// ReadAll reads all remaining puzzles. It returns an error together with the puzzles before
// the error.
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
