// Package solverstest tests whether contestants keep the contract of package solvers.
//
//  1. Cases makes puzzles of a size whose solutions are known: by their
//     construction, from a published answer or by the plain search of Count.
//  2. Each rule tests one promise of the contract on those cases and says in one
//     line why the promise matters.
//  3. The test of a contestant calls Run, which runs all rules as subtests. If a solver
//     does not return, go test -timeout names the subtest and shows where it is. The
//     first rules have a subtest per case, so that it names the case, too.
//  4. The tests of this package call the same rules with solvers that break the contract.
package solverstest

import (
	"fmt"
	"testing"

	"gridjudge/solvers"
)

// Run fails t for every promise of the contract that spec breaks, at every
// size that it declares.
func Run(t *testing.T, spec solvers.Spec) {
	t.Helper()
	if err := solvers.Validate([]solvers.Spec{spec}); err != nil {
		t.Fatal(err)
	}
	for _, size := range spec.Sizes {
		cases := Cases(size)
		for _, r := range rules {
			t.Run(fmt.Sprintf("size=%d/%s", size, r.name), func(t *testing.T) {
				if r.all != nil {
					r.report(t, r.all(spec, size, cases))
					return
				}
				for _, c := range cases {
					t.Run(c.Name, func(t *testing.T) { r.report(t, r.each(spec, c)) })
				}
			})
		}
	}
}

// report fails t unless err is nil.
func (r *rule) report(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%v\nthe rule: %s", err, r.why)
	}
}
