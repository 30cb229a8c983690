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

	"gridjudge/harness/tempdir"

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

// removeStaleCgroups removes the control groups of processes that are gone.
func removeStaleCgroups(parent string) {
	old, _ := filepath.Glob(parent + "/" + cgroupPrefix + "*")
	for _, dir := range old {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), cgroupPrefix), "-")
		// A process in another container cannot be seen here, but it holds a lock.
		if n, err := strconv.Atoi(pid); err == nil && unix.Kill(n, 0) == unix.ESRCH {
			if lock, err := tempdir.Lock(dir); err == nil {
				removeCgroup(dir)
				lock.Close()
			}
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
	dir, err := tempdir.Lock(path)
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
	removeCgroup(g.dir.Name())
	g.dir.Close()
}

func removeCgroup(dir string) {
	for range 100 {
		if err := syscall.Rmdir(dir); err != syscall.EBUSY {
			return
		}
		_ = os.WriteFile(dir+"/cgroup.kill", []byte("1"), 0)
		time.Sleep(10 * time.Millisecond)
	}
}

// The functions below run in the launcher. It has the group as the descriptor cgroupFD,
// because no path leads to it there.

// writeCgroup writes to a file of the group and reports whether that succeeded.
func writeCgroup(name, value string) bool {
	fd, err := unix.Openat(cgroupFD, name, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	_, err = unix.Write(fd, []byte(value))
	return err == nil
}

// readCgroup returns the value after a key in a file of the group.
func readCgroup(name, key string) (int64, bool) {
	fd, err := unix.Openat(cgroupFD, name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, false
	}
	defer unix.Close(fd)
	var text [4096]byte
	n, err := unix.Read(fd, text[:])
	if err != nil {
		return 0, false
	}
	for line := range bytes.Lines(text[:n]) {
		if value, ok := bytes.CutPrefix(line, []byte(key+" ")); ok {
			v, err := strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64)
			return v, err == nil
		}
	}
	return 0, false
}

func cgroupCPU() (time.Duration, bool) {
	used, ok := readCgroup("cpu.stat", "usage_usec")
	return time.Duration(used) * time.Microsecond, ok
}

// cgroupOutOfMemory reports whether the kernel has killed a process for its memory.
func cgroupOutOfMemory() bool {
	killed, _ := readCgroup("memory.events", "oom_kill")
	return killed > 0
}
