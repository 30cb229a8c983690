// Package sandbox runs a program that is not trusted, once, and reports what
// was observed. It gives no verdict: package judge derives that from the Result.
//
// On Linux a run goes like this:
//
//  1. Run makes a fresh directory and starts the launcher: this very binary
//     under another name, where the kernel allows it as the first process of
//     new user, process, mount, network and IPC namespaces.
//  2. The launcher makes the file system read-only but for that directory,
//     gives up its privileges for what it will start, and starts the program
//     in a session of its own, stopped before its first instruction.
//  3. It sets the resource limits, lets the program go, and looks every 20 ms
//     at what all its processes use. What exceeds a limit is killed.
//  4. When the program ends, every process that it left behind is killed and
//     reaped; their use counts as the program's.
//  5. The launcher reports, Run reads the outputs to their end, removes the
//     directory and returns the Result.
//
// There is a launcher because Linux carries the peak memory of the process
// that starts a program over into the program's own figure: "true", started
// from a Go program of 300 MB, reports 300 MB. The launcher is small; its own
// size is the leastPeak below which no peak can be reported (see LeastPeak).
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Command is what to run.
type Command struct {
	// Path is the absolute path of the program, Args its arguments without the
	// program's name.
	Path string
	Args []string

	// Input is all that the program finds on its standard input.
	Input []byte

	// Dir is the working directory. Where it is empty, the program gets a
	// fresh one, which is removed afterwards with all that is in it.
	Dir string

	// Hide lists files that the program must not read. They look empty to it
	// where the kernel has mount namespaces.
	Hide []string

	// Trusted runs the program with the caller's environment, network and file
	// system: a build command, not a contestant. Limits hold all the same.
	Trusted bool
}

// Limits bound a run; the zero value of each means no limit. They say when a
// program is killed, not when it is judged to have exceeded: a judge sets CPU
// higher than the limit it judges by.
type Limits struct {
	CPU          time.Duration // user and system time of all processes together
	Wall         time.Duration // from the start to the end of the first process
	Memory       int64         // resident bytes of any one process
	AddressSpace int64         // mapped bytes of any one process
	Output       int64         // bytes on standard output
	FileSize     int64         // bytes of any one file written
	Processes    int           // processes at a time
}

// Cause says why a program was killed.
type Cause string

// The causes. A program that ended by itself has none.
const (
	NotKilled       Cause = ""
	KilledCPU       Cause = "cpu"
	KilledWall      Cause = "wall"
	KilledMemory    Cause = "memory"
	KilledOutput    Cause = "output"
	KilledProcesses Cause = "processes"
	KilledLauncher  Cause = "launcher" // it killed its own supervision
	Interrupted     Cause = "interrupted"
)

// StderrKept is how many bytes of the standard error output are kept.
const StderrKept = 64 << 10

// Result are what was observed of one run.
type Result struct {
	// NotStarted says why the program could not be started at all: no such
	// file, not executable. Nothing else is known then.
	NotStarted string `json:"not_started,omitempty"`

	Exit   int    `json:"exit"`             // exit status; -1 where a signal ended it
	Signal string `json:"signal,omitempty"` // name of the signal that ended it
	Killed Cause  `json:"killed,omitempty"` // what the runner killed it for

	User    time.Duration `json:"user_ns"`   // cpu time in user mode, of all its processes
	System  time.Duration `json:"system_ns"` // cpu time in the kernel
	Wall    time.Duration `json:"wall_ns"`
	PeakRSS int64         `json:"peak_rss"` // bytes, of the largest of its processes

	Stdout  []byte `json:"-"`       // at most Limits.Output bytes and one more
	Written int64  `json:"written"` // bytes written to standard output, as far as they were read

	Stderr        []byte `json:"-"` // at most StderrKept bytes
	StderrWritten int64  `json:"stderr_written"`

	// Left is how many processes were still there when the first one ended.
	Left int `json:"left,omitempty"`
}

// CPU is the user and system time together.
func (f *Result) CPU() time.Duration { return f.User + f.System }

// Run runs c once and waits until nothing of it is left. An error is the
// runner's own failure (no space for the directory, say) or ctx's end; never
// the program's failure.
func Run(ctx context.Context, c Command, limits Limits) (result Result, err error) {
	if !filepath.IsAbs(c.Path) {
		return Result{}, fmt.Errorf("process: %q is not an absolute path", c.Path)
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if c.Dir == "" {
		if c.Dir, err = os.MkdirTemp("", "gridjudge-"); err != nil {
			return Result{}, fmt.Errorf("process: no working directory: %w", err)
		}
		defer func() {
			if e := remove(c.Dir); e != nil {
				err = errors.Join(err, fmt.Errorf("process: working directory left behind: %w", e))
			}
		}()
	}
	result, err = run(ctx, c, limits)
	if err == nil && result.Killed == Interrupted {
		err = ctx.Err()
	}
	if err != nil {
		return result, fmt.Errorf("process: %s: %w", c.Path, err)
	}
	return result, nil
}

// environment is what the program sees: the caller's PATH, so that
// interpreters are found, and its own directory for everything else.
func (c *Command) environment() []string {
	if c.Trusted {
		return os.Environ()
	}
	return []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + c.Dir,
		"TMPDIR=" + c.Dir,
		"LC_ALL=C",
	}
}

// remove is removeAll, but in a test of what its failure comes to.
var remove = removeAll

// removeAll removes dir even where the program took away its own permissions
// on what it made there, or nested directories deeper than paths and
// descriptors reach: those are lifted up, one level after the other.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	heap, err := os.MkdirTemp(dir, "")
	if errors.Is(err, os.ErrPermission) {
		os.Chmod(dir, 0o700)
		heap, err = os.MkdirTemp(dir, "")
	}
	if err != nil {
		return err
	}
	lifted := 0
	for left := []string{dir}; len(left) > 0; {
		d := left[len(left)-1]
		left = left[:len(left)-1]
		os.Chmod(d, 0o700)
		entries, err := os.ReadDir(d)
		if err != nil {
			return err
		}
		for _, e := range entries {
			below := filepath.Join(d, e.Name())
			if !e.IsDir() || below == heap {
				continue
			}
			if d != dir {
				os.Chmod(below, 0o700) // a directory that is moved is written to
				lifted++
				to := filepath.Join(heap, fmt.Sprint(lifted))
				if err := os.Rename(below, to); err != nil {
					return err
				}
				below = to
			}
			left = append(left, below)
		}
	}
	return os.RemoveAll(dir)
}
