package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// solveFunc is a contestant in one function.
type solveFunc func(puzzle solvers.Grid, l solvers.Limits, r *solvers.Result)

func (f solveFunc) Solve(puzzle solvers.Grid, l solvers.Limits, r *solvers.Result) { f(puzzle, l, r) }

func contestant(name string, f solveFunc) solvers.Spec {
	return solvers.Spec{Name: name, Doc: "a test", Sizes: []int{9}, New: func(int) solvers.Solver { return f }}
}

// stored returns a contestant that takes its answers from the set, so they are right and cheap.
func stored(t *testing.T) solveFunc {
	sets, err := corpus.SelectSets([]string{"poj3074/sample"})
	require.NoError(t, err)
	cases, err := grids.CasesOf(sets[0].Load())
	require.NoError(t, err)
	return func(p solvers.Grid, _ solvers.Limits, r *solvers.Result) {
		r.Reset()
		for _, c := range cases {
			if bytes.Equal(c.Puzzle, p) {
				r.Found(c.Answer)
			}
		}
	}
}

// run calls the program once.
func run(specs []solvers.Spec, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = Main(specs, args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

func TestJudgeContestantsThatFail(t *testing.T) {
	specs := []solvers.Spec{
		contestant("right", stored(t)),
		contestant("panics", func(solvers.Grid, solvers.Limits, *solvers.Result) { panic("oh no") }),
		contestant("silent", func(solvers.Grid, solvers.Limits, *solvers.Result) {}),
	}
	code, out, stderr := run(specs, "judge", "--set", "poj3074/sample")
	assert.Equal(t, exitUnexpected, code)
	assert.Empty(t, stderr)
	lines := strings.Split(out, "\n")
	require.Greater(t, len(lines), 5, out)
	assert.Regexp(t, `^poj3074/sample  right   AC `, lines[2], "the accepted row is first")
	assert.Regexp(t, `RE panics poj3074/sample#1: panic: oh no \(.*judge_test.go:\d+\) \[2 RE\]`, out)
	assert.Contains(t, out, "WA silent poj3074/sample#1: the result was not written [2 WA]")
	assert.Contains(t, out, "Verdicts: 3, of which 2 not as expected.")

	code, _, _ = run(specs, "judge", "--set", "poj3074/sample", "--solver", "right")
	assert.Equal(t, exitFine, code)
}

func TestMalformedContestantsAreTheJudgesFault(t *testing.T) {
	code, _, stderr := run([]solvers.Spec{{Name: "Bad Name"}}, "list")
	assert.Equal(t, exitInternal, code)
	assert.Contains(t, stderr, "Bad Name")
}

func TestSolvePanics(t *testing.T) {
	specs := []solvers.Spec{contestant("panics", func(solvers.Grid, solvers.Limits, *solvers.Result) { panic("oh no") })}
	var out, stderr bytes.Buffer
	code := Main(specs, []string{"solve", "--solver", "panics", "--problem", "poj3074"}, strings.NewReader(strings.Repeat(".", 81)+"\n"), &out, &stderr)
	assert.Equal(t, exitUnexpected, code)
	assert.Contains(t, stderr.String(), "panics panicked on the case at <stdin>:1: oh no")
}

// A filter that cannot match anything is a mistake, as in table. A filter of a verdict that no contestant got is not
// a mistake.
func TestAFilterOfVerdictsThatMatchesNothing(t *testing.T) {
	specs := []solvers.Spec{contestant("right", stored(t))}
	for filter, want := range map[string]int{"/solver:typo": exitUsage, "/set:typo": exitUsage, "-verdict:AC": 0, "/solver:right": 0} {
		for _, format := range []string{"text", "csv", "junit"} {
			status, _, stderr := run(specs, "judge", "--set", "poj3074/sample", "--filter", filter, "--format", format)
			assert.Equal(t, want, status, "%s %s: %s", filter, format, stderr)
		}
	}
}
