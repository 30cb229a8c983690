package examplestest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// schedulers matches the variables by which schedulers and build servers tell a job what it is.
var schedulers = regexp.MustCompile(`^(SLURM_|PARALLEL_|JOB_COMPLETION_INDEX|CI_|GITHUB_)`)

// plainEnv returns the environment of this process without that of a scheduler on which the test may itself run.
func plainEnv() []string {
	return slices.DeleteFunc(os.Environ(), schedulers.MatchString)
}

// runScript runs a script in a folder, with more variables than this process has, until a command fails.
func runScript(t *testing.T, dir, script string, env map[string]string) (output string, err error) {
	file := filepath.Join(t.TempDir(), "script.sh")
	require.NoError(t, os.WriteFile(file, []byte(script), 0o644))
	cmd := exec.CommandContext(t.Context(), "bash", "-e", file)
	cmd.Dir, cmd.Env = dir, plainEnv()
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// fakes makes programs of a script each, and returns a PATH in which they come first.
func fakes(t *testing.T, scripts map[string]string) string {
	dir := t.TempDir()
	for name, script := range scripts {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+strings.TrimSpace(script)+"\n"), 0o755))
	}
	return dir + ":" + os.Getenv("PATH")
}

// goWithBuilt stands for go: the program that a workflow builds first is the one that these tests have built.
func goWithBuilt(t *testing.T) string {
	bin, err := build()
	require.NoError(t, err)
	goCommand, err := exec.LookPath("go")
	require.NoError(t, err)
	return fmt.Sprintf(`
case "$*" in
*"-o gridjudge ."*) cp %s/gridjudge gridjudge ;;
*) exec %s "$@" ;;
esac`, bin, goCommand)
}
