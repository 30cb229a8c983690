package solverstest

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"gridjudge/solvers"
)

// parallel runs several goroutines, each with a solver of its own. The race detector finds shared
// memory, and different results show shared state.
func (k *kind[P, R, F]) parallel() error {
	limits := solvers.Limits{Solutions: 2}
	want := k.solveEach(limits)
	var errs [4]error
	var all sync.WaitGroup
	for w := range errs {
		all.Go(func() {
			errs[w] = caught(func() error {
				s := k.fresh()
				var r R
				for i := range k.cases {
					k.call(s, &k.cases[i], limits, &r)
					if err := k.differ(&r, &want[i]); err != nil {
						return in(&k.cases[i], limits, fmt.Errorf("in parallel with other solvers: %w", err))
					}
				}
				return nil
			})
		})
	}
	all.Wait()
	return errors.Join(errs[:]...)
}

// settleTime is a variable so that the tests with solvers that leave a goroutine behind can shorten
// it.
var settleTime = time.Second

// goroutines counts the goroutines before and after a pass. Goroutines of the Go runtime may start
// and end at any time, so the number has up to settleTime to come down again.
func (k *kind[P, R, F]) goroutines() error {
	before := runtime.NumGoroutine()
	s := k.fresh()
	var r R
	for i := range k.cases {
		k.call(s, &k.cases[i], solvers.Limits{Solutions: 2}, &r)
	}
	deadline := time.Now().Add(settleTime)
	for runtime.NumGoroutine() > before {
		if time.Now().After(deadline) {
			return fmt.Errorf("%d goroutines became %d", before, runtime.NumGoroutine())
		}
		time.Sleep(time.Millisecond)
	}
	runtime.KeepAlive(s)
	return nil
}

func (k *kind[P, R, F]) allocations() error {
	s := k.fresh()
	var r R
	return allocating(func() {
		for i := range k.cases {
			k.call(s, &k.cases[i], solvers.Limits{Solutions: k.wanted}, &r)
		}
	})
}

// allocating returns an error if any pass but the first allocates. (AllocsPerRun makes a first call
// that it does not count.)
func allocating(pass func()) error {
	if n := testing.AllocsPerRun(3, pass); n != 0 {
		return fmt.Errorf("%v allocations in a pass over all cases once warm", n)
	}
	return nil
}
