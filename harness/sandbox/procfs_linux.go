package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// clockTick is the unit of times in /proc, the same on every Linux.
const clockTick = 10 * time.Millisecond

// stat holds values of a process or a thread from its file stat in /proc.
type stat struct {
	state     byte
	parent    int
	threads   int
	inherited time.Duration // cpu time of the children that it has waited for
	resident  int64         // bytes

	// Page faults of its own, and of the children that it has waited for.
	faults, inheritedFaults int64
}

// running reports whether a thread of the process has not ended. If all have ended, the
// children of the process belong to another process.
func (s stat) running() bool { return s.state != 0 && (s.state != 'Z' || s.threads > 1) }

// statOf reads the file stat of a folder in /proc. It returns the zero value if the process
// or thread has ended.
func statOf(folder string) (s stat) {
	text, err := os.ReadFile(folder + "/stat")
	if err != nil {
		return s
	}
	// The name may hold any character; the third field follows its last bracket.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const state, ppid, minflt, cminflt, cutime, cstime, threads, rss = 3, 4, 10, 11, 16, 17, 20, 24
	if len(fields) <= rss-3 {
		return s
	}
	number := func(field int) int64 {
		n, _ := strconv.ParseInt(string(fields[field-3]), 10, 64)
		return n
	}
	return stat{
		state:     fields[state-3][0],
		parent:    int(number(ppid)),
		threads:   int(number(threads)),
		inherited: time.Duration(number(cutime)+number(cstime)) * clockTick,
		resident:  number(rss) * int64(os.Getpagesize()),

		faults: number(minflt), inheritedFaults: number(cminflt),
	}
}

// processStat reads the values of a process. If the first thread of the process has ended,
// the memory is read from another thread.
func processStat(pid int) stat {
	folder := fmt.Sprintf("/proc/%d", pid)
	s := statOf(folder)
	if s.state != 'Z' || !s.running() {
		return s
	}
	tasks, _ := os.ReadDir(folder + "/task")
	for _, task := range tasks {
		if thread := statOf(folder + "/task/" + task.Name()); thread.resident > 0 {
			s.resident = thread.resident
			break
		}
	}
	return s
}

// cpuTime reads the cpu clock of a process. The id of this clock is the inverted process id
// above three bits; the value 2 of these bits names the clock of the scheduler.
func cpuTime(pid int) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|2), &t); err != nil {
		return 0 // gone: reap counts it
	}
	return time.Duration(t.Nano())
}

// ignoresChildren reports whether a process ignores SIGCHLD. If so, the kernel forgets each
// of its children at its end, and the child's cpu time with it.
func ignoresChildren(pid int) bool {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := bytes.Cut(status, []byte("SigIgn:\t"))
	mask, _, _ := bytes.Cut(rest, []byte("\n"))
	bits, _ := strconv.ParseUint(string(mask), 16, 64)
	return bits&(1<<(unix.SIGCHLD-1)) != 0
}

// lastPID returns the process id that was given last in this process namespace.
func lastPID() int {
	text, _ := os.ReadFile("/proc/loadavg")
	fields := bytes.Fields(text)
	if len(fields) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(string(fields[len(fields)-1]))
	return n
}

// visibleProcesses lists the processes that /proc shows, except the first.
func visibleProcesses() (pids []int) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil && pid != 1 {
			pids = append(pids, pid)
		}
	}
	return pids
}

// children lists the children of a process.
func children(pid int) (found []int) {
	tasks, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, task := range tasks {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name()))
		if err != nil {
			continue
		}
		for _, field := range bytes.Fields(text) {
			if child, err := strconv.Atoi(string(field)); err == nil {
				found = append(found, child)
			}
		}
	}
	return found
}

// descendants lists the children of pid, their children, and so on.
func descendants(pid int) (found []int) {
	for _, child := range children(pid) {
		found = append(found, child)
		found = append(found, descendants(child)...)
	}
	return found
}
