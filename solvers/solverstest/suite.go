// Package solverstest tests whether contestants keep the contract of package solvers.
//
//  1. Cases makes puzzles of a size whose solutions are known: by their
//     construction, from a published answer or by the plain search of Count.
//  2. Each rule tests one promise of the contract on those cases and says in one
//     line why the promise matters.
//  3. guarded runs one rule within its time. It abandons a solver that does not
//     return, and names the puzzle that the solver was at.
//  4. The test of a contestant calls Run, which runs all rules. The tests of this
//     package call the same rules with solvers that break the contract.
package solverstest

import (
	"fmt"
	"testing"
	"time"

	"gridjudge/solvers"
)

// Run fails t for every promise of the contract that spec breaks, at every
// size that it declares. A rule that takes too long is reported with the puzzle
// that the solver was at, and the rules after it still run. However bad the
// solver, Run ends within a minute, or some minutes under the race detector.
func Run(t *testing.T, spec solvers.Spec) {
	t.Helper()
	if err := solvers.Validate([]solvers.Spec{spec}); err != nil {
		t.Fatal(err)
	}
	left := allow(usual, len(spec.Sizes)*len(rules))
	for _, size := range spec.Sizes {
		for _, r := range rules {
			t.Run(fmt.Sprintf("size=%d/%s", size, r.name), func(t *testing.T) {
				if err := guarded(r, spec, size, left.next(time.Now())); err != nil {
					t.Errorf("%v\nthe rule: %s", err, r.why)
				}
			})
		}
	}
}
