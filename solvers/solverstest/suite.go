// Package solverstest tests whether contestants keep the contract of package solvers.
//
//  1. Cases makes puzzles of a size whose solutions are known: by their
//     construction, from a published answer or by the plain search of Count.
//  2. Each rule tests one promise of the contract on those cases and says in one
//     line why the promise matters.
//  3. The test of a contestant calls Run, which runs the rules as subtests until one is
//     broken: as they rely on each other, one fault is one failure.
//  4. The tests of this package call the same rules with solvers that break the contract.
package solverstest

import (
	"fmt"
	"runtime/debug"
	"testing"

	"gridjudge/solvers"
)

// Run fails t for the first promise of the contract that spec breaks at one of the sizes
// that it declares.
func Run(t *testing.T, spec solvers.Spec) {
	t.Helper()
	if err := solvers.Validate([]solvers.Spec{spec}); err != nil {
		t.Fatal(err)
	}
	// A fresh solver is garbage after one case. With pointers it is dear to mark: 5.4 s became 3.0 for pointer.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	for _, size := range spec.Sizes {
		cases := Cases(size)
		for _, r := range rules {
			if !holds(t, fmt.Sprintf("size=%d/%s", size, r.name), r.why, func() error { return r.broken(spec, size, cases) }) {
				return
			}
		}
	}
}

// holds tests a rule as a subtest, and reports whether it is kept.
func holds(t *testing.T, name, why string, broken func() error) bool {
	return t.Run(name, func(t *testing.T) {
		if err := broken(); err != nil {
			t.Errorf("%v\nthe rule: %s\nThe rules after this one are tested once it is kept.", err, why)
		}
	})
}
