package sandbox

import (
	"time"

	"golang.org/x/sys/unix"
)

// interval is how often the monitor looks. In that time a program can touch
// some 40 MB of memory and start some hundred processes.
const interval = 20 * time.Millisecond

// monitor kills the program when its processes exceed a limit. The kernel's own limits
// are weaker: they apply to each process alone, count cpu time in whole seconds, and do
// not cover resident memory. Its limit of processes does not bind root.
func (l *launcher) monitor() {
	for {
		l.mu.Lock()
		elapsed := l.elapsed()
		l.mu.Unlock()
		if why := l.exceeded(elapsed); why != NotKilled {
			l.kill(why)
		}
		time.Sleep(interval)
	}
}

// elapsed returns the time since the start of the program during which this process and the judge ran. The caller
// holds mu.
func (l *launcher) elapsed() time.Duration {
	now := time.Now()
	judgeStopped := now.Sub(l.began)-time.Duration(l.lastBeat.Load()) > longestGap
	return l.clock.tick(now, judgeStopped)
}

// exceeded looks once.
func (l *launcher) exceeded(elapsed time.Duration) Cause {
	limits := &l.Limits
	if limits.Wall > 0 && elapsed > limits.Wall {
		return KilledWall
	}
	pids := l.processes()
	if limits.Tasks > 0 && len(pids) > limits.Tasks {
		return KilledTasks // before it becomes more: a look at each takes time
	}
	use := l.look(pids)
	switch {
	case limits.Tasks > 0 && use.tasks > limits.Tasks:
		return KilledTasks
	case limits.Memory > 0 && use.largest > limits.Memory:
		return KilledMemory
	case limits.CPU > 0 && use.cpu > limits.CPU:
		return KilledCPU
	case l.Cgroup && cgroupOutOfMemory():
		return KilledMemory
	}
	return NotKilled
}

// use is what the processes of a program use together.
type use struct {
	cpu     time.Duration
	largest int64 // resident bytes of the largest process
	tasks   int   // processes and threads
}

// look adds up the cpu time of the program so far and finds the resident memory of its
// largest process. It first reads, for all processes in the order of their start, the cpu
// time inherited from children, and then the cpu time of each process itself. So a process
// that ends meanwhile may be missed, but is never counted twice.
//
// The kernel forgets a process whose parent ignores SIGCHLD, and its cpu time with it. So look keeps the largest
// values so far, and adds up what it has seen of each process: the program has used at least that.
func (l *launcher) look(pids []int) (u use) {
	l.mu.Lock()
	u.cpu = l.reaped
	l.mu.Unlock()
	for _, pid := range pids {
		s := processStat(pid)
		u.cpu += s.inherited
		u.largest = max(u.largest, s.resident)
		u.tasks += max(s.threads, 1)
	}
	for _, pid := range pids {
		used := cpuTime(pid)
		u.cpu += used
		if more := used - l.own[pid]; more > 0 {
			l.own[pid] = used
			l.observed += more
		}
	}
	u.cpu = max(u.cpu, l.observed)
	if l.Cgroup {
		u.cpu = max(u.cpu, cgroupCPU())
	}
	l.mu.Lock()
	l.seen = max(l.seen, u.cpu)
	l.largest = max(l.largest, u.largest)
	l.mu.Unlock()
	return u
}

// processes lists the program's processes. With namespaces /proc shows no others, but the launcher. Without, they are
// those of its process group.
func (l *launcher) processes() (pids []int) {
	for _, pid := range visibleProcesses() {
		if group, err := unix.Getpgid(pid); l.Confined || err == nil && group == l.pid {
			pids = append(pids, pid)
		}
	}
	return pids
}
