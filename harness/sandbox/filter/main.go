//go:build linux

// Command filter writes the filters of system calls that package sandbox installs, one file per architecture, as the
// kernel takes them. It is a program of its own so that no gridjudge has the tables that it needs: they would take 0.14
// ms and 165 KB in every process.
//
// The filter is the profile of moby for a process without capabilities: it allows what is listed, and nothing else. Here
// it becomes narrower: see refused and rules.
package main

import (
	"fmt"
	"os"
	"slices"

	bpf "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"github.com/moby/profiles/seccomp"
	"github.com/opencontainers/runtime-spec/specs-go"
	"golang.org/x/sys/unix"
)

// refused are calls of the profile that a program does not get. They allocate memory that no limit counts, or send
// signals that the Go runtime of the launcher takes for the kernel's.
var refused = []string{
	"memfd_create", "memfd_secret", "shmget", "msgget", "semget", "mq_open", "vmsplice",
	"rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal",
	"clone3", // libc then uses clone, whose flags can be seen
}

// rule is what happens to a call if all checks hold. Of several rules for a call, the first decides.
type rule struct {
	call   string
	checks []check
	result uint32
}

// check compares the bits in mask of an argument with a value. It sees the low 32 bits alone, because the kernel reads
// no more of these arguments: a check of all 64 could be evaded by a bit above them.
type check struct {
	arg, mask, value uint32
	not              bool // the bits differ from value
}

const (
	all  = 0xffffffff
	deny = unix.SECCOMP_RET_ERRNO
)

// rules narrow calls that the profile allows.
var rules = []rule{
	{"clone", []check{{0, unix.CLONE_UNTRACED, 0, true}}, deny | uint32(unix.EPERM)},
	{"prlimit64", []check{{0, all, 0, true}}, deny | uint32(unix.EPERM)},
	{"ptrace", []check{{0, all, unix.PTRACE_ATTACH, false}}, deny | uint32(unix.EPERM)},
	{"ptrace", []check{{0, all, unix.PTRACE_SEIZE, false}}, deny | uint32(unix.EPERM)},
	{"fcntl", []check{{1, all, unix.F_SETPIPE_SZ, false}}, deny | uint32(unix.EPERM)},
	{"fcntl", []check{{1, all, unix.F_SETSIG, false}}, deny | uint32(unix.EPERM)}, // any signal to any process
	{"mmap", []check{{3, unix.MAP_SHARED | unix.MAP_ANONYMOUS, unix.MAP_SHARED | unix.MAP_ANONYMOUS, false}}, deny | uint32(unix.ENOMEM)},
	{"mmap", []check{{3, unix.MAP_HUGETLB, unix.MAP_HUGETLB, false}}, deny | uint32(unix.ENOMEM)},
	// The profile has all kinds of sockets but a few; these are what programs use. AF_VSOCK would leave a virtual machine.
	{"socket", []check{{0, all, unix.AF_UNIX, false}}, unix.SECCOMP_RET_ALLOW},
	{"socket", []check{{0, all, unix.AF_INET, false}}, unix.SECCOMP_RET_ALLOW},
	{"socket", []check{{0, all, unix.AF_INET6, false}}, unix.SECCOMP_RET_ALLOW},
	{"socket", []check{{0, all, unix.AF_NETLINK, false}}, unix.SECCOMP_RET_ALLOW},
	// The buffers of sockets keep their size, and the call seems to succeed: programs expect no error.
	{"setsockopt", []check{{1, all, unix.SOL_SOCKET, false}, {2, all, unix.SO_SNDBUF, false}}, deny},
	{"setsockopt", []check{{1, all, unix.SOL_SOCKET, false}, {2, all, unix.SO_RCVBUF, false}}, deny},
	{"setsockopt", []check{{1, all, unix.SOL_SOCKET, false}, {2, all, unix.SO_SNDBUFFORCE, false}}, deny},
	{"setsockopt", []check{{1, all, unix.SOL_SOCKET, false}, {2, all, unix.SO_RCVBUFFORCE, false}}, deny},
}

// profile returns the calls that the profile allows on an architecture, and its rules for those that it allows in part.
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

// assemble returns the filter of an architecture, and the calls of the profile whose numbers are not known.
func assemble(name string, table *arch.Info) (filter []unix.SockFilter, unknown []string, err error) {
	allowed, partly, err := profile(name)
	if err != nil {
		return nil, nil, err
	}
	add := func(code, jt, jf int, k uint32) {
		filter = append(filter, unix.SockFilter{Code: uint16(code), Jt: uint8(jt), Jf: uint8(jf), K: k})
	}
	load := func(offset uint32) { add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, 0, 0, offset) }
	ret := func(result uint32) { add(unix.BPF_RET|unix.BPF_K, 0, 0, result) }
	const equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K

	load(4) // the architecture: programs for another one, of 32 bits for example, are killed
	add(equal, 1, 0, uint32(table.ID))
	ret(unix.SECCOMP_RET_KILL_PROCESS)
	load(0)
	newest := uint32(slices.Max(numbers(table)))
	add(unix.BPF_JMP|unix.BPF_JGT|unix.BPF_K, 0, 1, newest)
	ret(deny | uint32(unix.ENOSYS)) // newer than the table: libc has another way
	var done []string
	for _, of := range slices.Concat(rules, partly) {
		number, found := table.SyscallNames[of.call]
		if !found || slices.Contains(done, of.call) {
			continue
		}
		done = append(done, of.call)
		head := len(filter)
		add(equal, 0, 0, uint32(number))
		for _, r := range slices.Concat(rules, partly) {
			if r.call != of.call {
				continue
			}
			for i, c := range r.checks {
				load(16 + 8*c.arg)
				add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, 0, 0, c.mask)
				next := 3*(len(r.checks)-i-1) + 1 // to the rule after this one
				if c.not {
					add(equal, next, 0, c.value)
				} else {
					add(equal, 0, next, c.value)
				}
			}
			ret(r.result)
		}
		if slices.Contains(allowed, of.call) {
			ret(unix.SECCOMP_RET_ALLOW)
		} else {
			ret(deny | uint32(unix.EPERM))
		}
		filter[head].Jf = uint8(len(filter) - head - 1)
	}
	rest, err := lists(table, done, allowed, &unknown)
	return append(filter, rest...), unknown, err
}

// lists assembles what follows from the number of a call alone.
func lists(table *arch.Info, done, allowed []string, unknown *[]string) (filter []unix.SockFilter, err error) {
	known := func(names []string) (numbered []bpf.SyscallWithConditions) {
		for _, name := range names {
			if number, found := table.SyscallNames[name]; !found {
				*unknown = append(*unknown, name)
			} else if !slices.Contains(done, name) {
				numbered = append(numbered, bpf.SyscallWithConditions{Num: uint32(number)})
			}
			done = append(done, name)
		}
		return numbered
	}
	program := bpf.NewProgram()
	for _, group := range []struct {
		calls  []bpf.SyscallWithConditions
		action bpf.Action
	}{{known(refused), bpf.ActionErrno | bpf.Action(unix.ENOSYS)}, {known(allowed), bpf.ActionAllow}} {
		act, next := program.NewLabel(), program.NewLabel()
		for i, call := range group.calls {
			call.Assemble(&program, i < len(group.calls)-1, act, next)
		}
		program.SetLabel(act)
		program.Ret(group.action)
		program.SetLabel(next)
	}
	program.Ret(bpf.ActionErrno)
	instructions, err := program.Assemble()
	for _, instruction := range instructions {
		raw, e := instruction.Assemble()
		if e != nil {
			return nil, e
		}
		filter = append(filter, unix.SockFilter{Code: raw.Op, Jt: raw.Jt, Jf: raw.Jf, K: raw.K})
	}
	return filter, err
}

func numbers(table *arch.Info) (all []int) {
	for number := range table.SyscallNumbers {
		all = append(all, number)
	}
	return all
}

// architectures are those with a filter, by Go's names.
var architectures = map[string]*arch.Info{"amd64": arch.X86_64, "arm64": arch.AARCH64}

// encoded returns a filter as the kernel takes it: both architectures are little-endian.
func encoded(filter []unix.SockFilter) (text []byte) {
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
