package solverstest

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"gridjudge/solvers"
)

// times are the longest times of a suite, of a rule, and of each remaining rule once
// most of the time of the suite is gone.
type times struct{ suite, rule, least time.Duration }

// usual leaves room for four sizes whose rules all end by their time-out. The
// slowest rule of an honest solver takes half a second.
var usual = times{
	suite: 50 * time.Second * raceFactor * emulationFactor,
	rule:  8 * time.Second * raceFactor * emulationFactor,
	least: 500 * time.Millisecond * raceFactor * emulationFactor,
}

// allowance is the time that a suite has left.
type allowance struct {
	times
	end   time.Time
	rules int // the rules that have not run yet
}

func allow(t times, rules int) *allowance {
	return &allowance{t, time.Now().Add(t.suite), rules}
}

// next returns the time for the next rule. It keeps the least time for each of
// those after it, so that they run however long the first ones hang.
func (a *allowance) next(now time.Time) time.Duration {
	a.rules--
	return max(a.least, min(a.rule, a.end.Sub(now)-a.least*time.Duration(a.rules)))
}

// hangError says that a solver did not return.
type hangError struct {
	after time.Duration
	at    string // the call that did not return
}

func (e hangError) Error() string {
	return fmt.Sprintf("no end within %v: %s", e.after.Round(10*time.Millisecond), e.at)
}

// guarded runs a rule within its time, over solvers that are watched.
func guarded(r rule, spec solvers.Spec, size int, limit time.Duration) error {
	var w watch
	at := func() string { return w.at(size) }
	return within(limit, &w.abandoned, at, func() error { return r.broken(w.over(spec), size) })
}

// within runs a rule on a goroutine of its own and turns a panic, or no end within limit,
// into an error that tells where the rule is. A goroutine that does not end is left
// behind, and abandoned is set.
func within(limit time.Duration, abandoned *atomic.Bool, at func() string, rule func() error) error {
	procs := runtime.GOMAXPROCS(0)
	done := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- fmt.Errorf("panic: %v: %s\n%s", p, at(), debug.Stack())
			}
		}()
		done <- rule()
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		abandoned.Store(true)
		runtime.GOMAXPROCS(procs) // testing.AllocsPerRun may have left it at 1
		return hangError{limit, at()}
	}
}
