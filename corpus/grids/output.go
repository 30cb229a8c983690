package grids

import "io"

// output is what a program wrote, read once from the beginning.
type output struct {
	in    io.Reader // nil once it has ended
	buf   []byte
	at    int   // index in buf of the next byte
	place place // of the next byte
	err   error // of in, but for io.EOF

	recording bool
	kept      []byte // the bytes that were skipped while recording
}

// place is a place in an output, counted from 1, the column in bytes.
type place struct{ line, column int }

// newOutput returns the output that in holds.
func newOutput(in io.Reader) *output {
	return &output{in: in, buf: make([]byte, 0, 64<<10), place: place{1, 1}}
}

// peek returns the next byte, and false at the end.
func (o *output) peek() (byte, bool) {
	if o.at == len(o.buf) && !o.fill() {
		return 0, false
	}
	return o.buf[o.at], true
}

// fill reads more, and reports whether there is more.
func (o *output) fill() bool {
	for o.in != nil {
		n, err := o.in.Read(o.buf[:cap(o.buf)])
		o.buf, o.at = o.buf[:n], 0
		if err != nil {
			o.in = nil
			if err != io.EOF {
				o.err = err
			}
		}
		if n > 0 {
			return true
		}
	}
	return false
}

// skip skips the byte that peek returned.
func (o *output) skip() {
	if o.buf[o.at] == '\n' {
		o.place.line++
		o.place.column = 0
	}
	o.place.column++
	if o.recording {
		o.kept = append(o.kept, o.buf[o.at])
	}
	o.at++
}

// record begins to keep what is read.
func (o *output) record() { o.recording, o.kept = true, o.kept[:0] }

// recorded returns what was read since record.
func (o *output) recorded() []byte {
	o.recording = false
	return o.kept
}

// skipAll skips to the end.
func (o *output) skipAll() {
	for _, more := o.peek(); more; _, more = o.peek() {
		o.skip()
	}
}

func isSpace(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }
