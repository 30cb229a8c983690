package sandbox

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A run with namespaces gets a control group (version 2) of its own if this process may make one, for example in a session
// of systemd with Delegate=yes. The launcher starts in this group, and so does everything that the launcher starts. The
// group counts the cpu time of all processes in it, also of those that nobody waits for. It does not limit memory or the
// number of processes, because the kernel allows such limits only below a group that has no processes itself, and the
// group above is the one in which the judge runs.

// cgroupParent returns the folder in which this process may make control groups; "" if there is none. It removes what
// killed judges have left there.
var cgroupParent = sync.OnceValue(func() string {
	own, _ := os.ReadFile("/proc/self/cgroup")
	_, path, _ := strings.Cut("\n"+string(own), "\n0::")
	path, _, _ = strings.Cut(path, "\n")
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	for line := range strings.Lines(string(mounts)) {
		// ID, parent, device, the folder of the file system that is mounted, where: then options up to a dash, and the type.
		mount, kind, _ := strings.Cut(line, " - ")
		fields := strings.Fields(mount)
		if path == "" || len(fields) < 5 || !strings.HasPrefix(kind, "cgroup2 ") {
			continue
		}
		below, err := filepath.Rel(fields[3], path)
		parent := filepath.Join(fields[4], below)
		if err == nil && !strings.HasPrefix(below, "..") && unix.Access(parent, unix.W_OK) == nil && unix.Access(parent+"/cgroup.procs", unix.W_OK) == nil {
			sweep(parent, removeCgroup)
			return parent
		}
	}
	return ""
})

// removeCgroup kills the processes of a group and removes it.
func removeCgroup(path string) (err error) {
	for range 100 {
		if err = syscall.Rmdir(path); err != syscall.EBUSY {
			break
		}
		_ = os.WriteFile(path+"/cgroup.kill", []byte("1"), 0)
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

// groupCPU returns the cpu time of all processes of the program so far: that of the group, whose cpu.stat is an
// open file (no path leads to it in the launcher), without the launcher's own.
func groupCPU(stat *os.File) (time.Duration, error) {
	own := clock(0, cpuClock)
	var text [4096]byte
	n, err := stat.ReadAt(text[:], 0)
	var usec time.Duration
	if err == io.EOF { // always: it is short
		_, err = fmt.Sscanf(string(text[:n]), "usage_usec %d", &usec) // the first line
	}
	return usec*time.Microsecond - own, err
}
