// Package sandbox runs an untrusted program once and reports what it observed. It gives no verdict: package program
// turns the Result into facts, and package judge derives the verdict from the facts.
//
// On Linux a run takes these steps:
//
//  1. Run makes a fresh directory and starts the launcher: a small process that starts the program. It is this
//     executable under another name. If the kernel allows it, the launcher is the first process of new user, process,
//     mount, network and IPC namespaces. It then also gets a control group (version 2) of its own, if the calling
//     process may make one.
//  2. The launcher builds the program's view of the file system. The system's folders and the files of the Command
//     are read-only in it, and the program may write to the fresh directory. The launcher gives up its privileges. It
//     installs a filter that allows only some system calls. The filter refuses calls that reach the launcher, hold
//     memory that no limit counts, or leave objects in the kernel for a later run. (harness/judge/README.md lists
//     what remains possible.) It starts the program in a session of its own, and stops it before its first
//     instruction.
//  3. The launcher sets the resource limits and lets the program continue. Every 20 ms it looks at the time and
//     memory that all processes of the program use. It kills a program that exceeds a limit, and a program that it
//     cannot measure. If the judge is stopped (Ctrl-Z), the wall time of the program continues to count.
//  4. Every process is charged, whether or not its parent waits for it, because the control group counts its time, or
//     because the launcher traces it. When the program ends, the launcher kills every process that is left, and waits
//     for it.
//  5. The launcher reports, Run reads the outputs to their end, removes the directory and returns the Result.
//
// A launcher is needed because on Linux a program inherits the peak memory of the process that starts it. For
// example, "true", started from a Go program of 300 MB, reports 300 MB. So a large judge would make every program
// look large. The launcher is small, with a peak of about 3 MB. This is the least peak memory that can be reported
// for a program.
package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"gridjudge/harness/scratch"
)

// Command says which program to run, and which files the program sees.
type Command struct {
	// Path is the absolute path of the program. Args are its arguments, without the program's name.
	Path string
	Args []string

	// Input is the program's standard input. It must be a real file (see scratch.NewFile), and not a pipe, because
	// programs seek in their input and map it, as they can on online judges. If it is nil, the input is the machine's
	// /dev/null, whose permissions a program of root may change.
	Input *os.File `json:"-"`

	// Dir is the working directory. The program may write to it, except to the files and folders in it that Keep
	// lists. If Dir is empty, the program gets a fresh directory, which is removed afterwards with its contents.
	Dir  string
	Keep []string

	// The following lists have an effect only if there are mount namespaces.
	//
	//   - Read lists files and folders that the program may read, in addition to the system's folders and Dir. The
	//     program itself (Path) must be in one of these places.
	//   - Hide lists files and folders that the program must not read, although they lie in a folder that it may read.
	//     They appear empty to the program. A hard link to a hidden file appears empty, too, if the link lies in a
	//     folder of Read.
	//   - Tools lists what an interpreter needs: its folder, such as ~/.pyenv/versions/3.12.1, and the links that lead
	//     to it. The program may read these files, too. They are not searched for hard links, because there are too
	//     many of them.
	Read  []string
	Hide  []string
	Tools []string
}

// Limits are the limits of a run; a value of 0 means no limit. A program that exceeds CPU, Wall, Memory, Output or
// Tasks is killed. The kernel enforces the other limits, and the program may go on when it meets them:
//   - AddressSpace and Files: a system call that would exceed the limit fails.
//   - FileSize: writing a file beyond this size fails, or it ends the program with SIGXFSZ.
//   - FolderSize: writing to a full directory fails. This needs namespaces.
//
// On systems other than Linux, only Wall and Output are enforced.
//
// Callers should set CPU above the time limit that decides TLE. A program that is somewhat too slow can then still
// end by itself, so that its result can be seen.
type Limits struct {
	CPU          time.Duration // user and system time of all processes together
	Wall         time.Duration // from the start to the end of the first process
	Memory       int64         // resident bytes of any one process
	AddressSpace int64         // mapped bytes of any one process
	Output       int64         // bytes on standard output
	FileSize     int64         // bytes of any one file written
	FolderSize   int64         // bytes of all files in a fresh directory
	Tasks        int           // processes and threads at a time
	Files        int           // open files of any one process
}

// Backstop returns the limit of cpu time that the kernel enforces by itself, in whole seconds. It ends a program that
// exceeds CPU if the launcher fails to do so.
//
// The kernel's limit is far above the field CPU, because the kernel's own count of cpu time is rough, and the limit
// must not end a program that has used less than CPU. The kernel counts the ticks of its clock: at each tick, it
// charges the whole tick to the process that runs at that moment. Typically the count is wrong by some 20 %. In the
// worst case, a program that works only at the ticks is charged for all of the time, and a program that sleeps at every
// tick is charged for nothing.
func (l *Limits) Backstop() time.Duration { return (2*l.CPU + 10*time.Second).Truncate(time.Second) }

// Cause says why a program was killed.
type Cause string

// The causes. A program that ended by itself has none.
const (
	NotKilled    Cause = ""
	KilledCPU    Cause = "cpu"       // cpu time, well over the time limit
	KilledWall   Cause = "wall"      // wall time
	KilledMemory Cause = "memory"    // resident memory
	KilledOutput Cause = "output"    // bytes written
	KilledTasks  Cause = "processes" // number of processes and threads
	Backstopped  Cause = "backstop"  // the kernel's limit of cpu time, which is far above Limits.CPU
	Interrupted  Cause = "interrupted"
)

// Error makes a Cause an error, so that the reason for killing a program can be either a Cause or a fault because of
// which the program cannot be measured.
func (c Cause) Error() string { return string(c) }

// StderrKept is how many bytes of the standard error output are kept.
const StderrKept = 64 << 10

// CountersVariable is the variable of the program's environment that names the file for its counters. The file does
// not exist when the program starts. It lies in the fresh directory, so that the program may write to it.
const CountersVariable = "GRIDJUDGE_COUNTERS"

// countersKept is the size of the largest file with counters that is read, in bytes. The report of the launcher carries
// the file, and still fits into the buffer of its socket.
const countersKept = 64 << 10

// Result is what was observed of one run.
type Result struct {
	// NotStarted says why the program could not be started at all, for example because there is no such file, or
	// because it is not executable. Nothing else is known then.
	NotStarted string

	Exit   int    // exit status; -1 if a signal ended it
	Signal string // name of the signal that ended it, or "signal N" if it has none
	Killed Cause  // why it was killed, if it was

	User    time.Duration // cpu time in user mode, of all its processes
	System  time.Duration // cpu time in the kernel
	Wall    time.Duration
	PeakRSS int64 // bytes, of the largest of its processes

	Stdout  []byte // at most Limits.Output bytes and one more
	Written int64  // bytes written to standard output, as far as they were read

	Stderr        []byte // at most StderrKept bytes
	StderrWritten int64

	// Counters is the content of the file that CountersVariable names, or nil if the program has not made it.
	// CountersFault says why the file could not be read.
	Counters      []byte
	CountersFault string

	// Left is the number of processes that still existed when the first one ended.
	Left int
}

// CPU returns the user and system time together.
func (r *Result) CPU() time.Duration { return r.User + r.System }

// Run runs c once and waits until none of its processes is left. An error means that the sandbox failed (for example,
// no space for the directory) or that ctx ended. It is never caused by the program.
func Run(ctx context.Context, c Command, limits Limits) (result Result, err error) {
	if !filepath.IsAbs(c.Path) {
		return Result{}, fmt.Errorf("sandbox: %q is not an absolute path", c.Path)
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	fresh, err := scratch.New()
	if err != nil {
		return Result{}, fmt.Errorf("sandbox: no working directory: TMPDIR: %w", err)
	}
	defer func() {
		if e := fresh.Remove(); e != nil {
			err = errors.Join(err, fmt.Errorf("sandbox: working directory left behind: %w", e))
		}
	}()
	c.Dir = cmp.Or(c.Dir, fresh.Path)
	result, err = run(ctx, c, fresh.Path, limits)
	if err == nil && result.Killed == Interrupted {
		err = ctx.Err()
	}
	if err != nil {
		return result, fmt.Errorf("sandbox: %s: %w", c.Path, err)
	}
	return result, nil
}

// environment returns the program's environment, which has only a few variables:
//   - PATH is the PATH of the caller, so that interpreters are found.
//   - HOME and TMPDIR name the fresh directory, and CountersVariable names a file in it.
//   - LC_ALL is C.
//   - LSAN_OPTIONS turns off LeakSanitizer, a part of -fsanitize=address in gcc and clang. LeakSanitizer fails in a
//     traced process, so a correct program would exit with status 1.
func environment(fresh string) []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + fresh, "TMPDIR=" + fresh, CountersVariable + "=" + countersFile(fresh), "LC_ALL=C", "LSAN_OPTIONS=detect_leaks=0"}
}

// countersFile returns the path of the file for the program's counters.
func countersFile(fresh string) string { return filepath.Join(fresh, "counters.txt") }

// readCounters reads the file with the program's counters. No process of the program is left, so the file does not
// change any more, but the program may have made anything of this name: a link, or a pipe that nobody writes to.
func (r *Result) readCounters(fresh string) {
	info, err := os.Lstat(countersFile(fresh))
	if err != nil { // the program has not made it
		return
	}
	if !info.Mode().IsRegular() || info.Size() > countersKept {
		r.CountersFault = fmt.Sprintf("it is not a regular file of at most %d bytes", countersKept)
	} else if r.Counters, err = os.ReadFile(countersFile(fresh)); err != nil {
		r.CountersFault = err.Error()
	}
}

// capture keeps the first bytes that are written to it, and counts all of them. When more than limit bytes have come,
// it calls the function full once. It counts and drops all further bytes, so that the writer never blocks.
type capture struct {
	limit int64 // at most unlimited
	full  func()
	kept  []byte
	total int64
}

func (h *capture) Write(p []byte) (int, error) {
	before := h.total
	h.total += int64(len(p))
	// One byte beyond the limit is kept: it shows that there was more.
	h.kept = append(h.kept, p[:min(int64(len(p)), max(h.limit+1-before, 0))]...)
	if before <= h.limit && h.total > h.limit && h.full != nil {
		h.full()
	}
	return len(p), nil
}

const unlimited = math.MaxInt64 - 1

// connect gives cmd the input of the program, and takes its outputs. If standard output exceeds its limit, it calls
// full. After the caller has waited for cmd, it must call captured, which copies the outputs to the result.
func (c *Command) connect(cmd *exec.Cmd, limits Limits, full func()) (captured func(*Result)) {
	stdout := &capture{limit: cmp.Or(limits.Output, unlimited), full: full}
	stderr := &capture{limit: StderrKept - 1}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if c.Input != nil {
		cmd.Stdin = c.Input
	}
	return func(r *Result) {
		r.Stdout, r.Written = stdout.kept, stdout.total
		r.Stderr, r.StderrWritten = stderr.kept, stderr.total
	}
}
