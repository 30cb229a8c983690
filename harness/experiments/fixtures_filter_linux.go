package main

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets in the struct seccomp_data that a filter reads.
const (
	callOffset     = 0
	firstArgOffset = 16
)

// forbidNamespaces makes, for this thread and what it starts, the system calls fail that
// containers forbid by default and that the sandbox tries: those that make namespaces
// and mounts, and counters of the kernel.
func forbidNamespaces() error {
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	result := func(value uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value} }
	fail := func(errno unix.Errno) unix.SockFilter { return result(unix.SECCOMP_RET_ERRNO | uint32(errno)) }
	jump := func(test uint16, k uint32, skip uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: k, Jf: skip}
	}
	const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC

	program := []unix.SockFilter{load(callOffset)}
	for _, call := range []uint32{unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_PERF_EVENT_OPEN} {
		program = append(program, jump(unix.BPF_JEQ, call, 1), fail(unix.EPERM))
	}
	program = append(program,
		// Its flags are in memory, where no filter reads them: who meets no clone3 uses clone.
		jump(unix.BPF_JEQ, unix.SYS_CLONE3, 1), fail(unix.ENOSYS),
		jump(unix.BPF_JEQ, unix.SYS_CLONE, 3), load(firstArgOffset), jump(unix.BPF_JSET, namespaces, 1), fail(unix.EPERM),
		result(unix.SECCOMP_RET_ALLOW))
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	filter := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&filter)))
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}
