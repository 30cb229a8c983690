package harness_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridjudge/harness"
	"gridjudge/harness/results"
	"gridjudge/solvers/all"
)

// asProgram makes this test binary the program itself, for tests that start,
// kill or rebuild it.
const asProgram = "GRIDJUDGE_TEST_AS_PROGRAM"

func init() {
	if os.Getenv(asProgram) != "" {
		os.Exit(harness.Main(all.Contestants, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
}

// run calls the command line in this process.
func run(t testing.TB, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = harness.Main(all.Contestants, args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

// quickRun records a small run and returns its folder.
func quickRun(t testing.TB, parent string, args ...string) string {
	before, _ := filepath.Glob(filepath.Join(parent, "*", results.ManifestFile))
	args = append([]string{"bench", "--out", parent, "--set", "poj3074/sample,poj3074/named", "--solver", "dlx,pointer,bitboard", "--rounds", "6", "--time", "1ms"}, args...)
	status, _, stderr := run(t, args...)
	require.Equal(t, 0, status, stderr)
	after, err := filepath.Glob(filepath.Join(parent, "*", results.ManifestFile))
	require.NoError(t, err)
	require.Len(t, after, len(before)+1)
	for _, path := range after {
		if !slices.Contains(before, path) {
			return filepath.Dir(path)
		}
	}
	return ""
}
