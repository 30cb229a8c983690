package compare

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
	"gridjudge/harness/scratch"
)

// Executable is a Target: a build of gridjudge, measured by its own bench verb.
type Executable struct {
	Name string // for messages
	Path string
	Args []string // of its bench verb, in addition to --serve and Counting

	// Counting contains further arguments of the bench verb, which builds from before --solutions do not know. They are
	// kept apart from Args so that Start can tell such an old build (ErrTooOld) from a build that fails in any case.
	Counting []string

	Env []string // in addition to this process's own
}

// ErrTooOld is the error of a build that does not know one of the arguments in Executable.Counting.
var ErrTooOld = errors.New("it does not count solutions on request")

// Start copies the executable to a new file and starts the copy, so that each round uses other pages of memory. The
// pages matter because a program may run faster in some pages than in others: the processor's caches work better there.
// As long as the system caches a file, the file stays in the same physical pages. Without new copies, a program would
// therefore keep its pages, lucky or unlucky, for all rounds. For example, two copies of one build were made once and
// used in all rounds. On poj3074/generated, the times of the solver sliced then differed by up to 2 %, in every round.
func (e Executable) Start(ctx context.Context, cpu int) (StartedTarget, error) {
	folder, err := scratch.New()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder.Path, filepath.Base(e.Path)) // the same name, because a program may behave according to its name
	data, err := os.ReadFile(e.Path)
	if err == nil {
		err = os.WriteFile(path, data, 0o700)
	}
	if err != nil {
		return nil, errors.Join(err, folder.Remove())
	}
	args := []string{"bench", "--serve"}
	if cpu >= 0 {
		args = append(args, "--cpu", strconv.Itoa(cpu))
	}
	w, err := bench.StartWorker(ctx, e.Env, path, slices.Concat(args, e.Counting, e.Args)...) // Args may end with files
	if errors.Is(err, bench.ErrNoBench) && len(e.Counting) > 0 {
		if without, failed := bench.StartWorker(ctx, e.Env, path, slices.Concat(args, e.Args)...); failed == nil {
			err = fmt.Errorf("%w: without %s it works: this build is too old to know the flag", ErrTooOld, e.Counting[0])
			err = errors.Join(err, without.Close())
		}
	}
	if err != nil {
		err = fmt.Errorf("%s cannot be measured: %w", e.Name, err)
		if errors.Is(err, fs.ErrPermission) {
			err = &InputError{fmt.Errorf("%w; the file system of %s may be mounted noexec: TMPDIR names another folder", err, folder.Path)}
		}
		if errors.Is(err, bench.ErrNoBench) || errors.Is(err, ErrTooOld) {
			err = &InputError{err}
		}
		return nil, errors.Join(err, folder.Remove())
	}
	return startedExecutable{w, folder, e.Name}, nil
}

// startedExecutable is the worker process of an Executable.
type startedExecutable struct {
	*bench.Worker
	folder *scratch.Folder // with the copy of the program
	name   string          // for messages
}

// Judge judges a benchmark, as Worker.Judge does.
func (w startedExecutable) Judge(ctx context.Context, b results.Benchmark, audit bool) (*results.Result, int, error) {
	r, passes, err := w.Worker.Judge(ctx, b, audit)
	return r, passes, w.blame(err)
}

// TakePart takes a part of a sample, as Worker.TakePart does.
func (w startedExecutable) TakePart(ctx context.Context, q bench.Request) (*results.Sample, error) {
	s, err := w.Worker.TakePart(ctx, q)
	return s, w.blame(err)
}

// blame says which of the two builds has printed something.
func (w startedExecutable) blame(err error) error {
	if errors.Is(err, bench.ErrPrints) {
		return &InputError{fmt.Errorf("%s: %w", w.name, err)}
	}
	return err
}

// Close ends the worker and removes its copy of the program.
func (w startedExecutable) Close() error { return errors.Join(w.Worker.Close(), w.folder.Remove()) }

// Benchmarks returns what the worker can measure.
func (w startedExecutable) Benchmarks() []bench.Offer { return w.Worker.Benchmarks }
