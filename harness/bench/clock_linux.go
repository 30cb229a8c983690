package bench

import (
	"fmt"
	"math/bits"
	"time"

	"golang.org/x/sys/unix"
)

// Read makes two system calls, for context switches and for processor time, and then reads
// the wall clock. So the difference of two wall times contains the timed work and the two
// system calls of the second Read: half a microsecond.
func (c SystemClock) Read() Reading {
	var usage unix.Rusage
	var cpu unix.Timespec
	if unix.Getrusage(unix.RUSAGE_THREAD, &usage) != nil || unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &cpu) != nil {
		return Reading{Wall: c.Wall()}
	}
	return Reading{Wall: c.Wall(), CPU: time.Duration(cpu.Nano()), Forced: int64(usage.Nivcsw)}
}

// PinThread binds the calling thread to one processor.
func PinThread(cpu int) error {
	var set unix.CPUSet
	set.Set(cpu)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return fmt.Errorf("processor %d: %w", cpu, err)
	}
	return nil
}

// Processors returns the processors that a thread of this process can be bound to. It
// returns none if a sandbox forbids binding. To find out, it binds the calling thread to
// all processors that the thread may use already, which changes nothing.
func Processors() []int {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil || unix.SchedSetaffinity(0, &set) != nil {
		return nil
	}
	var cpus []int
	for cpu := range len(set) * bits.UintSize {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}
