// Package solverstest tests whether contestants keep the contract of package solvers.
//
//  1. Cases makes puzzles of a size whose solutions are known: by their
//     construction, from a published answer or by the plain search of Count.
//     CoverCases makes matrices whose covers are known.
//  2. Each rule tests one promise of the contract on those cases and says in one
//     line why the promise matters. Most rules are written once, for grids and matrices.
//  3. The test of a contestant calls Run, RunCovers or both. They run the rules as subtests until
//     one is broken: as they rely on each other, one fault is one failure. A panic breaks the rule
//     that met it; only one in a goroutine of the contestant ends the process.
//  4. The tests of this package call the same rules with solvers that break the contract.
package solverstest

import (
	"fmt"
	"runtime/debug"
	"testing"
	"time"

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
		if !holdAll(t, fmt.Sprintf("size=%d/", size), ofGrids(spec, size, Cases(size))) {
			return
		}
	}
}

// RunCovers fails t for the first promise of the contract for matrices that spec breaks.
func RunCovers(t *testing.T, spec solvers.Spec) {
	t.Helper()
	if err := solvers.Validate([]solvers.Spec{spec}); err != nil {
		t.Fatal(err)
	}
	holdAll(t, "matrix/", ofMatrices(spec, CoverCases()))
}

// holdAll tests each rule as a subtest until one is broken, and reports whether all are kept.
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

// hangs is the time for one call of a contestant, of which a good one takes a hundredth.
var hangs = time.Minute

// giveUp ends the process, because nothing can end a search that ignores its limits. The stacks of all
// goroutines show where the search is.
var giveUp = func(why string) {
	debug.SetTraceback("all")
	panic(why)
}

// watched returns what a contestant does against a rule. If one of its calls does not end, giveUp
// gets the name of the rule.
func (k *kind[P, R, F]) watched(r rule) error {
	limit, end := hangs, giveUp // the timer may still run when a test has set them back
	k.watch = time.AfterFunc(limit, func() {
		end(fmt.Sprintf("rule %q: no end within %v: %v\nthe rule: %s", r.name, limit, k.at.Load(), r.why))
	})
	defer k.watch.Stop()
	return caught(r.broken)
}
