// Package input opens the files that a user names, and standard input, for reading.
// An interrupt ends an operation that waits: a read from a pipe or a terminal into which
// nobody writes, or the opening of a named pipe that nobody has opened for writing.
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
	owned bool   // Open opened in, so Close closes it
	buf   []byte // the goroutine of a waiting read writes to it; unused if waits is false
}

// Open opens a file; "-" is stdin. Opening a named pipe waits for a writer. The end of ctx
// ends this wait with the error of ctx.
func Open(ctx context.Context, name string, stdin io.Reader) (*Reader, error) {
	if name == "-" {
		return New(ctx, stdin), nil
	}
	file, err := Do(ctx, func() (*os.File, error) { return os.Open(name) })
	if err != nil {
		return nil, err
	}
	r := New(ctx, file)
	r.owned = true
	return r, nil
}

// Do calls read, which may wait for input, and returns its results. If ctx ends first, Do
// returns the error of ctx at once. read then continues in its goroutine, so it must change
// nothing that the caller uses.
func Do[T any](ctx context.Context, read func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := read()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
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

// Read reads from the file or from standard input. When the context ends, a read that
// waits returns the error of the context, and so does every later read. Regular files are
// read to their end.
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
	n, err := Do(r.ctx, func() (int, error) { return r.in.Read(r.buf[:len(p)]) })
	return copy(p, r.buf[:n]), err
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
