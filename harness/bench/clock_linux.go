package bench

import (
	"fmt"
	"math/bits"
	"time"

	"golang.org/x/sys/unix"
)

// Read is called before and after some work, and the difference of the two readings is what the work took. But reading
// clocks takes time, too, and as little of this time as possible should be measured. Therefore Read first makes the two
// system calls for the context switches and the processor time, and reads the wall clock last. So besides the work, the
// difference of the wall times contains only the two system calls of the second Read, which take half a microsecond.
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
	err := unix.SchedSetaffinity(0, &set)
	if all := Processors(); err != nil && len(all) > 0 {
		return fmt.Errorf("processor %d is not among the %d that this process may use, which are numbered from %d to %d", cpu, len(all), all[0], all[len(all)-1])
	}
	if err != nil {
		return fmt.Errorf("this process may not be bound to processor %d: %w", cpu, err)
	}
	return nil
}

// Processors returns the processors that a thread of this process can be bound to, or none if the process may not bind
// threads, as in some sandboxes. The only way to find that out is to try. So Processors binds the calling thread to
// exactly those processors that it may use already, which changes nothing if it succeeds.
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
