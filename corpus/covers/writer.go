package covers

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"strconv"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// A Runner gives answers to a Writer in bytes: the number of covers in 8 bytes, and then the options of one cover,
// counted from 0, in 4 bytes each.

// Answer returns the answer that a solver found, in the bytes that a Writer takes.
func Answer(r *solvers.Cover) []byte { return encode(nil, r) }

// encode appends an answer in bytes to b.
func encode(b []byte, r *solvers.Cover) []byte {
	b = binary.LittleEndian.AppendUint64(b, r.Solutions)
	for _, option := range r.First {
		b = binary.LittleEndian.AppendUint32(b, uint32(option))
	}
	return b
}

// decode appends the options of an answer in bytes to options. covers is 0 if there is no answer.
func decode(answer []byte, options []int32) (covers uint64, _ []int32) {
	if len(answer) < 8 {
		return 0, options
	}
	covers = binary.LittleEndian.Uint64(answer)
	for b := answer[8:]; len(b) >= 4; b = b[4:] {
		options = append(options, int32(binary.LittleEndian.Uint32(b)))
	}
	return covers, options
}

// bufferSize is the number of bytes of a call of Write.
const bufferSize = 64 << 10

// answerWriter writes answers, one per line.
type answerWriter struct {
	*bufio.Writer
	format  *Format
	options []int32
}

func newAnswerWriter(f *Format, w io.Writer) *answerWriter {
	return &answerWriter{Writer: bufio.NewWriterSize(w, bufferSize), format: f}
}

// Write writes the answer to a case.
func (w *answerWriter) Write(_ cases.Cases, _ int, answer []byte) error {
	var covers uint64
	covers, w.options = decode(answer, w.options[:0])
	line := w.AvailableBuffer()
	switch f := w.format; {
	case f.count:
		line = strconv.AppendUint(line, covers, 10)
	case covers == 0:
		line = append(line, f.no...)
	case f.yes != "":
		line = append(line, f.yes...)
	default:
		if f.counted {
			line = strconv.AppendInt(line, int64(len(w.options)), 10)
		}
		for _, option := range w.options {
			line = appendNumber(line, int(option)+1)
		}
	}
	_, err := w.Writer.Write(append(line, '\n'))
	return err
}

// Close ends the output.
func (w *answerWriter) Close() error { return w.Flush() }

// appendNumber appends a blank, unless the line is empty, and a number.
func appendNumber(line []byte, n int) []byte {
	if len(line) > 0 {
		line = append(line, ' ')
	}
	return strconv.AppendInt(line, int64(n), 10)
}

// inputWriter writes matrices.
type inputWriter struct {
	*bufio.Writer
	line []byte
}

func newInputWriter(w io.Writer) *inputWriter {
	return &inputWriter{Writer: bufio.NewWriterSize(w, bufferSize)}
}

// end writes the line that has been collected.
func (w *inputWriter) end() {
	_, _ = w.Writer.Write(append(w.line, '\n')) // Flush returns an error again
	w.line = w.line[:0]
}

// numbers writes a line of numbers.
func (w *inputWriter) numbers(numbers ...int) {
	for _, n := range numbers {
		w.line = appendNumber(w.line, n)
	}
	w.end()
}

// write writes a matrix in a layout. more says that another matrix was written before it.
func (w *inputWriter) write(c *Case, layout Layout, more bool) error {
	switch {
	case layout == Knuth:
		return w.knuth(c, more)
	case c.Secondary > 0:
		return errors.New("the matrix has secondary items, which the layout of the problem has not")
	}
	w.numbers(c.Options(), c.Primary)
	for _, option := range c.All() {
		if layout == HUST {
			w.line = appendNumber(w.line, len(option))
			for _, item := range option {
				w.line = appendNumber(w.line, int(item)+1)
			}
			w.end()
			continue
		}
		from := len(w.line)
		for range c.Primary {
			w.line = append(w.line, "0 "...)
		}
		for _, item := range option {
			w.line[from+2*int(item)] = '1'
		}
		w.line = w.line[:max(len(w.line)-1, from)]
		w.end()
	}
	return nil
}
