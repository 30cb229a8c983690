package solverstest

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"gridjudge/solvers"
)

// errHangs is what guarded returns for a rule that does not end.
var errHangs = fmt.Errorf("no end within %v", hangLimit)

// hangLimit is for the wrong solvers that never return.
const hangLimit = time.Second

// guarded runs a rule with a wrong solver, and turns a panic into an error. If the solver may
// hang, so is no end within hangLimit; the goroutine is left behind.
func guarded(hangs bool, rule func() error) error {
	procs := runtime.GOMAXPROCS(0)
	done := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- fmt.Errorf("panic: %v", p)
			}
		}()
		done <- rule()
	}()
	if !hangs {
		return <-done
	}
	select {
	case err := <-done:
		return err
	case <-time.After(hangLimit):
		runtime.GOMAXPROCS(procs) // testing.AllocsPerRun may have left it at 1
		return errHangs
	}
}

// violation is a rule that a solver of 4x4 or 9x9 grids breaks.
type violation struct {
	rule string
	err  error
}

// violations collects what Run would fail for, of the rules with these names.
func violations(spec solvers.Spec, names func(string) bool, hangs bool) (found []violation) {
	for _, size := range spec.Sizes {
		cases := Cases(size)
		for _, r := range rules {
			if !names(r.name) {
				continue
			}
			err := guarded(hangs, func() error {
				if r.all != nil {
					return r.all(spec, size, cases)
				}
				for _, c := range cases {
					if err := r.each(spec, c); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				found = append(found, violation{r.name, err})
			}
		}
	}
	return found
}

// What fails on a case says what the case tests.
func TestFailureSaysWhatTheCaseTests(t *testing.T) {
	spec := solvers.Spec{Name: "wrong", Doc: "wrong", Sizes: []int{4}, New: func(size int) solvers.Solver {
		return &wrong{plain: newPlain(size), fault: func(s *wrong, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			s.plain.Solve(p, l, r)
			r.Solutions *= 2
		}}
	}}
	found := violations(spec, func(name string) bool { return name == "answers" }, false)
	if assert.Len(t, found, 1) {
		assert.ErrorContains(t, found[0].err, Cases(4)[0].Reason)
	}
}
