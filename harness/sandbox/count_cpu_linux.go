package sandbox

import (
	"encoding/binary"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// cpuCounter counts the cpu time of a program and of all its descendants, whoever waits
// for them. It uses the control group or, if there is none, a counter of the kernel that
// processes inherit. If there is neither, nothing counts the cpu time of a process whose
// parent ignores it.
type cpuCounter struct {
	cgroup bool
	event  int // a descriptor, or 0
}

// newCPUCounter must be called before the program's first instruction.
func newCPUCounter(l *launcher, pid int) cpuCounter {
	if l.Cgroup {
		return cpuCounter{cgroup: true}
	}
	attr := unix.PerfEventAttr{
		Type:   unix.PERF_TYPE_SOFTWARE,
		Config: unix.PERF_COUNT_SW_TASK_CLOCK,
		Size:   uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		// The clock runs in the kernel too; this is what ordinary users may ask for.
		Bits: unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	fd, err := unix.PerfEventOpen(&attr, pid, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return cpuCounter{}
	}
	return cpuCounter{event: fd}
}

// total returns the cpu time so far; exact is false if nothing counts it.
func (c cpuCounter) total() (used time.Duration, exact bool) {
	switch {
	case c.cgroup:
		return cgroupCPU()
	case c.event > 0:
		var count [8]byte
		if n, err := unix.Read(c.event, count[:]); err == nil && n == len(count) {
			return time.Duration(binary.NativeEndian.Uint64(count[:])), true
		}
	}
	return 0, false
}
