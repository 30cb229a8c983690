// Package solverstest tests whether solvers keep the contract of package solvers. It is the
// conformance suite that every solver in this tree must pass.
//
//  1. Cases makes puzzles of one size, and CoverCases makes matrices. The number of solutions of each is known: from
//     its construction, from a published answer, or by a plain search (Count, CountCovers).
//  2. Each rule tests one promise of the contract on these cases, and says in one line why the promise matters. Most
//     rules are written once, for both grids and matrices.
//  3. The test of a solver calls Run, RunCovers or both. They run the rules as subtests, one after another, and stop at
//     the first rule that the solver breaks. Later rules rely on earlier ones, so they would only report the same fault
//     again.
//  4. The tests of this package call the same rules with solvers that break the contract, and so test the rules
//     themselves.
//
// If the solver panics, it breaks the rule in which this happens. However, a panic in a goroutine that the solver has
// started ends the process.
package solverstest

import (
	"fmt"
	"runtime/debug"
	"testing"
	"time"

	"gridjudge/solvers"
)

// Run fails t if the solver breaks a promise of the contract at one of the sizes that spec
// declares. It reports the first broken promise.
func Run(t *testing.T, spec solvers.Spec) {
	t.Helper()
	if err := solvers.Validate([]solvers.Spec{spec}); err != nil {
		t.Fatal(err)
	}
	// Most cases are solved by a new solver, which becomes garbage afterwards. A solver with
	// pointers takes long to mark: collecting less often shortened the test of pointer from 5.4 s
	// to 3.0.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	for _, size := range spec.Sizes {
		if !holdAll(t, fmt.Sprintf("size=%d/", size), ofGrids(spec, size, Cases(size))) {
			return
		}
	}
}

// RunCovers fails t if the solver breaks a promise of the contract for matrices. It reports the
// first broken promise.
func RunCovers(t *testing.T, spec solvers.Spec) {
	t.Helper()
	if err := solvers.Validate([]solvers.Spec{spec}); err != nil {
		t.Fatal(err)
	}
	cases := CoverCases()
	if spec.Colors {
		cases = append(cases, ColoredCases()...)
	}
	holdAll(t, "matrix/", ofMatrices(spec, cases))
}

// holdAll runs each rule as a subtest until one is broken. It reports whether all are kept.
func holdAll[P, R any, F comparable](t *testing.T, prefix string, k *kind[P, R, F]) bool {
	for _, r := range k.rules() {
		if !t.Run(prefix+r.name, func(t *testing.T) {
			if err := k.watched(r); err != nil {
				t.Errorf("%v\nthe rule: %s\nThe rules after this one are tested once it is kept.", err, r.why)
			}
		}) {
			return false
		}
	}
	return true
}

// hangs is the time after which one call of a solver is given up. A good solver takes a hundredth
// of it.
var hangs = time.Minute

// giveUp ends the process, because there is no other way to end a search that ignores its limits.
// The stacks of all goroutines show where the search is.
var giveUp = func(why string) {
	debug.SetTraceback("all")
	panic(why)
}

// watched tests a rule and returns what the contestant does against it. If a call of the contestant
// does not end, it calls giveUp with the name of the rule.
func (k *kind[P, R, F]) watched(r rule) error {
	limit, end := hangs, giveUp // copies, because the timer may still run when a test has restored the variables
	k.watch = time.AfterFunc(limit, func() {
		end(fmt.Sprintf("rule %q: no end within %v: %v\nthe rule: %s", r.name, limit, k.at.Load(), r.why))
	})
	defer k.watch.Stop()
	return caught(r.broken)
}
