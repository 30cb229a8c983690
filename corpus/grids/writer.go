package grids

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// writerBlock is the number of bytes of a call of Write. It is a multiple of a page, because writing blocks that end
// within a page of a file took a third longer.
const writerBlock = 64 << 10

// Writer writes grids, one after another. NewGridWriter, NewInputWriter and NewLinesWriter make Writers of different
// layouts.
type Writer struct {
	out     io.Writer
	problem *Format
	form    *form
	end     string // the line after the last grid; "" if there is none
	symbols symbols
	sides   bool   // before each grid stands the side of its boxes
	written int    // the number of grids that were written
	buf     []byte // the bytes not yet written to out: at most a block and a grid
	err     error  // the error of out
}

// symbols maps digits to characters, and 0 to the character of an empty cell. It has room for every byte, so that no
// index has to be checked.
type symbols [256]byte

// newSymbols returns the symbols of a problem; blank 0 means '.'.
func newSymbols(size int, blank byte) (s symbols) {
	for d := range size + 1 {
		s[d] = solvers.Symbol(size, uint8(d))
	}
	s[0] = cmp.Or(blank, s[0])
	return s
}

// append appends g as one line. It does not call solvers.Symbol for each cell, because writing and digests then took
// longer than reading.
func (s *symbols) append(b []byte, g solvers.Grid) []byte {
	at := len(b)
	b = slices.Grow(b, len(g))[:at+len(g)]
	out := b[at:]
	if len(g) == cells9 && text9((*[cells9]byte)(out), (*[cells9]byte)(g)) {
		return b
	}
	for i, d := range g {
		out[i] = s[d]
	}
	return b
}

// NewGridWriter returns a Writer of answers to w, in the layout of p's output. The empty cells of a puzzle without a
// solution are written as in p's input.
func (p *Format) NewGridWriter(w io.Writer) *Writer { return p.newWriter(w, &p.out) }

// NewInputWriter returns a Writer of n puzzles to w, in the layout of p's input. The number is written first if the
// layout begins with it. Close writes the line "end" if the layout has it.
func (p *Format) NewInputWriter(w io.Writer, n int) *Writer {
	writer := p.newWriter(w, &p.in)
	writer.end = p.end
	writer.sides = p.mixed
	if p.count {
		writer.buf = fmt.Appendln(nil, n)
	}
	return writer
}

// NewLinesWriter returns a Writer of one grid per line to w, with the digits of p's alphabet and . for an empty cell.
func (p *Format) NewLinesWriter(w io.Writer) *Writer { return p.newWriter(w, &lineForm) }

func (p *Format) newWriter(w io.Writer, form *form) *Writer {
	return &Writer{out: w, problem: p, form: form, symbols: newSymbols(p.Size, form.blank)}
}

// Write writes one grid and does not keep its memory.
func (w *Writer) Write(g solvers.Grid) error {
	if err := w.problem.fits(g); err != nil {
		return err
	}
	line := len(g) // cells
	if w.form.rows {
		line = w.problem.sizeOf(g)
	}
	b := w.begin()
	if w.sides {
		b = append(strconv.AppendInt(b, int64(solvers.Box(line)), 10), '\n')
	}
	for ; len(g) > 0; g = g[line:] {
		if w.form.gap == "" {
			b = w.symbols.append(b, g[:line])
		} else {
			for _, d := range g[:line] {
				b = append(append(b, w.symbols[d]), w.form.gap...)
			}
			b = b[:len(b)-len(w.form.gap)]
		}
		b = append(b, '\n')
	}
	w.buf = append(b, w.form.after...)
	return w.err
}

// begin returns the buffer, with room for a grid, after writing what comes before the grid.
func (w *Writer) begin() []byte {
	if len(w.buf) >= writerBlock {
		w.flush(writerBlock)
	}
	b := w.buf
	if w.form.between != "" && w.written > 0 {
		b = append(b, w.form.between...)
	}
	if w.form.heading != "" {
		b = append(b, w.form.headingOf(w.written)...)
	}
	w.written++
	return b
}

// Flush writes out all buffered data, because a reader at the other end may be waiting. After an error, every Flush
// returns it.
func (w *Writer) Flush() error {
	w.flush(len(w.buf))
	return w.err
}

// flush writes the first n bytes of the buffer.
func (w *Writer) flush(n int) {
	if w.err == nil && n > 0 {
		var done int
		if done, w.err = w.out.Write(w.buf[:n]); w.err == nil && done < n {
			w.err = io.ErrShortWrite
		}
	}
	w.buf = append(w.buf[:0], w.buf[n:]...)
}

// Close ends the file. It does not close the io.Writer.
func (w *Writer) Close() error {
	if w.end != "" {
		w.buf = append(w.buf, w.end+"\n"...)
	}
	return w.Flush()
}

// answerWriter writes answers. The answer to a puzzle without a solution is the words that the problem has for it, or
// otherwise the puzzle itself.
type answerWriter struct{ *Writer }

// Write writes the answer to case i.
func (w answerWriter) Write(block cases.Cases, i int, answer []byte) error {
	if len(answer) == 0 && w.problem.none != "" {
		w.buf = append(append(w.begin(), w.problem.none+"\n"...), w.form.after...)
		return w.err
	}
	if len(answer) == 0 {
		answer = block.(*List).Cases[i].Puzzle
	}
	return w.Writer.Write(answer)
}
