// Package solverstest holds contestants to the contract of package solvers.
//
//  1. Cases makes puzzles of a size whose solutions are known: by their
//     construction, from a published answer or by the plain search of Count.
//  2. Each rule puts one promise of the contract to the test on those cases
//     and says in one line why the promise matters.
//  3. Run lets a contestant's test call all of it; Violations gives the same
//     findings as values, so that the suite's own test can feed it solvers
//     that break the contract and see each of them caught.
package solverstest

import (
	"fmt"
	"runtime/debug"
	"testing"
	"time"

	"gridjudge/solvers"
)

// patience is how long a rule may take before the solver counts as hung. The
// slowest rule of an honest solver takes some seconds under the race detector.
const patience = 2 * time.Minute

// Violation is a promise of the contract that a contestant broke.
type Violation struct {
	Size int
	Rule string // its name
	Why  string // why the rule is there
	Err  error  // what happened
}

func (v Violation) Error() string {
	return fmt.Sprintf("%dx%d, %s: %v (%s)", v.Size, v.Size, v.Rule, v.Err, v.Why)
}

// Run fails t for every promise of the contract that spec breaks, at every
// size that it declares.
func Run(t *testing.T, spec solvers.Spec) {
	t.Helper()
	if err := solvers.Validate([]solvers.Spec{spec}); err != nil {
		t.Fatal(err)
	}
	for _, size := range spec.Sizes {
		for _, r := range rules {
			t.Run(fmt.Sprintf("size=%d/%s", size, r.name), func(t *testing.T) {
				if err := guarded(patience, func() error { return r.broken(spec, size) }); err != nil {
					t.Errorf("%v\nthe rule: %s", err, r.why)
				}
			})
		}
	}
}

// Violations collects what Run would fail for, giving a rule at most limit. It
// ends at the first rule that hangs: what hung still holds the processor.
func Violations(spec solvers.Spec, limit time.Duration) []Violation {
	var found []Violation
	for _, size := range spec.Sizes {
		for _, r := range rules {
			err := guarded(limit, func() error { return r.broken(spec, size) })
			if err == nil {
				continue
			}
			found = append(found, Violation{size, r.name, r.why, err})
			if _, hung := err.(hangError); hung {
				return found
			}
		}
	}
	return found
}

// hangError says that a solver did not return.
type hangError struct{ after time.Duration }

func (e hangError) Error() string {
	return fmt.Sprintf("no return within %v", e.after)
}

// guarded runs f on a goroutine of its own and turns a panic, or no return
// within limit, into an error. What hangs is left behind.
func guarded(limit time.Duration, f func() error) error {
	done := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		done <- f()
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return hangError{limit}
	}
}
