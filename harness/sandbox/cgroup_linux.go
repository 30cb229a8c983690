package sandbox

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A run has a control group (version 2) if this process may make one, as in a session of systemd with
// Delegate=yes. The group counts the cpu time of all processes, whoever has waited for them, and can be
// killed as a whole. It limits no memory and no processes: the kernel allows that only below a group without
// processes, and the judge is in the one above.

var cgroupsMade atomic.Int64

// cgroupParent returns the folder in which this process may make control groups; "" if there is none.
var cgroupParent = sync.OnceValue(func() string {
	own, _ := os.ReadFile("/proc/self/cgroup")
	_, path, found := strings.Cut("\n"+string(own), "\n0::")
	path, _, _ = strings.Cut(path, "\n")
	parent := "/sys/fs/cgroup" + path
	// The file shows that this is a control group of version 2.
	if !found || unix.Access(parent+"/cgroup.subtree_control", unix.W_OK) != nil {
		return ""
	}
	return parent
})

// newCgroup makes a control group for one run and opens it; nil if the machine offers none.
func newCgroup() *os.File {
	if cgroupParent() == "" {
		return nil
	}
	path := fmt.Sprintf("%s/gridjudge-%d-%d", cgroupParent(), os.Getpid(), cgroupsMade.Add(1))
	if os.Mkdir(path, 0o755) != nil {
		return nil
	}
	dir, err := os.Open(path)
	if err != nil {
		os.Remove(path)
		return nil
	}
	return dir
}

// removeCgroup kills the processes of a group and removes it.
func removeCgroup(group *os.File) {
	defer group.Close()
	for range 100 {
		if err := syscall.Rmdir(group.Name()); err != syscall.EBUSY {
			return
		}
		_ = os.WriteFile(group.Name()+"/cgroup.kill", []byte("1"), 0)
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

// cgroupCPU returns the cpu time of all processes so far.
func cgroupCPU() time.Duration {
	fd, err := unix.Openat(cgroupFD, "cpu.stat", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer unix.Close(fd)
	var text [4096]byte
	n, _ := unix.Read(fd, text[:])
	var usec time.Duration
	fmt.Sscanf(string(text[:max(n, 0)]), "usage_usec %d", &usec) // the first line
	return usec * time.Microsecond
}
