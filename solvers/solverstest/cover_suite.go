package solverstest

import (
	"testing"

	"gridjudge/solvers"
)

// RunCovers fails t for the first promise of the contract for matrices that spec breaks.
func RunCovers(t *testing.T, spec solvers.Spec) {
	t.Helper()
	if err := solvers.Validate([]solvers.Spec{spec}); err != nil {
		t.Fatal(err)
	}
	cases := CoverCases()
	for _, r := range coverRules {
		if !holds(t, "matrix/"+r.name, r.why, func() error { return r.broken(spec.NewCover, cases) }) {
			return
		}
	}
}
