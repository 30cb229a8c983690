package corpus

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"gridjudge/solvers"
)

// outputForm is how a problem wants its grids written.
type outputForm struct {
	rows    bool   // one row a line
	gap     string // between the cells
	between string // between two grids
	after   string // after every grid
	blank   byte   // for an empty cell; 0 means '.'
	end     bool   // a file of puzzles ends with "end"
}

// Writer writes grids as a problem's output. Puzzles may be written too, for a
// puzzle that has no solution is its own answer.
type Writer struct {
	out     *bufio.Writer
	problem *Problem
	form    outputForm
	written int
	buf     []byte
	symbols symbols
}

// symbols are the characters of a size; [0] is that of an empty cell. There is
// room for every byte, so that no index has to be checked.
type symbols [256]byte

func newSymbols(size int) (s symbols) {
	for d := range size + 1 {
		s[d] = solvers.Symbol(size, uint8(d))
	}
	return s
}

// append writes g as one line. Looking up each cell with solvers.Symbol made
// writing and digests take longer than reading.
func (s *symbols) append(b []byte, g solvers.Grid) []byte {
	if len(g) == 81 {
		return s.append9(b, g)
	}
	return s.appendEach(b, g)
}

func (s *symbols) appendEach(b []byte, g []uint8) []byte {
	at := len(b)
	b = slices.Grow(b, len(g))[:at+len(g)]
	out := b[at:]
	for i, d := range g {
		out[i] = s[d]
	}
	return b
}

// NewWriter writes grids to w in the layout of p's output.
func (p *Problem) NewWriter(w io.Writer) *Writer {
	form := p.out
	form.end = false
	return p.newWriter(w, form)
}

// NewInputWriter writes puzzles to w in the layout of p's input.
func (p *Problem) NewInputWriter(w io.Writer) *Writer {
	return p.newWriter(w, p.out)
}

// NewLinesWriter writes grids to w one a line, in p's alphabet, . for empty.
func (p *Problem) NewLinesWriter(w io.Writer) *Writer {
	return p.newWriter(w, outputForm{})
}

func (p *Problem) newWriter(out io.Writer, form outputForm) *Writer {
	w := &Writer{out: bufio.NewWriterSize(out, 64<<10), problem: p, form: form, symbols: newSymbols(p.Size)}
	if form.blank != 0 {
		w.symbols[0] = form.blank
	}
	return w
}

// Write appends one grid. Its memory is not kept.
func (w *Writer) Write(g solvers.Grid) error {
	n := w.problem.Size
	if len(g) != n*n {
		return fmt.Errorf("a grid of %d cells is none of %s: want %d", len(g), w.problem.Name, n*n)
	}
	b := w.buf[:0]
	if w.written > 0 {
		b = append(b, w.form.between...)
	}
	if !w.form.rows {
		return w.write(w.symbols.append(b, g))
	}
	for i, d := range g {
		if i > 0 {
			if i%n == 0 {
				b = append(b, '\n')
			} else {
				b = append(b, w.form.gap...)
			}
		}
		b = append(b, w.symbols[d])
	}
	return w.write(b)
}

// write ends a grid and hands it on.
func (w *Writer) write(b []byte) error {
	b = append(append(b, '\n'), w.form.after...)
	w.buf = b
	w.written++
	_, err := w.out.Write(b)
	return err
}

// Flush hands on what is buffered: a reader at the other end may be waiting.
func (w *Writer) Flush() error { return w.out.Flush() }

// Close ends the file. It does not close what lies below.
func (w *Writer) Close() error {
	if w.form.end {
		if _, err := w.out.WriteString("end\n"); err != nil {
			return err
		}
	}
	return w.out.Flush()
}
