package sandbox

//go:generate go run ./filter

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// namespaces are the kinds of namespaces that the launcher and the program get anew: users (which gives the right to
// make the others), processes, mounts, network, System V IPC.
const namespaces = syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNS |
	syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC

// enterNamespaces makes attr start a process in namespaces of its own. The process keeps the identity that it has
// outside, and has only the rights that it needs to set up the namespaces.
func enterNamespaces(attr *syscall.SysProcAttr) (err error) {
	attr.Cloneflags = namespaces
	if os.Geteuid() != 0 {
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
		attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP}
		return nil
	}
	// Root keeps its access to the files of all users only if all users exist in the new
	// namespace, too.
	if attr.UidMappings, err = identities("/proc/self/uid_map"); err == nil {
		attr.GidMappings, err = identities("/proc/self/gid_map")
	}
	return err
}

// identities returns mappings that map every id that exists here to itself.
func identities(file string) (maps []syscall.SysProcIDMap, err error) {
	text, err := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		var m syscall.SysProcIDMap
		if _, err := fmt.Sscan(line, &m.ContainerID, &m.HostID, &m.Size); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		m.HostID = m.ContainerID
		maps = append(maps, m)
	}
	return maps, err
}

// dropPrivileges gives up all privileges except root's access to the files of other users. A process that this thread
// starts cannot get them back.
func dropPrivileges() {
	unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
		if c != unix.CAP_DAC_OVERRIDE && c != unix.CAP_DAC_READ_SEARCH {
			unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		}
	}
}

// filters are the files that the command filter writes, one per architecture.
//
//go:embed *.bpf
var filters embed.FS

// filterCalls installs the filter of system calls in this thread and in every process that it starts. The filter is
// an allow-list: see the command filter.
func filterCalls() error {
	filter, err := filters.ReadFile("filter_linux_" + runtime.GOARCH + ".bpf")
	if err != nil {
		return errors.New("no filter of system calls for this architecture")
	}
	program := unix.SockFprog{Len: uint16(len(filter) / int(unsafe.Sizeof(unix.SockFilter{}))), Filter: (*unix.SockFilter)(unsafe.Pointer(&filter[0]))}
	// SPEC_ALLOW keeps the kernel from adding protection against speculation, which would make a program slower here
	// than elsewhere.
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}
