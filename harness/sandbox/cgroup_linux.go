package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/moby/sys/mountinfo"
	"golang.org/x/sys/unix"

	"gridjudge/harness/scratch"
)

// The cpu time of a run must include all processes, even a process that nobody waits for. A control group of the kernel
// (version 2) measures exactly this. So each run with namespaces gets a group of its own, if this process may make
// control groups, for example in a session of systemd with Delegate=yes. The launcher starts in this group, and so does
// every process that it starts. The group is used only to measure cpu time.
//
// The group does not limit memory or the number of processes. The kernel allows such limits only in groups whose
// parent group contains no processes itself, but here the parent is the group in which the judge runs.

// cgroupParent returns the folder in which this process may make control groups; "" if there is none. It also removes
// the groups that killed judges have left there.
var cgroupParent = sync.OnceValue(func() string {
	own, _ := os.ReadFile("/proc/self/cgroup")
	_, path, _ := strings.Cut("\n"+string(own), "\n0::")
	path, _, _ = strings.Cut(path, "\n")
	mounts, _ := mountinfo.GetMounts(mountinfo.FSTypeFilter("cgroup2"))
	for _, mount := range mounts {
		below, err := filepath.Rel(mount.Root, path) // it fails if path is ""
		parent := filepath.Join(mount.Mountpoint, below)
		if err == nil && !strings.HasPrefix(below, "..") && unix.Access(parent, unix.W_OK) == nil && unix.Access(parent+"/cgroup.procs", unix.W_OK) == nil {
			scratch.Sweep(parent, removeCgroup)
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
