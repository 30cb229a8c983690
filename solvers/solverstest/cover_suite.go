package solverstest

import (
	"testing"

	"gridjudge/solvers"
)

// RunCovers fails t for every promise of the contract for matrices that spec breaks.
func RunCovers(t *testing.T, spec solvers.Spec) {
	t.Helper()
	if err := solvers.Validate([]solvers.Spec{spec}); err != nil {
		t.Fatal(err)
	}
	cases := CoverCases()
	for _, r := range coverRules {
		t.Run("matrix/"+r.name, func(t *testing.T) {
			if err := r.broken(spec.NewCover, cases); err != nil {
				t.Errorf("%v\nthe rule: %s", err, r.why)
			}
		})
	}
}
