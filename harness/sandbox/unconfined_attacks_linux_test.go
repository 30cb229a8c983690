package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gridjudge/harness/tempdir"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// sleeping counts the processes that sleep for a time that nobody else does.
func sleeping(length string) (n int) {
	for _, file := range must(filepath.Glob("/proc/[0-9]*/cmdline")) {
		if text, _ := os.ReadFile(file); string(text) == "sleep\x00"+length+"\x00" {
			n++
		}
	}
	return n
}

// TestOrphansWithoutATrace: a child with an empty environment and a session of
// its own is found when its program has killed the launcher.
func TestOrphansWithoutATrace(t *testing.T) {
	length := fmt.Sprintf("77.%d", os.Getpid())
	f := unconfined(t, "env -i setsid sleep "+length+" & env -i setsid setsid sleep "+length+" & sleep 0.2; kill -9 $PPID; sleep 100", Limits{})
	assert.Equal(t, KilledLauncher, f.Killed)
	assert.Zero(t, sleeping(length))
}

// TestJudgeIsClosed: unconfined, a program of the same user must not reach the
// descriptors of the judge, through which it could report for the launcher.
func TestJudgeIsClosed(t *testing.T) {
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	defer unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0)
	script := fmt.Sprintf(`for f in /proc/%d/fd/* /proc/$PPID/fd/*; do readlink $f && echo reached; done; head -c 1 /proc/%[1]d/mem && echo read; exit 0`, os.Getpid())
	f := unconfined(t, script, Limits{})
	assert.Empty(t, string(f.Stdout))
	assert.Empty(t, f.Killed)
}

// TestFloodOfSignals: the launcher answers however many signals it is sent.
func TestFloodOfSignals(t *testing.T) {
	script := `i=0; while [ $i -lt 20000 ]; do kill -35 $PPID; kill -36 $PPID; kill -TERM $PPID; i=$((i+1)); done; exit 6`
	f := unconfined(t, script, Limits{})
	assert.Equal(t, 6, f.Exit)
	assert.Empty(t, f.Killed)
}

// TestDisownedChildren: what children used that nobody waited for counts, also
// where neither control groups nor counters of the kernel are there.
func TestDisownedChildren(t *testing.T) {
	script := `trap '' CHLD; i=0; while [ $i -lt 40 ]; do (j=0; while [ $j -lt 20000 ]; do j=$((j+1)); done) & i=$((i+1)); wait; done; exit 0`
	f := unconfined(t, script, Limits{})
	assert.Greater(t, f.CPU(), 200*time.Millisecond)
}

// TestForgotten: a child is forgotten if it is gone and its parent has not inherited
// its page faults.
func TestForgotten(t *testing.T) {
	own, child := os.Getpid(), exec.Command("/bin/true")
	require.NoError(t, child.Start())
	gone := child.Process.Pid
	before := map[int]stat{own: processStat(own), gone: {parent: own, faults: 1}}
	assert.False(t, forgotten(before, nil), "it is there, at least as a zombie")
	require.NoError(t, child.Wait())
	assert.False(t, forgotten(before, nil), "its parent has waited for it")

	before[own] = processStat(own)
	assert.True(t, forgotten(before, nil), "its parent has inherited nothing since")
	assert.False(t, forgotten(before, before), "a look has found it")
	before[gone] = stat{parent: own}
	assert.False(t, forgotten(before, nil), "it had nothing to inherit")
	before[gone] = stat{parent: 1 << 30, faults: 1}
	assert.False(t, forgotten(before, nil), "its parent is gone, too")
}

// TestCgroupsOfTheDead: what is left in the control group of a judge that is gone is
// killed with it; a group that a living judge has locked stays, wherever that lives.
func TestCgroupsOfTheDead(t *testing.T) {
	parent := cgroupParent()
	if parent == "" {
		t.Skip("no control groups can be made here")
	}
	ended := exec.Command("/bin/true")
	require.NoError(t, ended.Run())
	group := func(number int) string {
		dir := fmt.Sprintf("%s/%s%d-%d", parent, cgroupPrefix, ended.Process.Pid, number)
		require.NoError(t, os.Mkdir(dir, 0o755))
		t.Cleanup(func() { removeCgroup(dir) })
		return dir
	}
	left, used := group(1), group(2)
	orphan := exec.Command("/bin/sleep", "60")
	require.NoError(t, orphan.Start())
	require.NoError(t, os.WriteFile(left+"/cgroup.procs", []byte(fmt.Sprint(orphan.Process.Pid)), 0))
	go orphan.Wait()
	lock, err := tempdir.Lock(used)
	require.NoError(t, err)
	defer lock.Close()
	removeStaleCgroups(parent)
	assert.NoDirExists(t, left)
	assert.DirExists(t, used)
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
