package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"gridjudge/harness/bench"
)

// Executable is a Target that is a build of gridjudge.
type Executable struct {
	Name string // for messages
	Path string
	Args []string // of its bench verb, in addition to --serve
	Env  []string // in addition to this process's own

	// Copies is a folder in which every start makes a new copy of the program; "" means none. A cached file keeps its
	// physical pages, and these pages have a lasting effect on the caches of the processor: two copies of one build
	// differed by up to 2 % in all rounds (sliced on poj3074/generated).
	Copies string
}

// Start starts the program.
func (e Executable) Start(ctx context.Context, cpu int) (Worker, error) {
	path, remove, err := e.copy()
	if err != nil {
		return nil, err
	}
	args := append([]string{"bench", "--serve"}, e.Args...)
	if cpu >= 0 {
		args = append(args, "--cpu", strconv.Itoa(cpu))
	}
	w, err := bench.StartWorker(ctx, e.Env, path, args...)
	if err != nil {
		err = fmt.Errorf("%s cannot be measured: %w", e.Name, err)
		if errors.Is(err, bench.ErrNoBench) {
			err = &InputError{err}
		}
		return nil, errors.Join(err, remove())
	}
	return worker{w, remove}, nil
}

// copy returns the path of the program to start, and a function that removes it if it is a copy.
func (e Executable) copy() (path string, remove func() error, err error) {
	if e.Copies == "" {
		return e.Path, func() error { return nil }, nil
	}
	dir, err := os.MkdirTemp(e.Copies, "copy-*")
	if err != nil {
		return "", nil, err
	}
	remove = func() error { return os.RemoveAll(dir) }
	path = filepath.Join(dir, filepath.Base(e.Path)) // a program may go by its name
	if err := copyFile(path, e.Path); err != nil {
		return "", nil, errors.Join(err, remove())
	}
	return path, remove, nil
}

// copyFile makes an executable copy of a file.
func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// worker is a running Executable.
type worker struct {
	*bench.Worker
	remove func() error // its copy
}

// Close ends the worker.
func (w worker) Close() error { return errors.Join(w.Worker.Close(), w.remove()) }

// Benchmarks returns what the worker can measure.
func (w worker) Benchmarks() []bench.Offer { return w.Worker.Benchmarks }
