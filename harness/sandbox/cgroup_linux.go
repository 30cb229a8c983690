package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// cgroup is the control group (version 2) of one run. It is nil if the machine offers none.
type cgroup struct {
	dir *os.File
}

const (
	cgroupPrefix = "gridjudge-"

	// cgroupSpare is added to the limit of memory, because memory that the kernel uses
	// for the program counts, too.
	cgroupSpare = 16 << 20
)

var cgroupsMade atomic.Int64

// cgroupParent returns the folder in which this process may make control groups; "" if there
// is none. It also removes the control groups of processes that have ended.
var cgroupParent = sync.OnceValue(func() string {
	own, _ := os.ReadFile("/proc/self/cgroup")
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	parent := cgroupFolder(string(own), string(mounts))
	if parent == "" || unix.Access(parent, unix.W_OK) != nil {
		return ""
	}
	removeStaleCgroups(parent)
	// If other processes share the folder, the kernel refuses this. The groups then count
	// cpu time only.
	_ = os.WriteFile(parent+"/cgroup.subtree_control", []byte("+memory"), 0)
	_ = os.WriteFile(parent+"/cgroup.subtree_control", []byte("+pids"), 0)
	return parent
})

// removeStaleCgroups removes the control groups of processes that are gone, except where processes are left in them.
func removeStaleCgroups(parent string) {
	old, _ := filepath.Glob(parent + "/" + cgroupPrefix + "*")
	for _, dir := range old {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), cgroupPrefix), "-")
		if n, err := strconv.Atoi(pid); err == nil && unix.Kill(n, 0) == unix.ESRCH {
			_ = syscall.Rmdir(dir)
		}
	}
}

// cgroupFolder finds the folder of a process's control group from its files
// cgroup and mountinfo in /proc.
func cgroupFolder(own, mounts string) string {
	for line := range strings.Lines(own) {
		path, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "0::")
		if !ok {
			continue
		}
		for mount := range strings.Lines(mounts) {
			before, after, _ := strings.Cut(mount, " - ")
			fields := strings.Fields(before)
			if len(fields) < 5 || !strings.HasPrefix(after, "cgroup2 ") {
				continue
			}
			if below, err := filepath.Rel(fields[3], path); err == nil && !strings.HasPrefix(below, "..") {
				return filepath.Join(fields[4], below)
			}
		}
	}
	return ""
}

// newCgroup makes a control group for one run.
func newCgroup(limits Limits) *cgroup {
	parent := cgroupParent()
	if parent == "" {
		return nil
	}
	path := fmt.Sprintf("%s/%s%d-%d", parent, cgroupPrefix, os.Getpid(), cgroupsMade.Add(1))
	if os.Mkdir(path, 0o755) != nil {
		return nil
	}
	dir, err := os.Open(path)
	if err != nil {
		os.Remove(path)
		return nil
	}
	g := &cgroup{dir}
	if limits.Memory > 0 {
		g.write("memory.max", limits.Memory+limits.FileSize+cgroupSpare)
		g.write("memory.swap.max", 0)
	}
	if limits.Tasks > 0 {
		g.write("pids.max", int64(limits.Tasks))
	}
	return g
}

// write sets a limit, if the group has its controller.
func (g *cgroup) write(name string, value int64) {
	_ = os.WriteFile(g.dir.Name()+"/"+name, []byte(strconv.FormatInt(value, 10)), 0)
}

// remove kills the processes of the group and removes the group.
func (g *cgroup) remove() {
	if g == nil {
		return
	}
	defer g.dir.Close()
	for range 100 {
		if err := syscall.Rmdir(g.dir.Name()); err != syscall.EBUSY {
			return
		}
		_ = os.WriteFile(g.dir.Name()+"/cgroup.kill", []byte("1"), 0)
		time.Sleep(10 * time.Millisecond)
	}
}

// The functions below run in the launcher. It has the group as the descriptor cgroupFD,
// because no path leads to it there.

// killCgroup kills all processes of the group.
func killCgroup() {
	if fd, err := unix.Openat(cgroupFD, "cgroup.kill", unix.O_WRONLY|unix.O_CLOEXEC, 0); err == nil {
		unix.Write(fd, []byte("1"))
		unix.Close(fd)
	}
}

// readCgroup returns the value after a key in a file of the group; 0 if there is none.
func readCgroup(name, key string) int64 {
	fd, err := unix.Openat(cgroupFD, name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer unix.Close(fd)
	var text [4096]byte
	n, _ := unix.Read(fd, text[:])
	_, rest, _ := bytes.Cut(text[:max(n, 0)], []byte(key+" "))
	value, _, _ := bytes.Cut(rest, []byte("\n"))
	number, _ := strconv.ParseInt(string(value), 10, 64)
	return number
}

// cgroupCPU returns the cpu time of all processes so far, whoever has waited for them.
func cgroupCPU() time.Duration {
	return time.Duration(readCgroup("cpu.stat", "usage_usec")) * time.Microsecond
}

// cgroupOutOfMemory reports whether the kernel has killed a process for its memory.
func cgroupOutOfMemory() bool { return readCgroup("memory.events", "oom_kill") > 0 }
