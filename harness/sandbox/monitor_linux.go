package sandbox

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// interval is the time from one look of the monitor at the program's processes to the next. In that time a program
// can touch some 40 MB of memory and start some hundred processes.
const interval = 20 * time.Millisecond

// monitor kills the program when its processes exceed a limit. The kernel's own limits would not be enough: they
// apply to each process alone, count ticks, and do not cover resident memory.
func (l *launcher) monitor(before [limitKinds]unix.Rlimit) {
	var err error
	for ; ; time.Sleep(interval) {
		if err == nil {
			err = l.look()
		}
		if err == nil && ownLimits() != before {
			err = errors.New("the limits of its launcher were changed")
		}
		if err != nil {
			l.kill(err) // again and again, until nothing is left
		}
	}
}

// limitKinds is how many kinds of resource limits the kernel has.
const limitKinds = 16

// ownLimits returns the resource limits of this process.
func ownLimits() (all [limitKinds]unix.Rlimit) {
	for i := range all {
		_ = unix.Prlimit(0, i, nil, &all[i])
	}
	return all
}

// look looks once at all processes of the program. It returns a Cause if they must be killed, or another error if it
// could not see what they use.
func (l *launcher) look() error {
	pids, err := l.processes()
	if err != nil {
		return err
	}
	if l.Limits.Tasks > 0 && l.crowded(pids) {
		return KilledTasks // at once, because there would be more of them while the memory of all is read
	}
	shared := l.shared()
	largest := shared
	for _, pid := range pids {
		largest = max(largest, memory(pid, shared))
	}
	if n := l.sockets(); n > freeSockets {
		largest += int64(n) * socketBuffer
	}
	l.mu.Lock()
	l.largest = max(l.largest, largest)
	l.mu.Unlock()
	cpu, err := l.used()
	switch {
	case err != nil:
		return err
	case l.Limits.Memory > 0 && largest > l.Limits.Memory:
		return KilledMemory
	case l.Limits.CPU > 0 && cpu > l.Limits.CPU:
		return KilledCPU
	}
	return nil
}

// used returns the cpu time of all processes of the program so far.
func (l *launcher) used() (time.Duration, error) {
	if l.stat != nil {
		return groupCPU(l.stat)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	used := l.finished
	for pid := range l.own {
		used += clock(pid, cpuClock) // 0 for a thread: only processes have this clock
	}
	return used, nil
}

// processes lists the program's processes. With namespaces they are all that /proc shows, except the launcher.
// Without namespaces they are the traced processes.
func (l *launcher) processes() (pids []int, err error) {
	if l.Confined {
		entries, err := os.ReadDir("/proc") // fails if somebody lowers the limit of open files to blind the monitor
		for _, e := range entries {
			if pid, err := strconv.Atoi(e.Name()); err == nil && pid != os.Getpid() {
				pids = append(pids, pid)
			}
		}
		return pids, err
	}
	for _, pid := range l.traced() {
		if clock(pid, cpuClock) > 0 { // not a thread
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// shared returns the size of all POSIX shared memory and semaphores of the run, in bytes.
func (l *launcher) shared() int64 {
	var fs unix.Statfs_t
	if !l.Confined || unix.Statfs(sharedMemory, &fs) != nil {
		return 0
	}
	return int64(fs.Blocks-fs.Bfree) * int64(fs.Bsize)
}

// A program could hide data in its connections: it sends data, and closes the connection before anyone has accepted it.
// The connection then needs no open file any more, but the kernel still keeps the data. One program hid 700 MB in this
// way. So if a program has more than freeSockets sockets, they count as memory, and each socket counts as socketBuffer
// bytes. No solver needs so many sockets. By default, socketBuffer is the most that the kernel keeps for a socket
// (net.core.wmem_default).
const (
	freeSockets  = 256
	socketBuffer = 212_992
)

// sockets returns the number of sockets of the run.
func (l *launcher) sockets() (n int) {
	text, err := os.ReadFile("/proc/net/sockstat")
	if l.Confined && err == nil { // without namespaces it counts the sockets of the machine
		_, _ = fmt.Sscanf(string(text), "sockets: used %d", &n) // the first line
	}
	return n
}

// exiting is the flag of a thread that has begun to end (PF_EXITING).
const exiting = 4

// crowded reports whether there are more processes or more threads than the limit allows. A thread that has begun to
// end does not count. The reason is that a program may wait for the end of a thread and start the next thread at
// once, while the kernel still lists the old one.
//
// crowded avoids reading the file stat of every thread, because this would take too long. For example, a fork bomb
// leaves the launcher only a small share of the machine, and then it took 7 s to read about 180 of these files. So
// crowded first estimates the number of threads. Each process has a folder in /proc with one subfolder for each thread,
// and crowded adds up the numbers of subfolders. It reads the files only if the estimate is above the limit, and stops
// as soon as it has found too many threads.
func (l *launcher) crowded(pids []int) bool {
	if len(pids) > l.Limits.Tasks {
		return true
	}
	seem, living := 0, 0
	for _, pid := range pids {
		var info unix.Stat_t
		if unix.Stat(taskFolder(pid), &info) == nil {
			seem += int(info.Nlink) - 2 // the folder has a subfolder for each thread
		}
	}
	for i := 0; i < len(pids) && seem > l.Limits.Tasks; i++ {
		tasks, _ := os.ReadDir(taskFolder(pids[i]))
		for _, task := range tasks {
			text, _ := os.ReadFile(taskFolder(pids[i]) + task.Name() + "/stat")
			// The flags are the seventh field after the name, which may have brackets itself.
			fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
			if len(fields) < 7 {
				continue // the thread is gone
			}
			if flags, err := strconv.Atoi(string(fields[6])); err == nil && flags&exiting == 0 {
				living++
			}
			if living > l.Limits.Tasks {
				return true
			}
		}
	}
	return false
}

func taskFolder(pid int) string { return fmt.Sprintf("/proc/%d/task/", pid) }

// memory returns how much memory a process uses, in bytes, or 0 if the process has ended. Usually this is the peak of
// its resident memory, plus its page tables.
//
// A program could hide data in shared memory, because shared memory need not be resident in any process. So memory also
// computes a second value, which contains all shared memory of the run (the parameter shared), whether it is resident
// or not:
//
//	resident memory of the process - its resident shared memory + all shared memory of the run
//
// For example, a process has 5 MB of resident memory, and 1 MB of this is shared. If the run has 20 MB of shared
// memory, the second value is 5 - 1 + 20 = 24 MB. If the second value is larger than the peak, memory uses it instead
// of the peak.
//
// memory asks the threads of the process in turn, because the kernel does not show these values for a first thread
// that has ended.
func memory(pid int, shared int64) int64 {
	tasks, _ := os.ReadDir(taskFolder(pid))
	for _, task := range tasks {
		text, _ := os.ReadFile(taskFolder(pid) + task.Name() + "/status")
		bytes := func(field string) (kib int64) {
			_, value, _ := strings.Cut(string(text), "\n"+field+":")
			_, _ = fmt.Sscan(value, &kib)
			return kib << 10
		}
		if resident := bytes("VmRSS"); resident > 0 {
			return max(bytes("VmHWM"), resident-bytes("RssShmem")+shared) + bytes("VmPTE")
		}
	}
	return 0
}

// The clocks of a process: cpuClock is the time that is judged, and ticksClock counts ticks, as the kernel's own
// limit does.
const (
	ticksClock = 0
	cpuClock   = 2
)

// clock reads a clock of a process. This works even after the process has ended, as long as nobody has waited for it.
// The number of the clock consists of the inverted process id and, in the lowest three bits, the kind of clock.
func clock(pid, which int) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|which), &t); err != nil {
		return 0 // the process is gone, and reap has counted it
	}
	return time.Duration(t.Nano())
}

// groupCPU returns the cpu time that all processes of the program have used so far: the time of the control group minus
// the time of the launcher itself. It reads the group's file cpu.stat. The launcher opens this file at its start,
// because the file is not visible any more in the program's view of the files.
func groupCPU(stat *os.File) (time.Duration, error) {
	own := clock(0, cpuClock)
	text := bufio.NewReader(io.NewSectionReader(stat, 0, math.MaxInt64))
	var usec time.Duration
	_, err := fmt.Fscanf(text, "usage_usec %d", &usec) // the first line
	return usec*time.Microsecond - own, err
}

// stackSize is the largest stack of the program's first thread. It is fixed, so that it does not depend on the
// machine or on the caller's own limit.
const stackSize = 8 << 20

// queuedSignals is the largest number of signals that may wait for the program. The kernel counts the waiting signals
// of all processes of a user together.
const queuedSignals = 64

// setLimits sets the kernel's limits on a program that has not begun yet. They are wider than the limits of the
// monitor, so that the monitor acts first. In particular, the kernel's cpu limit has whole seconds and is reached
// later.
func setLimits(pid int, limits Limits) error {
	all := map[int]unix.Rlimit{
		unix.RLIMIT_CORE: {}, unix.RLIMIT_MSGQUEUE: {}, unix.RLIMIT_STACK: {Cur: stackSize, Max: math.MaxUint64},
		unix.RLIMIT_SIGPENDING: {Cur: queuedSignals, Max: queuedSignals},
	}
	for resource, limit := range map[int]int64{
		unix.RLIMIT_AS: limits.AddressSpace, unix.RLIMIT_FSIZE: limits.FileSize, unix.RLIMIT_NOFILE: int64(limits.Files),
	} {
		if limit > 0 {
			all[resource] = unix.Rlimit{Cur: uint64(limit), Max: uint64(limit)}
		}
	}
	if limits.CPU > 0 {
		seconds := uint64(limits.Backstop() / time.Second)
		all[unix.RLIMIT_CPU] = unix.Rlimit{Cur: seconds, Max: seconds + 1}
	}
	for resource, limit := range all {
		var old unix.Rlimit
		err := unix.Prlimit(pid, resource, nil, &old)
		if err == nil {
			limit.Max = min(limit.Max, old.Max)
			limit.Cur = min(limit.Cur, limit.Max)
			err = unix.Prlimit(pid, resource, &limit, nil)
		}
		if err != nil {
			return fmt.Errorf("the kernel's limits of the program cannot be set: %w", err)
		}
	}
	return nil
}
