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

// ignoreSignals makes the kernel drop the signals that the program sends to
// its supervision. A signal that is caught would be queued, and the queue is
// shared by all processes of a user; it would also cost the launcher the time
// in which it should look. Those that its own faults raise are caught, and
// SIGCHLD is left: who ignores it cannot wait for its children.
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
