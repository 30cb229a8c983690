package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// namespaces are the kinds of namespaces that the launcher and the program get anew: users
// (which gives the right to make the others), processes, mounts, network, System V IPC.
const namespaces = syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNS |
	syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC

// enterNamespaces makes attr start a process in namespaces of its own, with
// the identity that it has outside and only the rights to set them up.
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

// identities maps every id that exists here to itself.
func identities(file string) ([]syscall.SysProcIDMap, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var maps []syscall.SysProcIDMap
	for line := range strings.Lines(string(text)) {
		var m syscall.SysProcIDMap
		if _, err := fmt.Sscan(line, &m.ContainerID, &m.HostID, &m.Size); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		m.HostID = m.ContainerID
		maps = append(maps, m)
	}
	return maps, nil
}

// dropPrivileges gives up all privileges but root's access to the files of other users. A
// process that this thread starts cannot get them back.
func dropPrivileges() {
	unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
		if c != unix.CAP_DAC_OVERRIDE && c != unix.CAP_DAC_READ_SEARCH {
			unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		}
	}
}

// callTable has the numbers of system calls on one architecture. The filter forbids the calls that
// allocate memory of no process, because no limit counts such memory.
type callTable struct {
	arch   uint32
	memory []uint32 // memfd_create, memfd_secret, shmget, ipc
	mmap   uint32
	fcntl  []uint32
}

// x32 marks the numbers of the x32 interface, which are otherwise those of amd64.
const x32 = 0x40000000

// callTables are those of a processor, and of 32-bit programs on the same kernel.
var callTables = map[string][]callTable{
	"amd64": {
		{unix.AUDIT_ARCH_X86_64, []uint32{319, 447, 29}, 9, []uint32{72}},
		{unix.AUDIT_ARCH_X86_64, []uint32{x32 | 319, x32 | 447, x32 | 29}, x32 | 9, []uint32{x32 | 72}},
		{unix.AUDIT_ARCH_I386, []uint32{356, 447, 395, 117}, 192, []uint32{55, 221}},
	},
	"arm64": {
		{unix.AUDIT_ARCH_AARCH64, []uint32{279, 447, 194}, 222, []uint32{25}},
		{unix.AUDIT_ARCH_ARM, []uint32{385, 307}, 192, []uint32{55, 221}},
	},
}

// Offsets in the struct seccomp_data that a filter reads.
const (
	callOffset = 0
	archOffset = 4
	argsOffset = 16
)

// sharedAnonymous are the flags of memory that is shared and belongs to no file.
const sharedAnonymous = unix.MAP_SHARED | unix.MAP_ANONYMOUS

// forbidHiddenMemory makes system calls fail in every process that this thread starts: those
// that allocate memory which no limit counts. They make files without a name, System V
// segments, shared memory without a file, and longer pipes. The limit of open files bounds
// the memory of other pipes.
func forbidHiddenMemory() error {
	tables := callTables[runtime.GOARCH]
	if tables == nil {
		return errors.New("no filter of system calls for this architecture")
	}
	program := hiddenMemoryFilter(tables)
	fprog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	// SPEC_ALLOW: a filter must not make a program slower than it is elsewhere.
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&fprog)))
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}

// hiddenMemoryFilter returns the filter as a program for the kernel.
func hiddenMemoryFilter(tables []callTable) []unix.SockFilter {
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	result := func(value uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value} }
	unless := func(k uint32, skip int) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: k, Jf: uint8(skip)}
	}
	fail := func(errno unix.Errno) unix.SockFilter { return result(unix.SECCOMP_RET_ERRNO | uint32(errno)) }
	const allow = unix.SECCOMP_RET_ALLOW

	var program []unix.SockFilter
	for _, t := range tables {
		body := []unix.SockFilter{load(callOffset)}
		for _, call := range t.memory {
			body = append(body, unless(call, 1), fail(unix.ENOSYS))
		}
		for _, call := range t.fcntl {
			body = append(body, unless(call, 4), load(argsOffset+8), unless(unix.F_SETPIPE_SZ, 1), fail(unix.EPERM), result(allow))
		}
		body = append(body, unless(t.mmap, 5), load(argsOffset+3*8),
			unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: sharedAnonymous},
			unless(sharedAnonymous, 1), fail(unix.ENOMEM), result(allow))
		program = append(program, load(archOffset), unless(t.arch, len(body)))
		program = append(program, body...)
	}
	return append(program, result(allow))
}
