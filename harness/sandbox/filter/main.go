//go:build linux

// Command filter generates the filters of system calls that package sandbox installs. It writes one file per
// architecture, in the form that the kernel reads. This is done in advance, by a separate program, because it needs
// large tables of system calls. If gridjudge itself contained these tables, they would cost every process 0.14 ms and
// 165 KB.
//
// The filter starts from the profile that moby (the base of Docker) uses for a process without capabilities: it
// allows the calls that are listed, and nothing else. This program makes the filter narrower: see refused and rules.
package main

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"

	"github.com/elastic/go-seccomp-bpf/arch"
	"github.com/moby/profiles/seccomp"
	"github.com/opencontainers/runtime-spec/specs-go"
	"golang.org/x/sys/unix"
)

// refused lists the calls of the profile that a program does not get. They allocate memory that no limit counts, or
// they send signals that the Go runtime of the launcher would mistake for signals of the kernel.
var refused = []string{
	"memfd_create", "memfd_secret", "shmget", "msgget", "semget", "mq_open", "vmsplice", "inotify_init", "inotify_init1",
	"landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", // each rule is memory of the kernel
	"rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal",
	"clone3",           // libc then uses clone, whose flags can be seen
	"openat2",          // with RESOLVE_CACHED, it tells which names an earlier run has looked up
	"process_mrelease", // makes the kernel forget the peak of a child
}

// A rule says what happens to a system call if all its checks hold. A rule without checks always applies. If there
// are several rules for a call, the first rule that applies decides.
type rule struct {
	call   string
	checks []check
	result uint32
}

// A check compares some bits of an argument of a system call with a value. For example, the check {0, CLONE_UNTRACED,
// 0, true} takes argument 0, selects the bit CLONE_UNTRACED by the mask, and holds if this bit is not 0. A check looks
// only at the low 32 bits of the argument, because the kernel ignores the others. If it compared all 64 bits, a program
// could evade it by setting one of the ignored bits.
type check struct {
	arg, mask, value uint32
	not              bool // the bits differ from value
}

const (
	all  = 0xffffffff
	inet = all &^ (unix.AF_INET ^ unix.AF_INET6) // the bits in which AF_INET and AF_INET6 are equal
	kind = 0xf                                   // the kind of a socket, without its flags
	deny = unix.SECCOMP_RET_ERRNO
)

// Requests of ioctl that package unix does not name.
const fioNBIO, fioASYNC, fioCLEX, fioNCLEX = 0x5421, 0x5452, 0x5451, 0x5450

// rules narrow calls that the profile allows.
var rules = slices.Concat([]rule{
	{"clone", []check{{0, unix.CLONE_UNTRACED, 0, true}}, deny | uint32(unix.EPERM)},
	// Among the options from 64 to 127 are the newest ones, and some allocate memory of the kernel: PR_FUTEX_HASH (78)
	// took 256 MB. Programs know this error from kernels without these options.
	{"prctl", []check{{0, 0xffffffc0, 64, false}}, deny | uint32(unix.EINVAL)},
	{"prlimit64", []check{{0, all, 0, true}}, deny | uint32(unix.EPERM)},
	{"ptrace", []check{{0, all, unix.PTRACE_ATTACH, false}}, deny | uint32(unix.EPERM)},
	{"ptrace", []check{{0, all, unix.PTRACE_SEIZE, false}}, deny | uint32(unix.EPERM)},
	{"seccomp", []check{{1, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, 0, true}}, deny | uint32(unix.EINVAL)}, // a descriptor that keeps filters in memory
	{"mmap", []check{{3, unix.MAP_SHARED | unix.MAP_ANONYMOUS, unix.MAP_SHARED | unix.MAP_ANONYMOUS, false}}, deny | uint32(unix.ENOMEM)},
	{"mmap", []check{{3, unix.MAP_HUGETLB, unix.MAP_HUGETLB, false}}, deny | uint32(unix.ENOMEM)},
	// Extended attributes of the input would be memory that no limit counts. The error is one that programs know from
	// file systems without such attributes.
	{"setxattr", nil, deny | uint32(unix.ENOTSUP)},
	{"lsetxattr", nil, deny | uint32(unix.ENOTSUP)},
	{"fsetxattr", nil, deny | uint32(unix.ENOTSUP)},
	{"setxattrat", nil, deny | uint32(unix.ENOTSUP)},
	// In a pipe or a socket, one byte keeps a whole page in memory. Go and others do without these calls if the error is
	// EINVAL, but not if it is ENOSYS.
	{"splice", nil, deny | uint32(unix.EINVAL)},
	{"tee", nil, deny | uint32(unix.EINVAL)},
	{"sendfile", nil, deny | uint32(unix.EINVAL)},
	// The buffers of sockets keep their size, although the call seems to succeed, because programs do not expect an
	// error.
	{"setsockopt", []check{{1, all, unix.SOL_SOCKET, false}, {2, all, unix.SO_SNDBUF, false}}, deny},
	{"setsockopt", []check{{1, all, unix.SOL_SOCKET, false}, {2, all, unix.SO_RCVBUF, false}}, deny},
	{"setsockopt", []check{{1, all, unix.SOL_SOCKET, false}, {2, all, unix.SO_RCVLOWAT, false}}, deny}, // makes the buffer larger, too
	{"setsockopt", []check{{1, all, unix.SOL_SOCKET, false}, {2, all, unix.SO_SNDBUFFORCE, false}}, deny},
	{"setsockopt", []check{{1, all, unix.SOL_SOCKET, false}, {2, all, unix.SO_RCVBUFFORCE, false}}, deny},
	{"fcntl", []check{{1, all, unix.F_SETPIPE_SZ, false}}, deny | uint32(unix.EPERM)},
	{"fcntl", []check{{1, all, unix.F_SETSIG, false}}, deny | uint32(unix.EPERM)}, // any signal to any process
	// Locks on ranges of files took 74 MB of the kernel's memory in 1.8 s. flock still works: it locks whole files.
	{"fcntl", []check{{1, all, unix.F_SETLK, false}}, deny | uint32(unix.ENOLCK)},
	{"fcntl", []check{{1, all, unix.F_SETLKW, false}}, deny | uint32(unix.ENOLCK)},
	{"fcntl", []check{{1, all, unix.F_OFD_SETLK, false}}, deny | uint32(unix.ENOLCK)},
	{"fcntl", []check{{1, all, unix.F_OFD_SETLKW, false}}, deny | uint32(unix.ENOLCK)},
},
	// Some other commands make processes wait that open a file (F_SETLEASE), or leave a number at a file for later runs
	// (F_SET_RW_HINT). Newer kernels add more.
	only("fcntl", 1, unix.EINVAL, unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_DUPFD_QUERY, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL,
		unix.F_GETLK, unix.F_OFD_GETLK, unix.F_GETOWN, unix.F_SETOWN, unix.F_GETOWN_EX, unix.F_SETOWN_EX, unix.F_GETSIG, unix.F_GETPIPE_SZ,
		unix.F_GET_SEALS, unix.F_ADD_SEALS),
	// Requests to files would leave state at them for later runs: FS_IOC_FIEMAP fills a cache that EXT4_IOC_GET_ES_CACHE
	// reads. These requests are for sockets and descriptors. The error is the one for requests that a file does not know.
	only("ioctl", 1, unix.ENOTTY, unix.TIOCINQ, fioNBIO, fioASYNC, fioCLEX, fioNCLEX, unix.TIOCOUTQ, unix.TCGETS, unix.TIOCGWINSZ,
		unix.TIOCGPGRP, unix.SIOCGIFCONF, unix.SIOCGIFNAME, unix.SIOCGIFINDEX, unix.SIOCGIFFLAGS, unix.SIOCGIFADDR, unix.SIOCGIFNETMASK,
		unix.SIOCGIFBRDADDR, unix.SIOCGIFMTU, unix.SIOCGIFHWADDR),
	// The profile allows almost all kinds of sockets. These are the kinds that programs use: UNIX sockets, TCP, UDP, and
	// the questions about interfaces that libc asks by NETLINK_ROUTE. AF_VSOCK, for example, would leave a virtual machine,
	// and for a kind that the kernel does not have yet, it would load a module.
	[]rule{
		{"socket", []check{{0, all, unix.AF_UNIX, false}}, unix.SECCOMP_RET_ALLOW},
		{"socket", []check{{0, all, unix.AF_NETLINK, false}, {2, all, unix.NETLINK_ROUTE, false}}, unix.SECCOMP_RET_ALLOW},
		{"socket", []check{{0, inet, unix.AF_INET, false}, {1, kind, unix.SOCK_STREAM, false}, {2, all, 0, false}}, unix.SECCOMP_RET_ALLOW},
		{"socket", []check{{0, inet, unix.AF_INET, false}, {1, kind, unix.SOCK_STREAM, false}, {2, all, unix.IPPROTO_TCP, false}}, unix.SECCOMP_RET_ALLOW},
		{"socket", []check{{0, inet, unix.AF_INET, false}, {1, kind, unix.SOCK_DGRAM, false}, {2, all, 0, false}}, unix.SECCOMP_RET_ALLOW},
		{"socket", []check{{0, inet, unix.AF_INET, false}, {1, kind, unix.SOCK_DGRAM, false}, {2, all, unix.IPPROTO_UDP, false}}, unix.SECCOMP_RET_ALLOW},
		{"socket", nil, deny | uint32(unix.EPERM)},
	},
	only("socketpair", 0, unix.EOPNOTSUPP, unix.AF_UNIX),
)

// only returns rules that allow a call if an argument has one of these values, and give an error otherwise.
func only(call string, arg uint32, otherwise unix.Errno, values ...uint32) (allow []rule) {
	for _, value := range values {
		allow = append(allow, rule{call, []check{{arg, all, value, false}}, unix.SECCOMP_RET_ALLOW})
	}
	return append(allow, rule{call, nil, deny | uint32(otherwise)})
}

// profile returns the calls that the profile allows on an architecture, and rules for the calls that it allows in
// part.
func profile(name string) (allowed []string, partly []rule, err error) {
	for _, group := range seccomp.DefaultProfile().Syscalls {
		in, out := group.Includes, group.Excludes
		applies := (in == nil || len(in.Caps) == 0 && (len(in.Arches) == 0 || slices.Contains(in.Arches, name))) &&
			(out == nil || !slices.Contains(out.Arches, name))
		if !applies || group.Action != specs.ActAllow || slices.Contains(group.Names, "socket") {
			continue
		}
		var checks []check
		for _, arg := range group.Args {
			switch arg.Op {
			case specs.OpEqualTo:
				checks = append(checks, check{uint32(arg.Index), all, uint32(arg.Value), false})
			case specs.OpMaskedEqual:
				checks = append(checks, check{uint32(arg.Index), uint32(arg.Value), uint32(arg.ValueTwo), false})
			default:
				return nil, nil, fmt.Errorf("%v: the comparison %s is new", group.Names, arg.Op)
			}
		}
		for _, call := range group.Names {
			if len(checks) > 0 {
				partly = append(partly, rule{call, checks, unix.SECCOMP_RET_ALLOW})
			} else if call == "newfstatat" && name == "arm64" {
				allowed = append(allowed, "fstatat") // its name in the table there
			} else {
				allowed = append(allowed, call)
			}
		}
	}
	return allowed, partly, nil
}

// code is a piece of a filter that ends with a result.
type code []unix.SockFilter

func (c *code) add(operation, jt, jf int, k uint32) {
	*c = append(*c, unix.SockFilter{Code: uint16(operation), Jt: uint8(jt), Jf: uint8(jf), K: k})
}

func (c *code) load(offset uint32) { c.add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, 0, 0, offset) }
func (c *code) ret(result uint32)  { c.add(unix.BPF_RET|unix.BPF_K, 0, 0, result) }

const equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K

// decision returns the code for one call, after the filter has found the call's number: the rules of the call in
// order, and after them the result if no rule applies.
func decision(call string, rules []rule, allowed []string) (c code) {
	for _, r := range rules {
		if r.call != call {
			continue
		}
		for i, check := range r.checks {
			c.load(16 + 8*check.arg)
			c.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, 0, 0, check.mask)
			next := 3*(len(r.checks)-i-1) + 1 // to the rule after this one
			if check.not {
				c.add(equal, next, 0, check.value)
			} else {
				c.add(equal, 0, next, check.value)
			}
		}
		c.ret(r.result)
		if len(r.checks) == 0 {
			return c
		}
	}
	switch {
	case slices.Contains(refused, call):
		c.ret(deny | uint32(unix.ENOSYS))
	case slices.Contains(allowed, call):
		c.ret(unix.SECCOMP_RET_ALLOW)
	default:
		c.ret(deny | uint32(unix.EPERM))
	}
	return c
}

// A span is a range of call numbers that share the same code. The range begins with first and ends before the first
// of the next span.
type span struct {
	first uint32
	code
}

// search returns the code that finds the span of a call number and continues with the code of this span. It uses a
// binary search, because a slow search would delay every program at its start. When a filter is installed, the kernel
// runs the filter once for every call number, to find out which calls are always allowed. A filter that compared the
// number with each call in turn took 0.39 ms to install. This filter takes 0.15 ms, and a filter with a single
// instruction takes 0.10 ms.
func search(spans []span) (c code) {
	if len(spans) == 1 {
		return spans[0].code
	}
	middle := len(spans) / 2
	low, high := search(spans[:middle]), search(spans[middle:])
	const least = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	if len(low) <= math.MaxUint8 {
		c.add(least, len(low), 0, spans[middle].first)
	} else { // too far for the jump of a comparison
		c.add(least, 0, 1, spans[middle].first)
		c.add(unix.BPF_JMP|unix.BPF_JA, 0, 0, uint32(len(low)))
	}
	return slices.Concat(c, low, high)
}

// assemble returns the filter of an architecture, and the calls of the profile whose numbers are not known.
func assemble(name string, table *arch.Info) (filter code, unknown []string, err error) {
	allowed, partly, err := profile(name)
	if err != nil {
		return nil, nil, err
	}
	for _, call := range slices.Concat(refused, allowed) {
		if _, found := table.SyscallNames[call]; !found && !slices.Contains(unknown, call) {
			unknown = append(unknown, call)
		}
	}
	var spans []span
	add := func(first int, c code) {
		if len(spans) == 0 || !slices.Equal(spans[len(spans)-1].code, c) {
			spans = append(spans, span{uint32(first), c})
		}
	}
	newest := slices.Max(slices.Collect(maps.Keys(table.SyscallNumbers)))
	for number := range newest + 1 {
		add(number, decision(table.SyscallNumbers[number], slices.Concat(rules, partly), allowed))
	}
	var newer code // than the table, so libc knows how to do without
	newer.ret(deny | uint32(unix.ENOSYS))
	add(newest+1, newer)

	filter.load(4) // the architecture: a program for another one, for example of 32 bits, is killed
	filter.add(equal, 1, 0, uint32(table.ID))
	filter.ret(unix.SECCOMP_RET_KILL_PROCESS)
	filter.load(0)
	return append(filter, search(spans)...), unknown, nil
}

// architectures are the architectures that have a filter, by Go's names.
var architectures = map[string]*arch.Info{"amd64": arch.X86_64, "arm64": arch.AARCH64}

// encoded returns a filter in the form that the kernel takes. Both architectures are little-endian.
func encoded(filter code) (text []byte) {
	for _, i := range filter {
		text = append(text, byte(i.Code), byte(i.Code>>8), i.Jt, i.Jf, byte(i.K), byte(i.K>>8), byte(i.K>>16), byte(i.K>>24))
	}
	return text
}

func main() {
	for name, table := range architectures {
		filter, _, err := assemble(name, table)
		if err == nil {
			err = os.WriteFile("filter_linux_"+name+".bpf", encoded(filter), 0o666)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
