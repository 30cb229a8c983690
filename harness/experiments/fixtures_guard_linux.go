package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// mostProcesses is how many processes the fixtures may be together. A fork bomb that
// gets out of the sandbox is bounded by this, besides its own bounds.
const mostProcesses = 300

// guard counts the processes that descend from this one, and kills them all where they
// are too many.
type guard struct {
	limit   int
	over    chan struct{}
	stopped sync.WaitGroup

	mu       sync.Mutex
	largest  int
	tooLarge bool
}

// newGuard makes this process the one to which orphans fall, so that they are counted.
func newGuard(limit int) (*guard, error) {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return nil, err
	}
	g := &guard{limit: limit, over: make(chan struct{})}
	g.stopped.Go(func() {
		for {
			select {
			case <-g.over:
				return
			case <-time.After(50 * time.Millisecond):
				g.look()
			}
		}
	})
	return g, nil
}

func (g *guard) look() {
	pids := descendants(os.Getpid())
	g.mu.Lock()
	g.largest = max(g.largest, len(pids))
	g.tooLarge = g.tooLarge || len(pids) > g.limit
	g.mu.Unlock()
	if len(pids) > g.limit {
		killAll()
	}
}

// killAll kills all descendants, which are stopped first so that none is started
// meanwhile.
func killAll() {
	for _, s := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGSTOP, syscall.SIGKILL} {
		for _, pid := range descendants(os.Getpid()) {
			syscall.Kill(pid, s)
		}
	}
}

func (g *guard) most() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.largest
}

// exceeded returns an error if there were too many processes.
func (g *guard) exceeded() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tooLarge {
		return fmt.Errorf("more than %d processes existed at a time and were killed: the sandbox has failed", g.limit)
	}
	return nil
}

// sweep kills what descends from this process when nothing should, and returns the
// command lines.
func (g *guard) sweep() (left []string) {
	for _, pid := range descendants(os.Getpid()) {
		if line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); len(line) > 0 {
			left = append(left, fmt.Sprintf("process %d, %q", pid, line))
		}
	}
	killAll()
	for {
		if pid, err := syscall.Wait4(-1, nil, 0, nil); err != syscall.EINTR && pid <= 0 {
			return left
		}
	}
}

func (g *guard) stop() {
	close(g.over)
	g.stopped.Wait()
}

// descendants lists the children of a process, their children, and so on.
func descendants(pid int) (found []int) {
	children := map[int][]int{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range files {
		text, err := os.ReadFile(name)
		fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
		if err != nil || len(fields) < 2 {
			continue
		}
		child, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		parent, _ := strconv.Atoi(string(fields[1]))
		children[parent] = append(children[parent], child)
	}
	found = children[pid]
	for i := 0; i < len(found); i++ {
		found = append(found, children[found[i]]...)
	}
	return found
}
