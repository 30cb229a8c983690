package sandbox

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// unconfined runs a shell script as on a machine without namespaces.
func unconfined(t *testing.T, script string, limits Limits) Result {
	fresh := t.TempDir()
	c := Command{Path: "/bin/sh", Args: []string{"-c", script}, Dir: fresh}
	if limits.Wall == 0 {
		limits.Wall = 20 * time.Second
	}
	r, err := runLauncher(t.Context(), c, fresh, limits, probed{})
	require.NoError(t, err, script)
	for _, file := range must(filepath.Glob("/proc/[0-9]*/environ")) {
		env, _ := os.ReadFile(file)
		assert.NotContains(t, string(env), "HOME="+fresh+"\x00", "%s: left behind by %s", file, script)
	}
	return r.Result
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestUnconfined(t *testing.T) {
	f := unconfined(t, "cat; exit 3", Limits{})
	assert.Equal(t, 3, f.Exit)

	f = unconfined(t, "sleep 100 & echo done", Limits{})
	assert.Equal(t, "done\n", string(f.Stdout), "what is left of the process group is killed")

	f = unconfined(t, "sleep 100 & sleep 100", Limits{Wall: 300 * time.Millisecond})
	assert.Equal(t, KilledWall, f.Killed)
	assert.Equal(t, "SIGKILL", f.Signal)

	f = unconfined(t, "(while :; do :; done) & while :; do :; done", Limits{CPU: 300 * time.Millisecond})
	assert.Equal(t, KilledCPU, f.Killed, "cpu of all processes together")

	// At most 127 processes, in case nothing kills them.
	f = unconfined(t, "bomb() { [ $1 = 0 ] && exec sleep 9; bomb $(($1-1)) & bomb $(($1-1)) & wait; }; bomb 6", Limits{Tasks: 40})
	assert.Equal(t, KilledTasks, f.Killed)

	f = unconfined(t, "yes", Limits{Output: 1000})
	assert.Equal(t, KilledOutput, f.Killed)
	assert.Len(t, f.Stdout, 1001)

	f = unconfined(t, "kill -TERM $PPID; kill -INT $PPID; kill -QUIT $PPID; kill -SEGV $PPID; exit 5", Limits{})
	assert.Equal(t, 5, f.Exit, "the launcher ends on no other signal")
}

// TestUnsupportedLimitsAreSaid: gridjudge says what it cannot limit on this machine, and above all that it has no
// namespaces. The script unprotected runs this test where there are none.
func TestUnsupportedLimitsAreSaid(t *testing.T) {
	for _, gap := range Unsupported() {
		assert.NotEmpty(t, strings.TrimSpace(gap))
	}
	assert.Equal(t, !Confined(), strings.Contains(strings.Join(Unsupported(), "\n"), "not confined"), "this machine")
}

// TestKilledLauncher: without namespaces a program can kill its launcher. Then there is no result, and the kernel
// kills the program's first process.
func TestKilledLauncher(t *testing.T) {
	dir := t.TempDir()
	c := Command{Path: "/bin/sh", Args: []string{"-c", "kill -9 $PPID; exec sleep 100"}, Dir: dir}
	_, err := runLauncher(t.Context(), c, dir, Limits{Wall: 20 * time.Second}, probed{})
	assert.ErrorContains(t, err, "without a report: signal: killed")
}

func TestErrorsOfTheSandbox(t *testing.T) {
	_, err := Run(t.Context(), Command{Path: "true"}, Limits{})
	assert.ErrorContains(t, err, "absolute")

	t.Setenv("TMPDIR", t.TempDir()+"/nowhere")
	_, err = Run(t.Context(), Command{Path: "/bin/true"}, Limits{})
	assert.ErrorContains(t, err, "working directory", "no place for the directory is the judge's failure")
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	f, err := Run(ctx, Command{Path: "/bin/sleep", Args: []string{"100"}}, Limits{})
	assert.ErrorIs(t, err, ctx.Err())
	assert.Equal(t, Interrupted, f.Killed)
	assert.Less(t, time.Since(began), 20*time.Second)
}
