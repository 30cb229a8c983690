package examplestest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// top is the folder of the repository.
var top, _ = filepath.Abs("../..")

// built is the folder that build has made.
var built string

// build builds gridjudge once and returns the folder that holds it.
var build = sync.OnceValues(func() (_ string, err error) {
	built, err = os.MkdirTemp("", "examplestest-")
	if err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-o", built, ".")
	cmd.Dir = top
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return built, nil
})

func TestMain(m *testing.M) {
	status := m.Run()
	if built != "" {
		os.RemoveAll(built)
	}
	os.Exit(status)
}

// gridjudge runs gridjudge in a folder and returns its standard output.
func gridjudge(t *testing.T, dir string, args ...string) string {
	return runGridjudge(t, dir, nil, 0, args...)
}

// runGridjudge runs gridjudge with more variables. It must end with this exit status.
func runGridjudge(t *testing.T, dir string, env []string, status int, args ...string) string {
	bin, err := build()
	require.NoError(t, err)
	var complaints strings.Builder
	cmd := exec.CommandContext(t.Context(), filepath.Join(bin, "gridjudge"), args...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(plainEnv(), env...), &complaints
	out, _ := cmd.Output()
	require.Equal(t, status, cmd.ProcessState.ExitCode(), "gridjudge %v: %s", args, complaints.String())
	return string(out)
}

// recipe returns the path of a file of the examples.
func recipe(name string) string { return filepath.Join(top, "examples", name) }

// onlyRun returns the folder of the run below a folder, which has no other.
func onlyRun(t *testing.T, dir string) string {
	runs, err := filepath.Glob(filepath.Join(dir, "*", "run.json"))
	require.NoError(t, err)
	require.Len(t, runs, 1, "runs in %s", dir)
	return filepath.Dir(runs[0])
}
