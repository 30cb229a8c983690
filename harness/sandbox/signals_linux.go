package sandbox

import (
	"os"
	"os/signal"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sigaction is the kernel's struct for dispositions, on every machine that Go
// runs on but MIPS: the handler comes first, and zero is right for the rest.
type sigaction struct {
	handler uintptr
	rest    [6]uintptr
}

const (
	ignoreSignal = 1 // SIG_IGN
	signals      = 64
)

// ignoreSignals makes the kernel drop the signals that the program sends to the launcher. A
// signal that the launcher catches would be queued, and all processes of a user share the
// queue. It would also take time from the monitor. Two kinds are not ignored: the signals
// of the launcher's own faults, and SIGCHLD, because a process that ignores it cannot wait
// for its children.
func ignoreSignals() {
	signal.Notify(make(chan os.Signal, 1), unix.SIGSEGV, unix.SIGBUS, unix.SIGFPE, unix.SIGILL)
	action := sigaction{handler: ignoreSignal}
	for s := syscall.Signal(1); s <= signals; s++ {
		switch s {
		case unix.SIGKILL, unix.SIGSTOP, unix.SIGCHLD, unix.SIGSEGV, unix.SIGBUS, unix.SIGFPE, unix.SIGILL, unix.SIGURG:
			continue
		}
		syscall.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(&action)), 0, signals/8, 0, 0)
	}
}
