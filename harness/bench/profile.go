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
	"sync/atomic"
	"time"

	"gridjudge/corpus/cases"
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
func profile(ctx context.Context, name string, newRunner func() cases.Runner, list cases.Cases, limits solvers.Limits, long time.Duration, w io.Writer) error {
	var cancel atomic.Bool
	limits.Cancel = &cancel
	defer context.AfterFunc(ctx, func() { cancel.Store(true) })()
	defer time.AfterFunc(profileWait*long, func() { cancel.Store(true) }).Stop()
	if err := pprof.StartCPUProfile(w); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	done := make(chan error, 1)
	go pprof.Do(ctx, pprof.Labels("solver", name), func(context.Context) {
		done <- recoverPanic(func() error { return solveFor(newRunner(), list, limits, long) })
	})
	select {
	case err := <-done:
		return errors.Join(err, ctx.Err())
	case <-time.After(profileWait*long + profileGrace):
		return fmt.Errorf("%s does not stop when it is cancelled", name)
	}
}

// solveFor solves puzzles until they have taken the processor time long, or the solver is cancelled.
func solveFor(runner cases.Runner, list cases.Cases, limits solvers.Limits, long time.Duration) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	runner.Load(list)
	runner.Use(0)
	order := make([]int, list.Len())
	for i := range order {
		order[i] = i
	}
	runner.Place(order)
	var clock SystemClock
	for start := clock.Read(); !limits.Cancelled() && clock.Read().Sub(start).CPU < long; {
		runner.Solve(0, len(order), &limits)
	}
	return nil
}

// WriteProfiles writes a CPU profile of each accepted benchmark of a built-in solver, after the samples of the run were
// taken, to DIR/<problem>/<set>/<solver>.pprof.
func (s *Session) WriteProfiles(ctx context.Context, dir string) error {
	for i, set := range s.Sets {
		if !s.Shard.Has(i) || set.Err != nil {
			continue
		}
		all, err := set.All(ctx)
		if err != nil {
			return err
		}
		for k := range s.Contestants {
			c := &s.Contestants[k]
			r := s.resultOf(results.Benchmark{Set: set.Name, Solver: c.Name})
			if c.Spec == nil || r == nil || !r.Accepted() {
				continue
			}
			if s.Tell != nil {
				s.Tell(i, len(s.Sets), "profile of "+r.Benchmark.String())
			}
			path := filepath.Join(dir, filepath.FromSlash(r.Set), r.Solver+".pprof")
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				return err
			}
			if err := WriteProfile(ctx, c.Name, set.NewRunner(c.Spec), all, solvers.Limits{}, ProfileTime, path); err != nil {
				return fmt.Errorf("%s: %w", r.Benchmark, err)
			}
		}
	}
	return nil
}

// WriteProfile writes a CPU profile to the file path. The solver runs for about the processor time long. If
// WriteProfile fails, the file is as before.
func WriteProfile(ctx context.Context, name string, newRunner func() cases.Runner, list cases.Cases, limits solvers.Limits, long time.Duration, path string) error {
	var data bytes.Buffer
	if err := profile(ctx, name, newRunner, list, limits, long, &data); err != nil {
		return err
	}
	return results.WriteFile(path, data.Bytes())
}
