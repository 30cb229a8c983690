package sandbox

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// callTable has the numbers of system calls on one architecture; 0 stands for none. The
// filter forbids the calls that allocate memory of no process, because no limit counts
// such memory.
type callTable struct {
	arch                                        uint32
	memfdCreate, memfdSecret, shmget, mmap, ipc uint32
	fcntl                                       []uint32
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
	if len(callTables) == 0 {
		return errors.New("no filter of system calls for this architecture")
	}
	program := hiddenMemoryFilter(callTables)
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
		for _, call := range []uint32{t.memfdCreate, t.memfdSecret, t.shmget, t.ipc} {
			if call != 0 {
				body = append(body, unless(call, 1), fail(unix.ENOSYS))
			}
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
