//go:build linux

package main

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// unknown is how many calls of the profile the tables do not have. They are calls of other architectures, and are
// refused: the log of the test lists them.
var unknown = map[string]int{"amd64": 61, "arm64": 88}

// The filters in the repository are the ones that the rules give with the modules of go.mod.
func TestFiltersAreCurrent(t *testing.T) {
	for name, table := range architectures {
		filter, missing, err := assemble(name, table)
		require.NoError(t, err)
		kept, err := os.ReadFile("../filter_linux_" + name + ".bpf")
		require.NoError(t, err)
		assert.Equal(t, encoded(filter), kept, "%s: run go generate ./harness/sandbox", name)
		slices.Sort(missing)
		t.Logf("%s: refused, because their numbers are not known: %q", name, missing)
		assert.Len(t, missing, unknown[name], "%q", missing)
	}
}

// run returns the decision of a filter on a call, as the kernel would get it.
func run(t *testing.T, filter code, arch, number uint32, args ...uint64) uint32 {
	data := map[uint32]uint32{0: number, 4: arch}
	for i, a := range args {
		data[uint32(16+8*i)], data[uint32(20+8*i)] = uint32(a), uint32(a>>32)
	}
	var a uint32
	for pc := 0; pc < len(filter); pc++ {
		switch f := filter[pc]; f.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			a = data[f.K]
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			a &= f.K
		case unix.BPF_RET | unix.BPF_K:
			return f.K
		case unix.BPF_JMP | unix.BPF_JA:
			pc += int(f.K)
		default:
			holds := false
			switch f.Code &^ (unix.BPF_JMP | unix.BPF_K) {
			case unix.BPF_JEQ:
				holds = a == f.K
			case unix.BPF_JGE:
				holds = a >= f.K
			default:
				require.Failf(t, "unknown instruction", "%+v", f)
			}
			if holds {
				pc += int(f.Jt)
			} else {
				pc += int(f.Jf)
			}
		}
	}
	require.Fail(t, "no result")
	return 0
}

// listed returns the decision on a call that follows from the rules and lists, read from the first to the last: the
// decision of the first rule that holds, or else the decision of the lists.
func listed(call string, ordered []rule, allowed []string, args []uint64) uint32 {
	for _, r := range ordered {
		if r.call == call && !slices.ContainsFunc(r.checks, func(c check) bool { return (uint32(args[c.arg])&c.mask == c.value) == c.not }) {
			return r.result
		}
	}
	if slices.Contains(refused, call) {
		return deny | uint32(unix.ENOSYS)
	}
	if slices.Contains(allowed, call) {
		return unix.SECCOMP_RET_ALLOW
	}
	return deny | uint32(unix.EPERM)
}

// arguments returns values for each argument so that every check of a call holds and fails, alone and together with
// others, with and without bits that the kernel does not read.
func arguments(call string, ordered []rule) (all [][]uint64) {
	values := [6][]uint64{}
	for i := range values {
		values[i] = []uint64{math.MaxUint64}
	}
	for _, r := range ordered {
		for _, c := range r.checks {
			if r.call == call {
				for _, v := range []uint32{c.value, c.value ^ c.mask, c.value | ^c.mask, c.value ^ 1} {
					values[c.arg] = append(values[c.arg], uint64(v), uint64(v)|1<<32, uint64(v)|1<<63)
				}
			}
		}
	}
	all = [][]uint64{nil}
	for _, each := range values {
		var longer [][]uint64
		for _, before := range all {
			for _, v := range each {
				longer = append(longer, append(slices.Clone(before), v))
			}
		}
		all = longer
	}
	return all
}

// differences returns the calls on which the filter does not decide as the rules and lists do. It tries all numbers
// that exist, numbers after them, and the numbers of other interfaces.
func differences(t *testing.T, name string, filter code) (differ []string) {
	table := architectures[name]
	allowed, partly, err := profile(name)
	require.NoError(t, err)
	ordered := slices.Concat(rules, partly)
	newest := uint32(slices.Max(slices.Collect(maps.Keys(table.SyscallNumbers))))
	numbers := []uint32{4095, 4096, 1 << 16, 1<<30 - 1, 1<<31 - 1, 1 << 31, math.MaxUint32 - 1, math.MaxUint32}
	for n := range uint32(1024) {
		numbers = append(numbers, n, n|1<<30) // 1<<30: x32, of 32 bits on amd64
	}
	for _, n := range numbers {
		call := table.SyscallNumbers[int(n)]
		// The arguments of the call before show if the number is taken for that one.
		for _, args := range slices.Concat(arguments(call, ordered), arguments(table.SyscallNumbers[int(n)-1], ordered)) {
			want := deny | uint32(unix.ENOSYS)
			if n <= newest {
				want = listed(call, ordered, allowed, args)
			}
			if got := run(t, filter, uint32(table.ID), n, args...); got != want {
				differ = append(differ, fmt.Sprintf("%d %#x: %#x, want %#x", n, args, got, want))
			}
		}
		require.EqualValues(t, uint32(unix.SECCOMP_RET_KILL_PROCESS), run(t, filter, uint32(table.ID)^1, n))
	}
	return differ
}

// A filter finds the number of a call and decides as the rules and lists do. The comparison in this test would notice
// a number that is off by one.
func TestSearchDecidesAsTheLists(t *testing.T) {
	for name, table := range architectures {
		filter, _, err := assemble(name, table)
		require.NoError(t, err)
		assert.Empty(t, differences(t, name, filter), name)
		for at := range filter {
			if filter[at].Code == unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K {
				wrong := slices.Clone(filter)
				wrong[at].K++
				assert.NotEmpty(t, differences(t, name, wrong), "%s: %+v", name, wrong[at])
				break
			}
		}
	}
}

// Every span is found even if most spans are farther away than a comparison can jump.
func TestSearchJumpsFar(t *testing.T) {
	var spans []span
	for n := range uint32(1000) {
		spans = append(spans, span{10 * n, code{{Code: unix.BPF_RET | unix.BPF_K, K: n}}})
	}
	filter := slices.Concat(code{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}}, search(spans))
	for n := range uint32(10_000) {
		require.Equal(t, n/10, run(t, filter, 0, n), n)
	}
}

// Every deny rule holds even with bits above the lowest 32, which the kernel does not read. Calls that are not listed
// are refused, and no call is allowed because of an argument of another call.
func TestDecisions(t *testing.T) {
	const high = 1 << 32
	errno := func(e unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(e) }
	for name, table := range architectures {
		filter, _, err := assemble(name, table)
		require.NoError(t, err)
		is := func(want uint32, call string, args ...uint64) {
			number, found := table.SyscallNames[call]
			require.True(t, found, call)
			assert.Equal(t, want, run(t, filter, uint32(table.ID), uint32(number), args...), "%s: %s %#x", name, call, args)
		}
		for _, bits := range []uint64{0, high} {
			is(errno(unix.EPERM), "fcntl", 3, unix.F_SETPIPE_SZ|bits)
			is(errno(unix.EPERM), "fcntl", 3, unix.F_SETSIG|bits)
			is(errno(unix.EINVAL), "fcntl", 3, unix.F_SETLEASE|bits)
			is(errno(unix.EINVAL), "fcntl", 3, unix.F_SET_RW_HINT|bits)
			is(errno(unix.EINVAL), "fcntl", 3, unix.F_GET_RW_HINT|bits)
			is(errno(unix.EINVAL), "fcntl", 3, 2000|bits)
			is(errno(unix.ENOTTY), "ioctl", 3, unix.FS_IOC_GETFLAGS|bits)
			is(errno(unix.ENOTTY), "ioctl", 3, 0xc020660b|bits) // FS_IOC_FIEMAP
			is(unix.SECCOMP_RET_ALLOW, "ioctl", 3, unix.TIOCINQ|bits)
			is(unix.SECCOMP_RET_ALLOW, "fcntl", 3, unix.F_DUPFD_CLOEXEC|bits)
			is(errno(unix.EOPNOTSUPP), "socketpair", unix.AF_VSOCK|bits)
			is(unix.SECCOMP_RET_ALLOW, "socketpair", unix.AF_UNIX|bits)
			is(errno(unix.EINVAL), "seccomp", 1, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER|unix.SECCOMP_FILTER_FLAG_TSYNC|bits)
			is(unix.SECCOMP_RET_ALLOW, "seccomp", 1, unix.SECCOMP_FILTER_FLAG_TSYNC|bits)
			is(errno(unix.EPERM), "prlimit64", 1|bits)
			is(errno(unix.EPERM), "ptrace", unix.PTRACE_ATTACH|bits)
			is(errno(unix.EPERM), "ptrace", unix.PTRACE_SEIZE|bits)
			is(errno(unix.ENOMEM), "mmap", 0, 4096, 3, unix.MAP_SHARED|unix.MAP_ANONYMOUS|bits)
			is(errno(unix.ENOMEM), "mmap", 0, 4096, 3, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_HUGETLB|bits)
			is(errno(unix.EPERM), "clone", unix.CLONE_NEWUSER|bits)
			is(errno(unix.EPERM), "clone", unix.CLONE_UNTRACED|bits)
			is(errno(unix.EPERM), "socket", unix.AF_VSOCK|bits)
			is(errno(0), "setsockopt", 3, unix.SOL_SOCKET|bits, unix.SO_SNDBUF|bits)
			is(unix.SECCOMP_RET_ALLOW, "setsockopt", 3, unix.SOL_SOCKET|bits, unix.SO_REUSEADDR|bits)
			is(unix.SECCOMP_RET_ALLOW, "setsockopt", 3, unix.IPPROTO_TCP|bits, unix.SO_SNDBUF|bits)
			is(unix.SECCOMP_RET_ALLOW, "prlimit64", 0|bits)
			is(unix.SECCOMP_RET_ALLOW, "ptrace", unix.PTRACE_TRACEME|bits)
			is(unix.SECCOMP_RET_ALLOW, "clone", unix.CLONE_VM|unix.CLONE_THREAD|bits)
			is(unix.SECCOMP_RET_ALLOW, "socket", unix.AF_UNIX|bits)
		}
		for _, call := range []string{"read", "rt_sigreturn", "exit_group", "openat", "execve", "futex", "wait4", "statx", map[string]string{"amd64": "newfstatat", "arm64": "fstatat"}[name]} {
			is(unix.SECCOMP_RET_ALLOW, call)
		}
		for _, call := range []string{"unshare", "setns", "mount", "keyctl", "add_key", "request_key", "bpf", "open_by_handle_at", "io_uring_setup", "userfaultfd", "perf_event_open", "chroot"} {
			is(errno(unix.EPERM), call)
		}
		for _, call := range refused {
			if call != "inotify_init" || name == "amd64" { // arm64 never had it
				is(errno(unix.ENOSYS), call)
			}
		}
		for _, call := range []string{"splice", "tee", "sendfile"} {
			is(errno(unix.EINVAL), call)
		}
		for _, call := range []string{"setxattr", "lsetxattr", "fsetxattr", "setxattrat"} {
			is(errno(unix.ENOTSUP), call)
		}
		assert.Equal(t, errno(unix.ENOSYS), run(t, filter, uint32(table.ID), 9999))
		assert.Equal(t, uint32(unix.SECCOMP_RET_KILL_PROCESS), run(t, filter, unix.AUDIT_ARCH_I386, 90), "32 bits")
		for domain := range uint64(400) {
			want := errno(unix.EPERM)
			if slices.Contains([]uint64{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}, domain) {
				want = unix.SECCOMP_RET_ALLOW
			}
			is(want, "socket", domain, unix.SOCK_STREAM|unix.SOCK_CLOEXEC)
		}
		for protocol := range uint64(300) {
			want := [3]uint32{errno(unix.EPERM), errno(unix.EPERM), errno(unix.EPERM)} // of NETLINK, streams and datagrams
			for i, known := range [3][]uint64{{unix.NETLINK_ROUTE}, {0, unix.IPPROTO_TCP}, {0, unix.IPPROTO_UDP}} {
				if slices.Contains(known, protocol) {
					want[i] = unix.SECCOMP_RET_ALLOW
				}
			}
			is(want[0], "socket", unix.AF_NETLINK, unix.SOCK_RAW, protocol)
			is(want[1], "socket", unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_NONBLOCK, protocol)
			is(want[2], "socket", unix.AF_INET6, unix.SOCK_DGRAM, protocol)
			is(errno(unix.EPERM), "socket", unix.AF_INET, unix.SOCK_SEQPACKET, protocol)
			is(errno(unix.EPERM), "socket", unix.AF_INET6, unix.SOCK_RAW, protocol)
		}
	}
}
