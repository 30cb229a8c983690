package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/sandbox"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gridjudge": main})
}

// TestScripts runs the command line as its users do: one txtar script for each
// behaviour.
func TestScripts(t *testing.T) {
	const folder = "harness/cli/testdata/script"
	scripts, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, scripts, "there is no script in %s", folder)
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	require.NoError(t, err)
	// Started by nohup, or in the background of a shell, this process ignores signals, and so would the commands of the
	// scripts. They do not inherit a handler.
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
	share := func(env *testscript.Env) error {
		env.Setenv("GOCACHE", strings.TrimSpace(string(cache))) // a script that builds need not build all anew
		return nil
	}
	testscript.Run(t, testscript.Params{Dir: folder, RequireExplicitExec: true, Setup: share, Condition: condition, Cmds: map[string]func(*testscript.TestScript, bool, []string){
		"status": status,
	}})
}

// condition reports whether a condition of a script holds: namespaces, in which programs are confined. Many containers
// do not permit them.
func condition(name string) (bool, error) {
	if name != "namespaces" {
		return false, fmt.Errorf("%q is not a condition", name)
	}
	return sandbox.Confined(), nil
}

// status N COMMAND... runs a command that must end with exit status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// hidesStatus returns the first command of a document that is about exit statuses and hides them: go run turns every
// failure into status 1. What comes before "go build" is not about statuses.
func hidesStatus(document string) string {
	_, after, built := strings.Cut(document, "\ngo build\n")
	if !built {
		return "go build is missing"
	}
	for line := range strings.Lines(after) {
		if strings.Contains(line, "go run . ") {
			return line
		}
	}
	return ""
}

func TestReadmeBuildsBeforeStatusesMatter(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	require.Contains(t, string(text), "Exit statuses: ")
	require.Empty(t, hidesStatus(string(text)))
	require.NotEmpty(t, hidesStatus("go run . judge\n"))
	require.NotEmpty(t, hidesStatus("go run . judge\n\ngo build\n\ngo run . compare HEAD\n"))
}
