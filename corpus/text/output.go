package text

import "io"

// Output reads the output of a program once, from the beginning, and knows the place in it.
type Output struct {
	in    io.Reader // nil once it has ended
	buf   []byte
	at    int   // index in buf of the next byte
	Place Place // the place of the next byte
	Err   error // the error of in, except io.EOF

	recording bool
	kept      []byte // the bytes that were skipped while recording
	returned  int    // how many of the last of these belong to the next record
}

// Place is a place in an output, counted from 1, the column in bytes.
type Place struct{ Line, Column int }

// NewOutput returns the output that can be read from in.
func NewOutput(in io.Reader) *Output {
	return &Output{in: in, buf: make([]byte, 0, 64<<10), Place: Place{1, 1}}
}

// Peek returns the next byte; at the end it returns false.
func (o *Output) Peek() (byte, bool) {
	if o.at == len(o.buf) && !o.fill() {
		return 0, false
	}
	return o.buf[o.at], true
}

// fill reads more, and reports whether there is more.
func (o *Output) fill() bool {
	for o.in != nil {
		n, err := o.in.Read(o.buf[:cap(o.buf)])
		o.buf, o.at = o.buf[:n], 0
		if err != nil {
			o.in = nil
			if err != io.EOF {
				o.Err = err
			}
		}
		if n > 0 {
			return true
		}
	}
	return false
}

// Skip skips the byte that Peek returned.
func (o *Output) Skip() {
	if o.buf[o.at] == '\n' {
		o.Place.Line++
		o.Place.Column = 0
	}
	o.Place.Column++
	if o.recording {
		o.kept = append(o.kept, o.buf[o.at])
	}
	o.at++
}

// Record begins to keep the bytes that are skipped.
func (o *Output) Record() {
	o.recording, o.kept, o.returned = true, append(o.kept[:0], o.kept[len(o.kept)-o.returned:]...), 0
}

// Return leaves the last n bytes to the next record.
func (o *Output) Return(n int) {
	if o.recording {
		o.returned = n
	}
}

// Recorded returns the bytes since Record, without those that Return left to the next record.
func (o *Output) Recorded() []byte {
	o.recording = false
	return o.kept[:len(o.kept)-o.returned]
}

// SkipAll skips to the end.
func (o *Output) SkipAll() {
	for _, more := o.Peek(); more; _, more = o.Peek() {
		o.Skip()
	}
}

// IsSpace reports whether a byte separates words.
func IsSpace(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }
