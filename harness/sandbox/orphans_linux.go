package sandbox

import (
	"fmt"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// launchers are the process ids of the launchers that are running.
var launchers struct {
	sync.Mutex
	pids map[int]bool
}

func launcherEnded(pid int) {
	launchers.Lock()
	defer launchers.Unlock()
	delete(launchers.pids, pid)
}

// sweepOrphans kills the processes of a program whose launcher has ended, until over is
// closed: no process holds the outputs of the program open then.
func sweepOrphans(over <-chan struct{}) {
	for {
		select {
		case <-over:
			killOrphans()
			return
		case <-time.After(interval):
			killOrphans()
		}
	}
}

// killOrphans kills the children of this process that it has not started. Each program
// begins in a session of its own, and no process can join an existing session. So a child
// in another session than this process is a launcher or an orphan, whatever its
// environment and its group.
func killOrphans() {
	launchers.Lock()
	defer launchers.Unlock()
	own, _ := unix.Getsid(0)
	for _, pid := range children(os.Getpid()) {
		session, err := unix.Getsid(pid)
		if err != nil || session == own || launchers.pids[pid] {
			continue
		}
		for _, p := range slices.Concat([]int{pid}, descendants(pid)) {
			syscall.Kill(p, syscall.SIGKILL)
		}
		syscall.Wait4(pid, nil, 0, nil)
	}
}

// endStopped kills a launcher that was stopped. Without a process namespace, a program of
// the same user can stop the launcher, and no monitor would then limit the program.
func endStopped(launcher *os.Process, over <-chan struct{}) {
	for {
		select {
		case <-over:
			return
		case <-time.After(grace / 20):
		}
		if statOf(fmt.Sprintf("/proc/%d", launcher.Pid)).state == 'T' {
			launcher.Kill()
		}
	}
}
