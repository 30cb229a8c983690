package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
)

// Executable is a Program that is a build of gridjudge.
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
func (e Executable) Start(ctx context.Context, cpu int) (Running, error) {
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
		return nil, errors.Join(fmt.Errorf("%s cannot be measured: %w", e.Name, err), remove())
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
func (w worker) Benchmarks() []results.BenchmarkInfo { return w.Worker.Benchmarks }

// Judge has the worker judge a benchmark. It asks for the first of 2^30 parts of a sample. That part has no pass, so
// the worker only judges. Every build understands this request.
func (w worker) Judge(ctx context.Context, b results.Benchmark, audit bool) (*results.Sample, error) {
	return w.Sample(ctx, bench.Request{Benchmark: b, Parts: 1 << 30, Audit: audit, TotalsOnly: true})
}

// describe starts the build once and returns what it can measure.
func (e Executable) describe(ctx context.Context, s *Settings) ([]results.BenchmarkInfo, error) {
	running, err := e.Start(ctx, -1)
	switch {
	case errors.Is(err, bench.ErrNoBench):
		return nil, &InputError{e.explain(ctx, s, err)}
	case err != nil:
		return nil, err
	}
	defer running.Close()
	return running.Benchmarks(), nil
}

// explain returns an error that names the first requested solver or set that the build does not have. If it has all,
// explain returns why.
func (e Executable) explain(ctx context.Context, s *Settings, why error) error {
	plain := e
	plain.Args = (&Settings{Time: s.Time, Seed: s.Seed}).args()
	running, err := plain.Start(ctx, -1)
	if err != nil {
		return why
	}
	var solvers, sets []string
	for _, info := range running.Benchmarks() {
		if !slices.Contains(solvers, info.Solver) {
			solvers = append(solvers, info.Solver)
		}
		if !slices.Contains(sets, info.Set) {
			sets = append(sets, info.Set)
		}
	}
	running.Close()
	for _, row := range []struct {
		what         string
		asked, known []string
	}{{"solver", s.Solvers, solvers}, {"set", s.Sets, sets}} {
		for _, name := range row.asked {
			one := e
			one.Args = append(slices.Clone(plain.Args), "--"+row.what, name)
			running, err := one.Start(ctx, -1)
			if err == nil {
				running.Close()
				continue
			}
			return fmt.Errorf("%s has no %s %q; it has %s, among others. Leave it out, compare with a revision that has it, or measure it beside another %s with gridjudge bench",
				e.Name, row.what, name, strings.Join(row.known, ", "), row.what)
		}
	}
	return why
}
