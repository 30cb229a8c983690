package solverstest

import (
	"fmt"
	"time"

	"gridjudge/solvers"
)

// violation is a promise of the contract that a contestant broke.
type violation struct {
	Size int
	Rule string // its name
	Why  string // why the rule is there
	Err  error  // what happened
}

func (v violation) Error() string {
	return fmt.Sprintf("%dx%d, %s: %v (%s)", v.Size, v.Size, v.Rule, v.Err, v.Why)
}

// violations collects what Run would fail for.
func violations(spec solvers.Spec, times times) []violation {
	var found []violation
	left := allow(times, len(spec.Sizes)*len(rules))
	for _, size := range spec.Sizes {
		for _, r := range rules {
			if err := guarded(r, spec, size, left.next(time.Now())); err != nil {
				found = append(found, violation{size, r.name, r.why, err})
			}
		}
	}
	return found
}
