package corpus

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"gridjudge/solvers"
)

// outputForm is the layout of a problem's output.
type outputForm struct {
	rows    bool   // one row per line
	gap     string // between the cells
	between string // between two grids
	after   string // after every grid
	blank   byte   // for an empty cell; 0 means '.'
	end     bool   // a file of puzzles ends with "end"
}

// Writer writes grids, one after another. NewWriter, NewInputWriter and NewLinesWriter
// differ in the layout.
type Writer struct {
	out     *bufio.Writer
	problem *Problem
	form    outputForm
	written int
	spare   []byte // room for a grid where the buffer has none
	symbols symbols
}

// symbols maps digits to characters, 0 to that of an empty cell. It has room for
// every byte, so that no index has to be checked.
type symbols [256]byte

func newSymbols(size int) (s symbols) {
	for d := range size + 1 {
		s[d] = solvers.Symbol(size, uint8(d))
	}
	return s
}

// append appends g as one line. With a call of solvers.Symbol per cell, writing
// and digests took longer than reading.
func (s *symbols) append(b []byte, g solvers.Grid) []byte {
	if len(g) == cells9 {
		return s.append9(b, (*[cells9]byte)(g))
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

// NewWriter returns a Writer of answers to w, in the layout of p's output. An empty cell of
// a puzzle without a solution is written as in p's input.
func (p *Problem) NewWriter(w io.Writer) *Writer {
	form := p.out
	form.end = false
	return p.newWriter(w, form)
}

// NewInputWriter returns a Writer of puzzles to w, in the layout of p's input. Close writes
// the line "end" if the layout has it.
func (p *Problem) NewInputWriter(w io.Writer) *Writer {
	return p.newWriter(w, p.out)
}

// NewLinesWriter returns a Writer to w of one grid per line, with the digits of p's
// alphabet and . for an empty cell.
func (p *Problem) NewLinesWriter(w io.Writer) *Writer {
	return p.newWriter(w, outputForm{})
}

func (p *Problem) newWriter(out io.Writer, form outputForm) *Writer {
	w := &Writer{out: bufio.NewWriterSize(out, 64<<10), problem: p, form: form, symbols: newSymbols(p.Size)}
	cells := p.Size * p.Size
	w.spare = make([]byte, 0, cells*(1+len(form.gap))+p.Size+len(form.between)+len(form.after))
	if form.blank != 0 {
		w.symbols[0] = form.blank
	}
	return w
}

// Write writes one grid and does not keep its memory.
func (w *Writer) Write(g solvers.Grid) error {
	n := w.problem.Size
	if len(g) != n*n {
		return fmt.Errorf("a grid of %d cells does not fit %s: want %d", len(g), w.problem.Name, n*n)
	}
	b := w.room()
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

// room returns memory for a grid: that of the buffer, which saves copying, or, where
// too little is left of it, other memory.
func (w *Writer) room() []byte {
	if b := w.out.AvailableBuffer(); cap(b) >= cap(w.spare) {
		return b
	}
	return w.spare
}

// write ends a grid.
func (w *Writer) write(b []byte) error {
	b = append(append(b, '\n'), w.form.after...)
	w.written++
	_, err := w.out.Write(b)
	return err
}

// Flush writes all buffered data: a reader at the other end may be waiting.
func (w *Writer) Flush() error { return w.out.Flush() }

// Close ends the file. It does not close the io.Writer.
func (w *Writer) Close() error {
	if w.form.end {
		if _, err := w.out.WriteString("end\n"); err != nil {
			return err
		}
	}
	return w.out.Flush()
}
