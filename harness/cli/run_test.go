package cli_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"gridjudge/harness/cli"
	"gridjudge/harness/results"
	"gridjudge/solvers/all"
)

// asProgram makes this test binary the program itself, for tests that start, kill or rebuild the program.
const asProgram = "GRIDJUDGE_TEST_AS_PROGRAM"

// asProgramWithExit makes this test binary the program with one more contestant, exits.
const asProgramWithExit = "GRIDJUDGE_TEST_WITH_EXIT"

func init() {
	if os.Getenv(asProgramWithExit) != "" {
		os.Exit(cli.Main(append(slices.Clone(all.Contestants), exits), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	if os.Getenv(asProgram) != "" {
		os.Exit(cli.Main(all.Contestants, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
}

// run calls the command line in this process.
func run(t testing.TB, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = cli.Main(all.Contestants, args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

// quick has the files of the first run of quickRun, and its folder's name.
var quick = struct {
	files fstest.MapFS
	name  string
}{files: fstest.MapFS{}}

// quickRun records a small run and returns its folder. Without arguments of its own, the run is a copy of one that is
// recorded once.
func quickRun(t testing.TB, parent string, args ...string) string {
	if len(args) > 0 {
		return recordedRun(t, parent, args...)
	}
	if quick.name == "" {
		dir := recordedRun(t, t.TempDir())
		require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(filepath.Join(dir, path))
			quick.files[path] = &fstest.MapFile{Data: data, Mode: 0o666}
			return err
		}))
		quick.name = filepath.Base(dir)
	}
	dir := filepath.Join(parent, quick.name)
	require.NoError(t, os.CopyFS(dir, quick.files))
	return dir
}

func recordedRun(t testing.TB, parent string, args ...string) string {
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
