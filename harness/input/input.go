// Package input opens the files that a user names, and standard input, for reading.
// An interrupt ends a read that blocks: of a pipe or a terminal into which nobody
// writes, and the opening of a named pipe that nobody has opened for writing.
package input

import (
	"context"
	"io"
	"os"
)

// Reader reads a file, or standard input.
type Reader struct {
	ctx   context.Context
	in    io.Reader
	waits bool
	owned bool   // Open opened it
	buf   []byte // of the goroutine that reads; unused where no read waits
}

// Open opens a file; "-" is stdin. Where that waits, for a named pipe without a writer,
// the end of ctx ends it with the error of ctx.
func Open(ctx context.Context, name string, stdin io.Reader) (*Reader, error) {
	if name == "-" {
		return New(ctx, stdin), nil
	}
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := os.Open(name)
		done <- opened{file, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, o.err
		}
		r := New(ctx, o.file)
		r.owned = true
		return r, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// New returns a Reader of in.
func New(ctx context.Context, in io.Reader) *Reader {
	r := &Reader{ctx: ctx, in: in, waits: true}
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			r.waits = false
		}
	}
	return r
}

// Waits reports whether a read may wait for a program or a person at the other end.
func (r *Reader) Waits() bool { return r.waits }

// Read reads as in does. A read that waits ends with the error of the context as soon
// as the context ends; so does each read after it.
func (r *Reader) Read(p []byte) (int, error) {
	if !r.waits {
		return r.in.Read(p)
	}
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	// The read continues after an interrupt, so it must not write to p.
	if len(r.buf) < len(p) {
		r.buf = make([]byte, len(p))
	}
	type read struct {
		n   int
		err error
	}
	done := make(chan read, 1)
	go func() {
		n, err := r.in.Read(r.buf[:len(p)])
		done <- read{n, err}
	}()
	select {
	case d := <-done:
		return copy(p, r.buf[:d.n]), d.err
	case <-r.ctx.Done():
		return 0, r.ctx.Err()
	}
}

// Close closes what Open opened. It leaves standard input open.
func (r *Reader) Close() error {
	if r.owned {
		return r.in.(io.Closer).Close()
	}
	return nil
}

// Name returns the name of a file in messages.
func Name(name string) string {
	if name == "-" {
		return "<stdin>"
	}
	return name
}
