package sandbox

import (
	"math"
	"time"

	"golang.org/x/sys/unix"
)

// stackSize is the largest stack of the program's first thread. It does not depend on the
// machine or on the caller's own limit.
const stackSize = 8 << 20

// queuedSignals is the largest number of signals that may wait for the program. The kernel
// counts them for all processes of a user.
const queuedSignals = 64

// setLimits sets the kernel's limits on a program that has not begun yet. They are wider
// than those of the monitor: the kernel's cpu limit has whole seconds and is later.
func setLimits(pid int, limits Limits) {
	set := func(resource int, soft, hard uint64) {
		var old unix.Rlimit
		if unix.Prlimit(pid, resource, nil, &old) == nil {
			hard = min(hard, old.Max)
			unix.Prlimit(pid, resource, &unix.Rlimit{Cur: min(soft, hard), Max: hard}, nil)
		}
	}
	set(unix.RLIMIT_CORE, 0, 0)
	set(unix.RLIMIT_STACK, stackSize, math.MaxUint64)
	set(unix.RLIMIT_SIGPENDING, queuedSignals, queuedSignals)
	set(unix.RLIMIT_MSGQUEUE, 0, 0)
	for resource, limit := range map[int]int64{
		unix.RLIMIT_AS: limits.AddressSpace, unix.RLIMIT_FSIZE: limits.FileSize, unix.RLIMIT_NOFILE: int64(limits.Files),
	} {
		if limit > 0 {
			set(resource, uint64(limit), uint64(limit))
		}
	}
	if limits.CPU > 0 {
		seconds := uint64(limits.CPU/time.Second) + 2
		set(unix.RLIMIT_CPU, seconds, seconds+1)
	}
}
