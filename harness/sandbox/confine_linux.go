package sandbox

import (
	"fmt"
	"math"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// namespaces are the namespaces of their own that the launcher and the program
// get: users (which gives the right to the others), processes, mounts,
// network, System V IPC.
const namespaces = syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNS |
	syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC

// enterNamespaces makes attr start a process in namespaces of its own, with
// the identity that it has outside and just the rights to set them up.
func enterNamespaces(attr *syscall.SysProcAttr) error {
	attr.Cloneflags = namespaces
	if os.Geteuid() != 0 {
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
		attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP}
		return nil
	}
	// Root keeps its access to everybody's files only where everybody exists
	// in the new namespace too.
	var err error
	if attr.UidMappings, err = identities("/proc/self/uid_map"); err != nil {
		return err
	}
	attr.GidMappings, err = identities("/proc/self/gid_map")
	attr.GidMappingsEnableSetgroups = true
	return err
}

// identities maps every id that exists here to itself.
func identities(file string) ([]syscall.SysProcIDMap, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var maps []syscall.SysProcIDMap
	for line := range strings.Lines(string(text)) {
		var inside, outside, size int64
		if _, err := fmt.Sscan(line, &inside, &outside, &size); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		maps = append(maps, syscall.SysProcIDMap{
			ContainerID: int(inside), HostID: int(inside), Size: int(min(size, math.MaxInt)),
		})
	}
	return maps, nil
}

// confineFiles shows the program only its own processes and lets it write only
// to dir. It returns what could not be had.
func confineFiles(dir string, hide []string) (unsupported []string, err error) {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return nil, fmt.Errorf("private mounts: %w", err)
	}
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return nil, fmt.Errorf("mount /proc: %w", err)
	}
	if err := unix.Mount(dir, dir, "", unix.MS_BIND, ""); err != nil {
		return nil, fmt.Errorf("mount the working directory: %w", err)
	}
	for _, file := range hide {
		if err := unix.Mount("/dev/null", file, "", unix.MS_BIND, ""); err != nil {
			return nil, fmt.Errorf("hide %s: %w", file, err)
		}
	}
	// Kernels before 5.12 cannot do this.
	readOnly := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &readOnly); err != nil {
		return []string{fmt.Sprintf("the file system cannot be made read-only (%v)", err)}, nil
	}
	writable := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(unix.AT_FDCWD, dir, 0, &writable); err != nil {
		return nil, fmt.Errorf("make the working directory writable: %w", err)
	}
	return nil, nil
}

// dropPrivileges gives up, for what this thread will start, every privilege
// but root's access to other users' files, and for good.
func dropPrivileges() {
	unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
		if c != unix.CAP_DAC_OVERRIDE && c != unix.CAP_DAC_READ_SEARCH {
			unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		}
	}
}

// stackSize is the stack that the program's first thread may grow to, the
// same on every machine whatever the caller's own limit.
const stackSize = 8 << 20

// tasksPerProcess is how many threads a process may have on average: those of
// a virtual machine that starts some for each processor.
const tasksPerProcess = 16

// setLimits sets the kernel's limits on a program that has not begun yet. They
// stand behind the watch: the whole seconds of the cpu limit lie beyond it.
func setLimits(pid int, limits Limits, confined bool) {
	set := func(resource int, soft, hard uint64) {
		var old unix.Rlimit
		if unix.Prlimit(pid, resource, nil, &old) == nil {
			hard = min(hard, old.Max)
			unix.Prlimit(pid, resource, &unix.Rlimit{Cur: min(soft, hard), Max: hard}, nil)
		}
	}
	set(unix.RLIMIT_CORE, 0, 0)
	set(unix.RLIMIT_STACK, stackSize, math.MaxUint64)
	if limits.CPU > 0 {
		seconds := uint64(limits.CPU/time.Second) + 2
		set(unix.RLIMIT_CPU, seconds, seconds+1)
	}
	if limits.AddressSpace > 0 {
		set(unix.RLIMIT_AS, uint64(limits.AddressSpace), uint64(limits.AddressSpace))
	}
	if limits.FileSize > 0 {
		set(unix.RLIMIT_FSIZE, uint64(limits.FileSize), uint64(limits.FileSize))
	}
	if limits.Processes > 0 && confined && countsByNamespace() {
		// The kernel counts threads too, so that its limit can only stand
		// behind the watch's.
		tasks := tasksPerProcess * uint64(limits.Processes)
		set(unix.RLIMIT_NPROC, tasks, tasks)
	}
}

// countsByNamespace reports whether the kernel counts the processes of a user
// namespace from 0. Before 5.14 the limit was on all processes of the user,
// whatever they belong to.
func countsByNamespace() bool {
	var name unix.Utsname
	var major, minor int
	if unix.Uname(&name) != nil {
		return false
	}
	fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor)
	return major > 5 || major == 5 && minor >= 14
}
