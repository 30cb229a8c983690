package generate_test

import (
	"strings"
	"testing"

	"gridjudge/corpus/generate"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

// Requests for cases that no tier has are refused, and two provers that disagree end the run.
func TestCoverRequests(t *testing.T) {
	for command, want := range map[string]string{
		"--problem xc":                                    "--problem xc: --tier, and nothing else, says which cases to make",
		"--problem xc --tier hard --minimal":              "--problem xc: --tier, and nothing else, says which cases to make",
		"--problem xc --tier hart":                        `unknown tier "hart"; did you mean "hard"?`,
		"--problem xc --tier hard --count 0":              "a count of 0: want at least 1",
		"--problem hust1017 --tier degenerate --count 99": "impossible: tier degenerate of hust1017 has 8 cases",
	} {
		var r generate.Recipe
		if err := r.Flags().Parse(strings.Fields(command)); err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		if _, _, err := r.Request(all.Contestants); !says(err, want) {
			t.Errorf("%s: error %v, want one with %q", command, err, want)
		}
	}

	r := generate.Recipe{Problem: "xc", Tier: "easy", Count: 1}
	_, request, err := r.Request(all.Contestants)
	if err != nil {
		t.Fatal(err)
	}
	if err := generate.Run(t.Context(), request, func(generate.Puzzle) error { return nil }); err != nil {
		t.Fatalf("with two right provers: %v", err)
	}
	request.Provers[1] = solvers.Spec{Name: "none", NewCover: func() solvers.CoverSolver { return none{} }}
	err = generate.Run(t.Context(), request, func(generate.Puzzle) error { return nil })
	if want := "two proofs differ on case 0: zdd finds"; !says(err, want) {
		t.Errorf("with a prover that finds no cover: error %v, want one with %q", err, want)
	}
}

// none is a solver that finds no cover.
type none struct{}

func (none) Solve(_ *solvers.Matrix, _ solvers.Limits, result *solvers.Cover) { result.Reset() }
