package testset

import (
	"context"
	"io"
	"os"

	"gridjudge/corpus/cases"
)

// Open opens a file that the user named for reading; "-" is stdin. The end of ctx ends an operation that waits: a read
// from a pipe or a terminal into which nobody writes, or the opening of a named pipe that nobody has opened for
// writing. The error is that of ctx then. Close the file in the end; standard input stays open.
func Open(ctx context.Context, name string, stdin io.Reader) (in cases.Source, closeFile func() error, err error) {
	in = cases.Source{Name: name, In: stdin}
	closeFile = func() error { return nil }
	if name == "-" {
		in.Name = "<stdin>"
	} else {
		file, err := Await(ctx, func() (*os.File, error) { return os.Open(name) })
		if err != nil {
			return in, closeFile, err
		}
		in.In, closeFile = file, file.Close
	}
	if f, ok := in.In.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return in, closeFile, nil
		}
	}
	in.In, in.Waits = &waiting{ctx: ctx, in: in.In}, true
	return in, closeFile, nil
}

// Await calls read, which may wait for input, and returns its results. If ctx ends first, Await returns the error of
// ctx at once. read then continues in its goroutine, so it must change nothing that the caller uses.
func Await[T any](ctx context.Context, read func() (T, error)) (T, error) {
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

// waiting reads from what may wait for a program or a person at the other end.
type waiting struct {
	ctx context.Context
	in  io.Reader
	buf []byte // the goroutine of a read writes to it: the read continues after an interrupt
}

func (r *waiting) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if len(r.buf) < len(p) {
		r.buf = make([]byte, len(p))
	}
	n, err := Await(r.ctx, func() (int, error) { return r.in.Read(r.buf[:len(p)]) })
	return copy(p, r.buf[:n]), err
}
