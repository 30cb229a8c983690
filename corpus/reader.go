package corpus

import (
	"errors"
	"io"

	"gridjudge/solvers"
)

// Reader reads the puzzles of a stream one by one. Memory does not grow with
// the stream; what a Case holds is the caller's.
type Reader struct {
	source  *source
	name    string
	problem *Problem
	layout  *layout
	err     error // what Next said last, once it has failed
}

// NewReader reads from r, which messages call name ("<stdin>" for standard
// input); gzip is unpacked. With p nil the content decides what it is, and
// ambiguity is an error; otherwise it must hold puzzles of p's size, in p's
// layout or any other that is known.
func NewReader(r io.Reader, name string, p *Problem) *Reader {
	return &Reader{source: newSource(r), name: name, problem: p}
}

// Next reads one puzzle. The error is io.EOF after the last one and otherwise
// an *Error; the puzzles before a fault have been delivered by then.
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

// fail remembers the error and says in which file it is.
func (r *Reader) fail(err error) error {
	var e *Error
	if errors.As(err, &e) {
		e.File = r.name
	}
	r.err = err
	return err
}

// Recycle gives the memory of a puzzle back, to be used for a later one. It is
// for those who read millions and keep none: reading allocates nothing then.
func (r *Reader) Recycle(g solvers.Grid) {
	r.source.spare = append(r.source.spare, g)
}

// Problem is the problem given, or the one detected once Next has delivered a
// puzzle; nil before.
func (r *Reader) Problem() *Problem { return r.problem }

// ReadAll reads all puzzles that are left, those before a fault included.
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
