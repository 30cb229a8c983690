package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/moby/sys/mountinfo"
	"golang.org/x/sys/unix"
)

// A folder of a run (the fresh one, and that of its control group) is locked as long as the run needs it. A judge that
// is killed leaves its folders without a lock, so that the next judge can tell them from those of a judge that works.

// errTaken says that another judge has a folder, or has removed it.
var errTaken = errors.New("the folder belongs to another process")

// lockFolder opens and locks a folder. The lock ends when all copies of the file are closed.
func lockFolder(path string) (*os.File, error) {
	dir, err := os.OpenFile(path, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, errTaken
	}
	err = unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if _, gone := os.Lstat(path); err == nil && gone == nil { // else it was removed before it was locked
		return dir, nil
	}
	dir.Close()
	return nil, errTaken
}

// ownFolder makes a folder in another one and locks it. Until it is locked, the sweep of another judge may remove it, at
// any step of making it, too; then the next one is made.
func ownFolder(in string) (dir *os.File, err error) {
	for range 100 {
		path, failed := makeFolder(in)
		if err = failed; err == nil {
			dir, err = lockFolder(path)
		}
		if err == nil {
			return dir, nil
		}
	}
	return nil, err
}

// sweep removes the folders that judges have left behind in another one.
func sweep(in string, remove func(string) error) {
	left, _ := filepath.Glob(filepath.Join(in, ownPrefix) + "*")
	for _, path := range left {
		if dir, err := lockFolder(path); err == nil {
			_ = remove(path) // it may be another user's
			dir.Close()
		}
	}
}

var sweepOnce sync.Once

// freshFolder makes the fresh directory of a run; remove removes it with its contents.
func freshFolder() (path string, remove func() error, err error) {
	sweepOnce.Do(func() { sweep(os.TempDir(), removeAll) })
	dir, err := ownFolder(os.TempDir())
	if err != nil {
		return "", nil, err
	}
	return dir.Name(), func() error {
		defer dir.Close()
		return removeAll(dir.Name())
	}, nil
}

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
	mounts, _ := mountinfo.GetMounts(mountinfo.FSTypeFilter("cgroup2"))
	for _, mount := range mounts {
		below, err := filepath.Rel(mount.Root, path) // it fails if path is ""
		parent := filepath.Join(mount.Mountpoint, below)
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
