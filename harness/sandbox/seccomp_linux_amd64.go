package sandbox

import "golang.org/x/sys/unix"

// x32 marks the numbers of the x32 interface, which are otherwise the same.
const x32 = 0x40000000

// callTables are for amd64, for x32 and for 32-bit programs on the same kernel.
var callTables = []callTable{
	{arch: unix.AUDIT_ARCH_X86_64, memfdCreate: unix.SYS_MEMFD_CREATE, memfdSecret: unix.SYS_MEMFD_SECRET,
		shmget: unix.SYS_SHMGET, mmap: unix.SYS_MMAP, fcntl: []uint32{unix.SYS_FCNTL}},
	{arch: unix.AUDIT_ARCH_X86_64, memfdCreate: x32 | unix.SYS_MEMFD_CREATE, memfdSecret: x32 | unix.SYS_MEMFD_SECRET,
		shmget: x32 | unix.SYS_SHMGET, mmap: x32 | unix.SYS_MMAP, fcntl: []uint32{x32 | unix.SYS_FCNTL}},
	{arch: unix.AUDIT_ARCH_I386, memfdCreate: 356, memfdSecret: 447, shmget: 395, ipc: 117, mmap: 192, fcntl: []uint32{55, 221}},
}
