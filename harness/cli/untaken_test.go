package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/cli"
	"gridjudge/solvers"
	"gridjudge/solvers/links"
)

// runWith calls the command line with links, and with a solver plain, which is links without colours. Before some of its
// calls, plain calls before, which may say that the call finds nothing.
func runWith(t *testing.T, before func() (nothing bool), args ...string) (status int, stdout, stderr string) {
	t.Helper()
	plain := links.Spec
	plain.Name, plain.Colors = "plain", false
	plain.NewCover = func() solvers.CoverSolver { return sometimes{links.New(), before} }
	var out, errs bytes.Buffer
	status = cli.Main([]solvers.Spec{links.Spec, plain}, args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

type sometimes struct {
	solvers.CoverSolver
	nothing func() bool
}

func (s sometimes) Solve(m *solvers.Matrix, limits solvers.Limits, result *solvers.Cover) {
	if s.nothing() {
		result.Reset()
		limits.Enter(&result.Counts)
		return
	}
	s.CoverSolver.Solve(m, limits, result)
}

// If a solver that the user names does not take a chosen set, something says so and why.
func TestSetsThatASolverDoesNotTakeAreTold(t *testing.T) {
	mixed := filepath.Join(t.TempDir(), "mixed.x")
	require.NoError(t, os.WriteFile(mixed, []byte("a\na\n| end\na | x\na x:r\na x:b\n| end\n"), 0o666))
	never := func() bool { return false }
	for _, row := range []struct {
		line   string
		status int
	}{
		{"judge --solver plain --set xc/colours-degenerate", 2},
		{"judge --solver plain --set xc/sample,xc/colours-degenerate", 0},
		{"judge --solver plain --set xc/colours-*,xc/sample", 0},
		{"judge --solver links,plain --set xc/sample,xc/colours-degenerate", 0},
		{"judge --solver plain --problem xc " + mixed, 2}, // only the second matrix has colours
		{"explain --solver plain xc/colours-degenerate#1", 2},
		{"bench --rounds 1 --time 1us --solver plain --set xc/sample,xc/colours-degenerate --out " + t.TempDir(), 0},
	} {
		status, stdout, stderr := runWith(t, never, strings.Fields(row.line)...)
		assert.Equal(t, row.status, status, "%s: %s", row.line, stderr)
		assert.Contains(t, stdout+stderr, solvers.Colored.String(), row.line)
		assert.NotContains(t, stdout, "WA", row.line)
	}
	status, stdout, stderr := runWith(t, never, "judge", "--solver", "plain", "--set", "xc/sample")
	assert.Equal(t, 0, status, stderr)
	assert.NotContains(t, stdout, "colours")
}

// A solver whose answers differ from run to run is not AC because it happens to be right when a case is explained.
func TestExplainTellsThatAnswersDiffer(t *testing.T) {
	for wrong := range 3 {
		calls := 0
		once := func() bool { calls++; return calls == 1+wrong }
		status, _, stderr := runWith(t, once, "explain", "--solver", "plain", "xc/sample")
		assert.Equal(t, 1, status)
		assert.Contains(t, stderr, fmt.Sprintf("xc/sample#%d", 1+wrong))
	}
}
