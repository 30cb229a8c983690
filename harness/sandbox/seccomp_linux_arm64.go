package sandbox

import "golang.org/x/sys/unix"

// callTables are for arm64 and for 32-bit programs on the same kernel.
var callTables = []callTable{
	{arch: unix.AUDIT_ARCH_AARCH64, memfdCreate: unix.SYS_MEMFD_CREATE, memfdSecret: unix.SYS_MEMFD_SECRET,
		shmget: unix.SYS_SHMGET, mmap: unix.SYS_MMAP, fcntl: []uint32{unix.SYS_FCNTL}},
	{arch: unix.AUDIT_ARCH_ARM, memfdCreate: 385, shmget: 307, mmap: 192, fcntl: []uint32{55, 221}},
}
