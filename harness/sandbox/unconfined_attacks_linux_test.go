package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestFloodOfSignals: the launcher answers however many signals it is sent.
func TestFloodOfSignals(t *testing.T) {
	script := `i=0; while [ $i -lt 20000 ]; do kill -35 $PPID; kill -36 $PPID; kill -TERM $PPID; i=$((i+1)); done; exit 6`
	f := unconfined(t, script, Limits{})
	assert.Equal(t, 6, f.Exit)
	assert.Empty(t, f.Killed)
}

// TestDisownedChildren: what children used that nobody waited for counts. Without a control group that is what the
// monitor has seen of them.
func TestDisownedChildren(t *testing.T) {
	script := `trap '' CHLD; i=0; while [ $i -lt 40 ]; do (j=0; while [ $j -lt 20000 ]; do j=$((j+1)); done) & i=$((i+1)); wait; done; exit 0`
	f := unconfined(t, script, Limits{})
	assert.Greater(t, f.CPU(), 200*time.Millisecond)
}

// TestCgroupsOfTheDead: the empty control group of a judge that is gone is removed. One with processes stays.
func TestCgroupsOfTheDead(t *testing.T) {
	parent := cgroupParent()
	if parent == "" {
		t.Skip("no control groups can be made here")
	}
	ended := exec.Command("/bin/true")
	require.NoError(t, ended.Run())
	made := func(number int) string {
		dir := fmt.Sprintf("%s/%s%d-%d", parent, cgroupPrefix, ended.Process.Pid, number)
		require.NoError(t, os.Mkdir(dir, 0o755))
		return dir
	}
	empty, used := made(1), made(2)
	sleeper := exec.Command("/bin/sleep", "60")
	require.NoError(t, sleeper.Start())
	require.NoError(t, os.WriteFile(used+"/cgroup.procs", []byte(fmt.Sprint(sleeper.Process.Pid)), 0))
	removeStaleCgroups(parent)
	assert.NoDirExists(t, empty)
	assert.DirExists(t, used)
	require.NoError(t, sleeper.Process.Kill())
	_ = sleeper.Wait()
	removeStaleCgroups(parent)
	assert.NoDirExists(t, used)
}

// TestSignalsByNumber: real-time signals have no names.
func TestSignalsByNumber(t *testing.T) {
	f := unconfined(t, "kill -39 $$", Limits{})
	assert.Equal(t, "signal 39", f.Signal)
	assert.Equal(t, "SIGTERM", signalName(unix.SIGTERM))
}

// TestStoppedJudge: the time during which the judge does not run is not the
// program's, and a judge that runs again does not give up.
func TestStoppedJudge(t *testing.T) {
	began := time.Unix(0, 0)
	clock := newRunningClock(began)
	at := func(d time.Duration) time.Time { return began.Add(d) }
	assert.Equal(t, 20*time.Millisecond, clock.tick(at(20*time.Millisecond), false))
	assert.Equal(t, 20*time.Millisecond, clock.tick(at(20*time.Second), false), "this process was stopped")
	assert.Equal(t, 520*time.Millisecond, clock.tick(at(20*time.Second+500*time.Millisecond), false))
	assert.Equal(t, 520*time.Millisecond, clock.tick(at(21*time.Second), true), "the judge was stopped")
	assert.Equal(t, 620*time.Millisecond, clock.tick(at(21*time.Second+100*time.Millisecond), false))
}

func TestCgroupFolder(t *testing.T) {
	mounts := strings.Join([]string{
		"24 1 0:22 / /proc rw - proc proc rw",
		"30 1 0:26 /user.slice /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw",
	}, "\n")
	for own, want := range map[string]string{
		"0::/user.slice/user-7.slice\n":     "/sys/fs/cgroup/user-7.slice",
		"4:memory:/x\n0::/user.slice/a/b\n": "/sys/fs/cgroup/a/b",
		"0::/user.slice\n":                  "/sys/fs/cgroup",
		"0::/elsewhere\n":                   "",
		"4:memory:/x\n":                     "",
	} {
		assert.Equal(t, want, cgroupFolder(own, mounts), own)
	}
	assert.Empty(t, cgroupFolder("0::/\n", "24 1 0:22 / /proc rw - proc proc rw\n"))
}
