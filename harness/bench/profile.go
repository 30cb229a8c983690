package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"sync/atomic"
	"time"

	"gridjudge/harness/results"
	"gridjudge/solvers"
)

const (
	// ProfileTime is how much processor time a profile of bench or explain covers. The profiler takes 100 samples per
	// second.
	ProfileTime = time.Second

	// profileWait is how many times its processor time a profile may take by the clock before it is cut short: a single
	// case may take minutes, and so may one second of processor time on a busy machine.
	profileWait = 5

	// profileGrace is how long a solver may ignore its cancellation.
	profileGrace = 2 * time.Second
)

// profile writes a CPU profile for go tool pprof. A new solver solves the puzzles again and again until it has used
// the processor time long. Nothing is timed and no answer is checked.
func profile(ctx context.Context, spec *solvers.Spec, puzzles []solvers.Grid, limits solvers.Limits, long time.Duration, w io.Writer) error {
	var cancel atomic.Bool
	limits.Cancel = &cancel
	defer context.AfterFunc(ctx, func() { cancel.Store(true) })()
	defer time.AfterFunc(profileWait*long, func() { cancel.Store(true) }).Stop()
	if err := pprof.StartCPUProfile(w); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	done := make(chan error, 1)
	go pprof.Do(ctx, pprof.Labels("solver", spec.Name), func(context.Context) {
		done <- recoverPanic(func() error { return solveFor(spec, puzzles, limits, long) })
	})
	select {
	case err := <-done:
		return errors.Join(err, ctx.Err())
	case <-time.After(profileWait*long + profileGrace):
		return fmt.Errorf("%s does not stop when it is cancelled", spec.Name)
	}
}

// solveFor solves puzzles until they have taken the processor time long, or the solver is cancelled.
func solveFor(spec *solvers.Spec, puzzles []solvers.Grid, limits solvers.Limits, long time.Duration) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	solver := spec.New(puzzles[0].Size())
	answers := make([]solvers.Result, len(puzzles))
	var clock SystemClock
	for start := clock.Read(); !limits.Cancelled() && clock.Read().Sub(start).CPU < long; {
		solvers.SolveAll(solver, puzzles, limits, answers)
	}
	return nil
}

// WriteProfiles writes a CPU profile of each accepted benchmark of a built-in solver, after the samples of the run were
// taken, to DIR/<problem>/<set>/<solver>.pprof. It returns the programs that it left out.
func (p *Plan) WriteProfiles(ctx context.Context, m *results.Manifest, dir string, tell func(done, of int, b results.Benchmark)) (programs []string, err error) {
	for i := range m.Benchmarks {
		b := &m.Benchmarks[i]
		tell(i, len(m.Benchmarks), b.Benchmark())
		switch e := &p.entries[i]; {
		case e.spec == nil:
			if !slices.Contains(programs, b.Solver) {
				programs = append(programs, b.Solver)
			}
		case b.Rejected.IsZero():
			path := filepath.Join(dir, filepath.FromSlash(b.Set), b.Solver+".pprof")
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				return programs, err
			}
			if err := WriteProfile(ctx, e.spec, e.set.Puzzles(), solvers.Limits{}, ProfileTime, path); err != nil {
				return programs, fmt.Errorf("%s: %w", b.Benchmark(), err)
			}
		}
	}
	return programs, nil
}

// WriteProfile writes a CPU profile to the file path. The solver runs for about the processor time long. If
// WriteProfile fails, the file is as before.
func WriteProfile(ctx context.Context, spec *solvers.Spec, puzzles []solvers.Grid, limits solvers.Limits, long time.Duration, path string) error {
	var data bytes.Buffer
	if err := profile(ctx, spec, puzzles, limits, long, &data); err != nil {
		return err
	}
	return results.WriteFile(path, data.Bytes())
}
