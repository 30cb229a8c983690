package examplestest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// top is the folder of the repository.
var top, _ = filepath.Abs("../..")

// built is the folder that build has made.
var built string

// build builds gridjudge once, and returns the folder that contains it.
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

// schedulers matches the variables by which schedulers tell a job about itself.
var schedulers = regexp.MustCompile(`^(SLURM_|PARALLEL_|JOB_COMPLETION_INDEX|CI_|GITHUB_)`)

// plainEnv returns the environment of this process without the variables of a scheduler, because the test
// itself may be running under one.
func plainEnv() []string {
	return slices.DeleteFunc(os.Environ(), schedulers.MatchString)
}

// gridjudge runs gridjudge in a folder and returns its standard output.
func gridjudge(t *testing.T, dir string, args ...string) string {
	bin, err := build()
	require.NoError(t, err)
	var complaints strings.Builder
	cmd := exec.CommandContext(t.Context(), filepath.Join(bin, "gridjudge"), args...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, plainEnv(), &complaints
	out, err := cmd.Output()
	require.NoError(t, err, "gridjudge %v: %s", args, complaints.String())
	return string(out)
}

// read returns the contents of a file, or "" if there is no such file.
func read(file string) string {
	text, _ := os.ReadFile(file)
	return string(text)
}

// recipe returns the path of a file of the examples.
func recipe(name string) string { return filepath.Join(top, "examples", name) }

// onlyRun returns the folder of the only run below a folder.
func onlyRun(t *testing.T, dir string) string {
	runs, err := filepath.Glob(filepath.Join(dir, "*", "run.json"))
	require.NoError(t, err)
	require.Len(t, runs, 1, "runs in %s", dir)
	return filepath.Dir(runs[0])
}
