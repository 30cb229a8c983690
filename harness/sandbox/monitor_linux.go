package sandbox

import (
	"syscall"
	"time"
)

// interval is how often the monitor looks. In that time a program can touch
// some 40 MB of memory and start some hundred processes.
const interval = 20 * time.Millisecond

// unseenUse is the largest cpu time of a process that began and ended between two looks.
const unseenUse = interval

// monitor kills the program when its processes exceed a limit. The kernel's own limits
// are weaker: they apply to each process alone, count cpu time in whole seconds, and do
// not cover resident memory. Its limit of processes does not bind root.
func (l *launcher) monitor() {
	watch := newDisowned(l)
	for {
		l.mu.Lock()
		elapsed := l.elapsed()
		l.mu.Unlock()
		if why := l.exceeded(elapsed, watch); why != NotKilled {
			l.kill(why)
		}
		time.Sleep(interval)
	}
}

// elapsed returns the time since the start of the program during which this process and the judge ran. The caller
// holds mu.
func (l *launcher) elapsed() time.Duration {
	now := time.Now()
	judgeStopped := now.Sub(l.began)-time.Duration(l.beaten.Load()) > longestGap
	return l.clock.tick(now, judgeStopped)
}

// exceeded looks once.
func (l *launcher) exceeded(elapsed time.Duration, watch *disowned) Cause {
	limits := &l.Limits
	if limits.Wall > 0 && elapsed > limits.Wall {
		return KilledWall
	}
	pids := l.processes()
	if limits.Tasks > 0 && len(pids) > limits.Tasks {
		return KilledTasks // before it becomes more: a look at each takes time
	}
	use := l.look(pids)
	watch.look(use.living, use.tasks)
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

	// living are the processes that had not been reaped when all of them had been read.
	living map[int]stat
}

// look adds up the cpu time of the program so far and finds the resident memory of its
// largest process. It first reads, for all processes in the order of their start, the cpu
// time inherited from children, and then the cpu time of each process itself. So a process
// that ends meanwhile may be missed, but is never counted twice.
//
// look keeps the largest values so far, because the kernel forgets a process whose parent
// ignores SIGCHLD, and its cpu time with it.
func (l *launcher) look(pids []int) (u use) {
	l.mu.Lock()
	u.cpu = l.reaped
	l.mu.Unlock()
	read := make([]stat, len(pids))
	for i, pid := range pids {
		s := processStat(pid)
		read[i] = s
		u.cpu += s.inherited
		u.largest = max(u.largest, s.resident)
		u.tasks += max(s.threads, 1)
	}
	u.living = map[int]stat{}
	for i, pid := range pids {
		if used := cpuTime(pid); used > 0 {
			u.cpu += used
			u.living[pid] = read[i]
		}
	}
	if total, exact := l.counter.total(); exact {
		u.cpu = max(u.cpu, total)
	}
	l.mu.Lock()
	l.seen = max(l.seen, u.cpu)
	l.largest = max(l.largest, u.largest)
	l.mu.Unlock()
	return u
}

// processes lists the program's processes.
func (l *launcher) processes() []int {
	if !l.Confined {
		return descendants(syscall.Getpid())
	}
	// Its own /proc shows this namespace alone: the launcher is 1.
	return visibleProcesses()
}
