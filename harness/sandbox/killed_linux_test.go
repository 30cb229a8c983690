package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gridjudge/harness/scratch"
)

// No process is left of a run whose judge was killed while the launcher and the program were stopped. (Without
// namespaces a program can stop its launcher.)
func TestKilledJudge(t *testing.T) {
	for _, open := range []bool{true, false} {
		if !open && !Confined() {
			t.Log("no namespaces here")
			continue
		}
		dir := t.TempDir()
		t.Setenv("TMPDIR", dir)
		script := "sleep 100 & : >started; kill -STOP $PPID; exec sleep 100"
		judge := innerJudge(t, inner{Open: open, Command: Command{Path: "/bin/sh", Args: []string{"-c", script}, Dir: dir}})
		require.NoError(t, judge.Start())
		defer judge.Process.Kill()
		eventually(t, func() bool {
			_, err := os.Stat(filepath.Join(dir, "started"))
			return err == nil && len(descendants(judge.Process.Pid)) == 3
		}, "a launcher and two processes")
		all := descendants(judge.Process.Pid)
		group := ""
		if !open && probe().grouped {
			_, path, _ := strings.Cut(string(must(os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", all[0])))), "\n0::")
			group = filepath.Join(cgroupParent(), filepath.Base(strings.TrimSpace(path)))
			require.DirExists(t, group)
		}
		var left []unix.PollFd
		for _, pid := range all {
			fd, err := unix.PidfdOpen(pid, 0)
			require.NoError(t, err)
			defer unix.Close(fd)
			left = append(left, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
			require.NoError(t, unix.Kill(pid, unix.SIGSTOP))
		}
		require.NoError(t, judge.Process.Kill())
		judge.Wait()
		eventually(t, func() bool {
			ended, err := unix.Poll(left, 0)
			return err == nil && ended == len(left)
		}, fmt.Sprintf("the end of the processes %v; without namespaces: %v", all, open))
		for _, process := range left { // processes that failed to end must not stay for 100 s
			_ = unix.PidfdSendSignal(int(process.Fd), unix.SIGKILL, nil, 0)
		}
		// The next judge removes the folders.
		scratch.Sweep(dir, os.RemoveAll)
		assert.Empty(t, must(filepath.Glob(dir+"/gridjudge-*")))
		if !open && probe().grouped {
			scratch.Sweep(cgroupParent(), removeCgroup)
			assert.NoDirExists(t, group)
		}
	}
}

func eventually(t *testing.T, holds func() bool, what string) {
	t.Helper()
	assert.Eventually(t, holds, 20*time.Second, 10*time.Millisecond, what)
}

// descendants lists the processes that a process has started, and the processes that these have started.
func descendants(pid int) (all []int) {
	for _, file := range must(filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))) {
		text, _ := os.ReadFile(file)
		for word := range strings.FieldsSeq(string(text)) {
			var child int
			fmt.Sscan(word, &child)
			all = append(append(all, child), descendants(child)...)
		}
	}
	return all
}
