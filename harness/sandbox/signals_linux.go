package sandbox

import (
	"os"
	"os/signal"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// ignoreSignals makes the kernel drop the signals that the program sends to the launcher. A
// signal that the launcher catches would be queued, and all processes of a user share the
// queue. It would also take time from the monitor. Two kinds are not ignored: the signals
// of the launcher's own faults, and SIGCHLD, because a process that ignores it cannot wait
// for its children. The Go runtime interrupts its threads with SIGURG.
func ignoreSignals() {
	faults := []os.Signal{unix.SIGSEGV, unix.SIGBUS, unix.SIGFPE, unix.SIGILL}
	signal.Notify(make(chan os.Signal, 1), faults...)
	for s := syscall.Signal(1); s <= 64; s++ {
		if s != unix.SIGCHLD && s != unix.SIGURG && !slices.Contains(faults, os.Signal(s)) {
			signal.Ignore(s)
		}
	}
}
