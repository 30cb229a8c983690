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
	"golang.org/x/sys/unix"
)

// unconfined runs a shell script as on a machine without namespaces.
func unconfined(t *testing.T, script string, limits Limits) Result {
	probe() // it makes this process the one to which orphans fall
	require.NoError(t, unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
	defer unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	c := Command{Path: "/bin/sh", Args: []string{"-c", script}}
	fresh := t.TempDir()
	if limits.Wall == 0 {
		limits.Wall = 20 * time.Second
	}
	r, err := runLauncher(t.Context(), c, fresh, limits, false)
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

	f = unconfined(t, "setsid sh -c 'setsid sleep 100 & setsid sleep 100 &'; echo done", Limits{})
	assert.Equal(t, "done\n", string(f.Stdout))
	assert.Equal(t, 2, f.Left, "two daemons")

	f = unconfined(t, "setsid sleep 100 & sleep 100", Limits{Wall: 300 * time.Millisecond})
	assert.Equal(t, KilledWall, f.Killed)
	assert.Equal(t, "SIGKILL", f.Signal)

	f = unconfined(t, "(while :; do :; done) & while :; do :; done", Limits{CPU: 300 * time.Millisecond})
	assert.Equal(t, KilledCPU, f.Killed, "cpu of all processes together")

	// 127 processes at most, should nothing kill them.
	f = unconfined(t, "bomb() { [ $1 = 0 ] && exec sleep 9; bomb $(($1-1)) & bomb $(($1-1)) & wait; }; bomb 6", Limits{Tasks: 40})
	assert.Equal(t, KilledTasks, f.Killed)

	f = unconfined(t, "yes", Limits{Output: 1000})
	assert.Equal(t, KilledOutput, f.Killed)
	assert.Len(t, f.Stdout, 1001)

	f = unconfined(t, "setsid sleep 100 & kill -9 $PPID; sleep 100", Limits{})
	assert.Equal(t, KilledLauncher, f.Killed, "it killed its own supervision")

	f = unconfined(t, "setsid sleep 100 & kill -STOP $PPID; sleep 100", Limits{})
	assert.Equal(t, KilledLauncher, f.Killed, "it stopped its own supervision")

	f = unconfined(t, "kill -TERM $PPID; kill -INT $PPID; kill -QUIT $PPID; kill -SEGV $PPID; exit 5", Limits{})
	assert.Equal(t, 5, f.Exit, "the launcher ends on no other signal")
}

// TestUnsupportedLimitsAreSaid: a machine says what it cannot limit, first of all that it has no namespaces.
func TestUnsupportedLimitsAreSaid(t *testing.T) {
	for _, gap := range Unsupported() {
		assert.NotEmpty(t, strings.TrimSpace(gap))
	}
	const without = "no namespaces here"
	assert.Equal(t, !Confined(), strings.Contains(strings.Join(Unsupported(), "\n"), without), "this machine")

	launch := func(allowed bool) func(bool) (report, error) {
		return func(confined bool) (report, error) {
			if confined && !allowed {
				return report{}, unix.EPERM
			}
			return report{Unsupported: []string{"memory"}, LeastPeak: 7}, nil
		}
	}
	assert.Equal(t, conditions{confined: true, unsupported: []string{"memory"}, leastPeak: 7}, conditionsOf(launch(true)))
	c := conditionsOf(launch(false))
	assert.False(t, c.confined)
	assert.Equal(t, int64(7), c.leastPeak)
	require.Len(t, c.unsupported, 2)
	assert.True(t, strings.HasPrefix(c.unsupported[0], without+" ("+unix.EPERM.Error()+"): "), c.unsupported[0])
	assert.Equal(t, "memory", c.unsupported[1])
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
